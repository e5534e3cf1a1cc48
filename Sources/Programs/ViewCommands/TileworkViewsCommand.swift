import ArgumentParser
import CommandSupport
import NibContent
import TileCommands
import TileContent
import ViewContent

/// The command line `tilework` with everything that needs views: what the program `tilework-views` runs.
package struct TileworkViewsCommand: AsyncParsableCommand {
    package static let configuration = TileworkCommand.commandLine(
        film: FilmCommand.self, perf: TileworkPerfCommand.self)

    package init() {}

    /// Runs the command that the process's arguments name, and ends the process with its exit code. For the process's
    /// first thread.
    package static func runProgram() -> Never {
        ViewFiles.register { (path, limits) throws(ContentFailure) in try NibReader.open(path, limits: limits) }
        CommandProgram.runWithViews(TileworkViewsCommand.self)
    }
}

extension NibPages: SummarizedPages {}

extension CommandProgram {
    /// Runs a program that writes archives and serves, and that shows views.
    static func runWithViews<Command: AsyncParsableCommand>(_ command: Command.Type) -> Never {
        ContentImages.begin()
        runServing(Command.self)
    }
}
