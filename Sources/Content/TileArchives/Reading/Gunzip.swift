import CDeflate

/// Decompression of gzip (RFC 1952), through libdeflate.
enum Gunzip {
    static func isPacked(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed bytes; nil if they are damaged or longer than `limit`.
    static func unpacked(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        guard isPacked(bytes), bytes.count >= 18, let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        // The last four bytes give the length, unless the data consists of several members or is wrong.
        let said = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        var room = min(limit, max(said, 1))
        while true {
            var result = LIBDEFLATE_SUCCESS
            let unpacked = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                result = libdeflate_gzip_decompress(
                    decompressor, bytes, bytes.count, buffer.baseAddress!, room, &count)
                if result != LIBDEFLATE_SUCCESS { count = 0 }
            }
            if result == LIBDEFLATE_SUCCESS { return unpacked }
            guard result == LIBDEFLATE_INSUFFICIENT_SPACE, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }
}
