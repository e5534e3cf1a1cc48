import Foundation
import TileGraphics
import TileViews

/// What of a tree of controllers is to be there again in a tree that a program makes anew: stacks, the selected tab,
/// the page that shows, who is presented, where scroll views stand, and what controllers encode themselves.
///
/// As in UIKit it is of those that have a `restorationIdentifier`, and of which all have that they are in. On the other
/// side a controller is found where the new tree has one of the same identifier in the same place; else its
/// `restorationClass` makes it. What is above one in a stack that neither does is left out.
///
/// It is for the process that it was taken in.
package struct ControllerState: Codable {
    private struct Node: Codable {
        var identifier: String
        /// The name of its `restorationClass`, as `RestorationClasses` has it.
        var maker: String?
        /// By `encodeRestorableState(with:)`.
        var coded: Data
        /// Where scroll views in its view stand, by their restoration identifiers.
        var offsets: [String: CGPoint]
        /// The identifier of the tab that is selected.
        var selected: String?
        /// The name of the tab that is selected, which may be one in a group, where the program named it.
        var tab: String?
        /// Of a stack from its root up, else in the children's order.
        var children: [Node]
        /// Whom it presents; none or one.
        var presented: [Node]
    }

    /// Deeper ones are left out: nobody nests so many.
    private static let maxDepth = 64

    private let root: Node

    /// Nil where the root has no identifier, so that nothing is to be kept.
    package init?(of root: UIViewController) {
        guard let node = Self.node(of: root, depth: 0) else { return nil }
        self.root = node
    }

    // MARK: Encoding

    private static func node(of controller: UIViewController, depth: Int) -> Node? {
        guard depth < maxDepth, let identifier = controller.restorationIdentifier else { return nil }
        func nodes(_ controllers: some Sequence<UIViewController>) -> [Node] {
            controllers.compactMap { node(of: $0, depth: depth + 1) }
        }
        let coder = NSKeyedArchiver(requiringSecureCoding: false)
        controller.encodeRestorableState(with: coder)
        let presented = controller.modality.presented.flatMap { $0.modality.phase == .dismissing ? nil : $0 }
        let stack = (controller as? UINavigationController)?.viewControllers.prefix { $0.restorationIdentifier != nil }
        let pages = (controller as? UIPageViewController)?.pages
        return Node(
            identifier: identifier,
            maker: controller.restorationClass.map { RestorationClasses.name(of: $0) },
            coded: coder.encodedData,
            offsets: controller.pendingOffsets.merging(controller.namedScrollViews.compactMapValues(\.offsetToKeep)) {
                $1
            },
            selected: (controller as? UITabBarController)?.selectedViewController?.restorationIdentifier,
            tab: (controller as? UITabBarController)?.selectedTab.flatMap { $0.isOfController ? nil : $0.identifier },
            children: nodes(stack.map(Array.init) ?? pages ?? controller.children),
            presented: nodes([presented].compactMap { $0 })
        )
    }

    // MARK: Decoding

    /// Brings a tree that was made anew, and whose root is in a window that is shown, to where the other was. Scroll
    /// views are where they were once they were laid out.
    package func restore(to root: UIViewController) {
        guard root.restorationIdentifier == self.root.identifier else { return }
        var restored: [(UIViewController, NSCoder)] = []
        Self.restore(self.root, to: root, path: [self.root.identifier], &restored)
        for (controller, coder) in restored { controller.decodeRestorableState(with: coder) }
        for (controller, _) in restored { controller.applicationFinishedRestoringState() }
    }

    private static func restore(
        _ node: Node, to controller: UIViewController, path: [String], _ restored: inout [(UIViewController, NSCoder)]
    ) {
        if let coder = coder(node) { restored.append((controller, coder)) }
        controller.pendingOffsets = node.offsets
        var children: [(UIViewController, Node)] = []
        if let navigation = controller as? UINavigationController {
            children = stack(node, of: navigation, path)
            let stack = children.map(\.0)
            if !stack.isEmpty, stack.map(ObjectIdentifier.init) != navigation.viewControllers.map(ObjectIdentifier.init)
            {
                navigation.setViewControllers(stack, animated: false)
            }
        } else if let pages = controller as? UIPageViewController {
            children = Self.pages(node, of: pages, path)
            let shown = children.map(\.0)
            if !shown.isEmpty, shown.map(ObjectIdentifier.init) != pages.pages.map(ObjectIdentifier.init) {
                pages.setViewControllers(shown, direction: .forward, animated: false)
            }
        } else {
            if let tabs = controller as? UITabBarController {
                if let tab = node.tab.flatMap(tabs.tab(forIdentifier:)) { tabs.selectedTab = tab }
                // Those of the other tabs are made when they are asked for.
                _ = tabs.viewControllers
            }
            children = node.children.compactMap { child in
                controller.children.first { $0.restorationIdentifier == child.identifier }.map { ($0, child) }
            }
        }
        if let tabs = controller as? UITabBarController, let selected = node.selected,
            let tab = tabs.viewControllers?.first(where: { $0.restorationIdentifier == selected })
        {
            tabs.selectedViewController = tab
        }
        for (child, node) in children { restore(node, to: child, path: path + [node.identifier], &restored) }
        for node in node.presented where controller.modality.presented == nil {
            let path = path + [node.identifier]
            guard let presented = make(node, path) else { continue }
            restore(node, to: presented, path: path, &restored)
            controller.present(presented, animated: false)
        }
        // What shows already is not told again that it comes.
        if controller.appearance.isVisible { controller.takePendingOffsets() }
    }

    /// The stack as it was, as far as it is there or can be made.
    private static func stack(
        _ node: Node, of navigation: UINavigationController, _ path: [String]
    ) -> [(UIViewController, Node)] {
        var stack: [(UIViewController, Node)] = []
        for (index, child) in node.children.enumerated() {
            let there = navigation.viewControllers.dropFirst(index).first.flatMap {
                $0.restorationIdentifier == child.identifier ? $0 : nil
            }
            guard let controller = there ?? make(child, path + [child.identifier]),
                controller.parent == nil || controller.parent === navigation,
                !stack.contains(where: { $0.0 === controller })
            else { break }
            stack.append((controller, child))
        }
        return stack
    }

    /// The pages that showed: made by their class, else those that are there or lie beside them. None unless all are
    /// found, and as many as show at once.
    private static func pages(
        _ node: Node, of pages: UIPageViewController, _ path: [String]
    ) -> [(UIViewController, Node)] {
        guard node.children.count == (pages.showsTwo ? 2 : 1) else { return [] }
        var found: [(UIViewController, Node)] = []
        for child in node.children {
            guard let page = make(child, path + [child.identifier]) ?? pages.page(named: child.identifier),
                page.parent == nil || page.parent === pages, !found.contains(where: { $0.0 === page })
            else { return [] }
            found.append((page, child))
        }
        return found
    }

    private static func make(_ node: Node, _ path: [String]) -> UIViewController? {
        guard let maker = node.maker.flatMap({ RestorationClasses.named($0) }),
            let coder = coder(node),
            let controller = maker.viewController(withRestorationIdentifierPath: path, coder: coder)
        else { return nil }
        if controller.restorationIdentifier == nil { controller.restorationIdentifier = node.identifier }
        return controller
    }

    private static func coder(_ node: Node) -> NSCoder? {
        guard let coder = try? NSKeyedUnarchiver(forReadingFrom: node.coded) else { return nil }
        coder.requiresSecureCoding = false
        return coder
    }
}

