import ArgumentParser
import CommandSupport
import TileContent

/// The passwords of documents.
struct PasswordArguments: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: "A file with passwords of encrypted PDF documents, one per line, which are tried in turn.")
    var path: String?

    /// Adds the file's passwords to the limits.
    ///
    /// - Throws: `ExitCode`, after the reason was reported.
    func add(to limits: inout ContentLimits) throws {
        guard let path else { return }
        do throws(PasswordFile.Failure) {
            limits.pdf.passwords = try PasswordFile(path).passwords
        } catch {
            throw Complaint("\(path): \(error.reason)", .noInput).reported()
        }
    }
}
