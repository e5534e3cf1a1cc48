import ArgumentParser
import CommandSupport

/// A task of the command line that needs `tilework-views`, because `tilework` links no views.
enum ViewTask: Hashable, CustomStringConvertible {
    /// The command `film` or `perf`, or its help.
    case command(String)
    /// A description of all commands with their options, for shells and manual pages.
    case listing

    /// Returns nil for a command line that `tilework` handles by itself.
    ///
    /// - Parameter words: The arguments, without the program's name.
    init?(_ words: [String]) {
        if let first = words.first(where: { $0 != "help" }), ["film", "perf"].contains(first) {
            self = .command(first)
        } else if let first = words.first,
            first.hasPrefix("--generate-completion-script") || first.hasPrefix("--experimental-dump-")
        {
            self = .listing
        } else {
            return nil
        }
    }

    /// Whether `tilework` can do without the program: it lists `film` and `perf` without their options.
    var isOptional: Bool { self == .listing }

    var description: String {
        switch self {
        case .command(let name): name
        case .listing: "a list of all options"
        }
    }
}

/// `tilework film`, in the list of commands. `tilework-views` runs it.
struct FilmInViews: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "film", abstract: "Render a film of a trace's replay, or of a program's views.")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []

    func run() throws { throw ViewsProgram.become(for: "film").reported() }
}

/// `tilework perf`, in the list of commands. `tilework-views` runs it.
struct PerfInViews: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perf", abstract: "Replay recorded scrolls, and fail if they draw more than before.")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []

    func run() throws { throw ViewsProgram.become(for: "perf").reported() }
}
