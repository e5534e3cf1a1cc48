/// The reason why a replay cannot run.
public enum ReplayFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content is not available.
    case content(String)
    /// The trace has no costs, which the virtual clock requires.
    case noCost(trace: String)
    /// An event is not possible.
    case event(trace: String, number: Int, time: Double, problem: String)
    /// Two replays on the virtual clock differed. This is not the trace's fault.
    case uneven(trace: String)

    public var description: String {
        switch self {
        case .content(let reason): "can't show the trace's content: \(reason)"
        case .noCost(let trace):
            "\(trace) has no costs, so it can only be replayed in real time: use --clock real, or add a “cost”"
        case .event(let trace, let number, let time, let problem):
            "\(trace): events[\(number)], at \(time.short) s, \(problem)"
        case .uneven(let trace):
            "two replays of \(trace) differ: its content is drawn differently each time, or this program has a fault"
        }
    }
}
