import ArgumentParser
import Foundation
import TilePerf

/// Why a command ends otherwise than well, and its exit code.
package struct PerfComplaint: Error, Hashable {
    /// The codes of `tilework perf`; its own, because scripts tell a slower build from a broken one by them.
    package enum Code: Int32, Hashable {
        case regression = 1
        case overBudget = 2
        case usage = 64
        case badTrace = 65
        case brokenRun = 70
    }

    package var message: String
    package var code: Code

    package init(_ message: String, _ code: Code) {
        self.message = message
        self.code = code
    }

    /// Says it on standard error; the exit to throw.
    package func reported() -> ExitCode {
        PerfComplaint.say("tilework perf: \(message)")
        return ExitCode(code.rawValue)
    }

    static func say(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) }
}
