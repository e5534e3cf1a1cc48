import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

/// An edit menu's bar over all that a window shows. Touches beside it go on to what is there, and are told of.
///
/// It has the traits of the view that it belongs to.
final class EditMenuOverlay: UIView, ViewPart {
    private weak var source: UIView?
    private let bar = EditMenuBar()
    private let direction: UIEditMenuArrowDirection
    private var target: CGRect
    private let size: CGSize
    /// Where the source's coordinates begin, in the window.
    private var origin = CGPoint.zero
    private var watch: TouchWatch?

    /// Told when it can't stay: of the touch beside it, or without one, when its view is gone or hidden, or the window
    /// has another size.
    var lost: ((UITouch?) -> Void)?
    /// Told when its view has moved in the window, or what is in that.
    var moved: (() -> Void)?

    /// Between it and the window's edges, in points.
    private static let margin: CGFloat = 8
    private static let openingTime: TimeInterval = 0.3
    private static let closingTime: TimeInterval = 0.2

    /// - Parameter target: in the source's coordinates.
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
        bar.turned = { [unowned self] in place(animated: true) }
        show(menu)
    }

    required init?(coder: NSCoder) { nil }

    var chosen: ((UIMenuElement, UIMenu) -> Void)? {
        get { bar.chosen }
        set { bar.chosen = newValue }
    }

    /// For tests.
    var shownBar: EditMenuBar { bar }

    func show(_ menu: UIMenu) {
        bar.room = room.width
        bar.show(menu)
        place(animated: false)
    }

    func refresh() {
        bar.refresh()
        place(animated: false)
    }

    // MARK: Place

    private var room: CGRect {
        var room = bounds.inset(by: window?.safeAreaInsets ?? .zero).insetBy(dx: Self.margin, dy: Self.margin)
        if let window, window.screen.keyboard.isShown {
            let top = convert(window.convert(window.screen.keyboard.frame, from: nil as UIWindow?), from: window).minY
            room.size.height = max(0, min(room.maxY, top - Self.margin) - room.minY)
        }
        return room
    }

    /// Another target, in the source's coordinates.
    func place(at target: CGRect, animated: Bool) {
        self.target = target
        place(animated: animated)
    }

    private func place(animated: Bool) {
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

    // MARK: Coming and going

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

    /// It takes no touches from now on.
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

    /// Sees all touches of a window begin, and recognizes nothing.
    private final class TouchWatch: UIGestureRecognizer {
        private weak var overlay: EditMenuOverlay?

        init(_ overlay: EditMenuOverlay) {
            self.overlay = overlay
            super.init(target: nil, action: nil)
            cancelsTouchesInView = false
            delaysTouchesEnded = false
        }

        required init?(coder: NSCoder) { nil }

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
        // With its view the interaction is gone that would take it away.
        guard let source else { return vanish(animated: false, EditMenuAnimator()) }
        guard let window, source.window === window,
            !sequence(first: source, next: \.superview).contains(where: \.isHidden)
        else { return lost?(nil) ?? () }
        if source.convert(CGPoint.zero, to: window) != origin { moved?() }
    }
}
