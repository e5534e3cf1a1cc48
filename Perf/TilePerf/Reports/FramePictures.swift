import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

/// What the frames of a replay showed, as small pictures: for a report's reader. Nothing is judged by them.
public struct FramePictures: Sendable {
    /// Of a picture, in pixels: about as wide as the page shows it.
    private static let longestSide = 480.0
    /// Over white where a frame shows nothing, so that it looks the same on a dark page.
    static let format = TileFormat.jpeg(quality: 40)
    /// Of all pictures, in bytes. A page with more is slow to open; later frames have none, and say so.
    private static let maxBytes = 8 << 20

    /// Files, each once however many frames show the same.
    private(set) var files: [[UInt8]] = []
    /// By the frames' numbers, which file each shows.
    private(set) var places: [Int: Int] = [:]
    private var bytes = 0
    private let encoders = EncoderPool()

    public init() {}

    /// Takes O(n) for n pixels. A frame that can't be drawn has none.
    mutating func add(_ tree: RenderTree, of frame: Int, pool: BitmapPool) {
        guard bytes < Self.maxBytes else { return }
        let (width, height) = (Double(tree.size.width), Double(tree.size.height))
        let scale = min(1, Self.longestSide / max(width, height, 1))
        let area = RasterArea(
            scale: scale, x: 0, y: 0, width: max(1, Int((width * scale).rounded())),
            height: max(1, Int((height * scale).rounded())))
        guard let image = try? tree.raster(area, in: RasterContext(pool: pool)),
            let file = try? encoders.withEncoder({ try $0.encode(image, as: Self.format) }).bytes
        else { return }
        if file != files.last {
            files.append(file)
            bytes += file.count
        }
        places[frame] = files.count - 1
    }
}

/// As the script of a report gets them.
struct ReportPictures: Encodable {
    var type = FramePictures.format.mediaType
    /// In base 64.
    var files: [String]
    /// A file's place for each frame of the ledger; −1 for those that have none.
    var of: [Int]

    init?(_ pictures: FramePictures, _ ledger: Ledger) {
        if pictures.files.isEmpty { return nil }
        files = pictures.files.map { Data($0).base64EncodedString() }
        of = ledger.frames.map { pictures.places[$0.number] ?? -1 }
    }
}
