public import Foundation

/// The effect at an edge of a scroll view that keeps what lies over the content legible.
///
/// With the style `.automatic` it is visible below the views of a `UIScrollEdgeElementContainerInteraction`, because
/// bars have backgrounds of their own; with the other styles also in the adjusted content inset. It is visible only
/// while content is there.
public final class UIScrollEdgeEffect: NSObject {
    public struct Style: Hashable, Sendable {
        enum Kind { case automatic, soft, hard }

        let kind: Kind

        /// The soft style, where something lies over the content.
        public static let automatic = Style(kind: .automatic)
        /// A blur that fades out towards the content.
        public static let soft = Style(kind: .soft)
        /// A blur with a line at its end.
        public static let hard = Style(kind: .hard)
    }

    private weak var scrollView: UIScrollView?

    public var style = Style.automatic { didSet { if style != oldValue { scrollView?.setNeedsLayout() } } }

    public var isHidden = false { didSet { if isHidden != oldValue { scrollView?.setNeedsLayout() } } }

    init(_ scrollView: UIScrollView) { self.scrollView = scrollView }
}

extension UIScrollView {
    public var topEdgeEffect: UIScrollEdgeEffect { edgeEffects.top.effect }
    public var leftEdgeEffect: UIScrollEdgeEffect { edgeEffects.left.effect }
    public var bottomEdgeEffect: UIScrollEdgeEffect { edgeEffects.bottom.effect }
    public var rightEdgeEffect: UIScrollEdgeEffect { edgeEffects.right.effect }
}
