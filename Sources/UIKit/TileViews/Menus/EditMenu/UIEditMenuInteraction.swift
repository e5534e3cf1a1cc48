public import Foundation
import TileGraphics

/// An interaction that presents an edit menu in a view: a bar of commands such as Cut, Copy and Paste.
///
///     let interaction = UIEditMenuInteraction(delegate: self)
///     view.addInteraction(interaction)
///     interaction.presentEditMenu(with: UIEditMenuConfiguration(identifier: nil, sourcePoint: point))
///
/// The menu suggests the editing commands that responders can perform: `canPerformAction(_:withSender:)` is called from
/// the window's first responder on, and then from the view. A touch outside the bar dismisses the menu and goes to the
/// view under it. Removing the view from its window also dismisses the menu. Text fields and text views have an edit
/// menu of their own.
open class UIEditMenuInteraction: NSObject, UIInteraction {
    public init(delegate: (any UIEditMenuInteractionDelegate)?) {
        self.delegate = delegate
        super.init()
    }

    open private(set) weak var view: UIView?
    open private(set) weak var delegate: (any UIEditMenuInteractionDelegate)?

    /// The commands that the menu can suggest.
    package final var commands = EditCommand.allCases
    /// Called after a selected element was performed.
    package final var didPerform: ((UIMenuElement) -> Void)?
    /// The beginning of the touch that dismissed the last menu, in seconds on the screen's clock; nil if it was
    /// dismissed otherwise.
    package private(set) final var dismissingTouch: TimeInterval?

    private var shown: (configuration: UIEditMenuConfiguration, overlay: EditMenuOverlay)?
    /// The location of the menu in the window.
    private var place = CGPoint.zero

    /// A Boolean value that indicates whether a menu is visible and not being dismissed.
    package final var isShown: Bool { shown != nil }
    /// The overlay, for tests.
    final var overlay: EditMenuOverlay? { shown?.overlay }

    open func willMove(to view: UIView?) { if view !== self.view { end(animated: false) } }
    open func didMove(to view: UIView?) { self.view = view }

    /// Returns the location of the last menu in the coordinates of a view, or of the window if the view is nil.
    open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

    // MARK: Presenting

    /// Presents a menu and dismisses a visible one. Presents nothing if the view is not in a window or the menu is
    /// empty.
    open func presentEditMenu(with configuration: UIEditMenuConfiguration) {
        end(animated: false)
        dismissingTouch = nil
        guard let view, let window = view.window, let menu = menu(for: configuration) else { return }
        place = view.convert(configuration.sourcePoint, to: nil)
        let animator = EditMenuAnimator()
        delegate?.editMenuInteraction(self, willPresentMenuFor: configuration, animator: animator)
        // The delegate may have removed the view or presented another menu.
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

    /// Dismisses the visible menu, if any.
    open func dismissMenu() { end(animated: true) }

    /// Requests the visible menu from the delegate again and updates it. Does nothing if no menu is visible.
    open func reloadVisibleMenu() {
        guard let shown else { return }
        guard let menu = menu(for: shown.configuration) else { return end(animated: true) }
        shown.overlay.show(menu)
    }

    /// Requests the target rectangle from the delegate again and moves the menu. Does nothing if no menu is visible.
    open func updateVisibleMenuPosition(animated: Bool) {
        guard let shown else { return }
        shown.overlay.move(to: target(for: shown.configuration), animated: animated)
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
