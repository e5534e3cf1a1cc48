import ArgumentParser
import Foundation

/// The result of a command, on standard output.
package enum ResultOutput {
    /// Prints the result.
    ///
    /// - Throws: `ExitCode` 74, after the reason was reported, if the result can't be written. A closed pipe ends the
    ///   process by SIGPIPE, as it ends other tools.
    package static func print(_ text: String) throws {
        do throws(StandardOutput.Failure) {
            try StandardOutput.print(text)
        } catch {
            throw complaint(error).reported()
        }
    }

    /// Prints text that is not the result yet. A failure is ignored; printing the result reports it.
    package static func tryPrint(_ text: String) {
        do throws(StandardOutput.Failure) {
            try StandardOutput.print(text)
        } catch {
            _ = complaint(error)
        }
    }

    /// Returns the complaint about a failure. A closed pipe ends the process instead.
    private static func complaint(_ failure: StandardOutput.Failure) -> Complaint {
        if failure == .noReader { EndingSignal.raise(SIGPIPE) }
        return Complaint("\(failure)", .inputOutput)
    }

    /// A report as JSON, its keys in alphabetical order, so that two can be compared line by line. Its members are text
    /// and finite numbers: there is nothing that could not be encoded.
    package static func json(_ report: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return String(decoding: (try? encoder.encode(report)) ?? Data(), as: UTF8.self)
    }
}
