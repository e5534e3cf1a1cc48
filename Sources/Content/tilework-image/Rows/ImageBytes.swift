import Glibc

/// The bytes of an image file, read on demand, a block at a time.
final class ImageBytes {
    /// The file's length, in bytes.
    let count: Int
    private let descriptor: Int32
    private var block: [UInt8] = []
    private var blockStart = 0

    /// The bytes that are read at once where a reader continues, and elsewhere.
    private static let (longBlock, shortBlock) = (256 << 10, 4 << 10)

    /// Opens a file.
    ///
    /// - Parameter path: The path with a terminating zero.
    init(_ path: [UInt8]) throws(ImageRefusal) {
        let descriptor = path.withUnsafeBufferPointer { bytes in
            bytes.baseAddress!.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                Glibc.open($0, O_RDONLY | O_CLOEXEC)
            }
        }
        guard descriptor >= 0 else { throw ImageRefusal("it can't be opened") }
        self.descriptor = descriptor
        var status = stat()
        count = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit { close(descriptor) }

    /// Returns a byte, or nil at the end of the file.
    func byte(at offset: Int) -> UInt8? {
        if offset < blockStart || offset >= blockStart + block.count {
            guard (0..<count).contains(offset) else { return nil }
            load(offset, 1)
            guard !block.isEmpty else { return nil }
        }
        return block[offset - blockStart]
    }

    /// Returns `count` bytes from `offset` on, or nil if the file ends before the last of them.
    func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        if offset < blockStart || offset + count > blockStart + block.count {
            load(offset, count)
        }
        let start = offset - blockStart
        return block.count >= start + count ? block[start..<(start + count)] : nil
    }

    /// Returns an unsigned number of up to 7 bytes with its most significant byte first; nil at the end of the file.
    func number(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns an unsigned number of up to 7 bytes with its least significant byte first; nil at the end of the file.
    func littleNumber(at offset: Int, count: Int) -> Int? {
        bytes(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a block of at least `count` bytes.
    private func load(_ offset: Int, _ count: Int) {
        let continues = (blockStart...(blockStart + block.count)).contains(offset)
        (blockStart, block) = (offset, read(offset, max(count, continues ? Self.longBlock : Self.shortBlock)))
    }

    private func read(_ offset: Int, _ count: Int) -> [UInt8] {
        let count = min(count, self.count - offset)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
        }
    }
}
