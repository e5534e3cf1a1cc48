import Foundation
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers

/// Small pictures of a replay's frames, for the readers of a report. They are not judged.
public struct FramePictures: Sendable {
    /// The longer side of a picture in pixels: about the width of its place on the page.
    private static let longestSide = 480.0
    /// JPEG, over white where a frame is transparent, so that it looks the same on a dark page.
    static let format = TileFormat.jpeg(quality: 40)
    /// The limit of all pictures in bytes. A larger page opens slowly; later frames have no picture, and a note says
    /// so.
    private static let maxBytes = 8 << 20

    /// The files, without repetitions.
    private(set) var files: [[UInt8]] = []
    /// The index of each frame's file, by frame number.
    private(set) var places: [Int: Int] = [:]
    private var bytes = 0
    private let encoders = EncoderPool()

    public init() {}

    /// Adds a frame's picture. A frame that can't be drawn has none.
    ///
    /// - Complexity: O(*n*) in pixels.
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

/// The pictures in the form that a report's script reads.
struct ReportPictures: Encodable {
    var type = FramePictures.format.mediaType
    /// The files in base 64.
    var files: [String]
    /// The index of each frame's file; −1 for frames without a picture.
    var of: [Int]

    init?(_ pictures: FramePictures, _ ledger: Ledger) {
        if pictures.files.isEmpty { return nil }
        files = pictures.files.map { Data($0).base64EncodedString() }
        of = ledger.frames.map { pictures.places[$0.number] ?? -1 }
    }
}
