import Foundation
import TestSupport
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

/// Records the delegate's calls about tabs.
final class TabListener: NSObject, UITabBarControllerDelegate {
    var heard: [String] = []
    var allows = true

    func drain() -> String {
        defer { heard = [] }
        return heard.joined(separator: " ")
    }

    func tabBarController(_ tabBarController: UITabBarController, shouldSelectTab tab: UITab) -> Bool {
        heard.append("should(\(tab.identifier))")
        return allows
    }
    func tabBarController(
        _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
    ) { heard.append("did(\(previousTab?.identifier ?? "")>\(selectedTab.identifier))") }
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
        heard.append("shouldController(\(viewController))")
        return true
    }
    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
        heard.append("didController(\(viewController))")
    }
}

@Suite("Tabs that make their controllers")
struct TabModelTests {
    private let rig = ControllerRig()
    private let listener = TabListener()
    private let makers = Diary()
    private let controller: UITabBarController

    init() {
        controller = UITabBarController()
        controller.delegate = listener
    }

    private func tab(_ name: String) -> UITab {
        UITab(title: name.uppercased(), image: nil, identifier: name) { [rig, makers] tab in
            makers.write(tab.identifier)
            return rig.teller(tab.identifier)
        }
    }

    private var titles: [String?] { controller.tabBar.items?.map(\.title) ?? [] }
    private var identifiers: [String] { controller.tabs.map(\.identifier) }

