import ArgumentParser
import CommandSupport
import PerfCommands
import TileContent
import TileServer

/// `program perf`: the harness, for traces of the program's own contents.
struct ProgramPerfCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = PerfCommand<ProgramContents<Program>>.configuration
        configuration.subcommands.append(ProgramRecordCommand<Program>.self)
        return configuration
    }
}

/// `program perf record`.
struct ProgramRecordCommand<Program: TileProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        var configuration = PerfRecordCommand.configuration
        configuration.abstract = "Record a session in the viewer with a content of this program as a trace."
        return configuration
    }

    @Argument(help: "The content; optional if the program has only one.")
    var content: String?

    @OptionGroup var arguments: RecordArguments

    func run() async throws {
        do {
            let document = try await Program.document(named: content)
            let served = try arguments.served(
                document, id: ServedContent.ids(forFileNames: [document.path])[0])
            try await arguments.record(served, as: .program(document.path))
        } catch let complaint as PerfComplaint {
            throw complaint.reported()
        } catch let complaint as Complaint {
            throw PerfComplaint(complaint.message, complaint.code == .usage ? .usage : .brokenRun).reported()
        }
    }
}
