import ArgumentParser
import CommandSupport
import Foundation
import TilePerf

/// The failure of a command: a message and an exit code.
package struct PerfComplaint: Error, Hashable {
    /// The codes of `tilework perf`; its own, because scripts tell a slower build from a broken one by them.
    package enum Code: Int32, Hashable, Comparable {
        case regression = 1
        case overBudget = 2
        case usage = 64
        case badTrace = 65
        case brokenRun = 70

        private var weight: Int {
            switch self {
            case .overBudget: 0
            case .regression: 1
            case .badTrace: 2
            case .brokenRun: 3
            case .usage: 4
            }
        }

        /// Orders codes by their precedence as the result of several traces: a failed judgment is above a regression,
        /// and a regression is above an exceeded budget.
        package static func < (one: Code, other: Code) -> Bool { one.weight < other.weight }
    }

    package var message: String
    package var code: Code

    package init(_ message: String, _ code: Code) {
        self.message = FlagNames.spelled(in: message)
        self.code = code
    }

    /// Prints the message on standard error, and returns the exit to throw.
    package func reported() -> ExitCode {
        PerfComplaint.write("tilework perf: \(message)")
        return ExitCode(code.rawValue)
    }

    /// Runs a command after checking standard output, and reports its failure.
    package static func reporting(_ command: () throws -> Void) throws {
        do {
            try PerfOutput.check()
            try command()
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }

    /// The same for a command that waits.
    @MainActor static func reporting(_ command: @MainActor () async throws -> Void) async throws {
        do {
            try PerfOutput.check()
            try await command()
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        }
    }

    static func write(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) }
}
