public import Foundation
public import TileGeometry

/// A scroll of a wheel or of fingers on a trackpad, with the pointer over a view.
///
///     screen.sendEvent(ScrollEvent(wheel: CGVector(dx: 0, dy: -40), at: pointer, timestamp: 0.2))
///     screen.sendEvent(ScrollEvent(trackpad: .began, at: pointer, timestamp: 0.5))
///     screen.sendEvent(ScrollEvent(trackpad: .changed, by: CGVector(dx: 0, dy: -3), at: pointer, timestamp: 0.51))
///     screen.sendEvent(ScrollEvent(trackpad: .ended, at: pointer, timestamp: 0.52))
///
/// The event is delivered to the frontmost window under the pointer, and there to the pan recognizers, including those
/// of scroll views, of the view under the pointer and its superviews. Later events of the same scroll go to the same
/// view. Scroll views decelerate after a trackpad scroll, so do not send the momentum events that some systems
/// generate.
///
/// UIKit has such events too, but exposes only their type.
public final class ScrollEvent: UIEvent {
    /// The phase of a trackpad scroll.
    public enum Phase: Hashable, Sendable {
        case began
        case changed
        case ended
        case cancelled
    }

    /// The location of the pointer, in points of the screen.
    public let location: CGPoint
    /// The distance by which content should move, in points. The signs are those of a finger on the screen: down and to
    /// the right are positive.
    public let delta: CGVector
    /// The phase of a trackpad scroll; nil for a wheel.
    public let phase: Phase?

    /// Creates a scroll of a wheel. The sender chooses the number of points per notch.
    public init(
        wheel delta: CGVector, at location: CGPoint, timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []
    ) {
        self.location = location
        self.delta = delta
        phase = nil
        super.init(type: .scroll, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    /// Creates a scroll on a trackpad. An end with a nonzero delta moves the content first.
    public init(
        trackpad phase: Phase, by delta: CGVector = CGVector(dx: 0, dy: 0), at location: CGPoint,
        timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []
    ) {
        self.location = location
        self.delta = delta
        self.phase = phase
        super.init(type: .scroll, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    var scrollType: UIScrollTypeMask { phase == nil ? .discrete : .continuous }

    /// A Boolean value that indicates whether the values are finite and plausible. Events from outside are not
    /// validated, so others are skipped.
    var isUsable: Bool {
        let farthest: CGFloat = 1e9
        return timestamp.isFinite
            && [location.x, location.y, delta.dx, delta.dy].allSatisfy { abs($0) <= farthest }
    }
}
