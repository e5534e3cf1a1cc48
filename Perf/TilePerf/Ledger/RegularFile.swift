import Foundation

/// What can be read to its end: a pipe without a writer would be waited for without end.
enum RegularFile {
    /// Whether there is nothing else at a path. Nothing at all is told apart when it is opened.
    static func isNoOther(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) != 0 || info.st_mode & S_IFMT == S_IFREG
    }
}
