public import TileDrawing

/// A class whose instances take on what was set on a stand-in for all of them.
///
///     UINavigationBar.appearance().barTintColor = .systemIndigo
///     UILabel.appearance(whenContainedInInstancesOf: [UINavigationBar.self]).textColor = .white
///
/// What `appearance()` returns is an object of the class that is never shown. A view that comes into a window takes of
/// it the properties that were set there and not on the view itself; those of a subclass go before those of the class,
/// and those for more containers before those for fewer. Views that are in a window already stay as they are. As in
/// UIKit not all properties are taken: see `docs/controllers.md`.
///
/// Stand-ins belong to the screen that was the main one when they were asked for (`UIScreen.main`), so that programs
/// that are served side by side have their own.
public protocol UIAppearance: AnyObject {
    static func appearance() -> Self
    static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
    static func appearance(for trait: UITraitCollection) -> Self
    static func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self
}

/// What views with an appearance of their own can be in: views, and who looks after them.
public protocol UIAppearanceContainer: AnyObject {}

extension UIView: UIAppearance, UIAppearanceContainer {
    /// The stand-in for all views of the class. It is made by `init(frame:)`: a class that has none traps.
    public class func appearance() -> Self { AppearanceProxies.main.proxy(of: self, in: [], for: nil) }

    /// The stand-in for those in an object of the first class, which is in one of the second, and so on.
    public class func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self {
        AppearanceProxies.main.proxy(of: self, in: containerTypes, for: nil)
    }

    /// The stand-in for those that have all of these traits when they come into a window.
    public class func appearance(for trait: UITraitCollection) -> Self {
        AppearanceProxies.main.proxy(of: self, in: [], for: trait)
    }

    public class func appearance(
        for trait: UITraitCollection, whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
    ) -> Self { AppearanceProxies.main.proxy(of: self, in: containerTypes, for: trait) }
}
