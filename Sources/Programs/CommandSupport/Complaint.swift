import ArgumentParser
import TileSupport

/// An error as the command line reports it: a line on standard error and an exit code of `sysexits.h`.
package struct Complaint: Error, Hashable {
    /// The exit codes of Tilework.
    package enum Code: Int32, Hashable {
        case usage = 64
        case data = 65
        case noInput = 66
        case unavailable = 69
        case cannotCreate = 73
        case inputOutput = 74
        /// 128 plus the number of SIGINT, as in shells.
        case interrupted = 130
    }

    package var message: String
    package var code: Code
    /// The message for clients of a server, without paths.
    package var reasonForClients = "see the server's log"
    /// Whether a later attempt may succeed, because another machine did not answer or too many files were open.
    package var mayPass = false

    package init(_ message: String, _ code: Code) {
        self.message = FlagNames.spelled(in: message)
        self.code = code
    }

    /// A complaint about a file, named by the command line, that could not be read a moment ago.
    package init(unreadable path: String) {
        let problem = FileProblem(at: path)?.description ?? "can't be read at the moment; try again"
        self.init("\(FlagNames.prefix(ofFile: path))\(path): \(problem)", .noInput)
    }

    /// A complaint about an address where a file on this machine is needed; nil for a path.
    package init?(notLocal path: String) {
        guard let advice = Self.advice(forAddress: path) else { return nil }
        self.init("\(path): \(advice)", .noInput)
    }

    /// The advice for an address where a file on this machine is needed; nil for a path.
    package static func advice(forAddress path: String) -> String? {
        let scheme = path.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
        guard !scheme.isEmpty, path.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        return scheme == "file"
            ? "file:// addresses are not supported; use the path"
            : "\(scheme):// addresses are not supported here; download the file first"
    }

    /// Prints the line and returns the exit code to throw.
    package func reported() -> ExitCode {
        StandardError.print("tilework: \(message)")
        return ExitCode(code.rawValue)
    }
}
