public import ArgumentParser

/// `tilework perf`: replays traces, counts, and judges.
public struct PerfCommand<Program: PerfProgram>: AsyncParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "perf",
            abstract: "Replay recorded scrolls, and fail if they draw more than before.",
            discussion: """
                A trace is a recorded scroll: its content, its screen, and touches with their times. On the virtual clock it \
                replays the same way on every machine, so what it draws is counted, and the counts must equal those of a \
                stored ledger.

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
