import WorkerProcesses

/// Why Poppler did not read a document or a page of it.
public enum PDFFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is encrypted, and none of the passwords opens it.
    case encrypted(hasPasswords: Bool)
    /// Poppler says why.
    case refused(message: String)
    /// Its process was ended by a signal, or ended by itself. `said` is what it last wrote, if anything.
    case crashed(said: String)
    /// Its process was killed from outside, or for want of memory on the machine.
    case killed
    /// It took more processor time than `PDFLimits` allow.
    case tookTooLong(seconds: Double)
    /// The clock ran out before its process had the processor time that it may take: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// It took more memory than `PDFLimits` allow.
    case tookTooMuchMemory(bytes: Int)
    /// Its process did not answer as agreed.
    case garbled(what: String)
    /// The program is in none of these places.
    case programMissing(places: [String])
    /// The system does not start the program.
    case notStarted(program: String, reason: String)

    public var description: String {
        switch self {
        case .encrypted(let hasPasswords):
            hasPasswords
                ? "it is encrypted, and no password in --password-file opens it; add its password there"
                : "it is encrypted; give its password in a file, with --password-file"
        case .refused(let message): "Poppler does not read it: \(message); repair it, or print it into a new file"
        case .crashed(let said):
            "Poppler gave up over it\(said.isEmpty ? "" : " (“\(said)”)"); repair it, or print it into a new file"
        case .killed:
            "the process that reads it was killed, by hand or because the machine ran out of memory; ask again, or give the "
                + "machine more memory"
        case .tookTooLong(let seconds):
            "it takes more than \(Self.text(seconds)) s to read; simplify it or turn it into an image"
        case .waitedTooLong(let seconds):
            "it was not read after \(Self.text(seconds)) s on the clock, without having had the processor time that it may "
                + "take: the machine is busy; ask again when it is less so"
        case .tookTooMuchMemory(let bytes):
            "it takes more than \(bytes >> 20) MB to read; simplify it or turn it into an image"
        case .garbled(let what):
            "the program tilework-pdf does not answer as it should: \(what); install it and Tilework from one build"
        case .programMissing(let places):
            "it is read by the program tilework-pdf, which is missing: it is not at \(places.joined(separator: ", nor at ")); "
                + "put it beside the program that runs, or name its path in TILEWORK_PDF"
        case .notStarted(let program, let reason):
            "it is read by \(program), which does not start: \(reason); see that it may be run, and that the machine has room "
                + "for another process"
        }
    }

    /// Without decimals that say nothing.
    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\((seconds * 1000).rounded() / 1000)"
    }

    /// Whether it is the document's fault rather than the machine's or the installation's.
    public var isOfDocument: Bool {
        switch self {
        case .encrypted, .refused, .crashed, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        }
    }

    /// What is wrong, for everybody to read.
    var reasonForClients: String {
        switch self {
        case .encrypted: "it is encrypted, and the server does not have its password"
        case .refused, .crashed: "it is damaged, or holds what cannot be read"
        case .tookTooLong: "it takes too long to read"
        case .tookTooMuchMemory: "it takes too much memory to read"
        case .waitedTooLong: "the server is too busy to read it"
        case .killed, .garbled, .programMissing, .notStarted: "it cannot be read now"
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
