import Foundation
import TileSupport

/// The file of a Unix domain socket at which a server listens.
///
/// An existing file is replaced only if it is a socket at which no process listens, left behind by a server that was
/// killed. Servers that start at the same path take turns: each checks, replaces and listens while it holds an
/// exclusive `flock` on the folder, so the second one finds the first one listening. The kernel keeps the lock: it
/// leaves no file behind and ends with the process.
struct SocketFile: Sendable {
    private let path: String
    /// The device and inode of the bound file. The inode's number is not reused while the socket is open.
    private let device: dev_t
    private let inode: ino_t

    /// The longest path that fits a socket's address (unix(7)), in bytes.
    static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Removes a stale socket at a path, and binds a new one.
    ///
    /// - Parameter bind: Binds a socket at the path and listens at it.
    /// - Throws: `TileServerFailure`, or what `bind` throws.
    static func bound<Value: Sendable>(
        at path: String, by bind: () async throws -> Value
    ) async throws -> (file: SocketFile, value: Value) {
        let folder = PathName(path).folder
        let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that is writable but not readable can't be locked. Binding still fails there if a file exists.
        defer { if lock >= 0 { close(lock) } }
        if lock >= 0 { await waitForTurn(lock) }
        try makeWay(at: path)
        let value = try await bind()
        var status = stat()
        guard lstat(path, &status) == 0 else { throw failure(path, errno) }
        return (SocketFile(path: path, device: status.st_dev, inode: status.st_ino), value)
    }

    /// Waits for the lock on a thread of its own. Dispatch's threads run the tasks, too: if they all waited for the
    /// lock, none would be left for the task that holds it.
    private static func waitForTurn(_ lock: Int32) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while flock(lock, LOCK_EX) != 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }

    /// Checks whether a server could listen at a path, and changes nothing.
    static func check(_ path: String) throws(TileServerFailure) {
        _ = try isStale(path)
        guard access(PathName(path).folder, W_OK | X_OK) == 0 else { throw failure(path, errno) }
    }

    /// Removes the file if it is still the one that was bound. Must be called while the socket is open.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
        unlink(path)
    }

    private static func makeWay(at path: String) throws(TileServerFailure) {
        guard try isStale(path) else { return }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, errno) }
    }

    /// Whether the path names a socket at which no process listens; false if there is no file.
    ///
    /// - Throws: `TileServerFailure` for a socket in use, for a file of another kind, and for an unusable path.
    private static func isStale(_ path: String) throws(TileServerFailure) -> Bool {
        guard (1...longestPath).contains(path.utf8.count), !path.utf8.contains(0) else {
            throw .cannotListenAtSocket(
                path: path, reason: "the path has \(path.utf8.count) bytes; use 1 to \(longestPath)")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw failure(path, errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        switch connect(path) {
        case ECONNREFUSED: return true
        case ENOENT: return false
        // A full queue and a datagram socket also mean that a process has it open.
        case 0, EAGAIN, EPROTOTYPE: throw .socketInUse(path: path)
        case let code: throw failure(path, code)
        }
    }

    /// Connects and closes at once. Returns 0 or the system's error code.
    private static func connect(_ path: String) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let probe = socket(AF_UNIX, type, 0)
        guard probe >= 0 else { return errno }
        defer { close(probe) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { address in
            // A `sockaddr_un` begins with the same fields as every `sockaddr`, by which the system tells them apart.
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(probe, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }

    private static func failure(_ path: String, _ code: Int32) -> TileServerFailure {
        .cannotListenAtSocket(path: path, reason: SystemError(code: code).description)
    }
}
