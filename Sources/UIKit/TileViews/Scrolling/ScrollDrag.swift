import Foundation
import TileGeometry

/// One or more fingers that move the content or may begin to.
struct ScrollDrag {
    enum Stage {
        /// The fingers have not moved far enough.
        case waiting
        /// The fingers move the content along the given axes.
        case moving(ScrollAxes)
        /// A view or the program has refused the drag. The content does not move until all fingers are lifted.
        case refused
    }

    var stage = Stage.waiting
    /// The touches in the order in which they began.
    var touches: [UITouch]
    /// The initial center of the touches, relative to the view's top left.
    var start: CGPoint
    /// The last center of the touches, relative to the view's top left.
    var last: CGPoint
    /// The offset without the resistance of edges.
    var free: CGPoint
    /// The total movement of the fingers in the direction of the offset, including that before the drag began.
    var way = CGPoint.zero
    /// The velocity of the offset.
    var speed = DragVelocity()
    /// The offset at the beginning, for paging.
    var origin: CGPoint
    /// The position of rest that the content was approaching when it was caught, for paging; otherwise equal to
    /// `origin`.
    var heading: CGPoint
    /// A Boolean value that indicates whether the drag interrupted a zoom bounce.
    var hasCaughtZoom = false

    /// A Boolean value that indicates whether the fingers have moved far enough.
    var hasBegun: Bool {
        if case .moving = stage { return true }
        return false
    }

    /// The axes along which the fingers move the content.
    var axes: ScrollAxes {
        if case .moving(let axes) = stage { return axes }
        return []
    }
}

/// Two fingers that zoom.
struct ScrollPinch {
    var touches: [UITouch]
    /// The initial distance between the fingers in points.
    let distance: CGFloat
    let scale: CGFloat
    /// The point of the content between the fingers, in the content's coordinates at scale 1.
    let content: CGPoint
}

struct ScrollAxes: OptionSet {
    let rawValue: UInt8

    static let horizontal = ScrollAxes(rawValue: 1)
    static let vertical = ScrollAxes(rawValue: 2)
    static let both: ScrollAxes = [.horizontal, .vertical]
}
