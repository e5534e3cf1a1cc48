import Foundation
import TileGeometry

/// Content that moves by itself.
enum ScrollMotion {
    case offset(OffsetMotion)
    case zoom(ZoomMotion)

    /// In seconds.
    var duration: Double {
        switch self {
        case .offset(let motion): motion.duration
        case .zoom(let motion): motion.scale.duration
        }
    }

    /// Seconds since its start; a clock that goes back stands.
    func elapsed(at time: TimeInterval) -> Double {
        switch self {
        case .offset(let motion): motion.elapsed(at: time)
        case .zoom(let motion): max(0, time - motion.start)
        }
    }
}

/// An offset that moves by itself.
struct OffsetMotion {
    /// Seconds on the screen's clock.
    var start: TimeInterval
    var x: AxisMotion
    var y: AxisMotion
    /// Where a page or the delegate wants it to come to rest; nil for where it does by itself.
    var chosenX: Double?
    var chosenY: Double?

    var duration: Double { max(x.duration, y.duration) }

    /// Seconds since its start; a clock that goes back stands.
    func elapsed(at time: TimeInterval) -> Double { max(0, time - start) }
}

/// A scale that changes by itself, about a point of the view, from its top left.
struct ZoomMotion {
    /// Seconds on the screen's clock.
    var start: TimeInterval
    var scale: AxisMotion
    /// The scale at first.
    var startScale: Double
    /// The point of the content, in units of scale 1, and where in the view it stays or comes to.
    var content: CGPoint
    var from: CGPoint
    var to: CGPoint
}
