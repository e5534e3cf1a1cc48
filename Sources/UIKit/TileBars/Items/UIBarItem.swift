public import Foundation
public import TileDrawing
public import TileViews

/// An item in a bar, with a title, an image, or both. This is the superclass of the bars' item classes.
///
/// An item belongs to one bar at a time, which updates itself when the item changes.
open class UIBarItem: NSObject, NSCoding {
    public override init() {}

    /// Decodes an item. Missing or invalid values have their defaults. Text attributes may contain arbitrary objects
    /// and are not archived.
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

    /// The image, shown as a template in the tint color unless its rendering mode specifies otherwise.
    open var image: UIImage? { didSet { if image !== oldValue { didChange() } } }

    /// The image for bars of compact height, instead of `image`.
    open var landscapeImagePhone: UIImage? { didSet { if landscapeImagePhone !== oldValue { didChange() } } }

    /// An image for a large content viewer. It is stored but not shown by the bars.
    open var largeContentSizeImage: UIImage?

    /// The insets of the image, in points.
    open var imageInsets = UIEdgeInsets.zero { didSet { if imageInsets != oldValue { didChange() } } }

    /// The insets of `landscapeImagePhone`, in points.
    open var landscapeImagePhoneInsets = UIEdgeInsets.zero {
        didSet { if landscapeImagePhoneInsets != oldValue { didChange() } }
    }

    /// The insets of `largeContentSizeImage`, in points.
    open var largeContentSizeImageInsets = UIEdgeInsets.zero

    /// A number that the app can use to identify the item.
    open var tag = 0

    /// Whether the item can be selected.
    open var isEnabled = true { didSet { if isEnabled != oldValue { didChange() } } }

    // MARK: Text attributes by state

    final var textAttributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

    /// Sets the title attributes for a state. Missing attributes come from the normal state, then from the bar's
    /// appearance.
    open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
        textAttributes[state] = attributes
        didChange()
    }

    /// Returns the attributes that were set for exactly this state.
    open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
        textAttributes[state]
    }

    // MARK: Accessibility

    /// The accessibility label. The default is the title.
    open var accessibilityLabel: String? {
        get { ownLabel ?? title }
        set { ownLabel = newValue }
    }
    private final var ownLabel: String?

    open var accessibilityHint: String?
    open var accessibilityValue: String?
    /// Accessibility traits in addition to those of the item's kind and state.
    open var accessibilityTraits = UIAccessibilityTraits.none
    /// An identifier for tests and tools. The view that shows the item has it too.
    open var accessibilityIdentifier: String? { didSet { didChange() } }

    // MARK: The bar

    /// The bar that shows the item, which is notified of changes.
    final weak var observer: (any BarItemObserver)?

    /// The view in the bar that shows the item; nil if it is not shown.
    package final weak var shownView: UIView?

    final func didChange() { observer?.barItemDidChange(self) }
}

/// An observer of changes to items: a bar.
protocol BarItemObserver: AnyObject {
    func barItemDidChange(_ item: UIBarItem)
}
