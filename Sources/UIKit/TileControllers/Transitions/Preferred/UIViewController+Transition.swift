public import Foundation
public import TileDrawing
public import TileGeometry
public import TileViews

extension UIViewController {
    /// The transition of a controller when it is pushed, presented, popped or dismissed; see `preferredTransition`.
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

        /// Creates a transition in which the controller grows out of a view and shrinks back into one.
        ///
        /// - Parameter sourceViewProvider: called whenever the controller appears or disappears, so it may return into
        ///   another view. If it returns nil, an empty view, or a view that isn't on the other screen, the controller
        ///   appears and disappears without a preferred transition.
        public static func zoom(
            options: ZoomOptions? = nil,
            sourceViewProvider: @escaping (ZoomSourceViewProviderContext) -> UIView?
        ) -> Transition { Transition(.zoom(options ?? ZoomOptions(), sourceViewProvider)) }

        /// The two controllers of a zoom transition.
        public final class ZoomSourceViewProviderContext: NSObject {
            /// The controller that contains the source view and is covered or revealed.
            public let sourceViewController: UIViewController
            /// The controller that grows or shrinks.
            public let zoomedViewController: UIViewController

            init(source: UIViewController, zoomed: UIViewController) {
                (sourceViewController, zoomedViewController) = (source, zoomed)
            }
        }

        open class ZoomOptions: NSObject, NSCopying {
            public override init() {}

            /// A closure that returns the part of the zoomed controller's view that corresponds to the source view, in
            /// points of that view. Nil, an empty rectangle and no closure mean the whole view.
            open var alignmentRectProvider: ((AlignmentRectContext) -> CGRect?)?
            /// The color over the background of the zoomed view; nil for black with an opacity of 20 %.
            open var dimmingColor: UIColor?
            /// A closure that returns whether an interactive dismissal may begin, by dragging down or from the leading
            /// edge.
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
                /// The position of the finger, in points of the zoomed controller's view.
                public let location: CGPoint
                /// The speed of the finger, in points per second.
                public let velocity: CGVector
                /// Whether the dismissal would begin by default.
                public let willBegin: Bool

                init(location: CGPoint, velocity: CGVector, willBegin: Bool) {
                    (self.location, self.velocity, self.willBegin) = (location, velocity, willBegin)
                }
            }
        }
    }

    /// Returns the animator of `preferredTransition`; nil for the standard one.
    ///
    /// - Parameters:
    ///   - isReturn: whether the controller disappears.
    ///   - other: the controller that is covered or revealed.
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
            return Zoom(self, source, options: options).animator(isReturn: isReturn)
        }
    }

    /// The topmost ancestor.
    private var topmost: UIViewController {
        var topmost = self
        while let parent = topmost.parent { topmost = parent }
        return topmost
    }

    /// The options of a zoom transition.
    var zoomOptions: Transition.ZoomOptions? {
        guard case .zoom(let options, _)? = preferredTransition?.manner else { return nil }
        return options
    }

    /// Adds the gesture that drags a zoomed controller back.
    func updateZoomDrag() {
        guard let view = shownView, zoomOptions != nil, modality.zoomDrag?.view !== view else { return }
        modality.zoomDrag = ZoomDrag(self, on: view)
    }
}
