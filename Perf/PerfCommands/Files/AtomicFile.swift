import Foundation
import Glibc
import TileSupport

/// Files that appear under their names only when they are whole.
package enum AtomicFile {
    /// Writes beside the file, then gives it its name. A link is followed; a device or a pipe stays what it is, and is
    /// written to.
    ///
    /// - Parameter name: The output's name in messages; nil for its path.
    package static func write(_ data: Data, to path: String, name: String? = nil) throws(PerfComplaint) {
        let name = name ?? path
        var info = stat()
        let exists = stat(path, &info) == 0
        if exists, info.st_mode & S_IFMT != S_IFREG {
            if info.st_mode & S_IFMT == S_IFDIR { throw failure(name, "it is a folder") }
            guard fill(path, with: data, O_WRONLY) else { throw failure(name, "\(SystemError(code: errno))") }
            return
        }
        guard let real = exists ? realpath(path, nil) : nil else { return try replace(path, by: data, name: name) }
        defer { free(real) }
        try replace(String(cString: real), by: data, name: name)
    }

    private static func replace(_ path: String, by data: Data, name: String) throws(PerfComplaint) {
        let draft = draft(of: path)
        guard fill(draft, with: data, O_WRONLY | O_CREAT | O_TRUNC), rename(draft, path) == 0 else {
            let code = errno
            unlink(draft)
            let isFull = [ENOSPC, EDQUOT, EFBIG].contains(code)
            throw failure(name, "\(SystemError(code: code))\(isFull ? "; free disk space or choose another disk" : "")")
        }
    }

    private static func failure(_ name: String, _ reason: String) -> PerfComplaint {
        PerfComplaint("\(name): can't be written: \(reason)", .brokenRun)
    }

    /// Writes data with system calls, because Foundation's errors lose the system's messages. Returns false on failure,
    /// with the reason in `errno`.
    private static func fill(_ path: String, with data: Data, _ flags: Int32) -> Bool {
        let file = open(path, flags | O_CLOEXEC, 0o666)
        guard file >= 0 else { return false }
        let reason = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
            }
            return 0
        }
        // A delayed write may report its error only here.
        guard reason != 0 else { return close(file) == 0 }
        close(file)
        errno = reason
        return false
    }

    /// Checks that a file with this name can be written.
    package static func check(_ path: String) throws(PerfComplaint) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw failure(path, "it is a folder")
        }
        let draft = draft(of: path)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else {
            let problem = CreationProblem(errno, folder: PathName(path).folder)
            throw PerfComplaint("\(path): can't be created: \(problem)", .brokenRun)
        }
        close(file)
        unlink(draft)
    }

    private static func draft(of path: String) -> String {
        let path = PathName(path)
        return path.sibling(".\(path.name).\(getpid()).part")
    }

    /// Creates a folder unless it exists.
    package static func makeFolder(_ path: String) throws(PerfComplaint) {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw PerfComplaint("\(path): the folder can't be created", .brokenRun)
        }
    }
}
