import CommandSupport
import Foundation
import TileSupport

/// A text file with passwords, one per line.
struct PasswordFile {
    /// The reason why a file cannot be used: the rest of a message that begins with its path.
    struct Failure: Error, Hashable {
        var reason: String
    }

    /// The passwords, in the order of the file.
    let passwords: [String]

    /// A larger file is not a list of passwords.
    private static let maxBytes = 1_000_000

    /// Reads the file at `path`. Empty lines are skipped.
    init(_ path: String) throws(Failure) {
        if let problem = FileProblem(at: path) { throw Failure(reason: "\(problem)") }
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: Self.maxBytes + 1) ?? Data()
        else { throw Failure(reason: "can't be read at the moment; try again") }
        guard data.count <= Self.maxBytes else {
            throw Failure(reason: "larger than 1 MB; use a text file with one password per line")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw Failure(reason: "not UTF-8 text; use a text file with one password per line")
        }
        passwords = text.split(whereSeparator: \.isNewline).map(String.init)
        if passwords.isEmpty { throw Failure(reason: "the file has no passwords; use one per line") }
    }
}
