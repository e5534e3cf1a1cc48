import Foundation
import TileSupport

/// The output of a command. A lost result is a failure, unlike with `print`, which ignores errors of writing.
package enum StandardOutput {
    /// The reason why a result can't be written.
    package enum Failure: Error, Hashable, CustomStringConvertible {
        /// Standard output is closed, or open for reading only.
        case closed
        /// The reader has gone away (`| head -1`). Other tools end by SIGPIPE: quietly, and a shell sees 141 and not 0.
        case noReader
        case system(SystemError)

        package var description: String {
            switch self {
            case .closed: "standard output is closed, so the result would be lost"
            case .noReader: "can't write to standard output: \(SystemError(code: EPIPE).description)"
            case .system(let error): "can't write to standard output: \(error.description)"
            }
        }
    }

    /// Checks that standard output is open, before another file gets its number.
    package static func check() throws(Failure) {
        var info = stat()
        // A descriptor without a type is a queue or a timer of the runtime that got the number of a closed output.
        guard fstat(STDOUT_FILENO, &info) == 0, info.st_mode & S_IFMT != 0,
            fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
        else { throw .closed }
    }

    /// Whether standard output is a terminal.
    package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Writes a line.
    package static func print(_ line: String) throws(Failure) {
        var rest = Array((line + "\n").utf8)[...]
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another program shares the pipe and has made it nonblocking.
                var file = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&file, 1, -1)
            case EPIPE: throw .noReader
            case let code: throw .system(SystemError(code: code))
            }
        }
    }
}
