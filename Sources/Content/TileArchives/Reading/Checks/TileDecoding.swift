import Foundation
import TileContent
import TileEngine
import TileFormats
import TileGeometry
import TileGraphics

/// Decodes tiles of untrusted archives.
///
/// PNG, JPEG and WebP are decoded in process, like images in drawings, if their headers state a plausible size. AVIF,
/// JPEG XL and GIF are decoded by the worker processes for such images.
enum TileDecoding {
    /// A defect of a tile, as a sentence.
    struct Problem: Error, Hashable {
        var text: String

        /// The problem of a tile that Tilework does not decode.
        static func undecodable(_ bytes: [UInt8]) -> Problem {
            if bytes.isEmpty { return Problem(text: "empty") }
            let format = UndrawnTileFormat(recognizing: bytes)
            return Problem(text: format.map { "\($0.title), which Tilework does not draw" } ?? "not an image")
        }
    }

    /// The maximum number of pixels: 4096 × 4096 and an overlap.
    private static let mostPixels = 1 << 25

    /// Decodes a tile and returns its pixels or the problem.
    ///
    /// - Throws: `.content` for failures not caused by the tile.
    static func decode(_ bytes: [UInt8]) throws(ArchiveFailure) -> Result<Bitmap, Problem> {
        switch StoredTileFormat(recognizing: bytes) {
        case .png, .jpeg, .webp:
            let data = Data(bytes)
            guard let size = CGImage.encodedSize(data) else {
                return .failure(Problem(text: "its header is damaged, or the image is larger than any tile"))
            }
            guard size.width * size.height <= mostPixels else {
                return .failure(
                    Problem(text: "its header states \(size.width) × \(size.height) pixels, more than any tile has"))
            }
            guard let image = CGImage.decodingWhole(data) else {
                return .failure(Problem(text: "damaged or truncated"))
            }
            return .success(image.bitmap)
        case .avif, .jpegXL, .gif: return try decodeElsewhere(bytes)
        case .vector, .mapLibre, nil:
            return .failure(.undecodable(bytes))
        }
    }

    private static func decodeElsewhere(_ bytes: [UInt8]) throws(ArchiveFailure) -> Result<Bitmap, Problem> {
        var template = Array("\(TemporaryFiles.directory)/tilework-tile-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        guard file >= 0 else {
            throw .content(.temporaryStorage(path: "a tile", reason: String(cString: strerror(errno))))
        }
        defer { unlink(path) }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        close(file)
        guard written == bytes.count else {
            throw .content(.temporaryStorage(path: "a tile", reason: String(cString: strerror(ENOSPC))))
        }
        do {
            let source = try ImageSource.open(path)
            guard source.width * source.height <= mostPixels else {
                return .failure(
                    Problem(text: "its header states \(source.width) × \(source.height) pixels, more than any tile has")
                )
            }
            let area = RasterArea(scale: 1, x: 0, y: 0, width: source.width, height: source.height)
            switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
            case .bitmap(let bitmap): return .success(bitmap)
            case .solid(let color, let width, let height):
                let bitmap = Bitmap(width: width, height: height)
                for y in 0..<height { bitmap.row(y).update(repeating: color.argb) }
                return .success(bitmap)
            }
        } catch let failure as ContentFailure {
            switch failure {
            case .decoder(_, let decoder) where !decoder.isOfFile: throw .content(failure)
            case .temporaryStorage, .noRoom: throw .content(failure)
            default:
                return .failure(Problem(text: failure.description.replacingOccurrences(of: "\(path): ", with: "")))
            }
        } catch {
            return .failure(Problem(text: "can't be decoded: \(error)"))
        }
    }
}
