import Foundation
import TileBars
import TileControllers
import TileDrawing
import TileViews

/// The kinds of plain controllers, and the properties that all controllers share.
enum ControllerKind {
    static let kinds: [NibKind] = [
        .controller("viewController", UIViewController.self), .plain("customObject"), .plain("object"),
        .plain("viewControllerPlaceholderObject"),
    ]

    static func configure(_ controller: UIViewController, _ reader: ElementReader) {
        if let title = reader.text("title") { controller.title = title }
        if let text = reader.text("restorationIdentifier") { controller.restorationIdentifier = text }
        if reader.flag("useStoryboardIdentifierAsRestorationIdentifier") == true {
            controller.restorationIdentifier = reader.text("storyboardIdentifier")
        }
        if let style = reader.choice("modalPresentationStyle", presentations) {
            controller.modalPresentationStyle = style
        }
        if let style = reader.choice("modalTransitionStyle", transitions) { controller.modalTransitionStyle = style }
        if let isOn = reader.flag("hidesBottomBarWhenPushed") { controller.hidesBottomBarWhenPushed = isOn }
        if let isOn = reader.flag("definesPresentationContext") { controller.definesPresentationContext = isOn }
        if let isOn = reader.flag("providesPresentationContextTransitionStyle") {
            controller.providesPresentationContextTransitionStyle = isOn
        }
        if let isOn = reader.flag("extendedLayoutIncludesOpaqueBars") {
            controller.extendedLayoutIncludesOpaqueBars = isOn
        }
        if let isOn = reader.flag("automaticallyAdjustsScrollViewInsets") {
            controller.automaticallyAdjustsScrollViewInsets = isOn
        }
        if let isOn = reader.flag("modalInPopover") ?? reader.flag("modalInPresentation") {
            controller.isModalInPresentation = isOn
        }
        if let size = reader.size("contentSizeForViewInPopover") ?? reader.size("preferredContentSize"),
            size.width >= 0, size.height >= 0
        {
            controller.preferredContentSize = size
        }
        if let edges = reader.part("edgesForExtendedLayout") ?? reader.element.child("extendedEdge") {
            controller.edgesForExtendedLayout = edgeSet(edges)
        }
        reader.pass(
            "storyboardIdentifier", "storyboardName", "wantsFullScreenLayout", "interfaceStyle",
            "autoresizesArchivedViewToFullSize",
            "view", "layoutGuides", "editing", "nibName", "initialViewController", "keyCommands",
            "focusGroupIdentifier",
            "useStoryboardIdentifierAsRestorationIdentifier", "clearsSelectionOnViewWillAppear", "tabBarItem",
            "navigationItem", "toolbarItems", "extendedEdge")
        configureItems(controller, reader)
    }

    private static func configureItems(_ controller: UIViewController, _ reader: ElementReader) {
        // The controller already has a navigation item, so no item of a custom class is created.
        if let item = reader.part("navigationItem") { reader.reading.adopt(controller.navigationItem, for: item) }
        if let item = reader.object("tabBarItem") as? UITabBarItem { controller.tabBarItem = item }
        if let items = reader.element.child(key: "toolbarItems") ?? reader.element.child("toolbarItems") {
            controller.toolbarItems = items.children.compactMap { reader.reading.make($0) as? UIBarButtonItem }
        }
    }

    static func edgeSet(_ element: NibElement) -> UIRectEdge {
        var edges: UIRectEdge = []
        if element["top"] == "YES" { edges.insert(.top) }
        if element["left"] == "YES" { edges.insert(.left) }
        if element["bottom"] == "YES" { edges.insert(.bottom) }
        if element["right"] == "YES" { edges.insert(.right) }
        return edges
    }

    static let presentations: [String: UIModalPresentationStyle] = [
        "automatic": .automatic, "fullScreen": .fullScreen, "pageSheet": .pageSheet, "formSheet": .formSheet,
        "currentContext": .currentContext, "custom": .custom, "overFullScreen": .overFullScreen,
        "overCurrentContext": .overCurrentContext, "popover": .popover, "none": .none,
        "blurOverFullScreen": .blurOverFullScreen,
    ]
    static let transitions: [String: UIModalTransitionStyle] = [
        "coverVertical": .coverVertical, "flipHorizontal": .flipHorizontal, "crossDissolve": .crossDissolve,
        "partialCurl": .partialCurl,
    ]
}
