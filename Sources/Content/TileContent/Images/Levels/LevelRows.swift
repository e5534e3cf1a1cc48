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
    /// The row that `batch` begins with.
    private var batchStart = 0
    private let batchRows: Int
    /// The most rows of the next batch. It is less than `batchRows` in a batch with damage, so that the rows above the
    /// damage are read.
    private var mostRows: Int

    /// - Parameter batchRows: The number of rows that are read at once; by default the height of most tiles, so that
    ///   each is decoded once.
    init(_ level: any RectReader, batchRows: Int = 256) {
        (self.level, self.batchRows, mostRows) = (level, batchRows, batchRows)
    }

    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        let batch: Bitmap
        if let known = self.batch, next < batchStart + known.height {
            batch = known
        } else {
            batch = try readBatch()
            (self.batch, batchStart) = (batch, next)
        }
        row.update(from: batch.row(next - batchStart).baseAddress!, count: batch.width)
        next += 1
    }

    /// Reads some rows from the next one on: usually `batchRows`, and half as many as long as they can't be decoded.
    ///
    /// - Throws: An error of the next row.
    private func readBatch() throws(ContentFailure) -> Bitmap {
        if next % batchRows == 0 { mostRows = batchRows }
        while true {
            let count = min(mostRows, batchRows - next % batchRows, level.height - next)
            let batch = Bitmap(width: level.width, height: count)
            do throws(ContentFailure) {
                try level.read(ImageLevels.Rect(x: 0, y: next, width: batch.width, height: count), into: batch)
                return batch
            } catch {
                guard case .malformed = error, count > 1 else { throw error }
                mostRows = count / 2
            }
        }
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
