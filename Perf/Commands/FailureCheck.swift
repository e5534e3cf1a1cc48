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

    /// What a replay of a trace shows.
    struct Outcome {
        var findings: [Finding]
        /// All, not only those that the findings are about.
        var faults: Set<Fault>
        /// What it should count, where that is known.
        var expected: Ledger?
    }

    /// - Parameter content: the file's, opened.
    func outcome(of file: TraceFile, showing content: (any TileSource)?) throws(PerfComplaint) -> Outcome {
        let trace = file.trace
        let ledger = try replay(file, content, injections)
        let expected: Ledger? =
            switch reference {
            case .none: nil
            case .build(let build): try build.ledger(of: file)
            case .itself: try replay(file, content, [])
            case .ledger(let ledger): ledger
            }
        var outcome = Outcome(
            findings: BudgetJudge().judge(ledger, trace), faults: BudgetJudge().faults(ledger, trace),
            expected: expected)
        guard let expected else { return outcome }
        do {
            let judge = CountJudge()
            outcome.findings.insert(
                contentsOf: try judge.judge(ledger, against: expected, allowances: trace.allowances), at: 0)
            outcome.faults.formUnion(try judge.faults(ledger, against: expected, allowances: trace.allowances))
        } catch {
            throw PerfComplaint("\(file.path): \(error)", .badTrace)
        }
        return outcome
    }

    private func replay(
        _ file: TraceFile, _ content: (any TileSource)?, _ injections: [Injection]
    ) throws(PerfComplaint) -> Ledger {
        var replayer = Replayer(file.trace, content: content)
        replayer.injections = injections
        replayer.contentFingerprint = contentFingerprint
        do {
            return try replayer.run()
        } catch {
            throw PerfComplaint("\(file.path): \(error)", .brokenRun)
        }
    }
}
