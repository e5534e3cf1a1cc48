import TileGraphics

/// A picture of a file that can be read anywhere at a bounded cost. Any number of threads may read at once.
protocol RandomRows: Sendable {
    /// In pixels.
    var width: Int { get }
    /// In pixels.
    var height: Int { get }
    /// What makes pixels of its samples.
    var conversion: SampleConversion { get }
    /// What it takes to be open and read everywhere, in bytes, about.
    var byteCount: Int { get }
    /// Whether reading a tile's rows costs as much as reading the whole width of the picture.
    var isCostly: Bool { get }

    /// The part of the picture that is decoded at once, in pixels: what damage to a byte of the file makes unreadable.
    var pieceSize: (width: Int, height: Int) { get }

    /// Gives the rows of a rect, which lies within the picture, to `body` as samples, top first.
    func readRows(
        x: Int, y: Int, width: Int, height: Int, body: (_ row: Int, UnsafePointer<UInt8>) -> Void
    ) throws(ContentFailure)
}
