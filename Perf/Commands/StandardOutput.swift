import Foundation
import TileSupport

/// What a command prints for its reader. A judgement that nobody got is none: what can't be written ends the command
/// with 70, which `print` would not notice.
///
/// A reader that goes away (`| head -1`) ends it as it ends other tools, by SIGPIPE: quietly, and a shell sees 141 and
/// not 0.
package enum StandardOutput {
    /// Sees that it is open, before another file takes its place.
    package static func check() throws(PerfComplaint) {
        var info = stat()
        // One that is closed may be a queue or a timer by now, of the runtime's own: those are of no type.
        guard fstat(STDOUT_FILENO, &info) == 0, info.st_mode & S_IFMT != 0,
            fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE != O_RDONLY
        else { throw PerfComplaint("standard output is closed, so nobody would see the result", .brokenRun) }
    }

    /// Whether a person looks at it.
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
                    "standard output can't be written: \(SystemError(code: errno).description)", .brokenRun)
            }
        }
    }
}
