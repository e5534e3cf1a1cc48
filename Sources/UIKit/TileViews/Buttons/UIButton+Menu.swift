import Foundation
import TileGraphics

extension UIButton {
    func menuDidChange() {
        guard menu != nil || menuPress != nil else { return }
        let press = menuPress ?? MenuPress(self) { [unowned self] in openMenu(touch: $0) }
        menuPress = press
        press.opensByLongPress = menu != nil && !showsMenuAsPrimaryAction
        if isPopUp { showSelection() }
    }

    /// A Boolean value that indicates whether the title is the chosen element of the menu.
    private var isPopUp: Bool { showsMenuAsPrimaryAction && changesSelectionAsPrimaryAction && menu != nil }

    func menuPressBegan(_ touch: UITouch) {
        menuPress?.begin()
        if showsMenuAsPrimaryAction { menuPress?.began(at: touch.location(in: nil)) }
    }

    /// Opens the menu.
    ///
    /// - Parameter touch: The location of the touch that opens it, in the window.
    @discardableResult
    func openMenu(touch: CGPoint?) -> MenuOverlay? {
        guard isEnabled, let menu, window != nil else { return nil }
        sendActions(for: .menuActionTriggered)
        // The action's receivers may have set another menu.
        let overlay = MenuOverlay.show(self.menu ?? menu, from: self, sender: self, touch: touch)
        overlay?.willPerform = { [weak self] in self?.noteChoice($0) }
        return overlay
    }

    private func noteChoice(_ element: UIMenuElement) {
        guard isPopUp, let menu else { return }
        for each in menu.menuLeaves { each.menuState = each === element ? .on : .off }
        showSelection()
    }

    /// Shows the title of the first element that is on. If there is none, the first element is turned on.
    private func showSelection() {
        guard let leaves = menu?.menuLeaves, let shown = leaves.first(where: { $0.menuState == .on }) ?? leaves.first
        else { return }
        shown.menuState = .on
        if configuration != nil { configuration?.title = shown.title } else { setTitle(shown.title, for: .normal) }
    }
}
