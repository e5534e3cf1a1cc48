import Foundation
import Testing
import TileBars
import TileDrawing
import TileGraphics
import TileViews

@testable import TileControllers

@Suite("What of controllers is there again in a tree that is made anew")
struct ControllerStateTests {
    /// A scrolling page with a number, which can be created from its encoded state.
    private final class Page: UIViewController, UIViewControllerRestoration {
        var number: Int
        private(set) var paths: [[String]] = []
        private(set) var isRestored = false

        init(_ number: Int, _ identifier: String? = "page", canBeMade: Bool = true) {
            self.number = number
            super.init(nibName: nil, bundle: nil)
            restorationIdentifier = identifier
            if canBeMade { restorationClass = Page.self }
        }

        required init?(coder: NSCoder) { nil }

        static func viewController(
            withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
        ) -> UIViewController? {
            let page = Page(coder.decodeInteger(forKey: "number"), nil)
            page.paths = [identifierComponents]
            return page.number < 0 ? nil : page
        }

        var scrollView: UIScrollView { view as! UIScrollView }

        override func loadView() {
            let scrollView = UIScrollView()
            scrollView.restorationIdentifier = "scroll"
            view = scrollView
        }
        // The length of the content is set by layout.
        override func viewDidLayoutSubviews() { scrollView.contentSize = CGSize(width: 100, height: 5000) }

        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(number, forKey: "number")
        }
        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            number = coder.decodeInteger(forKey: "number") * 10
        }
        override func applicationFinishedRestoringState() { isRestored = true }
    }

    /// Returns a tab bar controller with two navigation stacks.
    private static func app() -> UITabBarController {
        let tabs = UITabBarController()
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = ["one", "two"].map { name in
            let navigation = UINavigationController(rootViewController: Page(1, "root", canBeMade: false))
            navigation.restorationIdentifier = name
            return navigation
        }
        return tabs
    }

    /// Keeps the windows alive.
    private final class Rigs {
        var all: [ControllerRig] = []
    }

    private let rigs = Rigs()

    private func shown(_ root: UIViewController) -> ControllerRig {
        let rig = ControllerRig()
        rigs.all.append(rig)
        rig.show(root)
        return rig
    }

    /// Restores the state of a tree into a new one, through the bytes of a file.
    private func again(_ root: UIViewController, _ make: () -> UIViewController) throws -> (
        UIViewController, ControllerRig
    ) {
        let bytes = try JSONEncoder().encode(try #require(ControllerState(of: root)))
        let new = make()
        let rig = shown(new)
        try JSONDecoder().decode(ControllerState.self, from: bytes).restore(to: new)
        rig.frame()
        rig.frame()
        return (new, rig)
    }

    private func stack(_ root: UIViewController, _ tab: Int) throws -> [Page] {
        let tabs = try #require(root as? UITabBarController)
        let navigation = try #require(tabs.viewControllers?[tab] as? UINavigationController)
        return try navigation.viewControllers.map { try #require($0 as? Page) }
    }

    @Test("stacks and the selected tab are, with what controllers encode, parents before those in them")
    func stacks() throws {
        let old = Self.app()
        let rig = shown(old)
        for (tab, count) in [(0, 2), (1, 1)] {
            for number in 1...count {
                try #require(old.viewControllers?[tab] as? UINavigationController)
                    .pushViewController(Page(number + 1), animated: false)
            }
        }
        old.selectedIndex = 1
        rig.frame()
        let (new, _) = try again(old, Self.app)
        #expect((new as? UITabBarController)?.selectedIndex == 1)
        #expect(try stack(new, 0).map(\.number) == [10, 20, 30] && stack(new, 1).map(\.number) == [10, 20])
        #expect(try stack(new, 0).map(\.paths) == [[], [["tabs", "one", "page"]], [["tabs", "one", "page"]]])
        #expect(try stack(new, 1).allSatisfy { $0.isRestored && $0.restorationIdentifier != nil })
        #expect(try stack(new, 1)[1].view.window != nil && stack(new, 1)[0].viewIfLoaded?.window == nil)
        // Restoring once more has the same result.
        let (third, _) = try again(new, Self.app)
        #expect(try stack(third, 0).map(\.number) == [100, 200, 300])
    }

    @Test("a tab that is selected in a group is again, with what its maker made")
    func groups() throws {
        func app() -> UITabBarController {
            let children = ["mine", "all"].map { name in
                UITab(title: name, image: nil, identifier: name) { _ in Page(1, name, canBeMade: false) }
            }
            let first = UITab(title: "first", image: nil, identifier: "first") { _ in
                Page(1, "first", canBeMade: false)
            }
            let tabs = UITabBarController(tabs: [
                first, UITabGroup(title: "group", image: nil, identifier: "group", children: children),
            ])
            tabs.restorationIdentifier = "tabs"
            return tabs
        }
        let old = app()
        let rig = shown(old)
        old.selectedTab = old.tab(forIdentifier: "all")
        rig.frame()
        try #require(old.selectedViewController as? Page).number = 7
        let (new, _) = try again(old, app)
        let tabs = try #require(new as? UITabBarController)
        let page = try #require(tabs.selectedViewController as? Page)
        #expect(tabs.selectedTab?.identifier == "all" && tabs.selectedIndex == 1)
        #expect(page.restorationIdentifier == "all" && page.number == 70 && page.isRestored && page.view.window != nil)
        #expect((tabs.tab(forIdentifier: "first")?.viewController as? Page)?.isRestored == true)
    }

    @Test("scroll views stand where they stood: that which shows, and those that are shown later")
    func offsets() throws {
        let old = Self.app()
        let rig = shown(old)
        let below = try stack(old, 0)[0]
        below.scrollView.contentOffset.y = 700
        try #require(old.viewControllers?[0] as? UINavigationController).pushViewController(Page(2), animated: false)
        rig.frame()
        try stack(old, 0)[1].scrollView.contentOffset.y = 1200
        let (new, newRig) = try again(old, Self.app)
        let pages = try stack(new, 0)
        try #require(pages.count == 2)
        #expect(pages[1].scrollView.contentOffset.y == 1200)
        // State that isn't shown yet is encoded once more too.
        let (third, thirdRig) = try again(new, Self.app)
        for (root, rig) in [(new, newRig), (third, thirdRig)] {
            let navigation = try #require((root as? UITabBarController)?.viewControllers?[0] as? UINavigationController)
            navigation.popViewController(animated: false)
            rig.frame()
            rig.frame()
            #expect(try stack(root, 0)[0].scrollView.contentOffset.y == 700)
        }
    }

    /// Ten pages with names of their own, created only by the data source.
    private final class Book: NSObject, UIPageViewControllerDataSource {
        let pages = (0..<10).map { Page($0, "page \($0)", canBeMade: false) }

        func show(_ index: Int, _ options: [UIPageViewController.OptionsKey: Any] = [:]) -> UIPageViewController {
            let style: UIPageViewController.TransitionStyle = options.isEmpty ? .scroll : .pageCurl
            let book = UIPageViewController(
                transitionStyle: style, navigationOrientation: .horizontal, options: options)
            book.restorationIdentifier = "book"
            book.dataSource = self
            let shown = options.isEmpty ? [pages[index]] : [pages[index], pages[index + 1]]
            book.setViewControllers(shown, direction: .forward, animated: false)
            return book
        }

        private func page(beside controller: UIViewController, _ step: Int) -> UIViewController? {
            guard let index = pages.firstIndex(where: { $0 === controller }) else { return nil }
            return pages.indices.contains(index + step) ? pages[index + step] : nil
        }
        func pageViewController(
            _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
        ) -> UIViewController? { page(beside: viewController, -1) }
        func pageViewController(
            _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
        ) -> UIViewController? { page(beside: viewController, 1) }
    }

    @Test("the same page shows, whether its class makes it or the data source has it; two where two show")
    func pages() throws {
        let (old, fresh) = (Book(), Book())
        for (first, shown) in [(0, 7), (9, 2)] {
            let pages = old.show(shown)
            _ = self.shown(pages)
            old.pages[shown].scrollView.contentOffset.y = 300
            let (new, _) = try again(pages) { fresh.show(first) }
            let page = try #require((new as? UIPageViewController)?.viewControllers?.first as? Page)
            #expect(page === fresh.pages[shown] && page.number == shown * 10 && page.view.window != nil)
            #expect(page.scrollView.contentOffset.y == 300)
            page.number = shown
        }
        let middle: [UIPageViewController.OptionsKey: Any] = [.spineLocation: UIPageViewController.SpineLocation.mid]
        let two = old.show(4, middle)
        _ = shown(two)
        let (new, _) = try again(two) { fresh.show(0, middle) }
        #expect((new as? UIPageViewController)?.viewControllers == [fresh.pages[4], fresh.pages[5]])
        // A controller whose pages are created by their class.
        let made = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
        made.restorationIdentifier = "book"
        made.setViewControllers([Page(6)], direction: .forward, animated: false)
        _ = shown(made)
        let (third, _) = try again(made) {
            let book = UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
            book.restorationIdentifier = "book"
            book.setViewControllers([Page(0)], direction: .forward, animated: false)
            return book
        }
        #expect(((third as? UIPageViewController)?.viewControllers?.first as? Page)?.number == 60)
    }

    @Test("who is presented is there again, where it can be made")
    func presented() throws {
        let old = Self.app()
        let rig = shown(old)
        old.present(Page(5), animated: false)
        rig.frame()
        let (new, _) = try again(old, Self.app)
        let page = try #require(new.presentedViewController as? Page)
        #expect(page.number == 50 && page.view.window != nil && page.paths == [["tabs", "page"]])
        old.dismiss(animated: false)
        rig.frame()
        old.present(Page(5, canBeMade: false), animated: false)
        rig.frame()
        #expect(try again(old, Self.app).0.presentedViewController == nil)
    }

    @Test("a stack ends below one that has no name, or can't be made")
    func gaps() throws {
        for gap in [Page(3, nil), Page(3, canBeMade: false), Page(-3)] {
            let old = Self.app()
            let rig = shown(old)
            let navigation = try #require(old.viewControllers?[0] as? UINavigationController)
            for page in [Page(2), gap, Page(4)] { navigation.pushViewController(page, animated: false) }
            rig.frame()
            #expect(try stack(try again(old, Self.app).0, 0).map(\.number) == [10, 20])
        }
    }

    @Test("nothing is where the root has no name, or the new tree's has another")
    func otherRoot() throws {
        let old = Self.app()
        let rig = shown(old)
        try #require(old.viewControllers?[0] as? UINavigationController).pushViewController(Page(2), animated: false)
        rig.frame()
        let (new, _) = try again(old) {
            let other = Self.app()
            other.restorationIdentifier = "other"
            return other
        }
        #expect(try stack(new, 0).map(\.number) == [1])
        old.restorationIdentifier = nil
        #expect(ControllerState(of: old) == nil)
    }
}
