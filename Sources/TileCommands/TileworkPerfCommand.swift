import ArgumentParser
import PerfCommands

/// `tilework perf`: the commands of the harness, and `record`, which has a server.
struct TileworkPerfCommand: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = PerfCommand.configuration
        configuration.subcommands.append(PerfRecordCommand.self)
        return configuration
    }
}
