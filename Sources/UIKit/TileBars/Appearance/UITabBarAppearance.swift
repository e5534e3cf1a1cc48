public import Foundation
public import TileDrawing

/// The appearance of a tab bar.
open class UITabBarAppearance: UIBarAppearance {
    open override func copy(with zone: NSZone? = nil) -> Any { UITabBarAppearance(barAppearance: self) }

    override func setUp() {
        super.setUp()
        for appearance in [stackedLayoutAppearance, inlineLayoutAppearance, compactInlineLayoutAppearance] {
            listen(to: appearance)
        }
    }

    override func copyProperties(from other: UIBarAppearance) {
        super.copyProperties(from: other)
        guard let other = other as? UITabBarAppearance else { return }
        stackedLayoutAppearance.copyProperties(from: other.stackedLayoutAppearance)
        inlineLayoutAppearance.copyProperties(from: other.inlineLayoutAppearance)
        compactInlineLayoutAppearance.copyProperties(from: other.compactInlineLayoutAppearance)
        selectionIndicatorTintColor = other.selectionIndicatorTintColor
        selectionIndicatorImage = other.selectionIndicatorImage
        stackedItemPositioning = other.stackedItemPositioning
        stackedItemWidth = other.stackedItemWidth
        stackedItemSpacing = other.stackedItemSpacing
    }

    private final func listen(to appearance: UITabBarItemAppearance) {
        appearance.followers.add(self) { [weak self] in self?.didChange() }
    }

    open var stackedLayoutAppearance = UITabBarItemAppearance(style: .stacked) {
        didSet {
            listen(to: stackedLayoutAppearance)
            didChange()
        }
    }

    open var inlineLayoutAppearance = UITabBarItemAppearance(style: .inline) {
        didSet {
            listen(to: inlineLayoutAppearance)
            didChange()
        }
    }

    open var compactInlineLayoutAppearance = UITabBarItemAppearance(style: .compactInline) {
        didSet {
            listen(to: compactInlineLayoutAppearance)
            didChange()
        }
    }

    /// The tint color of a template `selectionIndicatorImage`.
    open var selectionIndicatorTintColor: UIColor? { didSet { didChange() } }
    /// The image behind the selected item, in its own size.
    open var selectionIndicatorImage: UIImage? { didSet { didChange() } }
    open var stackedItemPositioning = UITabBar.ItemPositioning.automatic { didSet { didChange() } }
    /// The width of centered items in points; 0 for the default.
    open var stackedItemWidth: CGFloat = 0 { didSet { didChange() } }
    /// The spacing of centered items in points; 0 for the default.
    open var stackedItemSpacing: CGFloat = 0 { didSet { didChange() } }

    final func appearance(for style: UITabBarItemAppearance.Style) -> UITabBarItemAppearance {
        switch style {
        case .stacked: stackedLayoutAppearance
        case .inline: inlineLayoutAppearance
        case .compactInline: compactInlineLayoutAppearance
        }
    }
}
