/// What the runs of one round measured: made one right after the other, so that all meet the machine in one mood.
public struct TimeRound: Hashable, Sendable {
    public var base: [WorkSample] = []
    public var head: [WorkSample] = []
    /// More runs of the base.
    public var control: [WorkSample] = []

    public init() {}

    subscript(build: TimeTrial.Build) -> [WorkSample] {
        get {
            switch build {
            case .base: base
            case .head: head
            case .control: control
            }
        }
        set {
            switch build {
            case .base: base = newValue
            case .head: head = newValue
            case .control: control = newValue
            }
        }
    }

    /// The times of a part, of each build in turn.
    func times(of part: WorkPart?) -> (base: [Double], head: [Double], control: [Double]) {
        func times(_ samples: [WorkSample]) -> [Double] { samples.map { $0.time(of: part) } }
        return (times(base), times(head), times(control))
    }
}
