import Foundation
import TileSupport

/// The hidden folder beside an archive in which it is made: the log of what has been made of it, and, while it is put
/// together, the archive. It goes when the archive has its name, and stays when the build ends before: the next build
/// of the same archive goes on from its log.
///
/// A build holds a lock on it (flock(2)) for as long as it runs, so no two make one archive at a time, on any machine
/// that shares the disk, where the file system has locks.
final class BuildFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// Opens the folder, or makes it.
    ///
    /// - Throws: `.busy` when another build is at it, `.cannotCreate`.
    init(of archive: PathName) throws(BuildFailure) {
        path = Self.path(of: archive)
        // Another build may end between the opening and the lock, and its folder goes with it.
        for _ in 0..<Self.attempts {
            if mkdir(path, 0o777) != 0, errno != EEXIST {
                throw .cannotCreate(path: archive.path, reason: OutputFile.reason(errno, folder: archive.folder))
            }
            let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard opened >= 0 else {
                if errno == ENOENT { continue }
                throw .cannotCreate(path: archive.path, reason: OutputFile.reason(errno, folder: archive.folder))
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

    deinit { close(descriptor) }

    private static let attempts = 100

    private static func isFolder(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    /// `.plan.pmtiles.tilework`: who finds one after a crash knows what it is of.
    static func path(of archive: PathName) -> String {
        archive.sibling(".\(shortened(archive.name)).tilework")
    }

    /// File systems have names of 255 bytes at most, and a character may have many bytes.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longestName else { return name }
        var hash = SipHash(key: SipHash.Value(low: 0, high: 0))
        hash.add(name)
        return String(decoding: name.utf8.prefix(longestName), as: UTF8.self)
            + "-\(String(hash.finish().low, radix: 36))"
    }

    private static let longestName = 100

    /// The log of the build.
    var logPath: String { "\(path)/log" }
    /// Tiles on their way from one archive to another: no later run goes on from them.
    var copyPath: String { "\(path)/copy" }
    /// What the archive is put together in.
    var stagingPath: String { "\(path)/archive" }
    /// Is there once the archive is put together and gets its name.
    var markPath: String { "\(path)/whole" }
    /// The archive that another replaces, for the moment in between, where names can't be swapped.
    var replacedPath: String { "\(path)/replaced" }

    /// Removes all of it. What can't be removed stays.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
