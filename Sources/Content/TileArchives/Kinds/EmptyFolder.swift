import Foundation

/// A folder without items, which an archive or extracted tiles replace without being asked to.
enum EmptyFolder {
    /// Whether a folder that can be read and has no items is at a path. A link to one does not count.
    static func exists(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
    }
}
