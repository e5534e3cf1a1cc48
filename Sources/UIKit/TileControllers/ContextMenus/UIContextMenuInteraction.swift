public import Foundation
import TileGraphics
public import TileViews

/// An interaction that shows a menu after a long press on a view and lifts the pressed view above the rest.
///
///     view.addInteraction(UIContextMenuInteraction(delegate: self))
///
/// The finger can move on to the menu's items and choose one. A tap outside the menu closes it, and a tap on the
/// preview is passed to the delegate.
open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// The appearance of a menu: with a preview, or only as a list.
    public enum Appearance: Int, Sendable {
        case unknown = 0
        case rich = 1
        case compact = 2
    }

    public init(delegate: any UIContextMenuInteractionDelegate) {
        self.delegate = delegate
        super.init()
        press.addAction(UIAction { [weak self] _ in self?.follow() })
        press.delegate = self
    }

    open private(set) weak var view: UIView?
    open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
    open var menuAppearance: Appearance { stage == nil ? .unknown : .rich }

    private let press = UILongPressGestureRecognizer()
    private var pending: UIContextMenuConfiguration?
    private var place = CGPoint.zero
    private var stage: ContextMenuStage?

    open func willMove(to view: UIView?) {
        guard view !== self.view else { return }
        stage?.close(animated: false)
        self.view?.removeGestureRecognizer(press)
    }

    open func didMove(to view: UIView?) {
        self.view = view
        view?.addGestureRecognizer(press)
    }

    /// Returns the position of the finger that opens or has last opened a menu, in a view's coordinates; nil for those
    /// of the window.
    open func location(in view: UIView?) -> CGPoint {
        view?.convert(place, from: nil) ?? place
    }

    /// Closes the menu if it is open.
    open func dismissMenu() { stage?.close(animated: true) }

    /// Replaces the open menu. It has no effect if none is open.
    open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) { stage?.update(block) }

    // MARK: The press

    private func follow() {
        place = press.location(in: nil)
        switch press.state {
        case .began: begin()
        case .changed: stage?.overlay?.follow(place)
        case .ended: stage?.overlay?.release(place)
        default: stage?.overlay?.loseFinger()
        }
    }

    private func begin() {
        guard let view, let configuration = pending else { return }
        pending = nil
        // A menu that is still closing is removed at once.
        stage?.finish()
        let identifier = configuration.identifier
        let lifted =
            delegate?.contextMenuInteraction(
                self, configuration: configuration, highlightPreviewForItemWithIdentifier: identifier)
            ?? delegate?.contextMenuInteraction(self, previewForHighlightingMenuWithConfiguration: configuration)
        let made = ContextMenuStage(configuration, in: view, lifted: lifted)
        made.willDisplay = { [weak self] animator in
            guard let self else { return }
            delegate?.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: animator)
        }
        made.willCommit = { [weak self] animator in
            guard let self else { return }
            delegate?.contextMenuInteraction(
                self, willPerformPreviewActionForMenuWith: configuration, animator: animator)
        }
        made.dismissalPreview = { [weak self] in
            guard let self, let delegate else { return nil }
            return delegate.contextMenuInteraction(
                self, configuration: configuration, dismissalPreviewForItemWithIdentifier: identifier)
                ?? delegate.contextMenuInteraction(self, previewForDismissingMenuWithConfiguration: configuration)
        }
        made.willEnd = { [weak self] animator in
            guard let self else { return }
            delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: animator)
        }
        made.didEnd = { [weak self, unowned made] in if self?.stage === made { self?.stage = nil } }
        stage = made
        if !made.open(touch: place) { stage = nil }
    }
}

extension UIContextMenuInteraction: UIGestureRecognizerDelegate {
    /// Whether the long press may begin. Without a menu it fails, and the touch is passed to the view under it.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let view, view.window != nil else { return false }
        place = gestureRecognizer.location(in: nil)
        pending = delegate?.contextMenuInteraction(
            self, configurationForMenuAtLocation: gestureRecognizer.location(in: view))
        return pending != nil
    }
}
