import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

/// A view over the whole window with the bar of an edit menu. Touches outside the bar are reported and go to the views
/// below.
///
/// The overlay has the traits of the view that the menu belongs to.
final class EditMenuOverlay: UIView, ViewPart {
    private weak var source: UIView?
    private let bar = EditMenuBar()
    private let direction: UIEditMenuArrowDirection
    private var target: CGRect
    private let size: CGSize
    /// The origin of the source view in the window.
    private var origin = CGPoint.zero
    private var watch: TouchWatch?

    /// Called when the menu must be dismissed: with the touch outside the bar, or with nil if the view is gone or
    /// hidden or the window has changed its size.
    var lost: ((UITouch?) -> Void)?
    /// Called when the view or one of its superviews has moved in the window.
    var moved: (() -> Void)?

    /// The minimum distance from the edges of the window, in points.
    private static let margin: CGFloat = 8
    private static let openingTime: TimeInterval = 0.3
    private static let closingTime: TimeInterval = 0.2

    /// Creates an overlay and adds it to a window.
    ///
    /// - Parameter target: The target rectangle in the coordinates of the source view.
    init(
        _ menu: UIMenu, of source: UIView, in window: UIWindow, at target: CGRect, _ direction: UIEditMenuArrowDirection
    ) {
        (self.source, self.target, self.direction, size) = (source, target, direction, window.bounds.size)
        super.init(frame: window.bounds)
        isOpaque = false
        autoresizingMask = [.flexibleWidth, .flexibleHeight]
        let traits = source.traitCollection
        traitOverrides.userInterfaceStyle = traits.userInterfaceStyle
        traitOverrides.layoutDirection = traits.layoutDirection
        traitOverrides.preferredContentSizeCategory = traits.preferredContentSizeCategory
        addSubview(bar)
        window.addSubview(self)
        let watch = TouchWatch(self)
        self.watch = watch
        window.addGestureRecognizer(watch)
        window.screen.layerHost.add(self)
        bar.turned = { [unowned self] in layOut(animated: true) }
        show(menu)
    }

    required init?(coder: NSCoder) { nil }

    var chosen: ((UIMenuElement, UIMenu) -> Void)? {
        get { bar.chosen }
        set { bar.chosen = newValue }
    }

    /// The bar, for tests.
    var shownBar: EditMenuBar { bar }

    func show(_ menu: UIMenu) {
        bar.room = room.width
        bar.show(menu)
        layOut(animated: false)
    }

    func refresh() {
        bar.refresh()
        layOut(animated: false)
    }

    // MARK: Position

    private var room: CGRect {
        var room = bounds.inset(by: window?.safeAreaInsets ?? .zero).insetBy(dx: Self.margin, dy: Self.margin)
        if let window, window.screen.keyboard.isShown {
            let top = convert(window.convert(window.screen.keyboard.frame, from: nil as UIWindow?), from: window).minY
            room.size.height = max(0, min(room.maxY, top - Self.margin) - room.minY)
        }
        return room
    }

    /// Moves the menu to another target, in the coordinates of the source view.
    func move(to target: CGRect, animated: Bool) {
        self.target = target
        layOut(animated: animated)
    }

    private func layOut(animated: Bool) {
        guard let source, let window, source.window === window else { return }
        origin = source.convert(CGPoint.zero, to: window)
        let place = EditMenuPlace(bar.fittingSize, at: source.convert(target, to: self), in: room, direction)
        let changes = { [bar] in
            bar.anchorPoint = place.anchor
            bar.bounds = CGRect(origin: .zero, size: place.frame.size)
            bar.center = CGPoint(
                x: place.frame.minX + place.anchor.x * place.frame.width,
                y: place.frame.minY + place.anchor.y * place.frame.height)
            bar.layoutIfNeeded()
        }
        guard animated else { return UIView.performWithoutAnimation(changes) }
        UIView.animate(
            withDuration: Self.closingTime, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
            animations: changes)
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        if bounds.size != size { lost?(nil) }
    }

    // MARK: Appearance and disappearance

    func appear(_ animator: EditMenuAnimator) {
        UIView.performWithoutAnimation {
            bar.transform = CGAffineTransform(scaleX: 0.7, y: 0.7)
            bar.alpha = 0
        }
        UIView.animate(
            withDuration: Self.openingTime, delay: 0, usingSpringWithDamping: 0.85, initialSpringVelocity: 0,
            options: .allowUserInteraction,
            animations: { [bar] in
                bar.transform = .identity
                bar.alpha = 1
                animator.animate()
            }, completion: { _ in animator.complete() })
    }

    /// Dismisses the menu. It receives no touches from then on.
    func vanish(animated: Bool, _ animator: EditMenuAnimator) {
        (lost, moved, bar.chosen) = (nil, nil, nil)
        isUserInteractionEnabled = false
        if let watch { watch.view?.removeGestureRecognizer(watch) }
        window?.screen.layerHost.remove(self)
        let end = { [self] in
            removeFromSuperview()
            animator.complete()
        }
        guard animated, window != nil else {
            animator.animate()
            return end()
        }
        UIView.animate(
            withDuration: Self.closingTime, delay: 0,
            animations: { [bar] in
                bar.alpha = 0
                animator.animate()
            }, completion: { _ in end() })
    }

    // MARK: Touches

    override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        let hit = super.hitTest(point, with: event)
        return hit === self ? nil : hit
    }

    /// A recognizer that observes the beginning of all touches in a window and recognizes nothing.
    private final class TouchWatch: UIGestureRecognizer {
        private weak var overlay: EditMenuOverlay?

        init(_ overlay: EditMenuOverlay) {
            self.overlay = overlay
            super.init(target: nil, action: nil)
            cancelsTouchesInView = false
            delaysTouchesEnded = false
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
            state = .failed
            guard let overlay else { return }
            if let outside = touches.first(where: { $0.view?.isDescendant(of: overlay) != true }) {
                overlay.lost?(outside)
            }
        }
    }
}

extension EditMenuOverlay: FrameParticipant {
    package var frameStage: FrameStage { .layout }
    package var wantsFrame: Bool { false }

    package func takePart(in host: LayerHost, at time: TimeInterval) {
        // Without its view, the interaction that would dismiss the menu no longer exists.
        guard let source else { return vanish(animated: false, EditMenuAnimator()) }
        guard let window, source.window === window,
            !sequence(first: source, next: \.superview).contains(where: \.isHidden)
        else { return lost?(nil) ?? () }
        if source.convert(CGPoint.zero, to: window) != origin { moved?() }
    }
}
