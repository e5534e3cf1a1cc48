public import Foundation
import TileGraphics

/// Shows an edit menu for something in a view: a bar of commands beside it, as Cut, Copy and Paste.
///
///     let interaction = UIEditMenuInteraction(delegate: self)
///     view.addInteraction(interaction)
///     interaction.presentEditMenu(with: UIEditMenuConfiguration(identifier: nil, sourcePoint: point))
///
/// It suggests the editing commands that somebody in the responder chain performs: `canPerformAction(_:withSender:)` is
/// asked from the window's first responder on, and then from the view. A touch beside the bar dismisses it and goes on
/// to what is there; so does a view that leaves its window. Text fields and text views have one of their own.
open class UIEditMenuInteraction: NSObject, UIInteraction {
    public init(delegate: (any UIEditMenuInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }

    open private(set) weak var view: UIView?
    open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?

    /// What the menu suggests, of what can be done.
    package final var commands = EditCommand.allCases
    /// Told of an element that was chosen, once it has performed.
    package final var didPerform: ((UIMenuElement) -> Void)?
    /// When the touch began that dismissed the last menu, in seconds on the screen's clock; nil where it was no touch.
    package private(set) final var dismissingTouch: TimeInterval?

    private var shown: (configuration: UIEditMenuConfiguration, overlay: EditMenuOverlay)?
    /// In the window.
    private var place = CGPoint.zero

    /// Whether a menu shows, and is not on its way out.
    package final var isShown: Bool { shown != nil }
    /// For tests.
    final var overlay: EditMenuOverlay? { shown?.overlay }

    open func willMove(to view: UIView?) { if view !== self.view { end(animated: false) } }
    open func didMove(to view: UIView?) { self.view = view }

    /// Where the menu was last presented, in a view's coordinates; nil for the window's.
    open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

    // MARK: Presenting

    /// Shows a menu, in place of one that shows; none where the view is in no window, or the menu has nothing in it.
    open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
        end(animated: false)
        dismissingTouch = nil
        guard let view, let window = view.window, let menu = menu(for: configuration) else { return }
        place = view.convert(configuration.sourcePoint, to: nil)
        let animator = EditMenuAnimator()
        delegate?.editMenuInteraction(self, willPresentMenuFor: configuration, animator: animator)
        // Whoever was told may have taken the view away, or shown another menu.
        guard view.window === window, shown == nil else { return }
        let overlay = EditMenuOverlay(
            menu, of: view, in: window, at: target(for: configuration), configuration.preferredArrowDirection)
        shown = (configuration, overlay)
        overlay.lost = { [weak self] touch in
            self?.dismissingTouch = touch?.timestamp
            self?.end(animated: touch != nil)
        }
        overlay.moved = { [weak self] in self?.updateVisibleMenuPosition(animated: false) }
        overlay.chosen = { [weak self] element, menu in self?.choose(element, of: menu) }
        overlay.appear(animator)
    }

    /// Takes the menu away, if one shows.
    open func dismissMenu() { end(animated: true) }

    /// Asks for the menu again, and shows what it is now; nothing while none shows.
    open func reloadVisibleMenu() {
        guard let shown else { return }
        guard let menu = menu(for: shown.configuration) else { return end(animated: true) }
        shown.overlay.show(menu)
    }

    /// Asks for the target's rect again, and moves the menu there; nothing while none shows.
    open func updateVisibleMenuPosition(animated: Bool) {
        guard let shown else { return }
        shown.overlay.place(at: target(for: shown.configuration), animated: animated)
    }

    private func menu(for configuration: UIEditMenuConfiguration) -> UIMenu? {
        guard let view else { return nil }
        let suggested = EditCommand.suggested(commands, for: view)
        let menu =
            delegate?.editMenuInteraction(self, menuFor: configuration, suggestedActions: suggested)
            ?? UIMenu(children: suggested)
        return MenuContent(menu).sections.isEmpty ? nil : menu
    }

    private func target(for configuration: UIEditMenuConfiguration) -> CGRect {
        let rect = delegate?.editMenuInteraction(self, targetRectFor: configuration) ?? .null
        let isPlace = rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite && rect.height.isFinite
        return isPlace ? rect : CGRect(origin: configuration.sourcePoint, size: .zero)
    }

    private func end(animated: Bool) {
        guard let ending = shown else { return }
        shown = nil
        let animator = EditMenuAnimator()
        delegate?.editMenuInteraction(self, willDismissMenuFor: ending.configuration, animator: animator)
        ending.overlay.vanish(animated: animated, animator)
    }

    private func choose(_ element: UIMenuElement, of menu: UIMenu) {
        let view = view
        element.settleSelection(in: menu)
        if !element.keepsMenuPresented { end(animated: true) }
        element.perform(from: view, sender: self)
        if element.keepsMenuPresented { shown?.overlay.refresh() }
        didPerform?(element)
    }
}
