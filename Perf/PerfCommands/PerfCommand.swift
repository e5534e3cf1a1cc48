public import ArgumentParser

/// `tilework perf`: replays traces, counts, and judges.
public struct PerfCommand<Program: PerfProgram>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perf",
            abstract: "Replay scrolls, count what they draw, and fail when it got more.",
            discussion: """
                A trace is a scroll in a file: content, screen, touches with their times. On the virtual clock it replays the \
                same way everywhere, and its counts are compared with a checked-in ledger for equality.

                Exit codes: 0 within budget, 1 regression, 2 over budget, 64 usage, 65 bad trace or ledger, 70 broken run.
                """,
            subcommands: [
                PerfRunCommand<Program>.self, PerfCompareCommand.self, PerfReportCommand.self,
                PerfMinimizeCommand<Program>.self,
                PerfMeasureCommand<Program>.self,
            ])
    }

    public init() {}
}
