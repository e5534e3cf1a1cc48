import Foundation

/// The reason why a file that an operator named cannot be read, in the same words for every kind of file.
package enum FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// No file has this name.
    case missing
    /// The name is that of a folder.
    case folder
    /// The system denies reading, for the reason with this number.
    case denied(SystemError)

    /// Returns the problem of reading the file at `path` now, or nil if it can be opened.
    package init?(at path: String) {
        // The system would end the name at a zero byte.
        guard !path.utf8.contains(0) else {
            self = .missing
            return
        }
        // Nonblocking, because opening a named pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            let code = errno
            self = code == ENOENT || code == ENOTDIR ? .missing : .denied(SystemError(code: code))
            return
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self = .folder
    }

    /// The rest of a message that begins with the file's path and a colon.
    package var description: String {
        switch self {
        case .missing: "no such file; check the name"
        case .folder: "can't be read: it is a folder"
        case .denied(let error): "can't be read: \(error)"
        }
    }
}
