import ArgumentParser
import Foundation
import PerfCommands

/// The result of a command, on standard output.
enum ResultOutput {
    /// - Throws: `ExitCode` 74, after the reason was reported, if the result can't be written. A closed pipe ends the
    ///   process by SIGPIPE, as it ends other tools.
    static func print(_ text: String) throws {
        do {
            try StandardOutput.print(text)
        } catch {
            throw Complaint(error.message, .inputOutput).reported()
        }
    }

    /// Prints text that is not the result yet. A failure is ignored; printing the result reports it.
    static func tryPrint(_ text: String) { try? StandardOutput.print(text) }

    /// A report as JSON, its keys in alphabetical order, so that two can be compared line by line. Its members are text
    /// and finite numbers: there is nothing that could not be encoded.
    static func json(_ report: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return String(decoding: (try? encoder.encode(report)) ?? Data(), as: UTF8.self)
    }
}
