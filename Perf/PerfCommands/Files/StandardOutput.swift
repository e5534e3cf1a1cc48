import Foundation
import TileSupport

/// The output of a command. A lost result is a failure: an error of writing, which `print` would ignore, ends the
/// command with 70.
///
/// A reader that goes away (`| head -1`) ends it as it ends other tools, by SIGPIPE: quietly, and a shell sees 141 and
/// not 0.
package enum StandardOutput {
    /// Checks that standard output is open, before another file gets its number.
    package static func check() throws(PerfComplaint) {
        var info = stat()
        // One that is closed may be a queue or a timer by now, of the runtime's own: those are of no type.
        guard fstat(STDOUT_FILENO, &info) == 0, info.st_mode & S_IFMT != 0,
            fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
        else { throw PerfComplaint("standard output is closed, so the result would be lost", .brokenRun) }
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    package static func print(_ line: String) throws(PerfComplaint) {
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
                // Shared with a program that does not want to wait.
                var file = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                poll(&file, 1, -1)
            case EPIPE: RunningChildren.endAll(by: SIGPIPE)
            default:
                throw PerfComplaint(
                    "can't write to standard output: \(SystemError(code: errno).description)", .brokenRun)
            }
        }
    }
}
