import Foundation
import TileSupport

/// A source of bytes for an archive of one file, readable at any offset from any thread: a local or a remote file.
package protocol RangedFile: Sendable {
    /// The name for messages.
    var path: String { get }
    var byteCount: UInt64 { get }

    /// Reads bytes. May block.
    ///
    /// - Throws: `.damaged` if the file is too short.
    func read(at offset: UInt64, count: Int) throws(ArchiveFailure) -> [UInt8]
}

/// A local file of an archive.
final class StoredFile: RangedFile {
    let path: String
    let byteCount: UInt64
    private let descriptor: Int32

    init(_ path: String) throws(ArchiveFailure) {
        // Nonblocking, because opening a named pipe would wait for its writer.
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw Self.failure(path, errno) }
        self.path = path
        descriptor = opened
        var status = stat()
        let code = fstat(opened, &status) == 0 ? 0 : errno
        // `deinit` closes the file, which requires all properties to be set.
        byteCount = UInt64(max(0, status.st_size))
        guard code == 0 else { throw Self.failure(path, code) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .unreadable(path: path, reason: "not a regular file")
        }
    }

    deinit { close(descriptor) }

    /// A text that changes if the file is changed or replaced. It consists of inode number, size and modification time.
    var version: String {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "0" }
        let time = UInt64(bitPattern: Int64(status.st_mtim.tv_sec)) &* 1_000_000_000 &+ UInt64(status.st_mtim.tv_nsec)
        return [UInt64(status.st_ino), byteCount, time].map { String($0, radix: 16) }.joined(separator: "-")
    }

    static func failure(_ path: String, _ code: Int32) -> ArchiveFailure {
        code == ENOENT || code == ENOTDIR
            ? .notFound(path: path) : .unreadable(path: path, reason: SystemError(code: code).description)
    }

    func read(at offset: UInt64, count: Int) throws(ArchiveFailure) -> [UInt8] {
        guard offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw .damaged(
                path: path,
                reason: "the file ends early: at byte \(GroupedNumber.text(Int(clamping: byteCount))), but data is "
                    + "expected at byte \(GroupedNumber.text(Int(clamping: offset)))")
        }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset) + off_t(filled))
                if got < 0 && errno == EINTR { continue }
                if got < 0 { code = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard code == 0 else { throw .inputOutput(path: path, reason: SystemError(code: code).description) }
        guard bytes.count == count else {
            throw .damaged(path: path, reason: "the file was truncated while it was read")
        }
        return bytes
    }

    /// Returns the whole content of a small file.
    ///
    /// - Throws: `.damaged` if it has more than `limit` bytes.
    func whole(limit: Int) throws(ArchiveFailure) -> [UInt8] {
        guard byteCount <= UInt64(limit) else {
            throw .damaged(
                path: path,
                reason: "\(GroupedNumber.text(Int(clamping: byteCount))) bytes are too many: at most "
                    + "\(GroupedNumber.text(Int(clamping: limit))) are expected")
        }
        return try read(at: 0, count: Int(byteCount))
    }
}
