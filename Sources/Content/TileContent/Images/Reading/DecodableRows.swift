/// The rows of an image file of which some may be damaged: rows from the first that cannot be decoded on are clear, as
/// browsers show them.
final class DecodableRows: RowReader {
    private let rows: any RowReader
    private let width: Int
    private var next = 0
    /// The first row that could not be decoded; nil while all could.
    private(set) var firstMissingRow: Int?

    /// - Parameter width: The length of a row, in pixels.
    init(_ rows: any RowReader, width: Int) { (self.rows, self.width) = (rows, width) }

    /// Reads a row.
    ///
    /// - Throws: what the file's own reader throws, unless that is damage behind at least one sound row.
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
