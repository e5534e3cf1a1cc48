import Foundation
import TileSupport

/// The progress of a trial, on standard error. On a terminal it is one line that is overwritten; in a file or a pipe it
/// is a line for each step.
enum TrialProgress {
    private static let isTerminal = isatty(STDERR_FILENO) == 1
    private static let isShown = Lock(false)

    /// - Parameter isStep: whether it is worth a line of its own where lines stay.
    static func show(_ text: String, isStep: Bool = true) {
        if isTerminal {
            isShown.withLock { $0 = true }
            write("\r\(text)\u{1B}[K")
        } else if isStep {
            write(text + "\n")
        }
    }

    /// Takes a terminal's line away.
    static func end() {
        let wasShown = isShown.withLock { isShown in
            defer { isShown = false }
            return isShown
        }
        if wasShown { write("\r\u{1B}[K") }
    }

    private static func write(_ text: String) {
        // An error is ignored, because there may be no reader.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
