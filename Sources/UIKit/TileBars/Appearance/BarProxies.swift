import Foundation
import TileDrawing
import TileViews

extension AppearanceProperty {
    /// Creates a property of text attributes. Nil equals nil.
    fileprivate init<Bar: UIView>(attributes path: ReferenceWritableKeyPath<Bar, [NSAttributedString.Key: Any]?>) {
        self.init(
            path,
            differs: { (first: Bar, second: Bar) in
                first[keyPath: path].map { NSDictionary(dictionary: $0) }
                    != second[keyPath: path].map { NSDictionary(dictionary: $0) }
            }, copy: { $1[keyPath: path] = $0[keyPath: path] })
    }

    /// Creates a property for an optional appearance. Each bar gets its own copy.
    fileprivate init<Bar: UIView, Looks: UIBarAppearance>(looks path: ReferenceWritableKeyPath<Bar, Looks?>) {
        self.init(
            path,
            differs: { (first: Bar, second: Bar) in (first[keyPath: path] == nil) != (second[keyPath: path] == nil) },
            copy: { $1[keyPath: path] = $0[keyPath: path]?.copy() as? Looks })
    }

    /// Creates a property for an appearance that is never nil. `isSet` tells whether it was replaced or changed.
    fileprivate init<Bar: UIView, Looks: UIBarAppearance>(
        standard path: ReferenceWritableKeyPath<Bar, Looks>, isSet: @escaping (Bar) -> Bool
    ) {
        self.init(
            path, differs: { (first: Bar, second: Bar) in isSet(first) != isSet(second) },
            copy: { if let looks = $0[keyPath: path].copy() as? Looks { $1[keyPath: path] = looks } })
    }
}

extension UINavigationBar: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UINavigationBar.barTintColor), AppearanceProperty(\UINavigationBar.isTranslucent),
            AppearanceProperty(\UINavigationBar.barStyle), AppearanceProperty(\UINavigationBar.prefersLargeTitles),
            AppearanceProperty(\UINavigationBar.shadowImage),
            AppearanceProperty(\UINavigationBar.backIndicatorImage),
            AppearanceProperty(\UINavigationBar.backIndicatorTransitionMaskImage),
            AppearanceProperty(attributes: \UINavigationBar.titleTextAttributes),
            AppearanceProperty(attributes: \UINavigationBar.largeTitleTextAttributes),
            AppearanceProperty(standard: \UINavigationBar.standardAppearance) { $0.hasOwnAppearance },
            AppearanceProperty(looks: \UINavigationBar.compactAppearance),
            AppearanceProperty(looks: \UINavigationBar.scrollEdgeAppearance),
            AppearanceProperty(looks: \UINavigationBar.compactScrollEdgeAppearance),
        ]
    }
}

extension UIToolbar: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UIToolbar.barTintColor), AppearanceProperty(\UIToolbar.isTranslucent),
            AppearanceProperty(\UIToolbar.barStyle),
            AppearanceProperty(standard: \UIToolbar.standardAppearance) { $0.hasOwnAppearance },
            AppearanceProperty(looks: \UIToolbar.compactAppearance),
            AppearanceProperty(looks: \UIToolbar.scrollEdgeAppearance),
            AppearanceProperty(looks: \UIToolbar.compactScrollEdgeAppearance),
        ]
    }
}

extension UITabBar: AppearanceTaking {
    package static var appearanceProperties: [AppearanceProperty] {
        [
            AppearanceProperty(\UITabBar.barTintColor), AppearanceProperty(\UITabBar.isTranslucent),
            AppearanceProperty(\UITabBar.barStyle), AppearanceProperty(\UITabBar.unselectedItemTintColor),
            AppearanceProperty(\UITabBar.selectionIndicatorImage), AppearanceProperty(\UITabBar.itemPositioning),
            AppearanceProperty(\UITabBar.itemWidth), AppearanceProperty(\UITabBar.itemSpacing),
            AppearanceProperty(standard: \UITabBar.standardAppearance) { $0.hasOwnAppearance },
            AppearanceProperty(looks: \UITabBar.scrollEdgeAppearance),
        ]
    }
}
