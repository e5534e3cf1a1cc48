import Foundation
import TileDrawing
import TileGeometry
import TileLayers

/// What a scroll view keeps of its scrolling.
struct Scrolling {
    var state = ScrollState.atRest
    /// How often what moves the content was set going or stopped, by whomever: tells the caller of a callback that this
    /// was done meanwhile.
    private(set) var revision = 0
    /// Why the offset, or what bounds it, is being changed; nil for a change of the bounds themselves.
    var change: ScrollChange?
    /// At work while something moves by itself.
    var link: CADisplayLink?
    var zoomScale: CGFloat = 1
    var zoomed: Zoomed?
    /// The insets that were last told of.
    var knownInsets = UIEdgeInsets.zero
    var indicators = ScrollIndicators()
    /// Made when somebody asks for it, or a finger comes down.
    var pan: ScrollPanGestureRecognizer?
    /// Made when somebody asks for it.
    var pinch: ScrollPinchGestureRecognizer?
    var refresh: UIRefreshControl?
    var showsAllContent = false

    /// Sets the content going, or stops it.
    mutating func enter(_ new: ScrollState) {
        revision += 1
        state = new
    }

    /// What the last change of scale was made from, and what it made; when something else is found, the program changed
    /// it.
    struct Zoomed {
        /// Where the zoomed view would be, and how large the content, at scale 1.
        var unscaled: CGRect
        var origin: CGPoint
        var size: CGSize
    }
}

/// Why the offset of a scroll view, or what bounds it, is changed.
enum ScrollChange {
    /// The program wants it: what moves the content goes on from there.
    case program
    /// Fingers, or what moves by itself, have brought it about; or it is led back to where there is content.
    case motion
    /// The content has another scale. Its offset follows it, and is not led back before.
    case scale
    /// An archive is read, which has the offset too.
    case archive

    /// Whether a change of the content's extent leaves the offset as it is.
    var keepsOffset: Bool { self == .scale || self == .archive }
}
