import Foundation
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// A visible context menu: a dimmed window, the pressed view or its preview above it, and the menu beside that.
final class ContextMenuStage {
    private let configuration: UIContextMenuConfiguration
    private unowned let view: UIView
    private let lifted: UITargetedPreview?
    private var menu = UIMenu()
    private let backdrop = UIView(frame: .zero)
    private let dimming = UIView(frame: .zero)
    private let preview = UIView(frame: .zero)
    private var controller: UIViewController?
    /// The frame of the pressed view, in window coordinates.
    private var source = CGRect.zero
    private var closing: ContextMenuAnimator?
    private var hasEnded = false
    private(set) weak var overlay: MenuOverlay?

    var willDisplay: ((ContextMenuAnimator) -> Void)?
    var willCommit: ((ContextMenuAnimator) -> Void)?
    /// A closure that returns the preview to which the lifted view moves on closing; nil for its original position.
    var dismissalPreview: (() -> UITargetedPreview?)?
    var willEnd: ((ContextMenuAnimator) -> Void)?
    var didEnd: (() -> Void)?

    /// The distance between a preview and the menu (`gap`) and the corner radius of a preview (`radius`), in points.
    private static let gap: CGFloat = 6
    private static let radius: CGFloat = 13
    private static let openingTime: TimeInterval = 0.4

    private static let dimmingColor = UIColor { traits in
        UIColor(white: 0, alpha: traits.userInterfaceStyle == .dark ? 0.5 : 0.25)
    }

    /// Creates a stage.
    ///
    /// - Parameter lifted: the preview that is lifted; nil for the view.
    init(_ configuration: UIContextMenuConfiguration, in view: UIView, lifted: UITargetedPreview?) {
        (self.configuration, self.view, self.lifted) = (configuration, view, lifted)
    }

    // MARK: Opening

    /// Shows the menu and returns true; false if there is nothing to show.
    func open(touch: CGPoint) -> Bool {
        guard let window = view.window else { return false }
        menu = configuration.actionProvider?([]) ?? UIMenu()
        controller = configuration.previewProvider?()
        guard controller != nil || !menu.children.isEmpty else { return false }
        source = lifted?.frame(in: window) ?? view.convert(view.bounds, to: window)
        let measure = MenuOverlay.measure(menu, in: window)
        let frame = previewFrame(for: wanted, menu: measure)
        build(window.bounds, frame)
        let animator = ContextMenuAnimator(controller)
        willDisplay?(animator)
        let shown = MenuOverlay.show(
            menu, from: view, at: window.convert(frame, to: view), sender: nil,
            order: configuration.preferredMenuElementOrder == .priority ? .nearestFirst : .topFirst, touch: touch,
            behind: backdrop)
        guard let shown else { return false }
        overlay = shown
        shown.takesTap = { [unowned self] point in takeTap(point) }
        shown.willClose = { [self] animated in begin(closing: animated) }
        shown.didClose = { [self] in finish() }
        appear(to: frame, animator)
        return true
    }

    /// The preferred size of the preview.
    private var wanted: CGSize {
        guard let controller else { return source.size }
        let size = controller.preferredContentSize
        return size.width > 0 && size.height > 0 ? size : view.window?.bounds.size ?? .zero
    }

