import Foundation
import TileDrawing
import TileGeometry
import TileLayers

/// The state of a scroll view's scrolling.
struct Scrolling {
    var state = ScrollState.atRest
    /// The number of times that motion was started or stopped, for any reason. After a callback it tells whether that
    /// has happened meanwhile.
    private(set) var revision = 0
    /// The cause of the current change of the offset or its limits; nil for a change of the bounds by other code.
    var change: ScrollChange?
    /// The display link, active during motion.
    var link: CADisplayLink?
    var zoomScale: CGFloat = 1
    var zoomed: Zoomed?
    /// The insets of the last notification.
    var knownInsets = UIEdgeInsets.zero
    var indicators = ScrollIndicators()
    /// The pan recognizer, created on first access or when a finger comes down.
    var pan: ScrollPanGestureRecognizer?
    /// The pinch recognizer, created on first access.
    var pinch: ScrollPinchGestureRecognizer?
    var refresh: UIRefreshControl?
    var showsAllContent = false

    /// Starts or stops a motion.
    mutating func enter(_ new: ScrollState) {
        revision += 1
        state = new
    }

    /// The input and the result of the last change of scale. If the current values differ from the result, the program
    /// has changed them.
    struct Zoomed {
        /// The origin of the zoomed view and the size of the content at scale 1.
        var unscaled: CGRect
        var origin: CGPoint
        var size: CGSize
    }
}

/// The cause of a change of a scroll view's offset or its limits.
enum ScrollChange {
    /// A change by the program. Motion continues from the new position.
    case program
    /// A change by fingers or by a motion, or a return to valid offsets.
    case motion
    /// A change of the scale. The offset is adapted afterwards and not limited before.
    case scale
    /// Decoding an archive, which contains the offset too.
    case archive

    /// A Boolean value that indicates whether a change of the content's size leaves the offset unchanged.
    var keepsOffset: Bool { self == .scale || self == .archive }
}
