import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileViews

/// The animation of a controller that grows out of a view or shrinks into one.
struct Zoom {
    private let zoomed: UIViewController
    private let source: UIView
    private let options: UIViewController.Transition.ZoomOptions

    /// The duration in seconds.
    static let duration = 0.5

    init(_ zoomed: UIViewController, _ source: UIView, options: UIViewController.Transition.ZoomOptions) {
        (self.zoomed, self.source, self.options) = (zoomed, source, options)
    }

    func animator(isReturn: Bool) -> ViewMover {
        var stage: ZoomStage?
        return ViewMover(
            duration: Self.duration,
            prepare: { transition in
                let change = transition.change
                guard let view = isReturn ? change.fromView : change.toView, let to = change.to else { return }
                let container = transition.containerView
                if isReturn {
                    if let below = change.toView { container.insertSubview(below, belowSubview: view) }
                    // The source view must be laid out first.
                    source.window?.layoutIfNeeded()
                } else {
                    view.frame = transition.finalFrame(for: to)
                }
                let made = ZoomStage(
                    view, over: source, alignment: alignment, in: container)
                if transition.presentationStyle.leavesShade {
                    made.shade.backgroundColor = options.dimmingColor ?? UIColor(white: 0, alpha: 0.2)
                }
                made.setZoomed(isReturn)
                stage = made
            },
            move: { _ in stage?.setZoomed(!isReturn) },
            cleanUp: { _, _ in
                stage?.end()
                stage = nil
            })
    }

    private var alignment: CGRect? {
        options.alignmentRectProvider?(
            UIViewController.Transition.ZoomOptions.AlignmentRectContext(source: source, zoomed: zoomed))
    }
}

extension UIModalPresentationStyle {
    /// Whether nothing else dims the background: in a push or a full-screen presentation.
    fileprivate var leavesShade: Bool { [.none, .fullScreen, .overFullScreen].contains(self) }
}

/// A container that clips a zooming view to a rectangle between the source view's and its own.
private final class ZoomStage: UIView {
    /// The geometry of the stage's content.
    private struct State {
        var frame: CGRect
        var radius: CGFloat
        var center: CGPoint
        var scale: CGFloat
        var imageCenter: CGPoint
        var imageScale: CGFloat
    }

    private let zoomed: UIView
    private let source: UIView
    private let container: UIView
    private let place: CGRect
    private let alpha0: CGFloat
    private let carrier: Carrier
    /// A snapshot of the source view, which turns into the zoomed view.
    private let image: UIView
    /// A container of the snapshot. Both fade out, so that the snapshot has disappeared before the zoomed view is
    /// large.
    private let veil = UIView()
    private let small: State
    private let large: State
    /// The view that dims the background.
    let shade = UIView()

    init(_ zoomed: UIView, over source: UIView, alignment: CGRect?, in container: UIView) {
        (self.zoomed, self.source, self.container) = (zoomed, source, container)
        place = zoomed.frame
        alpha0 = source.alpha
        let whole = CGRect(origin: .zero, size: place.size)
        let part = alignment.flatMap { $0.isFiniteArea ? $0 : nil } ?? whole
        let out = source.convert(source.bounds, to: container)
        let scale = max(out.width / max(1, part.width), out.height / max(1, part.height))
        small = State(
            frame: out, radius: source.layer.cornerRadius,
            center: CGPoint(
                x: out.width / 2 + scale * (whole.midX - part.midX),
                y: out.height / 2 + scale * (whole.midY - part.midY)),
            scale: scale, imageCenter: CGPoint(x: out.width / 2, y: out.height / 2), imageScale: 1)
        // The snapshot fills the stage, unless it corresponds to a part of the zoomed view.
        let cover = part == whole ? max(place.width / out.width, place.height / out.height) : 1 / scale
        large = State(
            frame: place, radius: 0, center: CGPoint(x: whole.midX, y: whole.midY), scale: 1,
            imageCenter: CGPoint(x: part.midX, y: part.midY), imageScale: cover)
        image = source.squareSnapshot ?? UIView()
        carrier = Carrier(frame: whole)
        super.init(frame: out)
        clipsToBounds = true
        carrier.insets = container.safeArea(of: place)
        image.bounds.size = out.size
        shade.frame = container.bounds
        shade.isUserInteractionEnabled = false
        container.insertSubview(shade, belowSubviewIn: zoomed)
        container.insertSubview(self, aboveSubview: shade)
        addSubview(carrier)
        carrier.addSubview(zoomed)
        zoomed.frame = whole
        veil.frame = whole
        veil.isUserInteractionEnabled = false
        veil.addSubview(image)
        addSubview(veil)
        source.alpha = 0
    }

    required init?(coder: NSCoder) { nil }

    func setZoomed(_ isZoomed: Bool) {
        let state = isZoomed ? large : small
        frame = state.frame
        layer.cornerRadius = state.radius
        carrier.center = state.center
        carrier.transform = CGAffineTransform(scaleX: state.scale, y: state.scale)
        image.center = state.imageCenter
        image.transform = CGAffineTransform(scaleX: state.imageScale, y: state.imageScale)
        (image.alpha, veil.alpha) = isZoomed ? (0, 0) : (1, 1)
        shade.alpha = isZoomed ? 1 : 0
    }

    /// Restores the views, with the zoomed view in front.
    func end() {
        source.alpha = alpha0
        container.insertSubview(zoomed, aboveSubview: self)
        zoomed.frame = place
        shade.removeFromSuperview()
        removeFromSuperview()
    }

    /// A view that keeps the safe area of the zoomed view at rest, regardless of its current size.
    private final class Carrier: UIView {
        var insets = UIEdgeInsets.zero
        override var safeAreaInsets: UIEdgeInsets { insets }
    }
}

extension UIView {
    /// A snapshot with square corners, which the stage rounds.
    fileprivate var squareSnapshot: UIView? {
        let radius = layer.cornerRadius
        layer.cornerRadius = 0
        defer { layer.cornerRadius = radius }
        return snapshotView(afterScreenUpdates: true)
    }

    /// Returns the overlap of the safe area's insets with a rectangle.
    fileprivate func safeArea(of rect: CGRect) -> UIEdgeInsets {
        let (safe, bounds) = (safeAreaInsets, bounds)
        return UIEdgeInsets(
            top: max(0, min(safe.top, bounds.minY + safe.top - rect.minY)),
            left: max(0, min(safe.left, bounds.minX + safe.left - rect.minX)),
            bottom: max(0, min(safe.bottom, rect.maxY - bounds.maxY + safe.bottom)),
            right: max(0, min(safe.right, rect.maxX - bounds.maxX + safe.right)))
    }

    /// Inserts a view below another one if that is a subview; otherwise in front.
    fileprivate func insertSubview(_ view: UIView, belowSubviewIn other: UIView) {
        if other.superview === self { insertSubview(view, belowSubview: other) } else { addSubview(view) }
    }
}

extension CGRect {
    fileprivate var isFiniteArea: Bool {
        [origin.x, origin.y, width, height].allSatisfy(\.isFinite) && width > 0 && height > 0
    }
}
