import ArgumentParser
import CommandSupport
import Foundation
import NIOCore
import TileSupport

/// The command line `tilework`: parses the arguments, calls the libraries, and reports the result.
public struct TileworkCommand: AsyncParsableCommand {
    package static let version = "0.1.0"

    /// The exit codes of every command, for its help.
    package static let exitCodes = """
        Exit codes: 0 success, 64 wrong usage, 65 unsupported or damaged file, 66 file missing or not readable, 69 a \
        required program or another machine is not available, 73 output can't be created, 74 reading, writing or \
        listening failed, 130 interrupted. diff ends with 1 if the archives differ.
        """

    public static let configuration = commandLine(film: FilmInViews.self, perf: PerfInViews.self)

    /// Returns the command line with these commands for what needs views.
    package static func commandLine(
        film: any ParsableCommand.Type, perf: any ParsableCommand.Type
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "tilework",
            abstract: "Serve and build tiles of large drawings and images.",
            discussion: """
                Reads SVG, PDF, JPEG, PNG, WebP, TIFF, GIF, AVIF, HEIF, JPEG 2000, JPEG XL, BMP, PNM, PFM, Radiance \
                HDR, QOI, Photoshop, whole-slide images, nibs and storyboards. The format is detected from the content \
                of a file, not from its name.

                \(exitCodes)
                """,
            version: version,
            subcommands: [
                ServeCommand.self, BuildCommand.self, MergeCommand.self, InfoCommand.self, VerifyCommand.self,
                ExtractCommand.self, ConvertCommand.self, DiffCommand.self, film, SignCommand.self, perf,
            ])
    }

    public init() {}
}

extension TileworkCommand {
    /// Runs the command that the process's arguments name, and ends the process with its exit code. For the process's
    /// first thread.
    package static func runProgram() -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        if let task = ViewTask(words) {
            let complaint = ViewsProgram.become(for: task.description)
            if !task.isOptional { exit(withError: complaint.reported()) }
        }
        CommandProgram.runServing(TileworkCommand.self)
    }
}

extension CommandProgram {
    /// Runs a program that writes archives and serves.
    package static func runServing<Command: AsyncParsableCommand>(_ command: Command.Type) -> Never {
        // Swift reads the arguments from /proc/self/cmdline, and has none when it can't.
        guard !CommandLine.arguments.isEmpty else {
            StandardError.print(
                "\(Command._commandName): can't read the arguments of this process: mount /proc "
                    + "(mount -t proc proc /proc)")
            exit(1)
        }
        // A file size limit or a closed pipe shall be an error that is reported, not a signal that ends the process
        // with half an archive left behind.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        Allocator.keepLittle()
        // Several on one processor would take turns.
        NIOSingletons.groupLoopCountSuggestion = ProcessorSet.count
        run(Command.self, CommandSettings.arguments(of: Command.self)) { Command.end(with: $0) }
    }
}
