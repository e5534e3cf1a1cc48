/// The rows of an image file that may be damaged. From the first row that cannot be decoded on, rows are transparent,
/// as in browsers.
final class DecodableRows: RowReader {
    private let rows: any RowReader
    private let width: Int
    private var next = 0
    /// The first row that could not be decoded; nil if all could.
    private(set) var firstMissingRow: Int?

    /// - Parameter width: The length of a row, in pixels.
    init(_ rows: any RowReader, width: Int) { (self.rows, self.width) = (rows, width) }

    /// Reads a row.
    ///
    /// - Throws: The error of the file's own reader, unless it is damage behind at least one intact row.
    func readRow(into row: UnsafeMutablePointer<UInt32>) throws(ContentFailure) {
        if firstMissingRow == nil {
            do throws(ContentFailure) {
                try rows.readRow(into: row)
                next += 1
                return
            } catch {
                guard case .malformed = error, next > 0 else { throw error }
                firstMissingRow = next
            }
        }
        row.update(repeating: 0, count: width)
    }
}
