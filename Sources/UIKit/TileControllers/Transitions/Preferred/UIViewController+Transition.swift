public import Foundation
public import TileDrawing
public import TileGeometry
public import TileViews

extension UIViewController {
    /// How a controller comes when it is pushed or presented, and goes when it is popped or dismissed; see
    /// `preferredTransition`.
    public final class Transition: NSObject {
        enum Manner {
            case style(UIModalTransitionStyle)
            case zoom(ZoomOptions, (ZoomSourceViewProviderContext) -> UIView?)
        }

        let manner: Manner

        private init(_ manner: Manner) { self.manner = manner }

        public static var coverVertical: Transition { Transition(.style(.coverVertical)) }
        public static var flipHorizontal: Transition { Transition(.style(.flipHorizontal)) }
        public static var crossDissolve: Transition { Transition(.style(.crossDissolve)) }
        public static var partialCurl: Transition { Transition(.style(.partialCurl)) }

        /// Grows out of a view, and shrinks back into one.
        ///
        /// - Parameter sourceViewProvider: asked whenever the controller comes or goes, so that it may go back into
        ///   another view than it came from. Nil, an empty view and one that is not on the screen that is left, or
        ///   gone back to, have the controller come and go as it would without a preferred transition.
        public static func zoom(
            options: ZoomOptions? = nil,
            sourceViewProvider: @escaping (ZoomSourceViewProviderContext) -> UIView?
        ) -> Transition { Transition(.zoom(options ?? ZoomOptions(), sourceViewProvider)) }

        /// The two controllers of a zoom.
        public final class ZoomSourceViewProviderContext: NSObject {
            /// The one that the source view is to be of: which is covered, or shows again.
            public let sourceViewController: UIViewController
            /// The one that grows, or shrinks.
            public let zoomedViewController: UIViewController

            init(source: UIViewController, zoomed: UIViewController) {
                (sourceViewController, zoomedViewController) = (source, zoomed)
            }
        }

        open class ZoomOptions: NSObject, NSCopying {
            public override init() {}

            /// The part of the zoomed controller's view that the source view becomes, in points of that view; nil, an
            /// empty rect and no closure stand for all of it.
            open var alignmentRectProvider: ((AlignmentRectContext) -> CGRect?)?
            /// Laid over what is behind the zoomed view; nil for black of 20 %.
            open var dimmingColor: UIColor?
            /// Whether a hand may begin to take the controller back: a drag downwards, or from the leading edge.
            open var interactiveDismissShouldBegin: ((InteractionContext) -> Bool)?

            open func copy(with zone: NSZone? = nil) -> Any {
                let copy = ZoomOptions()
                copy.alignmentRectProvider = alignmentRectProvider
                copy.dimmingColor = dimmingColor
                copy.interactiveDismissShouldBegin = interactiveDismissShouldBegin
                return copy
            }

            public final class AlignmentRectContext: NSObject {
                public let sourceView: UIView
                public let zoomedViewController: UIViewController

                init(source: UIView, zoomed: UIViewController) {
                    (sourceView, zoomedViewController) = (source, zoomed)
                }
            }

            public final class InteractionContext: NSObject {
                /// Of the finger, in points of the zoomed controller's view.
                public let location: CGPoint
                /// Of the finger, in points a second.
                public let velocity: CGVector
                /// Whether it would begin if nobody were asked.
                public let willBegin: Bool

                init(location: CGPoint, velocity: CGVector, willBegin: Bool) {
                    (self.location, self.velocity, self.willBegin) = (location, velocity, willBegin)
                }
            }
        }
    }

    /// The animator of `preferredTransition`; nil for the one that there is without it.
    ///
    /// - Parameters:
    ///   - isReturn: whether it goes.
    ///   - other: who is covered, or shows again.
    func preferredAnimator(
        isReturn: Bool, beside other: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
        switch preferredTransition?.manner {
        case nil: return nil
        case .style(let style): return style.animator(isDismissal: isReturn)
        case .zoom(let options, let provider):
            let context = Transition.ZoomSourceViewProviderContext(source: other, zoomed: self)
            guard let source = provider(context), source.bounds.width > 0, source.bounds.height > 0,
                [other, other.topmost].compactMap(\.viewIfLoaded).contains(where: source.isDescendant(of:)),
                viewIfLoaded.map(source.isDescendant(of:)) != true
            else { return nil }
            return Zoom(self, source, options).animator(isReturn: isReturn)
        }
    }

    /// The outermost of those that it is in.
    private var topmost: UIViewController {
        var topmost = self
        while let parent = topmost.parent { topmost = parent }
        return topmost
    }

    /// What a zoom lets a person do.
    var zoomOptions: Transition.ZoomOptions? {
        guard case .zoom(let options, _)? = preferredTransition?.manner else { return nil }
        return options
    }

    /// One that zooms can be dragged back.
    func updateZoomDrag() {
        guard let view = shownView, zoomOptions != nil, modality.zoomDrag?.view !== view else { return }
        modality.zoomDrag = ZoomDrag(self, on: view)
    }
}
