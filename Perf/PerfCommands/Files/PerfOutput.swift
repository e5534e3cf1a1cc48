import CommandSupport
import Foundation

/// Standard output of the harness's commands. A failure of writing ends a command with 70, and a reader that goes away
/// ends it by SIGPIPE, together with the processes that it has started.
package enum PerfOutput {
    /// Checks that standard output is open, before another file gets its number.
    package static func check() throws(PerfComplaint) {
        do throws(StandardOutput.Failure) {
            try StandardOutput.check()
        } catch {
            throw PerfComplaint("\(error)", .brokenRun)
        }
    }

    /// Writes a line.
    static func print(_ line: String) throws(PerfComplaint) {
        do throws(StandardOutput.Failure) {
            try StandardOutput.print(line)
        } catch {
            if error == .noReader { RunningChildren.endAll(by: SIGPIPE) }
            throw PerfComplaint("\(error)", .brokenRun)
        }
    }
}
