import TileGraphics

/// A reader that fills a bitmap with a rect of a level.
protocol RectReader: Sendable {
    /// The width of the level, in pixels.
    var width: Int { get }
    /// The height of the level, in pixels.
    var height: Int { get }

    func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure)
}

/// The rows of a random-access level, from the top.
final class LevelRows: RowReader {
    private let level: any RectReader
    private var next = 0
    private var batch: Bitmap?
    private let batchRows: Int

    /// - Parameter batchRows: The number of rows that are read at once; by default the height of most tiles, so that
    ///   each is decoded once.
    init(_ level: any RectReader, batchRows: Int = 256) { (self.level, self.batchRows) = (level, batchRows) }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        let offset = next % batchRows
        let batch: Bitmap
        if offset > 0, let known = self.batch {
            batch = known
        } else {
            batch = Bitmap(width: level.width, height: min(batchRows, level.height - next))
            let rect = ImageLevels.Rect(x: 0, y: next, width: batch.width, height: batch.height)
            try level.read(rect, into: batch)
        }
        self.batch = batch
        next += 1
        row.update(from: batch.row(offset).baseAddress!, count: batch.width)
    }
}

extension DirectLevel: RectReader {}

/// A level of a file that may be damaged. Parts that cannot be decoded are transparent.
struct DecodableLevel: RectReader {
    var level: DirectLevel
    /// The argument of `DirectLevel.readDecodable(_:into:mayBeEmpty:)`.
    var mayBeEmpty: Bool

    var width: Int { level.width }
    var height: Int { level.height }

    func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure) {
        _ = try level.readDecodable(rect, into: bitmap, mayBeEmpty: mayBeEmpty)
    }
}

/// A page that `TIFFRaster` reads.
struct RasterLevel: RectReader {
    var raster: TIFFRaster

    var width: Int { raster.width }
    var height: Int { raster.height }

    func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure) {
        try raster.readRows(x: rect.x, y: rect.y, width: rect.width, height: rect.height) { row, samples in
            raster.conversion.convert(samples, count: rect.width, into: bitmap.row(row).baseAddress!)
        }
    }
}

extension WorkerLevel: RectReader {
    func read(_ rect: ImageLevels.Rect, into bitmap: Bitmap) throws(ContentFailure) {
        try readRows(x: rect.x, y: rect.y, width: rect.width, height: rect.height) { row, samples in
            conversion.convert(samples, count: rect.width, into: bitmap.row(row).baseAddress!)
        }
    }
}