    /// Returns the frame of the preview: that of the pressed view, moved and reduced to leave space for the menu.
    private func previewFrame(for wanted: CGSize, menu: (size: CGSize, room: CGRect)) -> CGRect {
        var room = menu.room
        // A row is as wide as the window and keeps its width.
        if controller == nil, let bounds = view.window?.bounds { (room.origin.x, room.size.width) = (0, bounds.width) }
        let isOpen = menu.size.height > 0
        // The menu scrolls before it takes more than half of the height from the preview.
        let below = isOpen ? min(menu.size.height, room.height / 2) + Self.gap : 0
        let limit = CGSize(width: room.width, height: max(1, room.height - below))
        var size = wanted
        // The pressed view is scaled down only if it is larger than the available space.
        let scale = min(1, limit.width / max(1, size.width), limit.height / max(1, size.height))
        if scale < 1 {
            size =
                controller == nil
                ? CGSize(width: size.width * scale, height: size.height * scale)
                : CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height))
        }
        let free = CGPoint(x: room.maxX - size.width, y: room.maxY - size.height)
        let x = max(room.minX, min(source.midX - size.width / 2, free.x))
        var y = max(room.minY, min(source.midY - size.height / 2, free.y))
        let (spaceBelow, spaceAbove) = (room.maxY - y - size.height, y - room.minY)
        if isOpen, below > spaceBelow, below > spaceAbove { y = max(room.minY, room.maxY - below - size.height) }
        return CGRect(x: x.rounded(), y: y.rounded(), width: size.width, height: size.height)
    }

    private func build(_ bounds: CGRect, _ frame: CGRect) {
        for part in [backdrop, dimming] {
            part.frame = bounds
            part.isUserInteractionEnabled = false
        }
        dimming.backgroundColor = Self.dimmingColor
        backdrop.addSubview(dimming)
        preview.frame = frame
        preview.isOpaque = false
        preview.layer.shadowColor = UIColor.black.cgColor
        preview.layer.shadowOpacity = 0.25
        preview.layer.shadowRadius = 20
        preview.layer.shadowOffset = CGSize(width: 0, height: 8)
        guard let content = content() else { return }
        content.frame = preview.bounds
        preview.addSubview(content)
        backdrop.addSubview(preview)
    }

    /// Returns the content of the preview.
    private func content() -> UIView? {
        if let controller {
            let box = UIView(frame: CGRect(origin: .zero, size: preview.bounds.size))
            (box.clipsToBounds, box.layer.cornerRadius) = (true, Self.radius)
            box.backgroundColor = .systemBackground
            controller.loadViewIfNeeded()
            controller.view.frame = box.bounds
            box.addSubview(controller.view)
            return box
        }
        return Self.picture(of: lifted?.view ?? view, lifted?.parameters)
    }

    /// Returns a snapshot of a view's current appearance.
    private static func picture(of shown: UIView, _ parameters: UIPreviewParameters?) -> UIView? {
        guard let snapshot = shown.snapshotView(afterScreenUpdates: false) else { return nil }
        let box = UIView(frame: CGRect(origin: .zero, size: shown.bounds.size))
        box.isOpaque = false
        snapshot.frame = box.bounds
        snapshot.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        box.addSubview(snapshot)
        box.backgroundColor = parameters?.backgroundColor
        if let path = parameters?.visiblePath {
            let mask = CAShapeLayer()
            mask.path = path.cgPath
            box.layer.mask = mask
        } else {
            box.layer.cornerRadius = shown.layer.cornerRadius
            box.clipsToBounds = shown.layer.cornerRadius > 0
        }
        return box
    }

    private func appear(to frame: CGRect, _ animator: ContextMenuAnimator) {
        UIView.performWithoutAnimation {
            dimming.alpha = 0
            // The preview starts at the position of the pressed view.
            preview.center = CGPoint(x: source.midX, y: source.midY)
            let start = frame.width > 0 ? min(1, source.width / frame.width) : 1
            preview.transform = CGAffineTransform(scaleX: max(0.05, start), y: max(0.05, start))
            if controller != nil { preview.alpha = 0 }
        }
        UIView.animate(
            withDuration: Self.openingTime, delay: 0, usingSpringWithDamping: 0.85, initialSpringVelocity: 0,
            options: .allowUserInteraction,
            animations: { [self] in
                dimming.alpha = 1
                preview.center = CGPoint(x: frame.midX, y: frame.midY)
                preview.transform = .identity
                preview.alpha = 1
                animator.animate()
            }, completion: { _ in animator.complete() })
    }

    // MARK: While visible

    func update(_ block: (UIMenu) -> UIMenu) {
        menu = block(menu)
        overlay?.replace(with: menu)
    }

    /// Handles a tap on the preview by informing the program.
    private func takeTap(_ point: CGPoint) -> Bool {
        guard preview.frame.contains(point) else { return false }
        let animator = ContextMenuAnimator(controller)
        closing = animator
        willCommit?(animator)
        overlay?.close(animated: true)
        return true
    }

    // MARK: Closing

    func close(animated: Bool) { overlay?.close(animated: animated) }

    private func begin(closing animated: Bool) {
        let animator = ContextMenuAnimator(controller)
        let commit = closing
        let landing = commit == nil ? landing() : nil
        willEnd?(animator)
        let changes = { [self] in
            dimming.alpha = 0
            if let landing {
                land(on: landing)
            } else if controller != nil || commit != nil {
                preview.alpha = 0
            } else {
                preview.center = CGPoint(x: source.midX, y: source.midY)
                preview.layer.shadowOpacity = 0
            }
            animator.animate()
            commit?.animate()
        }
        let end = {
            animator.complete()
            commit?.complete()
        }
        guard animated else {
            changes()
            return end()
        }
        UIView.animate(
            withDuration: MenuOverlay.closingTime, delay: 0, animations: changes, completion: { _ in end() })
    }

    /// Returns the snapshot that covers the preview when it arrives, and its frame in the window.
    private func landing() -> (picture: UIView?, frame: CGRect)? {
        guard let window = overlay?.window, let wanted = dismissalPreview?(), wanted.target.container.window === window
        else { return nil }
        let frame = wanted.frame(in: window)
        guard frame.minX.isFinite, frame.minY.isFinite, frame.width > 0, frame.height > 0 else { return nil }
        // The same view needs no second snapshot.
        guard wanted.view !== lifted?.view || controller != nil,
            let picture = Self.picture(of: wanted.view, wanted.parameters)
        else { return (nil, frame) }
        UIView.performWithoutAnimation {
            picture.frame = preview.bounds
            picture.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            picture.alpha = 0
            preview.addSubview(picture)
        }
        return (picture, frame)
    }

    private func land(on landing: (picture: UIView?, frame: CGRect)) {
        landing.picture?.alpha = 1
        for part in preview.subviews where landing.picture != nil && part !== landing.picture { part.alpha = 0 }
        preview.center = CGPoint(x: landing.frame.midX, y: landing.frame.midY)
        preview.transform = CGAffineTransform(
            scaleX: landing.frame.width / max(1, preview.bounds.width),
            y: landing.frame.height / max(1, preview.bounds.height))
        preview.layer.shadowOpacity = 0
    }

    /// Removes the stage after the menu has closed.
    func finish() {
        guard !hasEnded else { return }
        hasEnded = true
        overlay?.removeFromSuperview()
        controller?.viewIfLoaded?.removeFromSuperview()
        didEnd?()
    }
}

extension UITargetedPreview {
    /// Returns the frame at the preview's target, in window coordinates.
    fileprivate func frame(in window: UIWindow) -> CGRect {
        let size = size.applying(target.transform)
        let (width, height) = (abs(size.width), abs(size.height))
        return target.container.convert(
            CGRect(x: target.center.x - width / 2, y: target.center.y - height / 2, width: width, height: height),
            to: window)
    }
}
