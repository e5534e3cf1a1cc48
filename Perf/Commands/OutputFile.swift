import Foundation
import TileContent

/// Files that appear under their names only when they are whole.
package enum OutputFile {
    /// Writes beside the file, then gives it its name. A link is followed; a device or a pipe stays what it is, and is written to.
    package static func write(_ data: Data, to path: String) throws(PerfComplaint) {
        var info = stat()
        let exists = stat(path, &info) == 0
        if exists, info.st_mode & S_IFMT != S_IFREG {
            guard info.st_mode & S_IFMT != S_IFDIR else {
                throw PerfComplaint("\(path) can't be written: it is a folder", .brokenRun)
            }
            do {
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try handle.write(contentsOf: data)
                try handle.close()
            } catch {
                throw PerfComplaint("\(path) can't be written to: \(reason(error))", .brokenRun)
            }
            return
        }
        guard let real = exists ? realpath(path, nil) : nil else { return try replace(path, by: data) }
        defer { free(real) }
        try replace(String(cString: real), by: data)
    }

    private static func replace(_ path: String, by data: Data) throws(PerfComplaint) {
        let draft = draft(of: path)
        do {
            try data.write(to: URL(fileURLWithPath: draft))
            guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            unlink(draft)
            throw PerfComplaint("\(path) can't be written: \(reason(error))", .brokenRun)
        }
    }

    /// In the system's words, where it has some.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return inner.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(inner.code))) : error.localizedDescription
    }

    /// Sees that a file of that name can be written.
    package static func check(_ path: String) throws(PerfComplaint) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw PerfComplaint("\(path) can't be written: it is a folder", .brokenRun)
        }
        let draft = draft(of: path)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else {
            throw PerfComplaint("\(path) can't be written: \(String(cString: strerror(errno)))", .brokenRun)
        }
        close(file)
        unlink(draft)
    }

    private static func draft(of path: String) -> String {
        let path = PathName(path)
        return path.sibling(".\(path.name).\(getpid()).part")
    }

    /// Sees that a folder is there.
    package static func makeFolder(_ path: String) throws(PerfComplaint) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw PerfComplaint("the folder \(path) can't be made", .brokenRun)
        }
    }
}
