import TileGraphics

/// A picture in a file with random access at a bounded cost. Any number of threads may read at once.
protocol RandomRows: Sendable {
    /// The width, in pixels.
    var width: Int { get }
    /// The height, in pixels.
    var height: Int { get }
    /// The conversion of its samples to pixels.
    var conversion: SampleConversion { get }
    /// The approximate memory that the picture takes while it is open and has been read everywhere, in bytes.
    var byteCount: Int { get }
    /// Whether reading a tile's rows costs as much as reading the picture's whole width.
    var isCostly: Bool { get }

    /// Whether a part that could not be decoded is returned as black the next time, so that the file must be opened
    /// again.
    var keepsDamage: Bool { get }

    /// The part of the picture that is decoded at once, in pixels. A damaged byte of the file makes this much
    /// unreadable.
    var pieceSize: (width: Int, height: Int) { get }

    /// Passes the rows of a rect within the picture to `body` as samples, top first.
    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure)
}

extension RandomRows {
    var keepsDamage: Bool { false }
}
