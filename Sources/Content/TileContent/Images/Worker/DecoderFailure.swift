import Foundation
import WorkerProcesses

/// Why the process that decodes an image did not.
public enum DecoderFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its decoder was ended by a signal. `said` is what it last wrote, if anything.
    case crashed(signal: Int32, said: String)
    /// Its process ended by itself.
    case exited(code: Int32, said: String)
    /// Its process was killed from outside, or for want of memory on the machine.
    case killed
    /// It took more processor time than `DecoderLimits` allow.
    case tookTooLong(seconds: Double)
    /// The clock ran out before it had the processor time that it may take: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// It took more memory than `DecoderLimits` allow.
    case tookTooMuchMemory(bytes: Int)
    /// It did not answer as agreed.
    case garbled(what: String)
    /// The program is in none of these places.
    case programMissing(places: [String])
    /// The system does not start the program.
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
            "decoding it took more than \(bytes >> 20) MB of memory; make it smaller, or export it as TIFF"
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

    /// Whether it is the file's fault rather than the machine's.
    public var isOfFile: Bool {
        switch self {
        case .crashed, .exited, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        }
    }

    /// As that of `ContentFailure`.
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
    /// A decoder's own message about a file that is damaged, or of a kind that it does not read.
    private static func refusal(_ message: String, _ job: ImageJob) -> ContentFailure {
        let path = job.path
        if job.format == .jpeg2000, let file = FileBytes(path),
            JPEG2000Codestream(file)?.hasUniformComponents == false
        {
            return .unsupported(path: path, what: "its components differ in size or in their samples")
        }
        return .malformed(path: path, reason: message.replacingOccurrences(of: "\(path): ", with: ""))
    }

    /// A worker's failure as one of the file that it was to decode.
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
