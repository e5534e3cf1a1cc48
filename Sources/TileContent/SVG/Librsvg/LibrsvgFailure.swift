import WorkerProcesses

/// Why librsvg did not draw.
public enum LibrsvgFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// librsvg says why.
    case refused(message: String)
    /// Its process was ended by a signal: it gave up, or its stack was full. `said` is what it last wrote, if anything.
    case crashed(signal: Int32, said: String)
    /// Its process ended by itself.
    case exited(code: Int32, said: String)
    /// Its process was killed from outside, or for want of memory on the machine.
    case killed
    /// It took more processor time than `LibrsvgLimits` allow.
    case tookTooLong(seconds: Double)
    /// The clock ran out before its process had the processor time that it may take: the machine is busy.
    case waitedTooLong(seconds: Double)
    /// It took more memory than `LibrsvgLimits` allow.
    case tookTooMuchMemory(bytes: Int)
    /// Its process did not answer as agreed.
    case garbled(what: String)
    /// As many windows of this scale failed in a row as may; the last for this reason.
    indirect case givenUp(failures: Int, last: LibrsvgFailure)
    /// The program is in none of these places.
    case programMissing(places: [String])
    /// The system does not start the program.
    case notStarted(program: String, reason: String)

    public var description: String {
        switch self {
        case .refused(let message):
            "librsvg does not draw it: \(message); change what it complains about"
        case .crashed(let signal, let said):
            "librsvg gave up (signal \(signal)\(Self.quote(said))); simplify the drawing or turn it into an image"
        case .exited(let code, let said):
            "the process that draws it ended (code \(code)\(Self.quote(said))); simplify the drawing or turn it into an image"
        case .killed:
            "the process that draws it was killed, by hand or because the machine ran out of memory; ask again, or give the "
                + "machine more memory"
        case .tookTooLong(let seconds):
            "librsvg took more than the \(Self.text(seconds)) s that it may; simplify the drawing, its filters above all, "
                + "or turn it into an image"
        case .waitedTooLong(let seconds):
            "librsvg was not done after \(Self.text(seconds)) s on the clock, without having had the processor time that it "
                + "may take: the machine is busy; ask again when it is less so"
        case .tookTooMuchMemory(let bytes):
            "librsvg took more than the \(bytes >> 20) MB that it may; simplify the drawing, its filters above all, or turn "
                + "it into an image"
        case .garbled(let what):
            "the program tilework-svg does not answer as it should: \(what); install it and Tilework from one build"
        case .givenUp(let failures, let last):
            "librsvg failed \(failures) times in a row, so for a while no more of it is drawn at this scale; the last time: "
                + "\(last)"
        case .programMissing(let places):
            "it is drawn by the program tilework-svg, which is missing: it is not at \(places.joined(separator: ", nor at ")); "
                + "put it beside the program that runs, or name its path in TILEWORK_SVG"
        case .notStarted(let program, let reason):
            "it is drawn by \(program), which does not start: \(reason); see that it may be run, and that the machine has "
                + "room for another process"
        }
    }

    private static func quote(_ said: String) -> String { said.isEmpty ? "" : ", “\(said)”" }

    /// Without decimals that say nothing.
    private static func text(_ seconds: Double) -> String {
        seconds == seconds.rounded() ? "\(Int(seconds))" : "\((seconds * 1000).rounded() / 1000)"
    }

    /// Whether it is the document's fault rather than the installation's.
    public var isOfDocument: Bool {
        switch self {
        case .refused, .crashed, .exited, .tookTooLong, .tookTooMuchMemory: true
        case .killed, .waitedTooLong, .garbled, .programMissing, .notStarted: false
        case .givenUp(_, let last): last.isOfDocument
        }
    }

    /// Whether it speaks against drawing more of the same: not what the machine or a hand did to the process.
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
