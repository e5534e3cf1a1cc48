import Foundation
import TileSupport

/// A folder for the files of a drawing's fonts, removed with this value. If the process is killed, the next one that
/// makes a folder in the same directory removes it.
///
/// The owner of a folder holds a lock on it (`flock`), which the system releases however a process ends. So a folder
/// that can be locked is abandoned, also if its owner was in another container.
final class FontFolder {
    let path: String
    private let descriptor: Int32

    static let prefix = "tilework-fonts-"
    /// The number of folders that are made before giving up. One can be lost to a process that removes abandoned ones
    /// between the folder's creation and its lock.
    private static let maxAttempts = 8
    /// The directories in which abandoned folders were removed.
    private static let swept = Lock<Set<String>>([])

    /// Creates a folder.
    ///
    /// - Parameter directory: The directory for it.
    init(in directory: String) throws(SystemError) {
        if Self.swept.withLock({ $0.insert(directory).inserted }) { Self.removeAbandoned(in: directory) }
        for _ in 0..<Self.maxAttempts {
            var template = Array("\(directory)/\(Self.prefix)XXXXXX".utf8CString)
            guard template.withUnsafeMutableBufferPointer({ mkdtemp($0.baseAddress!) }) != nil else {
                throw SystemError(code: errno)
            }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            let code = errno
            // Where folders cannot be locked, as on NFS, no other process removes them.
            let isTaken = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EAGAIN
            if descriptor >= 0, !isTaken, !Self.isRemoved(descriptor) {
                (self.path, self.descriptor) = (path, descriptor)
                return
            }
            if descriptor >= 0 { close(descriptor) }
            rmdir(path)
            if descriptor < 0, code != ENOENT { throw SystemError(code: code) }
        }
        throw SystemError(code: EAGAIN)
    }

    deinit {
        Self.empty(descriptor)
        rmdir(path)
        close(descriptor)
    }

    /// Writes a file.
    ///
    /// - Returns: Its path.
    func write(_ bytes: [UInt8], as name: String) throws(SystemError) -> String {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError(code: errno) }
        defer { close(file) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress! + done, bytes.count - done) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = count < 0 ? errno : ENOSPC
                unlinkat(descriptor, name, 0)
                throw SystemError(code: code)
            }
            done += count
        }
        return "\(path)/\(name)"
    }

    /// Removes the folders of processes that have ended.
    private static func removeAbandoned(in directory: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return }
        for name in names where name.hasPrefix(prefix) {
            let path = "\(directory)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if isOwn(descriptor), flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                empty(descriptor)
                rmdir(path)
            }
            close(descriptor)
        }
    }

    /// Removes the files in a folder.
    private static func empty(_ descriptor: Int32) {
        let other = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard other >= 0, let entries = fdopendir(other) else {
            if other >= 0 { close(other) }
            return
        }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            // Fails for folders, of which there are none.
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlinkat(descriptor, $0, 0) }
            }
        }
    }

    private static func isRemoved(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) != 0 || facts.st_nlink == 0
    }

    /// Returns whether a folder belongs to the user of this process.
    private static func isOwn(_ descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_uid == geteuid()
    }
}
