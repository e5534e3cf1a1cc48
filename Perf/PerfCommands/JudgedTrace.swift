import Foundation
import TilePerf

/// A trace that was replayed, once or several times, and judged.
struct JudgedTrace {
    let file: TraceFile
    /// The ledgers of the replays.
    let ledgers: [Ledger]
    let verdict: Verdict
    /// The ledger that counts were compared with; nil if they were not.
    let baseline: Ledger?
    /// The reason why the verdict says nothing: a fault that was to be injected, and was not.
    let objection: PerfComplaint?

    private let replayer: Replayer

    /// Replays a trace, and judges it or updates its ledger.
    ///
    /// - Throws: the reason why it can't be judged.
    @MainActor init<Program>(
        _ file: TraceFile, _ command: PerfRunCommand<Program>, _ hooks: PerfHooks
    ) async throws(PerfComplaint) {
        var trace = file.trace
        if let budget = command.budget { trace.limits.refreshRate = budget }
        // First, because without it the replay would be in vain.
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
            // Real time depends on the machine, and is judged only beside another build.
            if ledger.clock == .virtual {
                findings = LeakJudge().judge(ledger, trace) + findings + BudgetJudge().judge(ledger, trace)
            }
            runs.append(findings)
        }
        if command.update, let folder = command.ledgers {
            try AtomicFile.makeFolder(folder)
            try AtomicFile.write(ledgers[0].json(.counts), to: LedgerFiles.path(of: trace.name, in: folder))
        }
        (self.file, self.replayer, self.ledgers, self.baseline) = (file, replayer, ledgers, baseline)
        verdict = Verdict(
            ledgers[0], limits: trace.limits, findings: RepeatJudge().merged(runs), comparesCounts: baseline != nil)
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

    /// Writes the reports of the first replay into a folder.
    func write(_ formats: [ReportFormat], into folder: String) throws(PerfComplaint) {
        var run = ReportedRun(ledger: ledgers[0], verdict: verdict, baseline: baseline)
        if !verdict.isRealTime, formats.contains(.html) {
            run.pictures = try file.replaying { () throws(ReplayFailure) in try replayer.pictures() }
        }
        for format in Set(formats) { try format.write(run, named: file.trace.name, into: folder) }
    }
}
