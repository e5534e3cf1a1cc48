import ArgumentParser
import PerfCommands

/// `tilework perf`: the commands of the harness, and `record`, which has a server.
struct TileworkPerfCommand: AsyncParsableCommand {
    /// A program without contents of its own, which replays traces of files.
    private enum Program: PerfProgram {
        static var hooks: PerfHooks { PerfHooks() }
    }

    static var configuration: CommandConfiguration {
        var configuration = PerfCommand<Program>.configuration
        configuration.subcommands.append(PerfRecordCommand.self)
        return configuration
    }
}
