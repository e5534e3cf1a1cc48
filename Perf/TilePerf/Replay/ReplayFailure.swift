/// Why a replay can't be run.
public enum ReplayFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The content can't be had.
    case content(String)
    /// The trace says nothing of what work costs, and so has no place on the virtual clock.
    case noCost(trace: String)
    /// Something of it can't happen.
    case event(trace: String, number: Int, time: Double, problem: String)
    /// Two replays on the virtual clock did not do the same. That is no fault of the trace.
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
