public import TileGraphics

/// Gives an image from the top, in strips of as many rows as asked for: what a build streams through, so that its
/// memory is a few strips whatever the image's height.
///
/// For one thread at a time. Time is linear in the pixels; an image that EXIF turns is first decoded whole to temporary
/// storage.
public final class StripReader {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The row that comes next.
    public private(set) var nextRow = 0

    private let rows: any RowReader
    private var row: [UInt32]

    init(width: Int, height: Int, rows: any RowReader) {
        self.width = width
        self.height = height
        self.rows = rows
        row = [UInt32](repeating: 0, count: width)
    }

    /// Decodes the next `rowCount` rows into the bitmaps that lie side by side, from the left; pixels of theirs beyond
    /// the image's right edge are left as they are.
    ///
    /// Strips are tiles from the start, because cutting them later would copy every pixel once more.
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
