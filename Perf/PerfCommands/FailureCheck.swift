import Foundation
import TileEngine
import TilePerf

/// A check whether traces fail: it replays them, and judges them by their limits and expected counts.
struct FailureCheck {
    /// The source of a trace's expected counts.
    enum Reference {
        /// Nowhere: only limits are judged.
        case none
        /// Another build counts it.
        case build(OtherBuild)
        /// This build does, without the faults that were put in.
        case itself
        /// A ledger of the one trace.
        case ledger(Ledger)
    }

    var reference: Reference
    var injections: [Injection]
    /// The fingerprint of the traces' common content; nil if it is not a file.
    var contentFingerprint: String?
    /// The program's controllers that the traces show, push and present.
    var controllers: ControllerTable = [:]

    /// The result of a trace's replay.
    struct Outcome {
        var findings: [Finding]
        /// All, not only those that the findings are about.
        var faults: Set<Fault>
        /// The expected counts, if they are known.
        var expected: Ledger?
    }

    /// - Parameters:
    ///   - content: the file's, opened.
    ///   - fault: the only fault to look for; nil for all.
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
