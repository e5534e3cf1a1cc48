import Foundation

/// Lines for people, beside the results on standard output.
package enum StandardError {
    /// Prints a line, in which names of parameters are replaced by the flags of the command.
    package static func print(_ line: String) { write(FlagNames.spelled(in: line) + "\n") }

    /// Prints an event of a server as a line of its log, in one format with the log of its libraries.
    package static func log(_ event: String) { print("tilework: \(event)") }

    package static func write(_ text: String) {
        // A failure can't be reported anywhere.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Columns of the terminal; 80 when it does not say.
    package static var width: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
