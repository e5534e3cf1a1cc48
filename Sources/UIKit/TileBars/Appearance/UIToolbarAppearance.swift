public import Foundation

/// The appearance of a toolbar.
open class UIToolbarAppearance: UIBarAppearance {
    open override func copy(with zone: NSZone? = nil) -> Any { UIToolbarAppearance(barAppearance: self) }

    override func setUp() {
        super.setUp()
        for appearance in [buttonAppearance, doneButtonAppearance] { listen(to: appearance) }
    }

    override func copyProperties(from other: UIBarAppearance) {
        super.copyProperties(from: other)
        guard let other = other as? UIToolbarAppearance else { return }
        buttonAppearance.copyProperties(from: other.buttonAppearance)
        doneButtonAppearance.copyProperties(from: other.doneButtonAppearance)
    }

    private final func listen(to appearance: UIBarButtonItemAppearance) {
        appearance.followers.add(self) { [weak self] in self?.didChange() }
    }

    open var buttonAppearance = UIBarButtonItemAppearance(style: .plain) {
        didSet {
            listen(to: buttonAppearance)
            didChange()
        }
    }

    open var doneButtonAppearance = UIBarButtonItemAppearance(style: .done) {
        didSet {
            listen(to: doneButtonAppearance)
            didChange()
        }
    }

    /// Returns the appearance for buttons of a style.
    final func appearance(for style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
        style == .done ? doneButtonAppearance : buttonAppearance
    }
}
