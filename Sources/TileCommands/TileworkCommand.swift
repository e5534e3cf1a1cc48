import ArgumentParser
import Foundation

/// The command line `tilework`: parses, calls the libraries, and says what came of it.
public struct TileworkCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    /// The codes that every command ends with, as help says them.
    static let exitCodes = """
        Exit codes: 0 done, 64 usage, 65 a file cannot be shown, 66 no such file or not readable, 69 tilework-svg \
        is missing or does not run, 73 output cannot be created, 74 reading or writing failed, 130 interrupted.
        """

    public static let configuration = CommandConfiguration(
        commandName: "tilework",
        abstract: "Serve and build tiles of drawings and images that are too big to draw at once.",
        discussion: """
            Reads SVG, JPEG, PNG, WebP and TIFF, by what files hold and not by their names.

            \(exitCodes)
            """,
        version: version,
        subcommands: [ServeCommand.self, BuildCommand.self, InfoCommand.self, TileworkPerfCommand.self])

    public init() {}
}

extension AsyncParsableCommand {
    /// Runs the command that the process's arguments name, and ends the process with its exit code. For the process's
    /// first thread.
    ///
    /// A command that is not asynchronous runs on this thread, which lives until the process ends. Valgrind (3.19,
    /// Debian 12's) breaks on a program whose first thread ends before the others, as it does behind an asynchronous
    /// `main`; and `perf measure` is run by it.
    public static func run() -> Never {
        // A file size limit or a closed pipe shall be an error that is reported, not a signal that ends the process
        // with half an archive left behind.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        Allocator.keepLittle()
        do {
            var command = try parseAsRoot()
            if let command = command as? any AsyncParsableCommand { runAndWait(command) }
            try command.run()
        } catch {
            end(with: error)
        }
        exit(withError: nil)
    }

    private static func runAndWait(_ command: sending any AsyncParsableCommand) -> Never {
        Task {
            do {
                var command = command
                try await command.run()
            } catch {
                end(with: error)
            }
            exit(withError: nil)
        }
        dispatchMain()
    }
}
