public import TileGraphics

/// A reader that returns an image from the top, in strips of any number of rows. A build streams through it, so its
/// memory is a few strips whatever the image's height.
///
/// Only one thread may use it at a time. Time is linear in the pixels. An image that EXIF turns is first decoded whole
/// to temporary storage.
public final class StripReader {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// The next row to be read.
    public private(set) var nextRow = 0

    private let rows: any RowReader
    private var row: [UInt32]

    init(width: Int, height: Int, rows: any RowReader) {
        self.width = width
        self.height = height
        self.rows = rows
        row = [UInt32](repeating: 0, count: width)
    }

    /// Decodes the next `rowCount` rows into adjacent bitmaps, from the left. Pixels of the bitmaps beyond the image's
    /// right edge are unchanged.
    ///
    /// The strips are divided into tiles from the start, because cutting them later would copy every pixel once more.
    public func read(rowCount: Int, into bitmaps: [Bitmap]) throws(ContentFailure) {
        precondition(rowCount >= 0 && nextRow + rowCount <= height, "rows beyond the end of the image")
        for y in 0..<rowCount {
            try row.withUnsafeMutableBufferPointer { (row) throws(ContentFailure) in
                let row = row.baseAddress!
                try rows.readRow(into: row)
                var x = 0
                for bitmap in bitmaps where x < width {
                    bitmap.row(y).baseAddress!.update(from: row + x, count: min(bitmap.width, width - x))
                    x += bitmap.width
                }
            }
            nextRow += 1
        }
    }
}
