import Foundation
import TileGeometry

/// The current motion of content and the position at which it will come to rest.
struct ScrollCourse {
    struct Landing {
        /// The bounds of the scroll view.
        var bounds: CGRect
        var zoomScale: CGFloat
    }

    /// The velocity of the offset in points per second.
    var velocity = CGVector.zero
    /// The position of rest; nil at rest and while fingers are down.
    var landing: Landing?
    var isZooming = false
}

extension UIScrollView {
    /// Returns the current motion at a time of the screen's clock.
    func scrollMotion(at now: TimeInterval) -> ScrollCourse {
        if scroll.state.pinch != nil { return ScrollCourse(isZooming: true) }
        if let drag = scroll.state.drag, drag.hasBegun { return ScrollCourse(velocity: drag.speed.velocity(at: now)) }
        switch scroll.state.motion {
        case nil: return ScrollCourse()
        case .zoom(let zoom):
            let scale = zoom.scale.end
            let origin = CGPoint(x: zoom.content.x * scale - zoom.to.x, y: zoom.content.y * scale - zoom.to.y)
            return ScrollCourse(
                landing: .init(bounds: CGRect(origin: origin, size: bounds.size), zoomScale: scale), isZooming: true)
        case .offset(let motion):
            let elapsed = motion.elapsed(at: now)
            return ScrollCourse(
                velocity: CGVector(dx: motion.x.velocity(at: elapsed), dy: motion.y.velocity(at: elapsed)),
                landing: .init(
                    bounds: CGRect(origin: CGPoint(x: motion.x.end, y: motion.y.end), size: bounds.size),
                    zoomScale: zoomScale))
        }
    }
}
