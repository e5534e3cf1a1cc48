import Foundation
import TileDrawing
import TileGeometry
import TileLayers

/// What a scroll view is at.
struct ScrollState {
    var drag: ScrollDrag?
    var pinch: ScrollPinch?
    var motion: ScrollMotion?
    /// At work while something moves by itself.
    var link: CADisplayLink?
    var zoomScale: CGFloat = 1
    var zoomed: Zoomed?
    /// Whether the delegate is told of the change of the offset under way: of one of the bounds themselves it is not.
    var tellsOfScroll = false
    /// Whether the offset is being changed by fingers or by a motion, not by the program.
    var isMoving = false
    /// How often the program, or a finger, has set out for something else: tells a callback's caller that it is
    /// outdated.
    var turns = 0
    /// Whether the extent changes without bringing the offset back into it: while the scale changes, or an archive is
    /// read.
    var keepsOffset = false
    /// The insets that were last told of.
    var knownInsets = UIEdgeInsets.zero
    var indicators = ScrollIndicators()
    /// Made when somebody asks for it, or a finger drags.
    var pan: UIPanGestureRecognizer?

    /// What the last change of scale was made from, and what it made; when something else is found, the program changed
    /// it.
    struct Zoomed {
        /// Where the zoomed view would be, and how large the content, at scale 1.
        var unscaled: CGRect
        var origin: CGPoint
        var size: CGSize
    }
}

/// A finger, or several, that move the content or may come to.
struct ScrollDrag {
    /// In the order in which they came.
    var touches: [UITouch]
    /// Where their middle was at first, from the view's top left.
    var start: CGPoint
    /// Where their middle was last, from the view's top left.
    var last: CGPoint
    /// Whether they went far enough.
    var hasBegun = false
    /// Along which axes they move the content.
    var axes: ScrollAxes = .both
    /// The offset that it would have if nothing held it back.
    var free: CGPoint
    /// How far the fingers went in all, in the sense of the offset; also before they moved the content.
    var way = CGPoint.zero
    /// Of the offset.
    var speed = DragVelocity()
    /// The offset at which it began, for pages.
    var origin: CGPoint
    /// Whether a view or the program did not want it: nothing moves until all fingers are lifted.
    var hasFailed = false
    /// Whether it stopped a scale on its way back to a limit.
    var hasCaughtZoom = false
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

/// Content that moves by itself.
struct ScrollMotion {
    enum Cause {
        /// A finger has left it.
        case drag
        /// The program set it going.
        case program
    }

    /// A change of scale about a point of the view, from its top left.
    struct Zoom {
        var motion: AxisMotion
        /// The scale at first.
        var start: Double
        /// The point of the content, in units of scale 1, and where in the view it stays or comes to.
        var content: CGPoint
        var from: CGPoint
        var to: CGPoint
    }

    var cause: Cause
    /// Seconds on the screen's clock.
    var start: TimeInterval
    var x: AxisMotion
    var y: AxisMotion
    /// Where a page or the delegate wants it to come to rest; nil for where it does by itself.
    var chosenX: Double?
    var chosenY: Double?
    var zoom: Zoom?
    /// Whether the delegate is to hear at its end that the content is at its top.
    var isToTop = false
    /// Tells it from those that come after it.
    var number = 0

    var duration: Double { max(x.duration, y.duration, zoom?.motion.duration ?? 0) }

    /// Seconds since its start; a clock that goes back stands.
    func elapsed(at time: TimeInterval) -> Double { max(0, time - start) }
}
