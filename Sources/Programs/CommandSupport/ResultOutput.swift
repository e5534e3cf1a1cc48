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
        } catch .noReader {
            EndingSignal.raise(SIGPIPE)
        } catch {
            throw Complaint("\(error)", .inputOutput).reported()
        }
    }

    /// Prints text that is not the result yet. A closed pipe ends the process by SIGPIPE. Another failure is ignored;
    /// printing the result reports it.
    package static func tryPrint(_ text: String) {
        do throws(StandardOutput.Failure) {
            try StandardOutput.print(text)
        } catch .noReader {
            EndingSignal.raise(SIGPIPE)
        } catch {}
    }

    /// A report as JSON, its keys in alphabetical order, so that two can be compared line by line. Its members are text
    /// and finite numbers: there is nothing that could not be encoded.
    package static func json(_ report: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, formatting]
        return String(decoding: (try? encoder.encode(report)) ?? Data(), as: UTF8.self)
    }
}
