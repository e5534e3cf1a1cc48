import Foundation
import TileGeometry

/// A motion of the content without fingers.
enum ScrollMotion {
    case offset(OffsetMotion)
    case zoom(ZoomMotion)

    /// The duration in seconds.
    var duration: Double {
        switch self {
        case .offset(let motion): motion.duration
        case .zoom(let motion): motion.scale.duration
        }
    }

    /// Returns the seconds since the start. A clock that goes back yields 0.
    func elapsed(at time: TimeInterval) -> Double {
        switch self {
        case .offset(let motion): motion.elapsed(at: time)
        case .zoom(let motion): max(0, time - motion.start)
        }
    }
}

/// A motion of the offset.
struct OffsetMotion {
    /// The start time in seconds on the screen's clock.
    var start: TimeInterval
    var x: AxisMotion
    var y: AxisMotion
    /// The position of rest that paging or the delegate has chosen; nil for the natural one.
    var chosenX: Double?
    var chosenY: Double?

    var duration: Double { max(x.duration, y.duration) }

    /// Returns the seconds since the start. A clock that goes back yields 0.
    func elapsed(at time: TimeInterval) -> Double { max(0, time - start) }
}

/// A change of the scale around a point of the view. Points are relative to the view's top left.
struct ZoomMotion {
    /// The start time in seconds on the screen's clock.
    var start: TimeInterval
    var scale: AxisMotion
    /// The initial scale.
    var startScale: Double
    /// The point of the content, in coordinates at scale 1, and the points of the view between which it moves.
    var content: CGPoint
    var from: CGPoint
    var to: CGPoint
}
