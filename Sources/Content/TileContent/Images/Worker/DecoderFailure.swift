import Foundation
import TileSupport
import WorkerProcesses

/// The reason why a decoder process did not decode an image.
public enum DecoderFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// A signal ended the decoder. `said` is the decoder's last output, if any.
    case crashed(signal: Int32, said: String)
    /// The process exited by itself.
    case exited(code: Int32, said: String)
    /// The process was killed from outside, or because the machine ran out of memory.
    case killed
    /// The process took more processor time than `DecoderLimits` allow.
    case tookTooLong(seconds: Double)
    /// Time ran out before the process had used the processor time that it may take: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// The process took more memory than `DecoderLimits` allow.
    case tookTooMuchMemory(bytes: Int)
    /// The process sent an invalid answer.
    case garbled(what: String)
    /// The program was not found in any of these places.
    case programMissing(places: [String])
    /// The system could not start the program.
    case notStarted(program: String, reason: String)

    public var description: String {
        switch self {
        case .crashed(let signal, let said):
            "its decoder crashed (signal \(signal)\(Self.quote(said))); export it again, or as PNG, JPEG, or TIFF"
        case .exited(let code, let said):
            "its decoder exited (code \(code)\(Self.quote(said))); export it again, or as PNG, JPEG, or TIFF"
        case .killed:
            "its decoder was killed, perhaps because the machine ran out of memory; try again, or give "
                + "the machine more memory"
        case .tookTooLong(let seconds):
            "decoding it took more than \(Int(seconds)) s of processor time; make it smaller, or export it as "
                + "TIFF"
        case .waitedTooLong(let seconds):
            "decoding it did not finish within \(Int(seconds)) s because the machine is busy; "
                + "try again later"
        case .tookTooMuchMemory(let bytes):
            "decoding it took more than \(GroupedNumber.text(bytes / 1_000_000)) MB of memory; make it smaller, or "
                + "export it as TIFF"
        case .garbled(let what):
            "tilework-image sent an invalid answer: \(what); install tilework and its helpers from the same build"
        case .programMissing(let places):
            "it needs the program tilework-image, which was not found at "
                + "\(places.joined(separator: " or ")); install it beside tilework, or set its path in "
                + "TILEWORK_IMAGE"
        case .notStarted(let program, let reason):
            "\(program), which decodes it, can't be started: \(reason); check its permissions, and that the machine has "
                + "room for another process"
        }
    }

    private static func quote(_ said: String) -> String { said.isEmpty ? "" : ", “\(said)”" }

    /// Whether the file caused the failure, rather than the machine.
    public var isOfFile: Bool {
        switch self {
        case .crashed, .exited, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        }
    }

    /// The reason in a form for clients, as in `ContentFailure`.
    public var reasonForClients: String {
        switch self {
        case .crashed, .exited: "its file can't be decoded"
        case .tookTooLong: "it takes too long to decode"
        case .tookTooMuchMemory: "it takes too much memory to decode"
        case .waitedTooLong: "the server is too busy to decode it"
        case .killed, .garbled, .programMissing, .notStarted: "it can't be decoded at the moment"
        }
    }
}

extension ContentFailure {
    /// Returns the failure for a decoder's own message about a file that is damaged or unsupported.
    private static func refusal(_ message: String, _ job: ImageJob) -> ContentFailure {
        let path = job.path
        if job.format == .jpeg2000, let file = FileBytes(path),
            JPEG2000Codestream(file)?.hasUniformComponents == false
        {
            return .unsupported(path: path, what: "its components differ in size or in their samples")
        }
        return .malformed(path: path, reason: message.replacingOccurrences(of: "\(path): ", with: ""))
    }

    /// Creates the failure of a file from the failure of the worker that decoded it.
    init(_ failure: WorkerFailure, decoding job: ImageJob) {
        let path = job.path
        self =
            switch failure {
            case .refused(let message): Self.refusal(message, job)
            case .crashed(let signal, let said): .decoder(path: path, .crashed(signal: signal, said: said))
            case .exited(let code, let said): .decoder(path: path, .exited(code: code, said: said))
            case .killed: .decoder(path: path, .killed)
            case .tookTooLong(let seconds): .decoder(path: path, .tookTooLong(seconds: seconds))
            case .waitedTooLong(let seconds): .decoder(path: path, .waitedTooLong(seconds: seconds))
            case .tookTooMuchMemory(let bytes): .decoder(path: path, .tookTooMuchMemory(bytes: bytes))
            case .garbled(let what): .decoder(path: path, .garbled(what: what))
            case .programMissing(let places): .decoder(path: path, .programMissing(places: places))
            case .notStarted(let program, let reason):
                .decoder(path: path, .notStarted(program: program, reason: reason))
            }
    }
}
