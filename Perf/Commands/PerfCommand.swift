public import ArgumentParser
public import TileEngine
import TileSupport

/// `tilework perf`: replays traces, counts, and judges.
public struct PerfCommand: ParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "perf",
        abstract: "Replay scrolls, count what they draw, and fail when it got more.",
        discussion: """
            A trace is a scroll in a file: content, screen, touches with their times. On the virtual clock it replays the \
            same way everywhere, and its counts are compared with a checked-in ledger for equality.

            Exit codes: 0 within budget, 1 regression, 2 over budget, 64 usage, 65 bad trace or ledger, 70 broken run.
            """,
        subcommands: [
            PerfRunCommand.self, PerfCompareCommand.self, PerfReportCommand.self, PerfMinimizeCommand.self,
            PerfMeasureCommand.self,
        ])

    public init() {}

    private static let allocations = Lock<(@Sendable () -> Int)?>(nil)

    static var allocationCounter: (@Sendable () -> Int)? { allocations.withLock { counter in counter } }

    /// Has replays count allocations, for a program in which something knows how many memory blocks were taken so far.
    public static func countAllocations(by counter: @escaping @Sendable () -> Int) {
        allocations.withLock { $0 = counter }
    }

    private static let contents = Lock<(@Sendable (String) throws -> any TileSource)?>(nil)

    /// The content of that name, of the program that this is; nil where it has none at all.
    static func content(named name: String) throws -> (any TileSource)? {
        try contents.withLock { contents in contents }?(name)
    }

    /// Has replays show a program's own contents, for traces whose content is `{"program": name}`.
    ///
    /// - Parameter contents: finds one by its name, on the process's first thread; what it throws says which there are.
    public static func showContents(by find: @escaping @Sendable (String) throws -> any TileSource) {
        contents.withLock { $0 = find }
    }
}
