import CDeflate
import Foundation

/// gzip (RFC 1952), through libdeflate. The same bytes are packed in the same way each time: the header has no time.
package enum Gzip {
    /// - Parameter level: libdeflate's. 9 is a little smaller than zlib's best, in less time; directories and
    ///   descriptions, which it is the default for, are small.
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
