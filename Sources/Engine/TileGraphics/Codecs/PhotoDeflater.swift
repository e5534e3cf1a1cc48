import CDeflate

/// A DEFLATE encoder for filtered photos, through libdeflate.
///
/// Its level 1 makes filtered photos 1 % smaller than `Deflater` does, in 10 % less time, measured on shaded relief. On
/// drawings its files are 5 to 13 % larger, and it takes longer than all of `PNGEncoder`.
struct PhotoDeflater: ~Copyable {
    private static let level: Int32 = 1

    // Created on first use, because it takes some 100 KB.
    private var compressor: OpaquePointer?

    init() {}

    deinit { if let compressor { libdeflate_free_compressor(compressor) } }

    /// Prepares to compress `count` bytes.
    ///
    /// - Returns: The number of bytes that `compress` needs.
    mutating func prepare(_ count: Int) throws(CodecFailure) -> Int {
        guard let compressor = compressor ?? libdeflate_alloc_compressor(Self.level) else {
            throw .library(name: "libdeflate", message: "out of memory")
        }
        self.compressor = compressor
        return libdeflate_zlib_compress_bound(compressor, count)
    }

    /// Writes a zlib stream into `room` bytes, as returned by `prepare`.
    ///
    /// - Returns: The number of bytes written.
    func compress(
        _ source: UnsafePointer<UInt8>, count: Int, to target: UnsafeMutablePointer<UInt8>, room: Int
    ) -> Int {
        let written = libdeflate_zlib_compress(compressor, source, count, target, room)
        precondition(written > 0, "libdeflate did not keep to its own bound of \(room) bytes for \(count)")
        return written
    }
}
