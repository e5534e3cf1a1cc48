import ArgumentParser
import Foundation

/// The options of a command as its help knows them.
struct CommandOptions {
    struct Option {
        /// Without the dashes.
        var name: String
        var takesValue: Bool
        var isRepeating: Bool
        /// As it is written on the command line; nil when it is none, or depends on the machine.
        var defaultValue: String?
    }

    private(set) var options: [Option] = []
    /// Whether the command takes names of files.
    private(set) var takesPaths = false

    /// Those of a command; nil when `root` has none of that name.
    init?(of command: String, in root: any ParsableCommand.Type) {
        let help = Data(root._dumpHelp().utf8)
        guard let tool = try? JSONDecoder().decode(Tool.self, from: help),
            let found = tool.command.subcommands?.first(where: { $0.commandName == command })
        else { return nil }
        for argument in found.arguments ?? [] {
            if argument.kind == "positional" {
                takesPaths = takesPaths || argument.valueName == "paths"
            } else if let name = argument.names?.first(where: { $0.kind == "long" })?.name, !Self.isAlone(name) {
                options.append(
                    Option(
                        name: name, takesValue: argument.kind == "option", isRepeating: argument.isRepeating,
                        defaultValue: argument.defaultValue))
            }
        }
    }

    /// What says how the command is run once, and nothing that a file could.
    private static func isAlone(_ name: String) -> Bool {
        ["help", "version", "config", "print-config", "check"].contains(name)
    }

    /// What the parser's library writes, as far as it is read here.
    private struct Tool: Decodable {
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
        }

        var command: Command
    }
}
