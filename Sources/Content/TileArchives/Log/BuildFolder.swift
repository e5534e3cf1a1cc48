import Foundation
import TileSupport

/// The hidden folder beside an archive in which it is built. It contains the log of finished tiles and, during
/// assembly, the archive. It is deleted when the archive has its name. If the build ends before, the next build of the
/// same archive continues from the log.
///
/// A running build holds a lock on the folder (flock(2)), so that two builds cannot make the same archive at the same
/// time, on any machine that shares the disk, if the file system supports locks.
final class BuildFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens or creates the folder.
    ///
    /// - Throws: `.busy` if another build is using it, `.cannotCreate`.
    init(of archive: PathName) throws(BuildFailure) {
        path = Self.path(of: archive)
        // Another build may end, and delete its folder, between opening and locking.
        for _ in 0..<Self.attempts {
            if mkdir(path, 0o777) != 0, errno != EEXIST {
                throw .cannotCreate(
                    path: archive.path, reason: CreationProblem(errno, folder: archive.folder).description)
            }
            let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard opened >= 0 else {
                if errno == ENOENT { continue }
                throw .cannotCreate(
                    path: archive.path, reason: CreationProblem(errno, folder: archive.folder).description)
            }
            if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
                close(opened)
                throw .busy(path: archive.path)
            }
            if Self.isFolder(opened, at: path) {
                descriptor = opened
                return
            }
            close(opened)
        }
        throw .busy(path: archive.path)
    }

    deinit {
        // A process that is being started holds a copy of the descriptor, and so the lock, until it runs its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static let attempts = 100

    private static func isFolder(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// Returns the folder's path, such as `.plan.pmtiles.tilework`, which identifies the archive if it is found after a
    /// crash.
    static func path(of archive: PathName) -> String {
        archive.sibling(".\(shortened(archive.name)).tilework")
    }

    /// Shortens a name to the limit of file systems, 255 bytes; a character may have several bytes.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        hash.add(name)
        return String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
            + "-\(String(hash.finish().low, radix: 36))"
    }

    private static let longestName = 100

    /// The path of the build's log.
    var logPath: String { "\(path)/log" }
    /// The path of a temporary log for copying tiles from another archive. It is never continued.
    var copyPath: String { "\(path)/copy" }
    /// The path of the folder in which the archive is assembled.
    var stagingPath: String { "\(path)/archive" }
    /// The path of a file that exists while the assembled archive is being published.
    var markPath: String { "\(path)/whole" }
    /// The path for a replaced archive during publication, if names cannot be swapped.
    var replacedPath: String { "\(path)/replaced" }

    /// Deletes the folder. Errors are ignored.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
