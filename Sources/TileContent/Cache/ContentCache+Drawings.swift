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
        var notes: [String]
    }

    /// Nil when it is not there, or not as it was written.
    ///
    /// - Parameter memory: What the pixels of images in it count against.
    func drawing(_ name: SipHash.Value, memory: MemoryBudget?) -> Drawing? {
        guard let file = file(name, .picture) else { return nil }
        guard let archive = try? PictureArchive(file, levels: { EmbeddedImage($0, memory: memory) }),
            let drawing = Drawing(archive)
        else {
            remove(name, .picture)
            return nil
        }
        return drawing
    }

    /// Writes a drawing, soon, if it is such as can be kept.
    func keep(_ drawing: Drawing, _ name: SipHash.Value) {
        keep(name, .picture) { descriptor throws(SystemError) in
            do throws(PictureArchiveWriter.Failure) {
                try PictureArchiveWriter.write(drawing.picture, to: descriptor) { drawing.about(hasText: $0) }
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

extension ContentCache.Drawing {
    /// What an archive says besides the picture, as lines: fonts, size, operations, notes.
    func about(hasText: Bool) -> [UInt8] {
        let numbers = [
            "\(hasText ? ContentIdentity.fonts : 0)", "\(Double(size.width))", "\(Double(size.height))",
            "\(operations)",
        ]
        return Array((numbers + notes.map { $0.replacing("\n", with: " ") }).joined(separator: "\n").utf8)
    }

    /// Nil when its text would look otherwise now, or when it is not what was written.
    init?(_ archive: PictureArchive) {
        let lines = String(decoding: archive.about, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, let fonts = UInt64(lines[0]), let width = Double(lines[1]),
            let height = Double(lines[2]), let operations = Int(lines[3]), width > 0, height > 0, width.isFinite,
            height.isFinite, operations >= 0, fonts == 0 || fonts == ContentIdentity.fonts
        else { return nil }
        picture = archive.picture
        size = CGSize(width: width, height: height)
        self.operations = operations
        notes = lines.dropFirst(4).map(String.init)
    }
}
