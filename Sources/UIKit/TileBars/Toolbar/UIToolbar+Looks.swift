import Foundation
public import TileDrawing
public import TileViews

extension UIToolbar {
    // MARK: Customization of the bar itself

    /// Sets the image stretched over the background; nil for none.
    public final func setBackgroundImage(
        _ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
    ) {
        legacyStyle.backgroundImages[LegacyBarStyle.Place(position: topOrBottom, metrics: barMetrics)] = backgroundImage
    }

    public final func backgroundImage(
        forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
    ) -> UIImage? {
        legacyStyle.backgroundImages[LegacyBarStyle.Place(position: topOrBottom, metrics: barMetrics)]
    }

    /// Sets an image that replaces the line at the bar's edge. An image without pixels hides the line.
    public final func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {
        legacyStyle.shadowImages[topOrBottom] = shadowImage
    }

    public final func shadowImage(forToolbarPosition topOrBottom: UIBarPosition) -> UIImage? {
        legacyStyle.shadowImages[topOrBottom]
    }

    // MARK: Archives

    private enum Key {
        static let items = "UIItems"
        static let barTint = "UIBarTintColor"
        static let isTranslucent = "UIBarTranslucence"
        static let style = "UIBarStyle"
    }

    final func store(in coder: NSCoder) {
        coder.archive(list: items ?? [], forKey: Key.items)
        coder.archive(barTintColor, forKey: Key.barTint)
        coder.encode(isTranslucent, forKey: Key.isTranslucent)
        coder.encode(barStyle.rawValue, forKey: Key.style)
    }

    final func restore(from coder: NSCoder) {
        barTintColor = coder.archivedObject(Key.barTint)
        if let isOn = coder.archivedFlag(Key.isTranslucent) { isTranslucent = isOn }
        if let style = coder.archivedCase(Key.style, UIBarStyle.self) { barStyle = style }
        setItems(coder.archivedObjects(Key.items, of: UIBarButtonItem.self), animated: false)
    }
}