extension UIViewController {
    /// The scroll views that have names for this, in its view but in no other controller's.
    fileprivate var namedScrollViews: [String: UIScrollView] {
        guard let shownView else { return [:] }
        var (found, views) = ([String: UIScrollView](), [shownView])
        while let view = views.popLast() {
            if let scrollView = view as? UIScrollView, let name = view.restorationIdentifier {
                found[name] = scrollView
            }
            views += view.subviews.filter { $0.manager == nil }
        }
        return found
    }

    /// Puts scroll views where they are to be, as far as they are there.
    func takePendingOffsets() {
        guard !pendingOffsets.isEmpty, let shownView else { return }
        // What their content takes is known then.
        shownView.layoutIfNeeded()
        for (name, scrollView) in namedScrollViews {
            guard let offset = pendingOffsets.removeValue(forKey: name), offset.x.isFinite, offset.y.isFinite else {
                continue
            }
            scrollView.setContentOffset(offset, animated: false)
        }
        pendingOffsets = [:]
    }
}

extension UIPageViewController {
    /// How far a page is looked for to either side of those that show.
    private static var pagesToLookAt: Int { 100 }

    /// The page of a restoration identifier: of those that show, or the nearest of those that the data source has after
    /// or before them.
    fileprivate func page(named name: String) -> UIViewController? {
        if let shown = pages.first(where: { $0.restorationIdentifier == name }) { return shown }
        guard let dataSource, var next = pages.last, var previous = pages.first else { return nil }
        for _ in 0..<Self.pagesToLookAt {
            guard let page = dataSource.pageViewController(self, viewControllerAfter: next) else { break }
            if page.restorationIdentifier == name { return page }
            next = page
        }
        for _ in 0..<Self.pagesToLookAt {
            guard let page = dataSource.pageViewController(self, viewControllerBefore: previous) else { break }
            if page.restorationIdentifier == name { return page }
            previous = page
        }
        return nil
    }
}

extension UIScrollView {
    /// Nil at the top left, where it stands by itself.
    fileprivate var offsetToKeep: CGPoint? {
        let insets = adjustedContentInset
        return contentOffset == CGPoint(x: -insets.left, y: -insets.top) ? nil : contentOffset
    }
}
