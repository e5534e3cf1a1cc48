import Foundation
public import TileDrawing

extension UITabBar {
    // MARK: Customization of the bar itself

    /// The color of the background; nil for the material's.
    public final var barTintColor: UIColor? {
        get { legacyStyle.tint }
        set { legacyStyle.tint = newValue }
    }

    /// Whether content behind the bar is visible through it.
    public final var isTranslucent: Bool {
        get { legacyStyle.isTranslucent }
        set { legacyStyle.isTranslucent = newValue }
    }

    public final var barStyle: UIBarStyle {
        get { legacyStyle.style }
        set { legacyStyle.style = newValue }
    }

    /// The image stretched over the background; nil for none.
    public final var backgroundImage: UIImage? {
        get { legacyStyle.backgroundImages[Self.place] }
        set { legacyStyle.backgroundImages[Self.place] = newValue }
    }

    /// An image that replaces the line above the bar. An image without pixels hides the line.
    public final var shadowImage: UIImage? {
        get { legacyStyle.shadowImages[.any] }
        set { legacyStyle.shadowImages[.any] = newValue }
    }

    private static let place = LegacyBarStyle.Place(position: .any, metrics: .default)

    // MARK: Archives

    private enum Key {
        static let items = "UIItems"
        static let selected = "UISelectedItem"
        static let barTint = "UIBarTintColor"
        static let unselectedTint = "UIUnselectedItemTintColor"
        static let isTranslucent = "UIBarTranslucence"
        static let style = "UIBarStyle"
    }

    final func store(in coder: NSCoder) {
        coder.archive(list: items ?? [], forKey: Key.items)
        coder.archive(selectedItem, forKey: Key.selected)
        coder.archive(barTintColor, forKey: Key.barTint)
        coder.archive(unselectedItemTintColor, forKey: Key.unselectedTint)
        coder.encode(isTranslucent, forKey: Key.isTranslucent)
        coder.encode(barStyle.rawValue, forKey: Key.style)
    }

    final func restore(from coder: NSCoder) {
        barTintColor = coder.archivedObject(Key.barTint)
        unselectedItemTintColor = coder.archivedObject(Key.unselectedTint)
        if let isOn = coder.archivedFlag(Key.isTranslucent) { isTranslucent = isOn }
        if let style = coder.archivedCase(Key.style, UIBarStyle.self) { barStyle = style }
        setItems(coder.archivedObjects(Key.items, of: UITabBarItem.self), animated: false)
        selectedItem = coder.archivedObject(Key.selected)
    }
}
