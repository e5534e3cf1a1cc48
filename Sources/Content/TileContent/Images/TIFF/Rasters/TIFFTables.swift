import Foundation

/// The tables of a page's tiles or strips: the position and the length of each in the file (TIFF 6.0, sections 3 and
/// 15).
struct TIFFTables: Sendable {
    /// The location of a piece in the file.
    enum Location {
        case stored(offset: Int, byteCount: Int)
        /// The writer left the piece out (a hole in a sparse file).
        case missing
    }

    private let reader: TIFFReader
    private let offsets: TIFFReader.Field
    /// The lengths; nil for a single strip without one, as libtiff allows it.
    private let byteCounts: TIFFReader.Field?
    private let pieceBytes: Int

    /// Returns nil if a table is missing, has fewer entries than the page has pieces, or extends past the end of the
    /// file.
    init?(_ reader: TIFFReader, directory: TIFFReader.Directory, layout: TIFFLayout) {
        let endOfFile = reader.endOfFile
        func isWhole(_ field: TIFFReader.Field) -> Bool {
            let (bytes, overflows) = layout.pieceCount.multipliedReportingOverflow(by: field.size)
            return field.count >= layout.pieceCount && !overflows && field.start >= 0 && bytes <= endOfFile
                && field.start <= endOfFile - bytes
        }
        // libtiff reads the tables of tiles if a page has both.
        guard let offsets = directory.fields[.tileOffsets] ?? directory.fields[.stripOffsets], isWhole(offsets) else {
            return nil
        }
        let byteCounts = directory.fields[.tileByteCounts] ?? directory.fields[.stripByteCounts]
        guard byteCounts.map(isWhole) ?? (!layout.isTiled && layout.rows == 1) else { return nil }
        self.reader = reader
        self.offsets = offsets
        self.byteCounts = byteCounts
        pieceBytes = layout.pieceBytes ?? .max
    }

    /// Returns the location of a piece, or nil if it can't be read. Some writers store lengths of 0 for pieces that
    /// exist.
    func location(of number: Int) -> Location? {
        guard let offset = reader.value(number, of: offsets), offset >= 0 else { return nil }
        guard let byteCounts else { return .stored(offset: offset, byteCount: pieceBytes) }
        guard let count = reader.value(number, of: byteCounts), count >= 0 else { return nil }
        return offset == 0 && count == 0 ? .missing : .stored(offset: offset, byteCount: count)
    }
}