    /// Touches the item at an index of the bar.
    private func touch(_ index: Int) {
        let bar = controller.tabBar.convert(controller.tabBar.bounds, to: nil)
        let count = CGFloat(controller.tabBar.items?.count ?? 1)
        let place = CGPoint(x: bar.minX + bar.width * (CGFloat(index) + 0.5) / count, y: bar.minY + 24)
        let finger = TouchSequence(on: rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: place, timestamp: rig.clock.now))
            rig.frame(after: 0.05)
        }
    }

    @Test("a controller is made when its tab is first shown, once, and has the tab's item")
    func made() throws {
        controller.tabs = ["a", "b", "c"].map(tab)
        #expect(makers.drain().isEmpty && controller.selectedTab?.identifier == "a" && controller.selectedIndex == 0)
        rig.show(controller)
        #expect(makers.drain() == "a" && controller.children.count == 1 && titles == ["A", "B", "C"])
        controller.selectedTab = controller.tab(forIdentifier: "b")
        #expect(makers.drain() == "b" && rig.diary.drain() == "bWa aWd aDd")
        controller.selectedIndex = 0
        controller.selectedIndex = 1
        #expect(makers.drain().isEmpty)
        let shown = try #require(controller.selectedViewController)
        #expect(shown.tab === controller.tabs[1] && controller.tabs[1].viewController === shown)
        #expect(shown.tabBarItem === controller.tabBar.items?[1] && shown.tabBarController === controller)
        // The tab has a title of its own, regardless of the controller's.
        shown.title = "Other"
        #expect(titles[1] == "B" && controller.tabs[1].title == "B")
        controller.tabs[1].title = "Bee"
        controller.tabs[1].badgeValue = "3"
        #expect(titles[1] == "Bee" && shown.tabBarItem.badgeValue == "3")
        #expect(controller.tabs[2].tabBarController === controller && makers.drain().isEmpty)
    }

    @Test("controllers that are set have tabs, whose items are theirs, and tabs have controllers")
    func oneModel() {
        let pages = ["x", "y"].map { rig.teller($0) }
        pages[0].title = "Ex"
        controller.viewControllers = pages
        #expect(controller.tabs.map(\.viewController) == pages && pages.map(\.tab) == controller.tabs)
        #expect(controller.tabs.map(\.title) == ["Ex", ""])
        pages[1].title = "Why"
        controller.tabs[0].title = "Axe"
        #expect(controller.tabs[1].title == "Why" && pages[0].tabBarItem.title == "Axe")
        // One more tab between them, while the existing tabs stay the same.
        let tabs = controller.tabs
        controller.tabs.insert(tab("m"), at: 1)
        #expect(controller.tabs.count == 3 && controller.tabs[0] === tabs[0] && controller.tabs[2] === tabs[1])
        let all = controller.viewControllers ?? []
        #expect(all.count == 3 && makers.drain() == "m" && all.allSatisfy { $0.parent === controller })
        controller.viewControllers = all.reversed()
        #expect(controller.tabs[1].identifier == "m" && controller.tabs[0] === tabs[1])
        controller.selectedViewController = all[1]
        #expect(controller.selectedTab?.identifier == "m" && controller.selectedIndex == 1)
        controller.viewControllers = [pages[1]]
        #expect(pages[0].parent == nil && all[1].parent == nil && tabs[0].tabBarController == nil)
        #expect(controller.selectedTab === tabs[1])
        // A controller can have an item of another kind.
        rig.show(controller)
        pages[1].tabBarItem = UITabBarItem(tabBarSystemItem: .history, tag: 0)
        #expect(titles == ["History"] && tabs[1].title == "History")
        controller.tabs = []
        #expect(controller.viewControllers == nil && controller.selectedTab == nil)
        #expect(controller.selectedIndex == NSNotFound && pages[1].view.window == nil)
    }

    @Test("the delegate is asked of touches and told of what is selected, of controllers only where they were set")
    func delegate() {
        controller.tabs = ["a", "b"].map(tab)
        #expect(listener.drain() == "did(>a)")
        rig.show(controller)
        touch(1)
        #expect(listener.drain() == "should(b) did(a>b)")
        touch(1)
        #expect(listener.drain() == "should(b)")
        listener.allows = false
        touch(0)
        #expect(listener.drain() == "should(a)" && controller.selectedIndex == 1)
        controller.selectedIndex = 0
        #expect(listener.drain() == "did(b>a)")
        listener.allows = true
        let page = rig.teller("x")
        controller.viewControllers = (controller.viewControllers ?? []) + [page]
        let name = page.tab?.identifier ?? ""
        rig.frame()
        touch(2)
        #expect(listener.drain() == "should(\(name)) shouldController(x) did(a>\(name)) didController(x)")
    }

    @Test("one that is disabled can't be touched, one that is hidden is out of the bar and not selected any more")
    func disabledAndHidden() {
        controller.tabs = ["a", "b", "c"].map(tab)
        rig.show(controller)
        controller.tabs[1].isEnabled = false
        rig.frame()
        touch(1)
        #expect(controller.selectedIndex == 0)
        controller.tabs[0].isHidden = true
        rig.frame()
        #expect(titles == ["B", "C"] && controller.selectedTab?.identifier == "b" && controller.tabs.count == 3)
        controller.tabs[0].isHidden = false
        #expect(titles == ["A", "B", "C"] && controller.selectedTab?.identifier == "b")
    }

    @Test("a wide bar has its fixed tabs first and the pinned last, and none that is for a sidebar; a narrow one all")
    func placement() {
        let tabs = ["pinned", "side", "plain", "optional", "movable", "fixed"].map(tab)
        let placements: [UITab.Placement] = [.pinned, .sidebarOnly, .automatic, .optional, .movable, .fixed]
        for (tab, placement) in zip(tabs, placements) { tab.preferredPlacement = placement }
        let wide = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        controller.tabs = tabs
        wide.show(controller)
        #expect(titles == ["FIXED", "PLAIN", "MOVABLE", "PINNED"])
        tabs[2].preferredPlacement = .fixed
        #expect(titles == ["PLAIN", "FIXED", "MOVABLE", "PINNED"])
        wide.window.rootViewController = nil
        rig.show(controller)
        #expect(titles == ["SIDE", "PLAIN", "OPTIONAL", "PINNED", "More"])
        controller.compactTabIdentifiers = ["plain", "pinned"]
        #expect(titles == ["PLAIN", "PINNED"])
    }

    @Test("a search has the system's title and image, and is at the end")
    func search() {
        controller.tabs = [UISearchTab { [rig] _ in rig.teller("s") }, tab("a")]
        rig.show(controller)
        #expect(titles == ["A", "Search"] && controller.selectedViewController?.description == "s")
    }

    @Test("of those that a narrow bar has no room for a stack shows by itself, and others in the list's")
    func more() throws {
        let deep = UITab(title: "G", image: nil, identifier: "g") { [rig] _ in
            UINavigationController(rootViewController: rig.teller("g"))
        }
        controller.tabs = ["a", "b", "c", "d", "e"].map(tab) + [deep]
        rig.show(controller)
        #expect(titles == ["A", "B", "C", "D", "More"])
        touch(4)
        rig.settle()
        #expect(controller.selectedTab == nil && controller.selectedViewController is UINavigationController)
        let list = try #require(controller.moreNavigationController.topViewController)
        let rows = try #require(list.view.subviews.lazy.compactMap { $0 as? UIStackView }.first).arrangedSubviews
        #expect(rows.count == 2 && makers.drain() == "a")
        (rows[0] as? UIControl)?.sendActions(for: .primaryActionTriggered)
        rig.settle()
        #expect(controller.moreNavigationController.topViewController === controller.tabs[4].viewController)
        touch(4)
        rig.settle()
        (rows[1] as? UIControl)?.sendActions(for: .primaryActionTriggered)
        rig.settle()
        #expect(controller.selectedTab === deep && deep.viewController?.view.window != nil)
        #expect(controller.tabBar.selectedItem?.title == "More")
        // Selecting one of them takes it out of the list.
        touch(4)
        rig.settle()
        controller.selectedTab = controller.tabs[4]
        rig.settle()
        #expect(controller.tabs[4].viewController?.parent === controller)
    }

    @Test("a tab belongs to one tab bar controller, and two of one name trap")
    func moving() async {
        let (tab, other) = (tab("a"), UITabBarController(tabs: [self.tab("b")]))
        controller.tabs = [tab]
        rig.show(controller)
        other.tabs.append(tab)
        #expect(controller.tabs.isEmpty && tab.tabBarController === other && tab.viewController?.view.window == nil)
        await #expect(processExitsWith: .failure) {
            UITabBarController().tabs = ["a", "a"].map { UITab(title: $0, image: nil, identifier: $0) }
        }
        await #expect(processExitsWith: .failure) {
            UITabBarController().selectedTab = UITab(title: "", image: nil, identifier: "a")
        }
    }

    @Test("a tab that makes no controller, and one whose maker asks for it, show nothing")
    func without() {
        let asking = UITab(title: "", image: nil, identifier: "b") { [rig] tab in
            #expect(tab.viewController == nil)
            return rig.teller("b")
        }
        controller.tabs = [UITab(title: "", image: nil, identifier: "a"), asking]
        rig.show(controller)
        #expect(controller.selectedIndex == 0 && controller.selectedViewController == nil)
        controller.selectedTab = asking
        #expect(controller.selectedViewController?.view.window != nil)
    }

    @Test("tabs, controllers and makers are gone when nobody has them")
    func lifetimes() {
        weak var gone: UITabBarController?
        weak var group: UITabGroup?
        autoreleasepool {
            let controller = UITabBarController()
            let inner = UITabGroup(title: "", image: nil, identifier: "g", children: [tab("a")])
            inner.managingNavigationController = UINavigationController()
            controller.tabs = [inner, tab("b")]
            rig.show(controller)
            controller.selectedIndex = 1
            rig.settle()
            rig.window.rootViewController = nil
            rig.settle()
            (gone, group) = (controller, inner)
        }
        #expect(gone == nil && group == nil)
    }
}
