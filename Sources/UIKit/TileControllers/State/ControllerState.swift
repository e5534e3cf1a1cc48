import Foundation
import TileGraphics
import TileViews

/// The restorable state of a tree of controllers: stacks, selected tabs, visible pages, presented controllers, scroll
/// offsets, and what controllers encode themselves.
///
/// As in UIKit, it contains the controllers that have a `restorationIdentifier`, as do all of their ancestors. On
/// restoration, a controller is matched with one of the same identifier in the same position of the new tree; otherwise
/// its `restorationClass` creates it. If neither succeeds for a controller in a stack, those above it are dropped.
///
/// The state is valid only in the process that recorded it.
package struct ControllerState: Codable {
    private struct Node: Codable {
        var identifier: String
        /// The name of its `restorationClass` in `RestorationClasses`.
        var maker: String?
        /// The data written by `encodeRestorableState(with:)`.
        var coded: Data
        /// The offsets of scroll views in the controller's view, by restoration identifier.
        var offsets: [String: CGPoint]
        /// The restoration identifier of the selected controller.
        var selected: String?
        /// The identifier of the selected tab, possibly in a group, if the program has set one.
        var tab: String?
        /// The stack from the root up; otherwise the children in order.
        var children: [Node]
        /// The presented controller; none or one.
        var presented: [Node]
    }

    /// The maximum depth. Deeper controllers are omitted; programs don't nest that deep.
    private static let maxDepth = 64

    private let root: Node

    /// Records the state of a tree; nil if the root has no identifier.
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

    /// Restores the state in a new tree, whose root must be in a visible window. Scroll offsets are restored after
    /// layout.
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
                // This creates the controllers of the other tabs.
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
        // A visible controller isn't informed of its appearance again.
        if controller.appearance.isVisible { controller.takePendingOffsets() }
    }

    /// Returns the restored stack, up to the first controller that neither exists nor can be created.
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

    /// Returns the restored pages: created by their class, or found among the visible pages and their neighbors. Empty
    /// unless all are found and their number matches.
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
    /// The scroll views in the controller's own view that have a restoration identifier.
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

    /// Applies the pending offsets to the scroll views that exist.
    func takePendingOffsets() {
        guard !pendingOffsets.isEmpty, let shownView else { return }
        // Layout determines the content sizes.
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
    /// The number of pages to search on either side of the visible ones.
    private static var pagesToLookAt: Int { 100 }

    /// Returns the page with a restoration identifier: a visible one, or the nearest one that the data source returns.
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
    /// The offset to store; nil at the top left, which is the default.
    fileprivate var offsetToKeep: CGPoint? {
        let insets = adjustedContentInset
        return contentOffset == CGPoint(x: -insets.left, y: -insets.top) ? nil : contentOffset
    }
}
