public import Foundation
import TileGraphics
public import TileViews

/// Shows a menu where a finger is pressed on a view and stays, with what was pressed lifted off the rest.
///
///     view.addInteraction(UIContextMenuInteraction(delegate: self))
///
/// The same finger may go on to the menu's lines, and choose one; a tap beside the menu closes it, and a tap on the
/// preview goes to the delegate.
open class UIContextMenuInteraction: NSObject, UIInteraction {
    /// How a menu looks: with a preview, or as a list alone.
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

    /// Where the finger is that opens a menu, or has opened the last one; in a view's coordinates, nil for the
    /// window's.
    open func location(in view: UIView?) -> CGPoint {
        view?.convert(place, from: nil) ?? place
    }

    /// Closes the menu, if one is open.
    open func dismissMenu() { stage?.close(animated: true) }

    /// Shows another menu in place of the one that is open; nothing while none is.
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
        // One that is still closing goes at once.
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
    /// Where there is no menu the press fails, and the touch goes on to what is under it.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let view, view.window != nil else { return false }
        place = gestureRecognizer.location(in: nil)
        pending = delegate?.contextMenuInteraction(
            self, configurationForMenuAtLocation: gestureRecognizer.location(in: view))
        return pending != nil
    }
}
