public import Foundation

/// What is known of a finger at one moment: what a recorded trace, a test or a session's client says of it.
public struct TouchSample: Hashable, Sendable {
    /// Which finger: any number, the same from its beginning to its end.
    public var finger: Int
    public var phase: UITouch.Phase
    /// In points of the space that the receiver names: a screen's, or a window's.
    public internal(set) var location: CGPoint
    /// Seconds, on one clock for all samples.
    public internal(set) var timestamp: TimeInterval
    public var type = UITouch.TouchType.direct
    /// In points; 0 where it is not known.
    public var majorRadius: CGFloat = 0
    public var majorRadiusTolerance: CGFloat = 0
    /// 1 is an average touch; 0 where it is not known.
    public var force: CGFloat = 0
    public var maximumPossibleForce: CGFloat = 0
    /// Where a pencil leans: an angle from the x axis towards the y axis, in radians.
    public var azimuthAngle: CGFloat = 0
    /// The pencil's angle to the surface, in radians.
    public var altitudeAngle: CGFloat = .pi / 2
    /// The pencil's turn about its own axis, in radians.
    public var rollAngle: CGFloat = 0
    /// A number under which better values of this sample will come.
    public var estimationUpdateIndex: Int?
    public var estimatedProperties: UITouch.Properties = []
    public var estimatedPropertiesExpectingUpdates: UITouch.Properties = []

    public init(finger: Int = 0, _ phase: UITouch.Phase, at location: CGPoint, timestamp: TimeInterval) {
        precondition(
            location.x.isFinite && location.y.isFinite,
            "a touch can't be at [\(location.x) \(location.y)]: its location must be finite")
        precondition(timestamp.isFinite, "a touch's time must be finite, and is \(timestamp)")
        self.finger = finger
        self.phase = phase
        self.location = location
        self.timestamp = timestamp
    }
}
