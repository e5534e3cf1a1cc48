import TileSupport
import WorkerProcesses

/// The messages about the failures of one kind of worker.
struct WorkerMessages: Sendable {
    /// The actions to suggest to the owner of a file.
    struct Remedies: Sendable {
        /// The action if the worker refuses the file.
        var refusal: String
        /// The action if the file crashes the worker.
        var crash: String
        /// The action if the file takes too much time or memory.
        var excess: String
    }

    /// The forms of the verb for the worker's task, such as draw, drawn and drawing.
    struct Verb: Sendable {
        var infinitive: String
        var participle: String
        var gerund: String
    }

    var program: WorkerProgram
    /// The library that does the work, as the subject of a sentence.
    var subject: String
    var verb: Verb
    var remedies: Remedies
    /// The messages for clients, without details about the server, about a refusal and about a crash.
    var forClients: (refusal: String, crash: String)

    /// Returns the message for operators.
    func text(_ failure: WorkerFailure) -> String {
        switch failure {
        case .refused(let message): "\(subject) can't \(verb.infinitive) it: \(message); \(remedies.refusal)"
        case .crashed(let signal, let said):
            "\(subject) crashed (signal \(signal)\(Self.quote(said))); \(remedies.crash)"
        case .exited(let code, let said): "\(subject) exited (code \(code)\(Self.quote(said))); \(remedies.crash)"
        case .killed:
            "\(subject) was killed, perhaps because the machine ran out of memory; try again, or give the machine more "
                + "memory"
        case .tookTooLong(let seconds):
            "\(verb.gerund) it took more than \(GroupedNumber.text(seconds)) s of processor time; \(remedies.excess)"
        case .waitedTooLong(let seconds):
            "\(verb.gerund) it did not finish within \(GroupedNumber.text(seconds)) s because the machine is busy; "
                + "try again later"
        case .tookTooMuchMemory(let bytes):
            "\(verb.gerund) it took more than \(GroupedNumber.text(bytes / 1_000_000)) MB of memory; \(remedies.excess)"
        case .garbled(let what):
            "\(program.name) sent an invalid answer: \(what); install tilework and its helpers from the same build"
        case .givenUp(let failures, let last):
            "\(subject) failed \(failures) times in a row and is not tried again for a while at this scale; last failure: "
                + text(last)
        case .programMissing(let places):
            "it needs the program \(program.name), which was not found at \(places.joined(separator: " or ")); "
                + "install it beside tilework, or set its path in \(program.variable)"
        case .notStarted(let path, let reason):
            "\(path), which \(verb.infinitive)s it, can't be started: \(reason); check its permissions, and that the "
                + "machine has room for another process"
        }
    }

    /// Returns the message for clients.
    func textForClients(_ failure: WorkerFailure) -> String {
        switch failure {
        case .refused: forClients.refusal
        case .crashed, .exited: forClients.crash
        case .tookTooLong: "it takes too long to \(verb.infinitive)"
        case .tookTooMuchMemory: "it takes too much memory to \(verb.infinitive)"
        case .waitedTooLong: "the server is too busy to \(verb.infinitive) it"
        case .killed, .garbled, .programMissing, .notStarted: "it can't be \(verb.participle) at the moment"
        case .givenUp(_, let last): textForClients(last)
        }
    }

    private static func quote(_ said: String) -> String { said.isEmpty ? "" : ", “\(said)”" }
}

extension WorkerMessages {
    static let librsvg = WorkerMessages(
        program: LibrsvgProcess.program, subject: "librsvg",
        verb: Verb(infinitive: "draw", participle: "drawn", gerund: "drawing"),
        remedies: Remedies(
            refusal: "correct that in the drawing", crash: "simplify the drawing or turn it into an image",
            excess: "simplify the drawing, especially its filters, or turn it into an image"),
        forClients: (refusal: "librsvg can't draw it", crash: "librsvg failed to draw it"))

    static let decoder = WorkerMessages(
        program: ImageProcess.program, subject: "its decoder",
        verb: Verb(infinitive: "decode", participle: "decoded", gerund: "decoding"),
        remedies: Remedies(
            refusal: "export it again, or as PNG, JPEG, or TIFF",
            crash: "export it again, or as PNG, JPEG, or TIFF", excess: "make it smaller, or export it as TIFF"),
        forClients: (refusal: "its file can't be decoded", crash: "its file can't be decoded"))

    static let poppler = WorkerMessages(
        program: PopplerProcess.program, subject: "Poppler",
        verb: Verb(infinitive: "read", participle: "read", gerund: "reading"),
        remedies: Remedies(
            refusal: "copy or export it again", crash: "copy or export it again",
            excess: "simplify it or turn it into an image"),
        forClients: (refusal: "its file is damaged", crash: "its file is damaged"))
}
