import Foundation
import TileGeometry

/// A finger, or several, that move the content or may come to.
struct ScrollDrag {
    enum Stage {
        /// They have not gone far enough.
        case waiting
        /// They move the content, along these axes.
        case moving(ScrollAxes)
        /// A view or the program did not want it: nothing moves until all fingers are lifted.
        case refused
    }

    var stage = Stage.waiting
    /// In the order in which they came.
    var touches: [UITouch]
    /// Where their middle was at first, from the view's top left.
    var start: CGPoint
    /// Where their middle was last, from the view's top left.
    var last: CGPoint
    /// The offset that it would have if nothing held it back.
    var free: CGPoint
    /// How far the fingers went in all, in the sense of the offset; also before they moved the content.
    var way = CGPoint.zero
    /// Of the offset.
    var speed = DragVelocity()
    /// The offset at which it began, for pages.
    var origin: CGPoint
    /// Where the content was about to come to rest when it was caught, for pages; else as `origin`.
    var heading: CGPoint
    /// Whether it stopped a scale on its way back to a limit.
    var hasCaughtZoom = false

    /// Whether they went far enough.
    var hasBegun: Bool {
        if case .moving = stage { return true }
        return false
    }

    /// Along which axes they move the content.
    var axes: ScrollAxes {
        if case .moving(let axes) = stage { return axes }
        return []
    }
}

/// Two fingers that zoom.
struct ScrollPinch {
    var touches: [UITouch]
    /// Points between them at first.
    let distance: CGFloat
    let scale: CGFloat
    /// The point of the content between them, in units of scale 1.
    let content: CGPoint
}

struct ScrollAxes: OptionSet {
    let rawValue: UInt8

    static let horizontal = ScrollAxes(rawValue: 1)
    static let vertical = ScrollAxes(rawValue: 2)
    static let both: ScrollAxes = [.horizontal, .vertical]
}
