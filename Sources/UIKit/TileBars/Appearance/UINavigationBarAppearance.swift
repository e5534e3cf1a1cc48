public import Foundation
public import TileDrawing

/// The appearance of a navigation bar.
open class UINavigationBarAppearance: UIBarAppearance {
    open override func copy(with zone: NSZone? = nil) -> Any { UINavigationBarAppearance(barAppearance: self) }

    override func setUp() {
        super.setUp()
        for appearance in [buttonAppearance, doneButtonAppearance, backButtonAppearance] { listen(to: appearance) }
    }

    override func copyProperties(from other: UIBarAppearance) {
        super.copyProperties(from: other)
        guard let other = other as? UINavigationBarAppearance else { return }
        titleTextAttributes = other.titleTextAttributes
        titlePositionAdjustment = other.titlePositionAdjustment
        largeTitleTextAttributes = other.largeTitleTextAttributes
        subtitleTextAttributes = other.subtitleTextAttributes
        largeSubtitleTextAttributes = other.largeSubtitleTextAttributes
        buttonAppearance.copyProperties(from: other.buttonAppearance)
        doneButtonAppearance.copyProperties(from: other.doneButtonAppearance)
        backButtonAppearance.copyProperties(from: other.backButtonAppearance)
        setBackIndicatorImage(other.backIndicator, transitionMaskImage: other.backIndicatorMask)
    }

    private final func listen(to appearance: UIBarButtonItemAppearance) {
        appearance.followers.add(self) { [weak self] in self?.didChange() }
    }

    /// The attributes of the title, which override the bar's own font and color.
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

    /// The offset of the title, in points.
    open var titlePositionAdjustment = UIOffset.zero { didSet { didChange() } }

    /// The attributes of the large title, which override the bar's own font and color.
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

    /// The attributes of the line below the title, which override the bar's own font and color.
    open var subtitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

    /// The attributes of the line below the large title, which override the bar's own font and color.
    open var largeSubtitleTextAttributes: [NSAttributedString.Key: Any] = [:] { didSet { didChange() } }

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

    /// The image before the back button's title, in the tint color, mirrored in right-to-left layouts.
    open var backIndicatorImage: UIImage { backIndicator ?? BackChevron.image }

    /// The mask of the back indicator. It is stored but not used, because titles do not pass under the indicator here.
    open var backIndicatorTransitionMaskImage: UIImage { backIndicatorMask ?? backIndicatorImage }

    /// Sets both images. If one of them is nil, both revert to the standard ones.
    open func setBackIndicatorImage(_ backIndicatorImage: UIImage?, transitionMaskImage: UIImage?) {
        let hasBoth = backIndicatorImage != nil && transitionMaskImage != nil
        backIndicator = hasBoth ? backIndicatorImage : nil
        backIndicatorMask = hasBoth ? transitionMaskImage : nil
        didChange()
    }

    /// Returns the appearance for buttons of a style.
    final func appearance(for style: UIBarButtonItem.Style) -> UIBarButtonItemAppearance {
        style == .done ? doneButtonAppearance : buttonAppearance
    }
}
