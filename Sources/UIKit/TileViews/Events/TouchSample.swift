public import Foundation

/// The state of a finger at one time, from a recorded trace, a test, or the client of a session.
public struct TouchSample: Hashable, Sendable {
    /// The number of the finger, constant from beginning to end.
    public var finger: Int
    public var phase: UITouch.Phase
    /// The location in points of the receiver's coordinate space: that of a screen or a window.
    public internal(set) var location: CGPoint
    /// The time in seconds. All samples use the same clock.
    public internal(set) var timestamp: TimeInterval
    public var type = UITouch.TouchType.direct
    /// The radius in points; 0 if unknown.
    public var majorRadius: CGFloat = 0
    public var majorRadiusTolerance: CGFloat = 0
    /// The force, with 1 for an average touch; 0 if unknown.
    public var force: CGFloat = 0
    public var maximumPossibleForce: CGFloat = 0
    /// The direction in which a pencil leans: the angle from the x axis towards the y axis, in radians.
    public var azimuthAngle: CGFloat = 0
    /// The angle of a pencil to the surface, in radians.
    public var altitudeAngle: CGFloat = .pi / 2
    /// The rotation of a pencil about its own axis, in radians.
    public var rollAngle: CGFloat = 0
    /// The distance of a hovering pencil from the surface, from 0 to 1, the maximum distance at which it is detected.
    public var zOffset: CGFloat = 0
    /// The number that identifies later, better values for this sample.
    public var estimationUpdateIndex: Int?
    public var estimatedProperties: UITouch.Properties = []
    public var estimatedPropertiesExpectingUpdates: UITouch.Properties = []

    /// Creates a sample from values that are known to be finite; traps otherwise. For values from a file or a client
    /// use `init(checking:_:at:timestamp:)`.
    public init(finger: Int = 0, _ phase: UITouch.Phase, at location: CGPoint, timestamp: TimeInterval) {
        do {
            try self.init(checking: finger, phase, at: location, timestamp: timestamp)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Creates a sample from untrusted values.
    ///
    /// - Throws: `Failure` if the location or the time is not finite. All other values are safe.
    public init(
        checking finger: Int, _ phase: UITouch.Phase, at location: CGPoint, timestamp: TimeInterval
    ) throws(Failure) {
        guard location.x.isFinite, location.y.isFinite else { throw .location(location, finger: finger) }
        guard timestamp.isFinite else { throw .timestamp(timestamp, finger: finger) }
        self.finger = finger
        self.phase = phase
        self.location = location
        self.timestamp = timestamp
    }

    /// The reason why values are not a valid sample.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case location(CGPoint, finger: Int)
        case timestamp(TimeInterval, finger: Int)

        public var description: String {
            switch self {
            case .location(let point, let finger):
                "finger \(finger) can't be at [\(point.x) \(point.y)]: the location of a touch must be finite"
            case .timestamp(let time, let finger):
                "finger \(finger) can't be there at \(time) seconds: the time of a touch must be finite"
            }
        }
    }
}
