import Foundation

/// Files that are read whole: traces and ledgers.
enum RegularFile {
    enum Failure: Error {
        case unreadable(reason: String)
        case tooLarge
    }

    /// - Throws: for what is no file, too; a pipe without a writer would be waited for without end.
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
