public import TileDrawing

/// A class with instances that share an appearance, set on a proxy.
///
///     UINavigationBar.appearance().barTintColor = .systemIndigo
///     UILabel.appearance(whenContainedInInstancesOf: [UINavigationBar.self]).textColor = .white
///
/// `appearance()` returns an instance of the class that is never displayed. A view that is added to a window copies the
/// properties that were set on the proxy, unless they were set on the view itself. A subclass's proxy takes precedence
/// over its superclass's, and one with more containers over one with fewer. Views that are already in a window do not
/// change. As in UIKit, only some properties are copied: see `docs/controllers.md`.
///
/// A proxy belongs to the screen that was the main one when it was requested (`UIScreen.main`), so programs that are
/// served side by side have separate proxies.
/// that are served side by side have their own.
public protocol UIAppearance: AnyObject {
    static func appearance() -> Self
    static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
    static func appearance(for trait: UITraitCollection) -> Self
    static func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self
}

/// A class that can contain views with a specific appearance: a view, or a controller that manages views.
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearance, UIAppearanceContainer {
    /// Returns the appearance proxy of the class. It is created with `init(frame:)`; a class without it traps.
    public class func appearance() -> Self { AppearanceProxies.main.proxy(of: self, in: [], for: nil) }

    /// Returns the proxy for views in an instance of the first class, which is inside one of the second, and so on.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        AppearanceProxies.main.proxy(of: self, in: containerTypes, for: nil)
    }

    /// Returns the proxy for views that have all of these traits when they are added to a window.
    public class func appearance(for trait: UITraitCollection) -> Self {
        AppearanceProxies.main.proxy(of: self, in: [], for: trait)
    }

    public class func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { AppearanceProxies.main.proxy(of: self, in: containerTypes, for: trait) }
}
