public import Foundation

/// The thresholds for recognizing gestures. One value applies to all recognizers of a screen: `UIScreen.gesturePolicy`.
///
/// The defaults are Apple's documented values or values measured in UIKit. Others are chosen, and marked so.
public struct GesturePolicy: Hashable, Sendable {
    /// The maximum duration of a tap in seconds, as measured in UIKit.
    public var longestTap: TimeInterval = 0.75
    /// The maximum time between two taps of one gesture in seconds, as measured in UIKit.
    public var longestTapGap: TimeInterval = 0.35
    /// The maximum movement of a finger during a tap, and the maximum distance between taps, in points. Chosen.
    public var tapMovement: CGFloat = 45
    /// The movement at which a pan begins, in points along either axis, as measured in UIKit. A scroll view uses the
    /// same value for the axes along which it scrolls.
    public var panSlop: CGFloat = 10
    /// The change of the distance of two fingers at which a pinch begins, in points. Chosen.
    public var pinchSlop: CGFloat = 8
    /// The angle at which a rotation begins, in radians. Chosen: 7°.
    public var rotationSlop: CGFloat = 7 * .pi / 180
    /// The maximum duration of a swipe in seconds, as measured in UIKit, like the next three values.
    public var longestSwipe: TimeInterval = 0.5
    /// The minimum length of a swipe, and its maximum lateral movement, in points, at a duration of zero.
    public var swipeDistance: CGFloat = 50
    /// The fraction by which the minimum length decreases per second of the swipe.
    public var swipeDecay: CGFloat = 0.94
    /// The fraction by which the maximum lateral movement decreases per second of the swipe.
    public var swipeAsideDecay: CGFloat = 0.98
    /// The maximum distance from an edge of the screen at which an edge pan begins, in points. Chosen.
    public var edgeWidth: CGFloat = 20
    /// The time for which a scroll view delays touches for its content, to detect the beginning of a drag, in seconds.
    /// UIKit documents "a short time"; this value was measured.
    public var contentDelay: TimeInterval = 0.15

    /// The distance by which content must be pulled down past its top to start refreshing, in points of the content's
    /// movement. Chosen: one and a half times the height of the control.
    public var refreshPull: CGFloat = 90

    public init() {}
}
