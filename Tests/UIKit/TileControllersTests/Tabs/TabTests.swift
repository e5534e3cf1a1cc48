import Foundation
import TestSupport
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Tab bar controllers")
struct TabTests {
    private let rig = ControllerRig()
    private let tabs = UITabBarController()
    private let pages: [Teller]

    init() {
        pages = ["a", "b", "c"].map { [diary = rig.diary] in Teller($0, diary) }
        for page in pages { page.title = page.name.uppercased() }
        tabs.viewControllers = pages
    }

    @Test("the first is chosen; the others are loaded when they are")
    func first() {
        rig.show(tabs)
        #expect(tabs.selectedIndex == 0 && tabs.selectedViewController === pages[0])
        #expect(pages.map(\.isViewLoaded) == [true, false, false])
        #expect(tabs.tabBar.items?.map(\.title) == ["A", "B", "C"] && tabs.tabBar.selectedItem === pages[0].tabBarItem)
        #expect(pages[1].tabBarController === tabs)
    }

    @Test("a change of tabs: the new one first, in the order of the table")
    func change() {
        rig.show(tabs)
        tabs.selectedIndex = 1
        #expect(rig.diary.drain() == "bWa aWd aDd")
        rig.frame()
        #expect(rig.diary.drain() == "bDa" && pages[0].view.window == nil)
        #expect(tabs.tabBar.selectedItem === pages[1].tabBarItem)
        tabs.selectedIndex = 7
        tabs.selectedIndex = NSNotFound
        #expect(tabs.selectedIndex == 1)
    }

    @Test("an empty one has no choice, as UIKit says it")
    func empty() {
        let tabs = UITabBarController()
        rig.show(tabs)
        #expect(tabs.selectedIndex == NSNotFound && tabs.viewControllers == nil && tabs.selectedViewController == nil)
    }

    @Test("a navigation controller without a tab bar item has that of its first controller")
    func itemOfFirst() {
        let first = UIViewController()
        first.tabBarItem = UITabBarItem(title: "Posts", image: nil, tag: 3)
        let navigation = UINavigationController(rootViewController: first)
        tabs.viewControllers = [navigation]
        rig.show(tabs)
        navigation.pushViewController(UIViewController(), animated: false)
        #expect(tabs.tabBar.items?.map(\.title) == ["Posts"] && navigation.tabBarItem === first.tabBarItem)
        first.tabBarItem = UITabBarItem(title: "News", image: nil, tag: 4)
        #expect(tabs.tabBar.items?.map(\.title) == ["News"])
        navigation.tabBarItem = UITabBarItem(title: "Own", image: nil, tag: 5)
        first.tabBarItem = UITabBarItem(title: "Posts", image: nil, tag: 3)
        #expect(tabs.tabBar.items?.map(\.title) == ["Own"])
    }

    @Test("a navigation controller whose first controller is replaced keeps its tab, and shows the new one's item")
    func replacedFirst() {
        let navigation = UINavigationController(rootViewController: rig.teller("login"))
        tabs.viewControllers = [pages[0], navigation, pages[2]]
        rig.show(tabs)
        navigation.setViewControllers([pages[1]], animated: false)
        #expect(tabs.tabBar.items?.map(\.title) == ["A", "B", "C"])
        rig.frame()
        touch(1)
        #expect(tabs.selectedIndex == 1 && tabs.tabBar.selectedItem === pages[1].tabBarItem)
        let home = rig.teller("home")
        home.title = "Home"
        navigation.setViewControllers([home], animated: false)
        #expect(tabs.tabBar.items?.map(\.title) == ["A", "Home", "C"])
        #expect(tabs.tabBar.selectedItem === home.tabBarItem)
    }

    @Test("the title of a navigation controller is that of its tab, also before there is a first controller")
    func titleOfNavigation() {
        func page(_ title: String?) -> UIViewController {
            let page = UIViewController()
            if let title { page.tabBarItem = UITabBarItem(title: title, image: nil, tag: 0) }
            return page
        }
        let (late, named) = (
            UINavigationController(rootViewController: page(nil)), UINavigationController(rootViewController: page("a"))
        )
        (late.title, named.title) = ("Late", "Named")
        let (early, other, empty) = (UINavigationController(), UINavigationController(), UINavigationController())
        (early.title, other.title) = ("Early", "Other")
        early.viewControllers = [page(nil)]
        other.viewControllers = [page("Item")]
        tabs.viewControllers = [late, named, early, other, empty]
        rig.show(tabs)
        #expect(tabs.tabBar.items?.map(\.title) == ["Late", "Named", "Early", "Item", nil])
        empty.pushViewController(page("First"), animated: false)
        #expect(tabs.tabBar.items?.map(\.title) == ["Late", "Named", "Early", "Item", "First"])
        empty.title = "Last"
        #expect(tabs.tabBar.items?.last?.title == "Last")
    }

    private func touch(_ index: Int) {
        let bar = tabs.tabBar.convert(tabs.tabBar.bounds, to: nil)
        let place = CGPoint(x: bar.minX + bar.width * (Double(index) + 0.5) / 3, y: bar.minY + 24)
        let finger = TouchSequence(on: rig.screen)
        for phase: UITouch.Phase in [.began, .ended] {
            finger.send(TouchSample(phase, at: place, timestamp: rig.clock.now))
            rig.frame(after: 0.05)
        }
    }

