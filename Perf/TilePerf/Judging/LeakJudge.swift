/// A judge that reports controllers that outlived their use. Each is a finding, whatever the compared ledger says.
public struct LeakJudge: Sendable {
    public init() {}

    /// - Returns: A finding for each leak, except for those that the trace permits (`Trace.keeps`).
    public func judge(_ ledger: Ledger, _ trace: Trace) -> [Finding] {
        (ledger.leaks ?? []).filter { !$0.isKept(by: trace.keeps) }.map { leak in
            Finding(
                Fault(.regression, Fault.leak, view: leak.name), trace: trace.name, frame: leak.frame, leak.text)
        }
    }
}
