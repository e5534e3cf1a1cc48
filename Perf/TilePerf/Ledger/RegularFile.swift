import Foundation
import TileSupport

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
        if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG {
            throw .unreadable(reason: "can't be read: not a regular file")
        }
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw .unreadable(reason: FileProblem(at: path)?.description ?? "can't be read at the moment; try again")
        }
        if data.count > limit { throw .tooLarge }
        return data
    }
}
