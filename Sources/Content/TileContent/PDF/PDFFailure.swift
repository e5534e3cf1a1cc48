import TileSupport
import WorkerProcesses

/// The reason why Poppler did not read a document or a page.
public enum PDFFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is encrypted, and none of the passwords opens it.
    case encrypted(hasPasswords: Bool)
    /// Poppler reported an error.
    case refused(message: String)
    /// The process was ended by a signal, or exited by itself. `said` is the last output on standard error, if any.
    case crashed(said: String)
    /// The process was killed from outside, or because the machine ran out of memory.
    case killed
    /// The request exceeded the processor time in `PDFLimits`.
    case tookTooLong(seconds: Double)
    /// The wall-clock limit passed before the process used its processor time: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// The request exceeded the memory in `PDFLimits`.
    case tookTooMuchMemory(bytes: Int)
    /// The process sent an invalid answer.
    case garbled(what: String)
    /// The program was not found in any of these places.
    case programMissing(places: [String])
    /// The system could not start the program.
    case notStarted(program: String, reason: String)

    public var description: String {
        switch self {
        case .encrypted(let hasPasswords):
            hasPasswords
                ? "it is encrypted, and no password in --password-file opens it; add the right one"
                : "it is encrypted; give its password in a file with --password-file"
        case .refused(let message): "Poppler can't read it (\(message)); copy or export it again"
        case .crashed(let said):
            "Poppler can't read it\(said.isEmpty ? "" : " (\(said))"); copy or export it again"
        case .killed:
            "Poppler was killed, perhaps because the machine ran out of memory; try again, or give the "
                + "machine more memory"
        case .tookTooLong(let seconds):
            "it takes more than \(GroupedNumber.text(seconds)) s to read; simplify it or turn it into an image"
        case .waitedTooLong(let seconds):
            "reading it did not finish within \(GroupedNumber.text(seconds)) s because the machine is busy; "
                + "try again later"
        case .tookTooMuchMemory(let bytes):
            "it takes more than \(GroupedNumber.text(bytes / 1_000_000)) MB to read; simplify it or turn it into an image"
        case .garbled(let what):
            "tilework-pdf sent an invalid answer: \(what); install tilework and its helpers from the same build"
        case .programMissing(let places):
            "it needs the program tilework-pdf, which was not found at \(places.joined(separator: " or ")); "
                + "install it beside tilework, or set its path in TILEWORK_PDF"
        case .notStarted(let program, let reason):
            "\(program), which reads it, can't be started: \(reason); check its permissions, and that the machine has room "
                + "for another process"
        }
    }

    /// Whether it is the document's fault rather than the machine's or the installation's.
    public var isOfDocument: Bool {
        switch self {
        case .encrypted, .refused, .crashed, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        }
    }

    /// The reason as a message for viewers, without details about the server.
    var reasonForClients: String {
        switch self {
        case .encrypted: "it is encrypted, and the server doesn't have its password"
        case .refused, .crashed: "its file is damaged"
        case .tookTooLong: "it takes too long to read"
        case .tookTooMuchMemory: "it takes too much memory to read"
        case .waitedTooLong: "the server is too busy to read it"
        case .killed, .garbled, .programMissing, .notStarted: "it can't be read at the moment"
        }
    }
}

extension PDFFailure {
    init(_ failure: WorkerFailure) {
        self =
            switch failure {
            case .refused(let message): .refused(message: message)
            case .crashed(_, let said), .exited(_, let said): .crashed(said: said)
            case .killed: .killed
            case .tookTooLong(let seconds): .tookTooLong(seconds: seconds)
            case .waitedTooLong(let seconds): .waitedTooLong(seconds: seconds)
            case .tookTooMuchMemory(let bytes): .tookTooMuchMemory(bytes: bytes)
            case .garbled(let what): .garbled(what: what)
            case .programMissing(let places): .programMissing(places: places)
            case .notStarted(let program, let reason): .notStarted(program: program, reason: reason)
            }
    }
}
