/// The measurements of one round, whose runs directly follow each other so that the machine's conditions are similar.
public struct TimeRound: Hashable, Sendable {
    public var base: [WorkSample] = []
    public var head: [WorkSample] = []
    /// Further runs of the base.
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

    /// Returns the times of a part for each build.
    func times(of part: WorkPart?) -> (base: [Double], head: [Double], control: [Double]) {
        func times(_ samples: [WorkSample]) -> [Double] { samples.map { $0.time(of: part) } }
        return (times(base), times(head), times(control))
    }
}
