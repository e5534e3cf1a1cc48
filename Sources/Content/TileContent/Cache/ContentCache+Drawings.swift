import Foundation
import TileEngine
import TileGraphics
import TileSupport

extension ContentCache {
    /// The minimum bytes of a cached drawing. Smaller ones are parsed as fast as a file is opened and hashed.
    static let leastDrawing = 128 << 10

    /// A cached drawing.
    struct Drawing {
        var picture: Picture
        var size: CGSize
        var operations: Int
        var islands: [SVGIsland]
        var notes: [String]
        var omissions: [ContentOmission]
        /// The images, for a drawing read from the cache.
        var images = PictureArchive.Images()
    }

    /// Returns a cached drawing; nil if it does not exist or is invalid.
    ///
    /// - Parameter limits: The limits for its images and librsvg's elements.
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

    /// Writes a drawing soon, if it can be cached.
    ///
    /// - Parameter images: The drawing's images, which are decoded at small sizes first, so that these are cached too.
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
    /// Returns the archive's additional data, as lines: fonts, size, operations, the number of islands, their bounds
    /// and features, the number of omissions, these, notes.
    func about(hasText: Bool) -> [UInt8] {
        let numbers = [
            "\(hasText ? ContentIdentity.fonts : 0)", "\(Double(size.width))", "\(Double(size.height))",
            "\(operations)", "\(islands.count)", "\(omissions.count)",
        ]
        return Array(
            (numbers + islands.map(\.archived) + omissions.map(\.archived) + notes.map(\.line)).joined(separator: "\n")
                .utf8)
    }

    /// Reads a drawing; nil if its text would look different with the current fonts, or if it is invalid.
    init?(_ archive: PictureArchive) {
        let lines = String(decoding: archive.about, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 6, let fonts = UInt64(lines[0]), let width = Double(lines[1]),
            let height = Double(lines[2]), let operations = Int(lines[3]), let islandCount = Int(lines[4]),
            let omissionCount = Int(lines[5]), width > 0, height > 0, width.isFinite, height.isFinite, operations >= 0,
            fonts == 0 || fonts == ContentIdentity.fonts, (0...lines.count - 6).contains(islandCount),
            (0...lines.count - 6 - islandCount).contains(omissionCount)
        else { return nil }
        let islands = lines.dropFirst(6).prefix(islandCount).compactMap { SVGIsland(archived: $0) }
        let omissions = lines.dropFirst(6 + islandCount).prefix(omissionCount).compactMap {
            ContentOmission(archived: $0)
        }
        guard islands.count == islandCount, omissions.count == omissionCount else { return nil }
        picture = archive.picture
        images = archive.images
        size = CGSize(width: width, height: height)
        self.operations = operations
        self.islands = islands
        self.omissions = omissions
        notes = lines.dropFirst(6 + islandCount + omissionCount).map(String.init)
    }
}

extension SVGIsland {
    /// An island as a line: left, top, width, height, feature.
    fileprivate var archived: String {
        "\(Double(bounds.minX)) \(Double(bounds.minY)) \(Double(bounds.width)) \(Double(bounds.height)) "
            + feature.line
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

extension ContentOmission {
    /// An omission as a line: kind, line or 0, count, name.
    fileprivate var archived: String { "\(kind.rawValue) \(line ?? 0) \(count) \(name.line)" }

    fileprivate init?(archived text: Substring) {
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, let kind = Kind(rawValue: String(words[0])), let line = Int(words[1]),
            let count = Int(words[2]), line >= 0, count > 0
        else { return nil }
        self.init(kind, String(words[3]), line: line == 0 ? nil : line, count: count)
    }
}

extension String {
    /// The text on one line.
    fileprivate var line: String { replacing("\n", with: " ") }
}
