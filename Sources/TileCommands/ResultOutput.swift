import ArgumentParser
import PerfCommands

/// What a command prints as its result, on standard output.
enum ResultOutput {
    /// - Throws: `ExitCode` 74, after the reason was reported, if it can't be written: a result that nobody got is none. A reader
    ///   that went away ends the process as it ends other tools, by SIGPIPE.
    static func print(_ text: String) throws {
        do {
            try StandardOutput.print(text)
        } catch {
            throw Complaint(error.message, .inputOutput).reported()
        }
    }
}
