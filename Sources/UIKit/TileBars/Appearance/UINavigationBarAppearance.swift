public import Foundation
public import TileDrawing

/// How a navigation bar looks.
open class UINavigationBarAppearance: UIBarAppearance {
    open override func copy(with zone: NSZone? = nil) -> Any { UINavigationBarAppearance(barAppearance: self) }

    override func setUp() {
        super.setUp()
        for appearance in [buttonAppearance, doneButtonAppearance, backButtonAppearance] { listen(to: appearance) }
    }

    override func take(from other: UIBarAppearance) {
        super.take(from: other)
        guard let other = other as? UINavigationBarAppearance else { return }
        titleTextAttributes = other.titleTextAttributes
        titlePositionAdjustment = other.titlePositionAdjustment
        largeTitleTextAttributes = other.largeTitleTextAttributes
        buttonAppearance.take(from: other.buttonAppearance)
        doneButtonAppearance.take(from: other.doneButtonAppearance)
        backButtonAppearance.take(from: other.backButtonAppearance)
        setBackIndicatorImage(other.backIndicator, transitionMaskImage: other.backIndicatorMask)
    }

    private final func listen(to appearance: UIBarButtonItemAppearance) {
        appearance.followers.add(self) { [weak self] in self?.didChange() }
    }

    /// Over the bar's own font and color.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

    /// Moves the title, in points.
    open var titlePositionAdjustment = UIOffset.zero { didSet { didChange() } }

    /// Over the bar's own font and color.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

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

    open var backButtonAppearance = UIBarButtonItemAppearance(style: .plain) {
        didSet {
            listen(to: backButtonAppearance)
            didChange()
        }
    }

    final var backIndicator: UIImage?
    private final var backIndicatorMask: UIImage?

    /// Shown before the back button's title, in the tint color and mirrored from right to left.
    open var backIndicatorImage: UIImage { backIndicator ?? BackChevron.image }

    /// Kept: titles do not pass under the indicator here.
    open var backIndicatorTransitionMaskImage: UIImage { backIndicatorMask ?? backIndicatorImage }

    /// Both or none: with one of them nil both are the standard ones.
    open func setBackIndicatorImage(_ backIndicatorImage: UIImage?, transitionMaskImage: UIImage?) {
        let hasBoth = backIndicatorImage != nil && transitionMaskImage != nil
        backIndicator = hasBoth ? backIndicatorImage : nil
        backIndicatorMask = hasBoth ? transitionMaskImage : nil
        didChange()
    }

    /// What buttons of an item's style have.
    final func appearance(for style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
        style == .done ? doneButtonAppearance : buttonAppearance
    }
}
