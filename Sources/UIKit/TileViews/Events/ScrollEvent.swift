public import Foundation
public import TileGeometry

/// A wheel that was turned, or fingers that move on a trackpad, with the pointer over some view.
///
///     screen.sendEvent(ScrollEvent(wheel: CGVector(dx: 0, dy: -40), at: pointer, timestamp: 0.2))
///     screen.sendEvent(ScrollEvent(trackpad: .began, at: pointer, timestamp: 0.5))
///     screen.sendEvent(ScrollEvent(trackpad: .changed, by: CGVector(dx: 0, dy: -3), at: pointer, timestamp: 0.51))
///     screen.sendEvent(ScrollEvent(trackpad: .ended, at: pointer, timestamp: 0.52))
///
/// It goes to the frontmost window under the pointer, and there to the recognizers of pans, scroll views' own among
/// them, of the view under the pointer and of those that it is in; what began there stays there. Scroll views go on by
/// themselves after a trackpad's scroll: of events of a system that does that itself (momentum) none is to be sent.
///
/// UIKit has such events, and shows no more of them than their type.
public final class ScrollEvent: UIEvent {
    /// What the fingers on a trackpad do.
    public enum Phase: Hashable, Sendable {
        case began
        case changed
        case ended
        case cancelled
    }

    /// Where the pointer is, in the screen's points.
    public let location: CGPoint
    /// How far content is to move, in points: as fingers on the screen would, so down and to the right are positive.
    public let delta: CGVector
    /// Of a trackpad; nil for a wheel.
    public let phase: Phase?

    /// A wheel that was turned; by how many points for a notch is the sender's to say.
    public init(
        wheel delta: CGVector, at location: CGPoint, timestamp: TimeInterval, modifierFlags: UIKeyModifierFlags = []
    ) {
        self.location = location
        self.delta = delta
        phase = nil
        super.init(type: .scroll, timestamp: timestamp, modifierFlags: modifierFlags)
    }

    /// Fingers on a trackpad. An end that has moved, too, moves the content first.
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

    /// Whether its numbers are some that a scroll has: they come from anywhere. Others are passed by.
    var isUsable: Bool {
        let farthest: CGFloat = 1e9
        return timestamp.isFinite
            && [location.x, location.y, delta.dx, delta.dy].allSatisfy { abs($0) <= farthest }
    }
}
