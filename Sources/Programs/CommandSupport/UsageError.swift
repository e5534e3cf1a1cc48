import ArgumentParser
import Foundation

/// The message about a command line that cannot be parsed.
enum UsageError {
    /// Breaks each line of a message between words where it is wider than `width` columns. The continuation is indented
    /// like the line, or under the first word after a label such as “Error:”.
    static func wrapped(_ message: String, width: Int) -> String {
        message.split(separator: "\n", omittingEmptySubsequences: false)
            .map { rows(of: $0, width: width).joined(separator: "\n") }.joined(separator: "\n")
    }

    private static func rows(of line: Substring, width: Int) -> [String] {
        guard line.count > width else { return [String(line)] }
        let margin = line.prefix { $0 == " " }.count
        let words = line.split(separator: " ")
        let label = words.first.map { $0.hasSuffix(":") ? $0.count + 1 : 0 } ?? 0
        let indent = String(repeating: " ", count: margin + label)
        var rows = [String(repeating: " ", count: margin)]
        var isBegun = false
        for word in words {
            let row = rows[rows.count - 1]
            if isBegun, row.count + 1 + word.count > width {
                rows.append(indent + word)
            } else {
                rows[rows.count - 1] = isBegun ? "\(row) \(word)" : row + word
            }
            isBegun = true
        }
        return rows
    }
}

extension ParsableCommand {
    /// Ends the process as `exit(withError:)` does, with the lines of a usage error broken to fit a terminal.
    package static func end(with error: any Error) -> Never {
        let code = exitCode(for: error)
        let message = fullMessage(for: error)
        // Help and version go to standard output, and are wrapped already; in a file a line is easier to find whole.
        guard code == .validationFailure, !message.isEmpty, StandardError.isTerminal else { exit(withError: error) }
        StandardError.print(UsageError.wrapped(message, width: StandardError.width))
        Foundation.exit(code.rawValue)
    }
}
