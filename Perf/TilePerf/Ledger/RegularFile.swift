import Foundation

/// Files that are read as a whole: traces and ledgers.
enum RegularFile {
    enum Failure: Error {
        case unreadable(reason: String)
        case tooLarge
    }

    /// Reads a file.
    ///
    /// - Throws: Also for anything but a regular file, because reading a pipe without a writer would block forever.
    static func read(_ path: String, atMost limit: Int) throws(Failure) -> Data {
        var info = stat()
        let exists = stat(path, &info) == 0
        if exists, info.st_mode & S_IFMT != S_IFREG { throw .unreadable(reason: "not a regular file") }
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw .unreadable(reason: exists ? "permission denied" : "no such file")
        }
        if data.count > limit { throw .tooLarge }
        return data
    }
}
