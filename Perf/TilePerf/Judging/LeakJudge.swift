/// Judges a run by the controllers that outlived their use: each is a finding, whatever the ledger that it is compared
/// with says.
public struct LeakJudge: Sendable {
    public init() {}

    /// - Returns: one for each leak, but for those that the trace excuses (`Trace.keeps`).
    public func judge(_ ledger: Ledger, _ trace: Trace) -> [Finding] {
        (ledger.leaks ?? []).filter { !$0.isKept(by: trace.keeps) }.map { leak in
            Finding(
                Fault(.regression, Fault.leak, view: leak.name), trace: trace.name, frame: leak.frame, leak.text)
        }
    }
}
