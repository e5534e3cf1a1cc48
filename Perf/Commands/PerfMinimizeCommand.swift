import ArgumentParser
import Foundation
import TileEngine
import TilePerf
import TileSupport

/// `tilework perf minimize`.
struct PerfMinimizeCommand<Program: PerfProgram>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "minimize",
            abstract: "Shrink a failing trace to one that fails with as little as can be.",
            discussion: """
                A trace fails when it does not keep its own limits, or does not count what it should: as another build does (--base), or \
                as its checked-in ledger says (--ledgers). What it goes on to fail by is what it failed by first: tiles that \
                cost more and who draws them, or the same count of the same view, and more or fewer of it as then.

                A ledger says nothing of any other trace. With --ledgers alone the trace is cut after the frame that fails; with \
                --base too, the ledger says what is looked for, and the trace is shrunk to the least that shows it.

                The small trace is read again from its file, and must fail.
                """)
    }

    @Argument(help: "The trace.")
    var path: String

    @Option(name: .shortAndLong, help: ArgumentHelp("Where the small trace goes.", valueName: "file"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "A tilework or tilework-perf of another build, to count differently from.", valueName: "program"))
    var base: String?

    @Option(help: ArgumentHelp("Look for what differs from the ledger in this folder.", valueName: "dir"))
    var ledgers: String?

    @Option(
        help: ArgumentHelp(
            "Write what the small trace should count into this folder, for run --ledgers.", valueName: "dir")
    )
    var saveLedgers: String?

    @Option(help: ArgumentHelp("Put a fault in, as run does.", valueName: "fault"))
    var inject: [String] = []

    @Option(help: ArgumentHelp("Try at most so many traces.", valueName: "n"))
    var tries = 5000

    func validate() throws {
        try Injection.check(inject)
        guard tries > 0 else { throw ValidationError("--tries is \(tries); it must be at least 1.") }
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
        try OutputFile.check(output)
        if let saveLedgers { try OutputFile.makeFolder(saveLedgers) }
        let ledger = try ledgers.map { try LedgerFiles.ledger(of: file.trace, in: $0) }
        let injections = inject.compactMap { Injection($0) }

        /// What a trace should count, if it is not the one whose ledger is checked in.
        let reference: FailureCheck.Reference =
            if let base { .build(base) } else if !injections.isEmpty { .itself } else { .none }
        var check = FailureCheck(
            reference: ledger.map { .ledger($0) } ?? reference, injections: injections,
            contentFingerprint: try file.contentFingerprint(), controllers: hooks.controllers)
        guard let first = try check.outcome(of: file, showing: content).findings.first else {
            throw PerfComplaint("\(path) does not fail, so there is nothing to look for", .badTrace)
        }
        PerfComplaint.say("\(file.trace.name) fails: \(first.message)")

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

    /// By a ledger alone: until the frame that fails.
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
                "\(path) fails by what is known of all of it only, so a ledger can't help to shrink it: "
                    + "name a build that counts as the ledger, with --base", .usage)
        }
        PerfComplaint.say(
            "It is cut after the frame that fails, because a ledger says nothing of other traces. To shrink it further, name a "
                + "build that counts as the ledger does, with --base")
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
        if isatty(STDERR_FILENO) == 1 { PerfComplaint.say("") }
        guard let least else {
            if let base, ledgers != nil {
                throw PerfComplaint(
                    "\(base) counts as this build does in what is not as in the ledger: name the build that the ledger was "
                        + "written by", .badTrace)
            }
            throw PerfComplaint("\(path) does not fail each time, so it can't be shrunk", .brokenRun)
        }
        if minimizer.tries >= tries {
            PerfComplaint.say("It may become smaller with more than \(tries) tries (--tries)")
        }
        return (least, minimizer.tries)
    }

    /// Writes the trace, and sees that what is written fails.
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
            throw PerfComplaint("\(path) does not fail each time, so it can't be shrunk", .brokenRun)
        }
        try OutputFile.write(Data(least.json.utf8), to: output)
        if let saveLedgers, let expected = outcome.expected {
            try OutputFile.write(expected.json(.counts), to: LedgerFiles.path(of: least.name, in: saveLedgers))
        }
        let message = outcome.findings.first { $0.fault == first.fault } ?? outcome.findings.first ?? first
        try StandardOutput.print(
            "\(output): \(least.events.count) of \(file.trace.events.count) events, after \(tries) tries"
                + (least.events.isEmpty ? " (what is drawn at the start shows it): " : ": ") + message.message)
    }

    /// Of the file, before it has its name: written elsewhere, because what is interrupted must leave nothing beside
    /// the traces.
    @MainActor private func outcome(
        ofWritten trace: Trace, _ check: FailureCheck, _ hooks: PerfHooks
    ) async throws -> FailureCheck.Outcome {
        let folder = try TrialFolder()
        let draft = folder.path("least.json")
        try OutputFile.write(Data(trace.json.utf8), to: draft)
        // Its content's name counts from where it will be.
        let written = TraceFile(path: output, trace: try TraceFile.read([draft])[0].trace)
        return try check.outcome(of: written, showing: try await written.content(hooks))
    }

    private static func leastName(of file: TraceFile) -> String { "\(file.trace.name.prefix(94))-least" }

    /// Sees that nothing that is read would be overwritten.
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
    /// - Throws: `ValidationError` for what is no fault.
    ///
    /// - Parameter onlyCosts: whether work is measured, in which a view that draws once more is not found again.
    static func check(_ texts: [String], onlyCosts: Bool = false) throws {
        for text in texts where Injection(text) == nil {
            throw ValidationError("“\(text)” is no fault: there are draw=FRAME, cost=PERCENT% and blank=FRAME.")
        }
        for text in texts where onlyCosts {
            if case .cost = Injection(text) { continue }
            throw ValidationError("“\(text)” is nothing that is measured here: there is cost=PERCENT%.")
        }
    }
}
