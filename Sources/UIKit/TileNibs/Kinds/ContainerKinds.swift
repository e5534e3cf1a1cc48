import Foundation
import TileControllers
import TileDrawing
import TileViews

enum ContainerKinds {
    static let kinds: [NibKind] = [
        .controller("navigationController", UINavigationController.self, configure: navigation),
        .controller("tabBarController", UITabBarController.self, level: UIViewController.self, configure: tabs),
        .controller("splitViewController", UISplitViewController.self, keys: splitKeys, configure: split),
        .controller("pageViewController", UIPageViewController.self, keys: pageKeys),
    ]

    private static let navigation: @Sendable (UINavigationController, ElementReader) -> Void = { controller, reader in
        reader.pass("nil", "viewControllers", "navigationBarClass", "toolbarClass", "toolbar")
        if let bar = reader.part("navigationBar") ?? reader.element.child("navigationBar") {
            let inner = ElementReader(bar.varied(for: reader.reading.traits), reader.reading)
            ViewKind.configure(controller.navigationBar, inner)
            BarKinds.configure(controller.navigationBar, inner)
            reader.reading.register(controller.navigationBar, as: bar.id ?? "")
        }
        if let isOn = reader.flag("navigationBarHidden") { controller.isNavigationBarHidden = isOn }
        if let isOn = reader.flag("toolbarHidden") { controller.isToolbarHidden = isOn }
        if let isOn = reader.flag("hidesBarsOnSwipe") { controller.hidesBarsOnSwipe = isOn }
        if let isOn = reader.flag("hidesBarsOnTap") { controller.hidesBarsOnTap = isOn }
        if let isOn = reader.flag("hidesBarsWhenVerticallyCompact") {
            controller.hidesBarsWhenVerticallyCompact = isOn
        }
        if let isOn = reader.flag("hidesBarsWhenKeyboardAppears") { controller.hidesBarsWhenKeyboardAppears = isOn }
        if let root = relatives("rootViewController", reader).first { controller.viewControllers = [root] }
    }

    private static let tabs: @Sendable (UITabBarController, ElementReader) -> Void = { controller, reader in
        reader.pass("tabBar", "viewControllers", "moreNavigationController", "mode")
        if let bar = reader.element.child("tabBar") {
            let inner = ElementReader(bar.varied(for: reader.reading.traits), reader.reading)
            ViewKind.configure(controller.tabBar, inner)
            if let color = inner.color("unselectedItemTintColor") { controller.tabBar.unselectedItemTintColor = color }
            if let color = inner.color("barTintColor") { controller.tabBar.barTintColor = color }
            if let isOn = inner.flag("translucent") { controller.tabBar.isTranslucent = isOn }
            reader.reading.register(controller.tabBar, as: bar.id ?? "")
        }
        let tabs = relatives("viewControllers", reader)
        if !tabs.isEmpty { controller.viewControllers = tabs }
        if let index = reader.integer("selectedIndex"), tabs.indices.contains(index) {
            controller.selectedIndex = index
        }
    }

    private static let splitKeys: @Sendable (ElementReader) -> [String: Any] = { reader in
        let styles: [String: UISplitViewController.Style] = [
            "doubleColumn": .doubleColumn, "tripleColumn": .tripleColumn,
        ]
        return reader.choice("style", styles).map { ["UISplitViewControllerStyle": $0.rawValue] } ?? [:]
    }

    private static let split: @Sendable (UISplitViewController, ElementReader) -> Void = { controller, reader in
        reader.pass(
            "style", "behavior", "displayMode", "preferredDisplayMode", "allowDoubleColumnStyle",
            "primaryBackgroundStyle", "minimumPrimaryColumnWidth", "maximumPrimaryColumnWidth",
            "showsSecondaryOnlyButton")
        if let isOn = reader.flag("presentsWithGesture") { controller.presentsWithGesture = isOn }
        guard controller.style != .unspecified else {
            let columns = relatives("masterViewController", reader) + relatives("detailViewController", reader)
            if !columns.isEmpty { controller.viewControllers = columns }
            return
        }
        let columns: [(String, UISplitViewController.Column)] = [
            ("masterViewController", .primary), ("supplementaryViewController", .supplementary),
            ("detailViewController", .secondary), ("compactViewController", .compact),
        ]
        for (name, column) in columns where column != .supplementary || controller.style == .tripleColumn {
            if let child = relatives(name, reader).first { controller.setViewController(child, for: column) }
        }
    }

    private static let pageKeys: @Sendable (ElementReader) -> [String: Any] = { reader in
        let transitions: [String: UIPageViewController.TransitionStyle] = ["scroll": .scroll, "pageCurl": .pageCurl]
        let orientations: [String: UIPageViewController.NavigationOrientation] = [
            "horizontal": .horizontal, "vertical": .vertical,
        ]
        let spines: [String: UIPageViewController.SpineLocation] = [
            "min": .min, "mid": .mid, "max": .max, "none": .none,
        ]
        var keys: [String: Any] = [:]
        keys["UIPageViewControllerTransitionStyle"] = reader.choice("transitionStyle", transitions)?.rawValue
        let orientation = reader.choice("navigationOrientation", orientations)
        keys["UIPageViewControllerNavigationOrientation"] = orientation?.rawValue
        keys["UIPageViewControllerSpineLocation"] = reader.choice("spineLocation", spines)?.rawValue
        keys["UIPageViewControllerPageSpacing"] = reader.number("pageSpacing")
        keys["UIPageViewControllerDoubleSided"] = reader.flag("doubleSided")
        return keys
    }

    /// Returns the controllers that the relationships with a name lead to, in order.
    static func relatives(_ name: String, _ reader: ElementReader) -> [UIViewController] {
        guard let scene = reader.reading.scene else { return [] }
        return reader.element.list("connections").compactMap { segue in
            guard segue.name == "segue", segue["kind"] == "relationship", segue["relationship"] == name else {
                return nil
            }
            return scene.relative(segue)
        }
    }
}
