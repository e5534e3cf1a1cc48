/// A judge that checks whether several runs of one trace by one build are equal. On the virtual clock they must be,
/// whatever the machine does; if they are not, the harness is wrong and its judgments are meaningless.
public struct RepeatJudge: Sendable {
    public init() {}

    /// Returns the first difference between a run and the first one, as a sentence; nil if all are equal, or in real
    /// time.
    public func difference(among ledgers: [Ledger]) -> String? {
        guard let first = ledgers.first, first.clock == .virtual else { return nil }
        for (number, ledger) in ledgers.enumerated().dropFirst() {
            let what: String
            do {
                guard let finding = try CountJudge().judge(ledger, against: first).first else { continue }
                what = finding.message
            } catch {
                what = "\(error)"
            }
            return
                "run \(number + 1) of \(ledgers.count) differs from the first: \(what). On the virtual clock runs must be equal: "
                + "the harness or the content has a fault, and this is not a regression"
        }
        return nil
    }

    /// Merges the findings of several runs: each exceeded limit is listed once, from its first run, with the number of
    /// runs.
    public func merged(_ runs: [[Finding]]) -> [Finding] {
        guard runs.count > 1 else { return runs.first ?? [] }
        var found: [Finding] = []
        for finding in runs.joined()
        where !found.contains(where: { Self.areAlike($0, finding) }) {
            found.append(finding)
        }
        return found.map { finding in
            let count = runs.count { $0.contains { Self.areAlike($0, finding) } }
            var merged = finding
            if count < runs.count { merged.message += " (in \(count) of \(runs.count) runs)" }
            return merged
        }
    }

    /// Whether two findings have the same subject. Leaks also need the same controller.
    private static func areAlike(_ one: Finding, _ other: Finding) -> Bool {
        one.kind == other.kind && one.subject == other.subject
            && (one.subject != Fault.leak || one.fault.view == other.fault.view)
    }
}
