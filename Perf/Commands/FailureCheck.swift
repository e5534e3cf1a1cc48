import Foundation
import TileEngine
import TilePerf

/// How traces are found to fail: replayed here, and judged by their limits and by what they should count.
struct FailureCheck {
    /// Where what a trace should count is from.
    enum Reference {
        /// Nowhere: only limits are judged.
        case none
        /// Another build counts it.
        case build(OtherBuild)
        /// This build does, without the faults that were put in.
        case itself
        /// Of one trace it is known.
        case ledger(Ledger)
    }

    var reference: Reference
    var injections: [Injection]
    /// Of the bytes of the traces' content, which they have in common; nil where it is no file.
    var contentFingerprint: String?
    /// What the traces show, push and present of the program's.
    var controllers: ControllerTable = [:]

    /// What a replay of a trace shows.
    struct Outcome {
        var findings: [Finding]
        /// All, not only those that the findings are about.
        var faults: Set<Fault>
        /// What it should count, where that is known.
        var expected: Ledger?
    }

    /// - Parameters:
    ///   - content: the file's, opened.
    ///   - fault: the only one that is asked for; nil for all.
    func outcome(
        of file: TraceFile, showing content: (any TileSource)?, lookingFor fault: Fault? = nil
    ) throws(PerfComplaint) -> Outcome {
        let trace = file.trace
        let replayer = replayer(file, content, injections)
        let run = Result { () throws(ReplayFailure) in try replayer.run() }
        // Part of a trace may ask for what can't be without the rest: nothing is popped that was not pushed.
        if fault != nil, case .failure(.event) = run { return Outcome(findings: [], faults: []) }
        let ledger = try file.replaying { () throws(ReplayFailure) in try run.get() }
        let expected: Ledger? =
            switch reference {
            case .none: nil
            case .build(let build): try build.ledger(of: file)
            case .itself:
                try file.replaying { () throws(ReplayFailure) in try self.replayer(file, content, []).run() }
            case .ledger(let ledger): ledger
            }
        let leaks = LeakJudge().judge(ledger, trace)
        var outcome = Outcome(
            findings: leaks + BudgetJudge().judge(ledger, trace),
            faults: BudgetJudge().faults(ledger, trace).union(leaks.map(\.fault)), expected: expected)
        guard let expected else { return outcome }
        // What tiles cost is seen without another replay.
        var steady: Ledger?
        if fault?.isTileCost != true {
            steady = try file.replaying { () throws(ReplayFailure) in
                try replayer.steady(ledger, against: expected, allowances: trace.allowances)
            }
        }
        do {
            let judge = CountJudge()
            outcome.findings.insert(
                contentsOf: try judge.judge(
                    ledger, against: expected, allowances: trace.allowances, steady: steady), at: 0)
            outcome.faults.formUnion(
                try judge.faults(ledger, against: expected, allowances: trace.allowances, steady: steady))
        } catch {
            throw PerfComplaint("\(file.path): \(error)", .badTrace)
        }
        return outcome
    }

    private func replayer(
        _ file: TraceFile, _ content: (any TileSource)?, _ injections: [Injection]
    ) -> Replayer {
        var replayer = Replayer(file.trace, content: content)
        replayer.injections = injections
        replayer.contentFingerprint = contentFingerprint
        replayer.controllers = controllers
        return replayer
    }
}