    /// Records the delegate's calls.
    private final class Asked: NSObject, UITabBarControllerDelegate {
        var heard: [String] = []
        var allows = true
        func tabBarController(
            _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
        ) -> Bool {
            heard.append("should \(viewController)")
            return allows
        }
        func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
            heard.append("did \(viewController)")
        }
    }

    @Test("a touch of an item chooses, if the delegate lets it")
    func touching() {
        let asked = Asked()
        tabs.delegate = asked
        rig.show(tabs)
        touch(2)
        #expect(tabs.selectedIndex == 2 && asked.heard == ["should c", "did c"])
        asked.allows = false
        touch(0)
        #expect(tabs.selectedIndex == 2 && asked.heard.last == "should a")
        #expect(tabs.tabBar.selectedItem === pages[2].tabBarItem)
    }

    @Test("a second touch leads a navigation controller back to its root")
    func secondTouch() {
        let navigation = UINavigationController(rootViewController: rig.teller("r"))
        navigation.pushViewController(rig.teller("s"), animated: false)
        tabs.viewControllers = [navigation, pages[1], pages[2]]
        rig.show(tabs)
        touch(0)
        rig.settle()
        #expect(navigation.viewControllers.count == 1)
    }

    @Test("the bar covers the bottom, which is in the safe area; one that is pushed may hide it")
    func layout() {
        rig.screen.safeAreaInsets.bottom = 34
        let next = rig.teller("n")
        next.hidesBottomBarWhenPushed = true
        let navigation = UINavigationController(rootViewController: rig.teller("r"))
        tabs.viewControllers = [pages[0], navigation]
        rig.show(tabs)
        #expect(tabs.tabBar.frame == CGRect(x: 0, y: 761, width: 390, height: 83))
        #expect(pages[0].view.frame == rig.screen.bounds && pages[0].view.safeAreaInsets.bottom == 83)
        tabs.selectedIndex = 1
        rig.settle()
        #expect(navigation.topViewController?.view.safeAreaInsets.bottom == 83)
        navigation.pushViewController(next, animated: false)
        tabs.view.setNeedsLayout()
        rig.frame()
        #expect(next.view.safeAreaInsets.bottom == 34 && tabs.tabBar.frame.minY == 844)
    }

    @Test("one that is taken out goes; one that stays chosen stays")
    func changing() {
        rig.show(tabs)
        tabs.selectedIndex = 1
        rig.frame()
        _ = rig.diary.drain()
        tabs.viewControllers = [pages[2], pages[1]]
        #expect(rig.diary.drain().isEmpty && tabs.selectedIndex == 1 && pages[0].parent == nil)
        tabs.viewControllers = [pages[2]]
        rig.frame()
        #expect(rig.diary.drain() == "bWd bDd cWa cDa" && tabs.selectedViewController === pages[2])
    }

    @Test("more than five are behind an item of their own in a narrow window, and all in the bar of a wide one")
    func more() {
        let many = (0..<7).map { number in
            let page = UIViewController()
            page.title = "Page \(number)"
            return page
        }
        tabs.viewControllers = many
        rig.show(tabs)
        #expect(tabs.tabBar.items?.count == 5 && tabs.tabBar.items?.last?.title == "More")
        tabs.selectedViewController = tabs.moreNavigationController.parent === tabs ? many[5] : nil
        rig.settle()
        #expect(many[5].view.window != nil)
        let wide = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        wide.show(tabs)
        #expect(tabs.tabBar.items?.count == 7)
    }

    /// A screen with scrolling content of a given height.
    private final class Scroller: UIViewController {
        let height: CGFloat
        init(_ height: CGFloat) {
            self.height = height
            super.init(nibName: nil, bundle: nil)
        }
        required init?(coder: NSCoder) { nil }
        override func loadView() {
            let scroll = UIScrollView()
            scroll.contentSize = CGSize(width: 300, height: height)
            view = scroll
        }
    }

    @Test(
        "the bar has its backdrop where content lies beneath it, also that of a navigation controller, and when it turns"
    )
    func backdrop() {
        for isPushed in [false, true] {
            let (long, short) = (Scroller(2000), Scroller(100))
            tabs.viewControllers = [long, short].map { isPushed ? UINavigationController(rootViewController: $0) : $0 }
            rig.show(tabs)
            rig.settle()
            #expect(tabs.tabBar.scrollEdgeFraction == 0)
            let scroll = long.view as? UIScrollView
            scroll?.contentOffset.y = 3000
            rig.settle()
            #expect(tabs.tabBar.scrollEdgeFraction == 1)
            scroll?.contentOffset.y = 0
            rig.screen.rotate(to: .landscapeLeft)
            rig.settle()
            #expect(tabs.tabBar.scrollEdgeFraction == 0)
            tabs.selectedIndex = 1
            rig.settle()
            #expect(tabs.tabBar.scrollEdgeFraction == 1)
            tabs.selectedIndex = 0
            rig.settle()
            #expect(tabs.tabBar.scrollEdgeFraction == 0)
            rig.screen.rotate(to: .portrait)
            rig.window.rootViewController = nil
        }
    }

    @Test("the backdrop goes by degrees over the last 8 points, and follows content that grows")
    func backdropByDegrees() {
        for isPushed in [false, true] {
            let long = Scroller(2000)
            tabs.viewControllers = [isPushed ? UINavigationController(rootViewController: long) : long, Scroller(100)]
            rig.show(tabs)
            rig.settle()
            guard let scroll = long.view as? UIScrollView else { return }
            scroll.contentOffset.y = 2000 - tabs.tabBar.frame.minY - 4
            #expect(tabs.tabBar.scrollEdgeFraction == 0.5)
            scroll.contentSize.height = 2100
            #expect(tabs.tabBar.scrollEdgeFraction == 0)
            rig.window.rootViewController = nil
        }
    }

    @Test("one that is no tab can't be chosen")
    func foreign() async {
        await #expect(processExitsWith: .failure) {
            let tabs = UITabBarController()
            tabs.viewControllers = [UIViewController()]
            tabs.selectedViewController = UIViewController()
        }
    }
}
