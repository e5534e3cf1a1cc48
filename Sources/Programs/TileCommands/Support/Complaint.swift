import ArgumentParser
import Foundation
import PerfCommands
import RemoteArchives
import TileArchives
import TileContent
import TileGeometry

/// An error as the command line reports it: a line on standard error and an exit code of `sysexits.h`.
struct Complaint: Error, Hashable {
    /// The exit codes of Tilework.
    enum Code: Int32, Hashable {
        case usage = 64
        case data = 65
        case noInput = 66
        case unavailable = 69
        case cannotCreate = 73
        case inputOutput = 74
        /// 128 plus the number of SIGINT, as in shells.
        case interrupted = 130
    }

    var message: String
    var code: Code
    /// The message for clients of a server, without paths.
    var reasonForClients = "see the server's log"
    /// Whether a later attempt may succeed, because another machine did not answer or too many files were open.
    var mayPass = false

    init(_ message: String, _ code: Code) {
        self.message = FlagNames.spelled(in: message)
        self.code = code
    }

    /// A complaint about an address where a file on this machine is needed; nil for a path.
    init?(notLocal path: String) {
        guard let advice = Self.advice(forAddress: path) else { return nil }
        self.init("\(path): \(advice)", .noInput)
    }

    /// The advice for an address where a file on this machine is needed; nil for a path.
    static func advice(forAddress path: String) -> String? {
        let scheme = path.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.lowercased()
        guard !scheme.isEmpty, path.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        return scheme == "file"
            ? "file:// addresses are not supported; use the path"
            : "\(scheme):// addresses are not supported here; download the file first"
    }

    init(_ failure: ContentFailure) {
        let code: Code =
            switch failure {
            case .notFound, .unreadable: .noInput
            case .empty, .unrecognized, .malformed, .tooLarge, .unsupported, .nib: .data
            case .shortage, .temporaryStorage, .noRoom: .inputOutput
            case .decoder(_, let failure): failure.isOfFile ? .data : .unavailable
            case .librsvg(_, let failure): failure.isOfDocument ? .data : .unavailable
            case .pdf(_, _, let failure): failure.isOfDocument ? .data : .unavailable
            }
        self.init(failure.description, code)
        reasonForClients = failure.reasonForClients
        if case .shortage = failure { mayPass = true }
    }

    init(_ failure: BuildFailure, input: String) {
        let text = failure.description
        switch failure {
        case .content(let failure): self.init(failure)
        case .raster: self.init(text, .data)
        case .pyramid(let failure): self.init(failure, input: input)
        case .option, .codec, .cannotHold: self.init(text, .usage)
        case .archive(let failure): self.init(archive: failure)
        case .part: self.init(text, .data)
        case .missingParts: self.init(text, .noInput)
        case .changed: self.init(text, .usage)
        case .exists, .notAnArchive, .cannotCreate, .busy, .unfinished: self.init(text, .cannotCreate)
        case .cannotWrite: self.init(text, .inputOutput)
        case .cancelled: self.init(text, .interrupted)
        }
    }

    init(_ failure: RemoteFailure) {
        let text = failure.description
        switch failure {
        case .malformed: self.init(text, .usage)
        case .notFound, .forbidden, .credentials: self.init(text, .noInput)
        case .unreachable, .replaced, .unusable: self.init(text, .unavailable)
        case .exists: self.init(text, .cannotCreate)
        case .cancelled: self.init(text, .interrupted)
        }
    }

    init(archive failure: ArchiveFailure) {
        let text = failure.description
        defer {
            reasonForClients = failure.reasonForClients
            if case .unreachable = failure { mayPass = true }
        }
        switch failure {
        case .notFound, .unreadable, .noTile: self.init(text, .noInput)
        case .unrecognized, .damaged, .unsupported: self.init(text, .data)
        case .option, .incomparable: self.init(text, .usage)
        case .exists, .cannotCreate: self.init(text, .cannotCreate)
        case .inputOutput, .cannotWrite: self.init(text, .inputOutput)
        case .unreachable, .replaced: self.init(text, .unavailable)
        case .content(let failure): self.init(failure)
        case .cancelled: self.init(text, .interrupted)
        }
    }

    init(_ failure: TilePyramid.Failure, input: String) {
        let code: Code =
            switch failure {
            case .contentSize: .data
            case .tileSize, .scale, .tooLarge: .usage
            }
        self.init("\(input): \(failure)", code)
    }

    /// Prints the line and returns the exit code to throw.
    func reported() -> ExitCode {
        StandardError.print("tilework: \(message)")
        return ExitCode(code.rawValue)
    }
}
