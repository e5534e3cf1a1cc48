import Foundation
import TileSupport

/// The bytes of a regular file, read on demand, a block at a time.
final class FileBytes {
    let descriptor: DataFile
    /// The file's length, in bytes.
    let count: Int
    private var block: [UInt8] = []
    private var blockStart = 0

    private static let blockLength = 64 << 10

    /// Opens a file. Returns nil if it cannot be read.
    init?(_ path: String) {
        guard let descriptor = DataFile.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), let count = descriptor.byteCount
        else { return nil }
        self.descriptor = descriptor
        self.count = count
    }

    /// Returns `count` bytes from `offset` on, or nil if the file ends before the last of them.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        if offset < blockStart || offset + count > blockStart + block.count {
            blockStart = offset
            block = read(offset, max(count, Self.blockLength))
        }
        guard block.count >= offset - blockStart + count else { return nil }
        return Array(block[(offset - blockStart)..<(offset - blockStart + count)])
    }

    /// Returns a big-endian number, or nil if the file ends before its last byte or if 8 bytes do not fit `Int`.
    func number(at offset: Int, count: Int) -> Int? {
        guard let bytes = bytes(at: offset, count: count), count < 8 || bytes[0] < 0x80 else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns whether a range of the file contains these bytes, one after the other.
    ///
    /// - Complexity: O(length of the range).
    func contains(_ pattern: [UInt8], in range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start + pattern.count <= range.upperBound {
            let part = read(start, min(1 << 20, range.upperBound - start))
            guard part.count >= pattern.count else { return false }
            if Self.contains(pattern, in: part) { return true }
            start += part.count - (pattern.count - 1)
        }
        return false
    }

    private static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var place = 0
            while place + pattern.count <= bytes.count,
                let found = memchr(bytes.baseAddress! + place, Int32(pattern[0]), bytes.count - place)
            {
                place = UnsafeRawPointer(found) - bytes.baseAddress!
                if bytes[place...].starts(with: pattern) { return true }
                place += 1
            }
            return false
        }
    }

    private func read(_ offset: Int, _ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = descriptor.read(into: buffer.baseAddress!, count: count, at: offset)
        }
    }
}
