public import Foundation
public import TileDrawing
public import TileViews

/// What a bar shows for one choice: a title, an image, or both. The bars have subclasses of their own.
///
/// An item is in one bar at a time; the bar follows its changes.
open class UIBarItem: NSObject, NSCoding {
    public override init() {}

    /// What the archive lacks, or holds wrongly, is as in a new item. Text attributes, which may be anything, are not
    /// in archives.
    public required init?(coder: NSCoder) {
        super.init()
        title = coder.archivedText(Key.title)
        image = coder.archivedObject(Key.image)
        landscapeImagePhone = coder.archivedObject(Key.landscapeImage)
        if let insets = coder.archivedInsets(Key.insets) { imageInsets = insets }
        if let tag = coder.archivedInteger(Key.tag) { self.tag = tag }
        if let isOn = coder.archivedFlag(Key.isEnabled) { isEnabled = isOn }
        accessibilityLabel = coder.archivedText(Key.label)
    }

    open func encode(with coder: NSCoder) {
        coder.archive(title, forKey: Key.title)
        coder.archive(image, forKey: Key.image)
        coder.archive(landscapeImagePhone, forKey: Key.landscapeImage)
        coder.archive(imageInsets, forKey: Key.insets)
        coder.encode(tag, forKey: Key.tag)
        coder.encode(isEnabled, forKey: Key.isEnabled)
        coder.archive(accessibilityLabel, forKey: Key.label)
    }

    private enum Key {
        static let title = "UITitle"
        static let image = "UIImage"
        static let landscapeImage = "UILandscapeImagePhone"
        static let insets = "UIImageInsets"
        static let tag = "UITag"
        static let isEnabled = "UIEnabled"
        static let label = "UIAccessibilityLabel"
    }

    // MARK: Content

    open var title: String? { didSet { if title != oldValue { didChange() } } }

    /// Shown as a template in the tint color, unless its rendering mode says otherwise.
    open var image: UIImage? { didSet { if image !== oldValue { didChange() } } }

    /// In place of `image` in bars of compact height.
    open var landscapeImagePhone: UIImage? { didSet { if landscapeImagePhone !== oldValue { didChange() } } }

    /// Kept for a viewer of large content; the bars do not show it.
    open var largeContentSizeImage: UIImage?

    /// Moves the image; in points.
    open var imageInsets = UIEdgeInsets.zero { didSet { if imageInsets != oldValue { didChange() } } }

    /// As `imageInsets`, for `landscapeImagePhone`.
    open var landscapeImagePhoneInsets = UIEdgeInsets.zero {
        didSet { if landscapeImagePhoneInsets != oldValue { didChange() } }
    }

    /// As `imageInsets`, for `largeContentSizeImage`.
    open var largeContentSizeImageInsets = UIEdgeInsets.zero

    /// A number of the program's own.
    open var tag = 0

    /// Whether it can be chosen.
    open var isEnabled = true { didSet { if isEnabled != oldValue { didChange() } } }

    // MARK: Text by state

    final var textAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    /// Attributes of the title in a state; what a state lacks is the normal state's, and then the bar's appearance's.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        textAttributes[state] = attributes
        didChange()
    }

    /// Those that were set for the state itself.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        textAttributes[state]
    }

    // MARK: Accessibility

    /// What is said of the item to those who do not see it: the title, unless it was set.
    open var accessibilityLabel: String? {
        get { ownLabel ?? title }
        set { ownLabel = newValue }
    }
    private final var ownLabel: String?

    open var accessibilityHint: String?
    open var accessibilityValue: String?
    /// Added to those that its kind and state have.
    open var accessibilityTraits = UIAccessibilityTraits.none
    /// A name for tests and tools; the view that shows the item has it too.
    open var accessibilityIdentifier: String? { didSet { didChange() } }

    // MARK: The bar

    /// What shows the item and follows its changes.
    final weak var observer: (any BarItemObserver)?

    /// The view in the bar that shows the item; nil while none does.
    package final weak var shownView: UIView?

    final func didChange() { observer?.barItemDidChange(self) }
}

/// What follows the changes of items: a bar.
protocol BarItemObserver: AnyObject {
    func barItemDidChange(_ item: UIBarItem)
}
