import ArgumentParser
import Foundation

/// The options of a command as its help knows them.
struct CommandOptions {
    struct Option: Hashable {
        /// The long name without dashes.
        var name: String
        var takesValue: Bool
        var isRepeating: Bool
        /// The default value as it is written on the command line; nil if there is none, or if it depends on the
        /// machine.
        var defaultValue: String?
        /// The values of an option that has a choice of them; empty for others.
        var allowedValues: [String] = []
    }

    private(set) var options: [Option] = []
    /// Whether the command takes paths of files.
    private(set) var takesPaths = false

    /// The options of a command; nil if `root` has none of that name.
    init?(of command: String, in root: any ParsableCommand.Type) {
        guard let found = Tool(root)?.command.subcommands?.first(where: { $0.commandName == command }) else {
            return nil
        }
        for argument in found.arguments ?? [] {
            if argument.kind == "positional" {
                takesPaths = takesPaths || argument.valueName == "paths"
            } else if let name = argument.names?.first(where: { $0.kind == "long" })?.name, !Self.isOfOneRun(name) {
                options.append(
                    Option(
                        name: name, takesValue: argument.kind == "option", isRepeating: argument.isRepeating,
                        defaultValue: argument.defaultValue, allowedValues: argument.allValues ?? []))
            }
        }
    }

    /// The long names, without dashes, of the options with a value that the command named by a command line has; nil if
    /// it names none.
    static func valued(of words: [String], in root: any ParsableCommand.Type) -> Set<String>? {
        guard var command = Tool(root)?.command else { return nil }
        for word in words {
            guard let next = command.subcommands?.first(where: { $0.commandName == word }) else { break }
            command = next
        }
        let options = command.arguments?.filter { $0.kind == "option" } ?? []
        return Set(options.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
    }

    /// Whether an option says how the command is run once, and so is not a setting.
    static func isOfOneRun(_ name: String) -> Bool {
        ["help", "version", "config", "print-config", "check", "strict"].contains(name)
    }

    /// The parts that are read of the description that the parser's library writes.
    private struct Tool: Decodable {
        var command: Command

        init?(_ root: any ParsableCommand.Type) {
            guard let tool = try? JSONDecoder().decode(Tool.self, from: Data(root._dumpHelp().utf8)) else { return nil }
            self = tool
        }

        struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?
            var arguments: [Argument]?
        }

        struct Argument: Decodable {
            struct Name: Decodable {
                var kind: String
                var name: String
            }

            var kind: String
            var names: [Name]?
            var valueName: String?
            var isRepeating: Bool
            var defaultValue: String?
            var allValues: [String]?
        }
    }
}
