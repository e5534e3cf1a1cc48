import ArgumentParser
import Dispatch
import Foundation

/// A program whose arguments name a command.
package enum CommandProgram {
    /// Runs the command that the process's arguments name, and ends the process with its exit code. For the process's
    /// first thread.
    ///
    /// That thread lives until the process ends: valgrind (3.19, Debian 12's) breaks on a program whose first thread
    /// ends before the others, as it does behind an asynchronous `main`, and `perf measure` is run by it.
    ///
    /// - Parameters:
    ///   - arguments: nil for the process's own.
    ///   - end: says why a command failed, and ends the process.
    package static func run<Command: AsyncParsableCommand>(
        _ command: Command.Type, _ arguments: [String]? = nil,
        endingBy end: @escaping @Sendable (any Error) -> Never = Command.exit(withError:)
    ) -> Never {
        do {
            var command = try Command.parseAsRoot(arguments)
            if let command = command as? any AsyncParsableCommand { runAndWait(command, Command.self, end) }
            try command.run()
        } catch {
            end(error)
        }
        Command.exit(withError: nil)
    }

    private static func runAndWait<Root: AsyncParsableCommand>(
        _ command: sending any AsyncParsableCommand, _ root: Root.Type, _ end: @escaping @Sendable (any Error) -> Never
    ) -> Never {
        Task {
            do {
                var command = command
                try await command.run()
            } catch {
                end(error)
            }
            root.exit(withError: nil)
        }
        // The main queue's work is done here, and with it the main actor's.
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }
}
