public import Foundation

/// From when on fingers count as a gesture. One value for all recognizers of a screen: `UIScreen.gesturePolicy`.
///
/// Where Apple documents a value, or somebody measured UIKit's, that is the default; the others are chosen, and say so.
public struct GesturePolicy: Hashable, Sendable {
    /// For how long a tap's finger may be down, in seconds. As measured of UIKit.
    public var longestTap: TimeInterval = 0.75
    /// For how long a finger may be up between two taps of one gesture, in seconds. As measured of UIKit.
    public var longestTapGap: TimeInterval = 0.35
    /// How far a tap's finger may go, and how far its taps may be apart, in points. Chosen.
    public var tapMovement: CGFloat = 45
    /// How far fingers go until they pan, in points along either axis. As measured of UIKit; a scroll view has the same
    /// along its own axes.
    public var panSlop: CGFloat = 10
    /// By how much the distance of two fingers changes until they pinch, in points. Chosen.
    public var pinchSlop: CGFloat = 8
    /// By how much two fingers turn until they rotate, in radians. Chosen: 7°.
    public var rotationSlop: CGFloat = 7 * .pi / 180
    /// For how long a swipe may take, in seconds. As measured of UIKit, with the next three.
    public var longestSwipe: TimeInterval = 0.5
    /// How far a swipe goes at least if it took no time, in points; and how far at most aside.
    public var swipeDistance: CGFloat = 50
    /// The part of that distance which a second takes away.
    public var swipeDecay: CGFloat = 0.94
    /// The part of the distance aside which a second takes away.
    public var swipeAsideDecay: CGFloat = 0.98
    /// How near an edge of the screen a finger begins to pan from it, in points. Chosen.
    public var edgeWidth: CGFloat = 20
    /// For how long a scroll view keeps a touch from its content, to see whether it is the beginning of a drag, in
    /// seconds: UIKit's documentation says for a short time, and measurements this.
    public var contentDelay: TimeInterval = 0.15

    /// How far content is pulled down past its top until its refresh control refreshes, in points of the content's way.
    /// Chosen: half as much again as the control's height.
    public var refreshPull: CGFloat = 90

    public init() {}
}
