import Foundation
import TileSupport

/// The hidden folders in which archives are made, and what is left of those of builds that were killed.
///
/// A folder's name has the number of its build's process, and the build holds a lock on it (flock(2)): so a build of
/// another container, whose numbers mean nothing here, is seen to be alive where it shares the disk.
enum ArchiveLeftovers {
    /// A name for the hidden folder of an archive that this process makes.
    static func stagingPath(_ archive: PathName) -> String {
        archive.sibling("\(prefix(archive))\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    }

    /// Locks a hidden folder for as long as its descriptor is open, where the file system has locks.
    static func lock(_ folder: Int32) { _ = flock(folder, LOCK_EX | LOCK_NB) }

    /// Removes what builds of this archive have left whose processes have ended. What can't be removed stays.
    static func remove(of archive: PathName) {
        let start = prefix(archive)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: archive.folder)) ?? []
        for name in names where name.hasPrefix(start) {
            guard let process = process(String(name.dropFirst(start.count))), !isAlive(process) else { continue }
            let path = archive.sibling(name)
            guard isFolder(path), !isLocked(path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// A hidden name longer than 255 bytes would be too long for most file systems: a character may have many bytes.
    private static func prefix(_ archive: PathName) -> String {
        ".\(String(decoding: archive.name.utf8.prefix(100), as: UTF8.self)).tilework-"
    }

    /// The process that a name's end tells of, `4711-123`. An archive that was moved aside (`4711-123-old`) is none of
    /// this: when its build died it may be the only one.
    private static func process(_ end: String) -> Int32? {
        let numbers = end.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            UInt32(numbers[1]) != nil, let process = Int32(numbers[0]), process > 0
        else { return nil }
        return process
    }

    /// Another user's is alive too.
    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isLocked(_ path: String) -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
