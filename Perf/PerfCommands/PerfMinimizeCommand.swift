import ArgumentParser
import CommandSupport
import Foundation
import TileEngine
import TilePerf
import TileSupport

/// `tilework perf minimize`.
struct PerfMinimizeCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "minimize",
            abstract: "Shrink a failing trace.",
            discussion: """
                A trace fails if it exceeds its own limits, or if its counts differ from another build's (--base) or from its \
                ledger (--ledgers). The small trace fails in the same way: tiles of the same view cost more, or the \
                same count of the same view differs.

                A ledger describes one trace only. With --ledgers alone, the trace is cut after the frame that fails. With \
                --base as well, the ledger defines the failure, and the trace is shrunk as far as possible.

                The written file is read again and must fail.
                """)
    }

    @Argument(help: "The trace file.")
    var path: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the small trace to this file.", valueName: "file"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Look for differences from this build of tilework or tilework-perf.", valueName: "program"))
    var base: String?

    @Option(help: ArgumentHelp("Look for differences from the ledger in this folder.", valueName: "dir"))
    var ledgers: String?

    @Option(
        help: ArgumentHelp(
            "Write the small trace's expected counts into this folder, for perf run --ledgers.", valueName: "dir")
    )
    var saveLedgers: String?

    @Option(help: ArgumentHelp("Inject a fault, as perf run does.", valueName: "fault"))
    var inject: [String] = []

    @Option(help: ArgumentHelp("Try at most this many traces.", valueName: "n"))
    var tries = 5000

    func validate() throws {
        try Injection.check(inject)
        try LedgerFiles.check(folder: ledgers)
        try OutputFlag("--output", output).checkFile(endings: ["json"])
        try OutputFlag("--save-ledgers", saveLedgers).checkFolder()
        guard tries > 0 else { throw ValidationError("invalid --tries \(GroupedNumber.text(tries)): use 1 or more") }
    }

    @MainActor func run() async throws {
        try await PerfComplaint.reporting { try await minimize() }
    }

    @MainActor private func minimize() async throws {
        guard let file = try TraceFile.read([path]).first else { return }
        try claimFiles(of: file)
        let hooks = Program.hooks
        let content = try await file.content(hooks)
        let base = try base.map { try OtherBuild($0) }
        try AtomicFile.check(output)
        if let saveLedgers { try AtomicFile.makeFolder(saveLedgers) }
        let ledger = try ledgers.map { try LedgerFiles.ledger(of: file.trace, in: $0) }
        let injections = inject.compactMap { Injection($0) }

        /// The expected counts of a trace other than the one with a ledger.
        let reference: FailureCheck.Reference =
            if let base { .build(base) } else if !injections.isEmpty { .itself } else { .none }
        var check = FailureCheck(
            reference: ledger.map { .ledger($0) } ?? reference, injections: injections,
            contentFingerprint: try file.contentFingerprint(), controllers: hooks.controllers)
        guard let first = try check.outcome(of: file, showing: content).findings.first else {
            throw PerfComplaint("\(path) does not fail, so there is nothing to shrink", .badTrace)
        }
        PerfComplaint.write("\(file.trace.name) fails: \(first.message)")

        let least: Trace
        let tries: Int
        if let ledger, case .none = reference, first.kind == .regression {
            let cut = try cut(file, content, ledger, first, check)
            (least, tries) = (cut.trace, cut.tries)
            check.reference = .ledger(cut.ledger)
        } else {
            check.reference = reference
            (least, tries) = try shrink(file, content, first, check)
        }
        try await write(least, of: file, first, check, hooks, after: tries)
    }

    /// Cuts the trace after the frame that fails, by its ledger alone.
    private func cut(
        _ file: TraceFile, _ content: (any TileSource)?, _ ledger: Ledger, _ first: Finding, _ check: FailureCheck
    ) throws -> (trace: Trace, ledger: Ledger, tries: Int) {
        var tries = 0
        let found = try first.frame.flatMap { frame in
            try LedgerCut(file.trace, ledger, frame: frame) { trace, ledger in
                tries += 1
                var check = check
                check.reference = .ledger(ledger)
                return try check.outcome(
                    of: TraceFile(path: path, trace: trace), showing: content, lookingFor: first.fault
                ).faults.contains(first.fault)
            }
        }
        guard let found else {
            throw PerfComplaint(
                "\(path) fails only as a whole, so its ledger is not enough to shrink it: "
                    + "name the build that wrote the ledger, with --base", .usage)
        }
        PerfComplaint.write(
            "The trace is cut after the frame that fails, because its ledger describes this trace only. To shrink it further, "
                + "name the build that wrote the ledger, with --base")
        return (found.trace, found.ledger, tries)
    }

    private func shrink(
        _ file: TraceFile, _ content: (any TileSource)?, _ first: Finding, _ check: FailureCheck
    ) throws -> (Trace, Int) {
        var minimizer = Minimizer { trace in
            try check.outcome(
                of: TraceFile(path: path, trace: trace), showing: content, lookingFor: first.fault
            ).faults.contains(first.fault)
        }
        minimizer.maxTries = tries
        minimizer.onProgress = { trace in
            let text = "\r\(trace.events.count) of \(file.trace.events.count) events "
            if isatty(STDERR_FILENO) == 1 { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
        }
        let least = try minimizer.minimize(file.trace)
        if isatty(STDERR_FILENO) == 1 { PerfComplaint.write("") }
        guard let least else {
            if let base, ledgers != nil {
                throw PerfComplaint(
                    "\(base) has the same differences from the ledger as this build: name the build that wrote "
                        + "the ledger", .badTrace)
            }
            throw PerfComplaint("\(path) does not fail in every replay, so it can't be shrunk", .brokenRun)
        }
        if minimizer.tries >= tries {
            PerfComplaint.write("The limit of \(tries) tries is reached; more (--tries) may give a smaller trace")
        }
        return (least, minimizer.tries)
    }

    /// Writes the trace, and checks that the written file fails.
    @MainActor private func write(
        _ trace: Trace, of file: TraceFile, _ first: Finding, _ check: FailureCheck, _ hooks: PerfHooks,
        after tries: Int
    ) async throws {
        var (least, check) = (trace, check)
        least.name = Self.leastName(of: file)
        // A file is named from its trace's folder.
        if case .file(let name) = least.content, !name.hasPrefix("/") {
            least.content = .file(
                RelativePath.path(of: PathName(path).sibling(name), from: PathName(output).folder))
        }
        if case .ledger(let ledger) = check.reference {
            var renamed = ledger
            (renamed.trace, renamed.fingerprint) = (least.name, least.fingerprint)
            check.reference = .ledger(renamed)
        }
        let outcome = try await outcome(ofWritten: least, check, hooks)
        guard outcome.faults.contains(first.fault) else {
            throw PerfComplaint("\(path) does not fail in every replay, so it can't be shrunk", .brokenRun)
        }
        try AtomicFile.write(Data(least.json.utf8), to: output)
        if let saveLedgers, let expected = outcome.expected {
            try AtomicFile.write(expected.json(.counts), to: LedgerFiles.path(of: least.name, in: saveLedgers))
        }
        let message = outcome.findings.first { $0.fault == first.fault } ?? outcome.findings.first ?? first
        try PerfOutput.print(
            "\(output): \(least.events.count) of \(file.trace.events.count) events, after \(tries) tries"
                + (least.events.isEmpty ? " (the first screen shows it): " : ": ") + message.message)
    }

    /// Returns the outcome of the written trace before it has its final name. The file is written elsewhere, so that an
    /// interruption leaves nothing beside the traces.
    @MainActor private func outcome(
        ofWritten trace: Trace, _ check: FailureCheck, _ hooks: PerfHooks
    ) async throws -> FailureCheck.Outcome {
        let folder = try TrialFolder()
        let draft = folder.path("least.json")
        try AtomicFile.write(Data(trace.json.utf8), to: draft)
        // Its content's name counts from where it will be.
        let written = TraceFile(path: output, trace: try TraceFile.read([draft])[0].trace)
        return try check.outcome(of: written, showing: try await written.content(hooks))
    }

    private static func leastName(of file: TraceFile) -> String { "\(file.trace.name.prefix(94))-least" }

    /// Checks that no input would be overwritten.
    private func claimFiles(of file: TraceFile) throws(PerfComplaint) {
        var claims = FileClaims()
        claims.read(file)
        if let ledgers {
            claims.read(LedgerFiles.path(of: file.trace.name, in: ledgers), as: "the ledger of \(file.trace.name)")
        }
        try claims.write(output, as: "the small trace")
        if let saveLedgers {
            try claims.write(LedgerFiles.path(of: Self.leastName(of: file), in: saveLedgers), as: "its ledger")
        }
    }
}

extension Injection {
    /// - Throws: `ValidationError` for an invalid fault.
    ///
    /// - Parameter onlyCosts: whether work is measured, in which a view that draws once more is not found again.
    static func check(_ texts: [String], onlyCosts: Bool = false) throws {
        for text in texts where Injection(text) == nil {
            throw ValidationError("invalid fault “\(text)”: use draw=FRAME, cost=PERCENT% or blank=FRAME")
        }
        for text in texts where onlyCosts {
            if case .cost = Injection(text) { continue }
            throw ValidationError("invalid fault “\(text)”: use cost=PERCENT%")
        }
    }
}
