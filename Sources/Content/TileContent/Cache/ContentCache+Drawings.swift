import Foundation
import TileEngine
import TileGraphics
import TileSupport

extension ContentCache {
    /// Drawings of fewer bytes are read as fast as a file is opened and hashed.
    static let leastDrawing = 128 << 10

    /// A drawing as it was kept.
    struct Drawing {
        var picture: Picture
        var size: CGSize
        var operations: Int
        var islands: [SVGIsland]
        var notes: [String]
        /// Of one that was kept.
        var images = PictureArchive.Images()
    }

    /// Nil when it is not there, or not as it was written.
    ///
    /// - Parameter limits: What its images and librsvg's elements may take.
    func drawing(_ name: SipHash.Value, limits: ContentLimits) -> Drawing? {
        guard let file = file(name, .picture) else { return nil }
        guard let archive = try? PictureArchive(file, makers: PictureArchive.Makers(limits)),
            let drawing = Drawing(archive)
        else {
            remove(name, .picture)
            return nil
        }
        return drawing
    }

    /// Writes a drawing, soon, if it is such as can be kept.
    ///
    /// - Parameter images: In it, to be decoded in small before, so that they are kept so as well.
    func keep(_ drawing: Drawing, _ name: SipHash.Value, preparing images: EmbeddedImages? = nil) {
        keep(name, .picture) { descriptor throws(SystemError) in
            do throws(PictureArchiveWriter.Failure) {
                images?.prepare()
                try PictureArchiveWriter.write(drawing.picture, to: descriptor, hasSmallLevels: true) {
                    drawing.about(hasText: $0)
                }
                return true
            } catch {
                switch error {
                case .notKept: return false
                case .system(let error): throw error
                }
            }
        }
    }
}

extension PictureArchive.Makers {
    package init(_ limits: ContentLimits) {
        self.init(
            levels: { EmbeddedImage($0, memory: limits.memory, small: $1) },
            document: { LibrsvgElements(archived: $0, limits: limits) })
    }
}

extension ContentCache.Drawing {
    /// What an archive says besides the picture, as lines: fonts, size, operations, how many islands, these with their
    /// sides and features, notes.
    func about(hasText: Bool) -> [UInt8] {
        let numbers = [
            "\(hasText ? ContentIdentity.fonts : 0)", "\(Double(size.width))", "\(Double(size.height))",
            "\(operations)", "\(islands.count)",
        ]
        return Array(
            (numbers + islands.map(\.archived) + notes.map { $0.replacing("\n", with: " ") }).joined(separator: "\n")
                .utf8)
    }

    /// Nil when its text would look otherwise now, or when it is not what was written.
    init?(_ archive: PictureArchive) {
        let lines = String(decoding: archive.about, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 5, let fonts = UInt64(lines[0]), let width = Double(lines[1]),
            let height = Double(lines[2]), let operations = Int(lines[3]), let islandCount = Int(lines[4]), width > 0,
            height > 0, width.isFinite,
            height.isFinite, operations >= 0, fonts == 0 || fonts == ContentIdentity.fonts,
            (0...lines.count - 5).contains(islandCount)
        else { return nil }
        let islands = lines.dropFirst(5).prefix(islandCount).compactMap { SVGIsland(archived: $0) }
        guard islands.count == islandCount else { return nil }
        picture = archive.picture
        images = archive.images
        size = CGSize(width: width, height: height)
        self.operations = operations
        self.islands = islands
        notes = lines.dropFirst(5 + islandCount).map(String.init)
    }
}

extension SVGIsland {
    /// A line: left, top, width, height, feature.
    fileprivate var archived: String {
        "\(Double(bounds.minX)) \(Double(bounds.minY)) \(Double(bounds.width)) \(Double(bounds.height)) "
            + feature.replacing("\n", with: " ")
    }

    fileprivate init?(archived line: Substring) {
        let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        let numbers = words.prefix(4).compactMap { Double($0) }
        guard words.count == 5, numbers.count == 4, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(
            feature: String(words[4]),
            bounds: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        )
    }
}
