import Foundation
import TileSupport

/// The first bytes of a file, read without assuming that the path is a regular file.
enum FilePrefix {
    /// Reads up to `count` bytes.
    static func read(_ path: String, count: Int) throws(ContentFailure) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the name contains a zero byte") }
        // Nonblocking, because opening a named pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(path) }
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR {
            if let found = OtherFormat.sentence(ofFolder: path) { throw .unrecognized(path: path, found: found) }
            throw .unreadable(path: path, reason: "it is a folder")
        }
        guard type == S_IFREG else { throw .unreadable(path: path, reason: "not a regular file") }
        guard status.st_size > 0 else { throw .empty(path: path) }

        var bytes = [UInt8](repeating: 0, count: min(count, Int(status.st_size)))
        var filled = 0
        while filled < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                Foundation.read(file, $0.baseAddress! + filled, $0.count - filled)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw failure(path) }
            if got == 0 { break }
            filled += got
        }
        guard filled > 0 else { throw .empty(path: path) }
        return Array(bytes.prefix(filled))
    }

    /// Returns the error for `errno`.
    private static func failure(_ path: String) -> ContentFailure {
        let code = errno
        if let shortage = ContentFailure(shortage: code, of: path) { return shortage }
        return code == ENOENT || code == ENOTDIR
            ? .notFound(path: path) : .unreadable(path: path, reason: SystemError(code: code).description)
    }
}
