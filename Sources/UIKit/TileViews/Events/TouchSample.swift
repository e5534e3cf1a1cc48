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
    /// How far a pencil that hovers is from the surface: from 0 to 1, the farthest at which it is told of.
    public var zOffset: CGFloat = 0
    /// A number under which better values of this sample will come.
    public var estimationUpdateIndex: Int?
    public var estimatedProperties: UITouch.Properties = []
    public var estimatedPropertiesExpectingUpdates: UITouch.Properties = []

    /// A sample of numbers that a program knows to be finite; traps when they are not. For those that come from a file
    /// or a client there is `init(checking:_:at:timestamp:)`.
    public init(finger: Int = 0, _ phase: UITouch.Phase, at location: CGPoint, timestamp: TimeInterval) {
        do {
            try self.init(checking: finger, phase, at: location, timestamp: timestamp)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// A sample of numbers from outside.
    ///
    /// - Throws: `Failure` when the location or the time is not finite. All other values are harmless, whatever they
    ///   are.
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

    /// Why numbers are no sample.
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
