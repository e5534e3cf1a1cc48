/// The encoder for drawings' rows, exposed to the benchmark that compares it with libdeflate. Programs use
/// `EncoderPool`.
@_spi(Measuring) public struct MeasuredDeflater: ~Copyable {
    private var deflater = Deflater()

    public init() {}

    /// Returns the maximum number of bytes that `compress` writes for `count`, including the slack beyond its end.
    public static func bound(_ count: Int) -> Int { Deflater.bound(count) }

    /// Writes a zlib stream of rows.
    ///
    /// - Parameters:
    ///   - rows: Whole rows, each with a filter byte before its pixels; at least one byte.
    ///   - pixelBytes: The bytes from one pixel to the next; 1 if a byte holds several.
    ///   - rowBytes: The bytes from one row to the next.
    ///   - target: Space for `bound(rows.count)` bytes.
    /// - Returns: The number of bytes written.
    /// - Complexity: O(n) for n bytes.
    public mutating func compress(
        _ rows: UnsafeBufferPointer<UInt8>, pixelBytes: Int, rowBytes: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        guard let start = rows.baseAddress else { preconditionFailure("there are no rows to compress") }
        return deflater.compress(
            start, count: rows.count, layout: .init(pixelBytes: pixelBytes, rowBytes: rowBytes), to: target)
    }
}
