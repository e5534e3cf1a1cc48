/// The encoder of drawings' rows by itself, for the benchmark that sets it beside libdeflate. No program needs it:
/// `EncoderPool` makes files.
@_spi(Measuring) public struct MeasuredDeflater: ~Copyable {
    private var deflater = Deflater()

    public init() {}

    /// The most bytes that `compress` writes for `count`, with the room that it needs beyond its end.
    public static func bound(_ count: Int) -> Int { Deflater.bound(count) }

    /// Writes a zlib stream of rows.
    ///
    /// - Parameters:
    ///   - rows: whole rows, each with a filter's byte before its pixels; at least one byte.
    ///   - pixelBytes: from one pixel to the next; 1 where a byte holds several.
    ///   - rowBytes: from one row to the next.
    ///   - target: room for `bound(rows.count)` bytes.
    /// - Returns: bytes written.
    /// - Complexity: O(n) for n bytes.
    public mutating func compress(
        _ rows: UnsafeBufferPointer<UInt8>, pixelBytes: Int, rowBytes: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let start = rows.baseAddress else { preconditionFailure("there are no rows to compress") }
        return deflater.compress(
            start, count: rows.count, layout: .init(pixelBytes: pixelBytes, rowBytes: rowBytes), to: target)
    }
}
