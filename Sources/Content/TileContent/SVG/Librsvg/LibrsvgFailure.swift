import TileSupport
import WorkerProcesses

/// The reason why librsvg did not draw.
public enum LibrsvgFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// librsvg reported an error.
    case refused(message: String)
    /// The process was ended by a signal: an abort or a stack overflow. `said` is the last output on standard error, if
    /// any.
    case crashed(signal: Int32, said: String)
    /// The process exited by itself.
    case exited(code: Int32, said: String)
    /// The process was killed from outside, or because the machine ran out of memory.
    case killed
    /// The request exceeded the processor time in `LibrsvgLimits`.
    case tookTooLong(seconds: Double)
    /// The wall-clock limit passed before the process used its processor time: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// The request exceeded the memory in `LibrsvgLimits`.
    case tookTooMuchMemory(bytes: Int)
    /// The process sent an invalid answer.
    case garbled(what: String)
    /// The maximum number of windows at this scale failed in a row. `last` is the last failure.
    indirect case givenUp(failures: Int, last: LibrsvgFailure)
    /// The program was not found in any of these places.
    case programMissing(places: [String])
    /// The system could not start the program.
    case notStarted(program: String, reason: String)

    public var description: String {
        switch self {
        case .refused(let message):
            "librsvg can't draw it: \(message); correct that in the drawing"
        case .crashed(let signal, let said):
            "librsvg crashed (signal \(signal)\(Self.quote(said))); simplify the drawing or turn it into an image"
        case .exited(let code, let said):
            "librsvg exited (code \(code)\(Self.quote(said))); simplify the drawing or turn it into an image"
        case .killed:
            "librsvg was killed, perhaps because the machine ran out of memory; try again, or give the "
                + "machine more memory"
        case .tookTooLong(let seconds):
            "librsvg took more than \(GroupedNumber.text(seconds)) s; simplify the drawing, especially its filters, "
                + "or turn it into an image"
        case .waitedTooLong(let seconds):
            "librsvg did not finish within \(GroupedNumber.text(seconds)) s because the machine is busy; "
                + "try again later"
        case .tookTooMuchMemory(let bytes):
            "librsvg took more than \(GroupedNumber.text(bytes / 1_000_000)) MB of memory; simplify the drawing, "
                + "especially its filters, or turn it into an image"
        case .garbled(let what):
            "tilework-svg sent an invalid answer: \(what); install tilework and its helpers from the same build"
        case .givenUp(let failures, let last):
            "librsvg failed \(failures) times in a row and is not tried again for a while at this scale; last failure: "
                + "\(last)"
        case .programMissing(let places):
            "it needs the program tilework-svg, which was not found at \(places.joined(separator: " or ")); "
                + "install it beside tilework, or set its path in TILEWORK_SVG"
        case .notStarted(let program, let reason):
            "\(program), which draws it, can't be started: \(reason); check its permissions, and that the machine has "
                + "room for another process"
        }
    }

    private static func quote(_ said: String) -> String { said.isEmpty ? "" : ", “\(said)”" }

    /// Whether it is the document's fault rather than the installation's.
    public var isOfDocument: Bool {
        switch self {
        case .refused, .crashed, .exited, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        case .givenUp(_, let last): last.isOfDocument
        }
    }

    /// Whether the failure counts against drawing more of the document. Failures caused by the machine or by a person
    /// who ended the process do not.
    var countsAgainstDocument: Bool {
        switch self {
        case .refused, .crashed, .exited, .tookTooLong, .tookTooMuchMemory, .garbled: true
        case .killed, .waitedTooLong, .givenUp, .programMissing, .notStarted: false
        }
    }
}

extension LibrsvgFailure {
    init(_ failure: WorkerFailure) {
        self =
            switch failure {
            case .refused(let message): .refused(message: message)
            case .crashed(let signal, let said): .crashed(signal: signal, said: said)
            case .exited(let code, let said): .exited(code: code, said: said)
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
