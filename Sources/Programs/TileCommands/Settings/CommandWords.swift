import ArgumentParser
import CommandSupport
import Foundation
import TileSupport

/// The words of a command line before the parser reads them.
struct CommandWords {
    /// The arguments, without the program's name.
    private(set) var words: [String]

    init(_ words: [String]) { self.words = words }

    /// Refuses a command that does not exist, also after `help`.
    ///
    /// - Throws: a complaint with the command that was probably meant.
    func checkCommands(of root: any ParsableCommand.Type) throws(Complaint) {
        var command = root
        var path = [Self.name(of: root)]
        for word in words {
            let commands = command.configuration.subcommands
            guard !word.hasPrefix("-"), !commands.isEmpty else { return }
            if word == "help" { continue }
            guard let next = commands.first(where: { Self.name(of: $0) == word }) else {
                throw Self.unknown(word, after: path, commands.map(Self.name))
            }
            command = next
            path.append(word)
        }
    }

    private static func unknown(_ word: String, after path: [String], _ commands: [String]) -> Complaint {
        let program = path.joined(separator: " ")
        let advice: String
        if let name = Spelling.closestMatch(to: word, in: commands) {
            advice = "did you mean \(name)?"
        } else if path.count == 1, commands.contains("info"), access(word, F_OK) == 0 {
            advice = "for a file, use \(program) serve, build, or info"
        } else {
            advice = "see \(program) --help"
        }
        return Complaint("unknown command \(word): \(advice)", .usage)
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// Joins options and their values where a value is a negative number, which the parser would take for a flag:
    /// `--scale -1` becomes `--scale=-1`.
    mutating func joinNegativeValues(of root: any ParsableCommand.Type) {
        let end = words.firstIndex(of: "--") ?? words.count
        let values = words.indices.prefix(end).dropFirst().filter { index in
            Self.isNegativeNumber(words[index]) && words[index - 1].hasPrefix("--") && !words[index - 1].contains("=")
        }
        guard !values.isEmpty, let options = CommandOptions.valued(of: words, in: root) else { return }
        for index in values.reversed() where options.contains(String(words[index - 1].dropFirst(2))) {
            let value = words.remove(at: index)
            words[index - 1] += "=\(value)"
        }
    }

    private static func isNegativeNumber(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let rest = word.dropFirst().drop { $0 == "." }
        return rest.first?.isNumber == true || rest == "inf"
    }
}
