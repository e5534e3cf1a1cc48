import Foundation
import TilePerf

/// A trace that was replayed, as often as `perf run` was asked to, and judged.
struct JudgedTrace {
    let file: TraceFile
    /// One for each replay.
    let ledgers: [Ledger]
    let findings: [Finding]
    /// What the counts were compared with; nil where they were not.
    let baseline: Ledger?
    /// Of the budget, in Hz; nil for the trace's.
    let refreshRate: Double?
    /// What keeps the judgement from saying anything: a fault that was to be put in, and was not.
    let objection: PerfComplaint?

    private let replayer: Replayer

    /// False in real time.
    var isJudged: Bool { ledgers[0].clock == .virtual }

    /// Replays and judges, or writes the ledger anew.
    ///
    /// - Throws: what keeps it from being judged.
    @MainActor init<Program>(
        _ file: TraceFile, _ command: PerfRunCommand<Program>, _ hooks: PerfHooks
    ) async throws(PerfComplaint) {
        var trace = file.trace
        if let budget = command.budget { trace.limits.refreshRate = budget }
        // Before the work, because without it the work is for nothing.
        let baseline = command.update ? nil : try Self.baseline(trace, command)
        let replayer = try await Self.replayer(file, command, hooks)
        let ledgers = try Self.replay(file, replayer, command.count)
        var runs: [[Finding]] = []
        for ledger in ledgers {
            var findings: [Finding] = []
            if let baseline {
                let steady = try file.replaying { () throws(ReplayFailure) in
                    try replayer.steady(ledger, against: baseline, allowances: trace.allowances)
                }
                do {
                    findings += try CountJudge().judge(
                        ledger, against: baseline, allowances: trace.allowances, steady: steady)
                } catch {
                    let path = LedgerFiles.path(of: trace.name, in: command.ledgers ?? "")
                    throw PerfComplaint("\(path): \(error)", .badTrace)
                }
            }
            // What the machine's mood is part of is shown, and judged beside another build only.
            if ledger.clock == .virtual {
                findings = LeakJudge().judge(ledger, trace) + findings + BudgetJudge().judge(ledger, trace)
            }
            runs.append(findings)
        }
        if command.update, let folder = command.ledgers {
            try OutputFile.makeFolder(folder)
            try OutputFile.write(ledgers[0].json(.counts), to: LedgerFiles.path(of: trace.name, in: folder))
        }
        (self.file, self.replayer, self.ledgers, self.baseline) = (file, replayer, ledgers, baseline)
        (findings, refreshRate) = (RepeatJudge().merged(runs), trace.limits.refreshRate)
        objection = command.inject.lazy.compactMap { Injection($0)?.absence(from: ledgers[0]) }.first.map {
            PerfComplaint("\(file.path): \($0)", .brokenRun)
        }
    }

    private static func baseline<Program>(
        _ trace: Trace, _ command: PerfRunCommand<Program>
    ) throws(PerfComplaint) -> Ledger? {
        guard let folder = command.ledgers else { return nil }
        return try LedgerFiles.ledger(of: trace, in: folder)
    }

    @MainActor private static func replayer<Program>(
        _ file: TraceFile, _ command: PerfRunCommand<Program>, _ hooks: PerfHooks
    ) async throws(PerfComplaint) -> Replayer {
        var replayer = try await file.replayer(hooks)
        replayer.clock = command.clock == .virtual ? .virtual : .real
        replayer.injections = command.inject.compactMap { Injection($0) }
        replayer.allocations = hooks.allocationCount
        return replayer
    }

    private static func replay(
        _ file: TraceFile, _ replayer: Replayer, _ count: Int
    ) throws(PerfComplaint) -> [Ledger] {
        var ledgers: [Ledger] = []
        for _ in 0..<count {
            ledgers.append(try file.replaying { () throws(ReplayFailure) in try replayer.run() })
        }
        if let difference = RepeatJudge().difference(among: ledgers) {
            throw PerfComplaint("\(file.path): \(difference)", .brokenRun)
        }
        return ledgers
    }

    /// Writes the first replay's report into a folder.
    func write(_ formats: [ReportFormat], into folder: String) throws(PerfComplaint) {
        var run = ReportedRun(
            ledger: ledgers[0], findings: isJudged ? findings : nil, baseline: baseline, refreshRate: refreshRate)
        if isJudged, formats.contains(.html) {
            run.pictures = try file.replaying { () throws(ReplayFailure) in try replayer.pictures() }
        }
        for format in Set(formats) { try format.write(run, named: file.trace.name, into: folder) }
    }
}
