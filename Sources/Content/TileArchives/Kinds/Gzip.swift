import CDeflate
import Foundation

/// Compression with gzip (RFC 1952), through libdeflate. The output is deterministic: the header has no time.
package enum Gzip {
    /// Compresses bytes.
    ///
    /// - Parameter level: The level of libdeflate. The default of 9, intended for small directories and descriptions,
    ///   is slightly smaller than zlib's best and faster.
    package static func compressed(_ bytes: some Collection<UInt8>, level: Int32 = 9) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else {
            fatalError("there is no memory to compress a directory")
        }
        defer { libdeflate_free_compressor(compressor) }
        let source = [UInt8](bytes)
        let room = libdeflate_gzip_compress_bound(compressor, source.count)
        return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            count = libdeflate_gzip_compress(compressor, source, source.count, buffer.baseAddress!, room)
            precondition(count > 0, "libdeflate did not keep to its own bound")
        }
    }
}
