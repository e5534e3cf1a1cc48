import Foundation
import TestSupport
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Groups of tabs")
struct TabGroupTests {
    private let rig = ControllerRig()
    private let listener = TabListener()
    private let controller = UITabBarController()

    private func tab(_ name: String) -> UITab {
        UITab(title: name, image: nil, identifier: name) { [rig] tab in rig.teller(tab.identifier) }
    }

    /// Returns a group of `a` and `b`, which follows a tab `x`.
    private func group(hasOwn: Bool = true) -> UITabGroup {
        let children = ["a", "b"].map(tab)
        let group =
            hasOwn
            ? UITabGroup(title: "g", image: nil, identifier: "g", children: children) { [rig] _ in rig.teller("g") }
            : UITabGroup(title: "g", image: nil, identifier: "g", children: children)
        controller.tabs = [tab("x"), group]
        controller.delegate = listener
        rig.show(controller)
        return group
    }

    private var shown: String { controller.selectedViewController.map { "\($0)" } ?? "" }

    @Test("a group is one choice, and shows the controller of what is selected in it")
    func selection() {
        let group = group()
        #expect(controller.tabBar.items?.count == 2 && controller.tab(forIdentifier: "b") === group.children[1])
        #expect(group.tab(forIdentifier: "g") == nil && group.children[0].parent === group)
        controller.selectedTab = group
        #expect(controller.selectedTab === group && shown == "g" && listener.drain() == "did(x>g)")
        controller.selectedTab = group.children[1]
        rig.settle()
        #expect(shown == "b" && group.selectedChild === group.children[1] && listener.drain() == "did(g>b)")
        #expect(controller.tabBar.selectedItem?.title == "g" && controller.selectedIndex == 1)
        controller.selectedIndex = 0
        group.selectedChild = group.children[0]
        #expect(shown == "x" && listener.drain() == "did(b>x)")
        controller.selectedIndex = 1
        rig.settle()
        #expect(shown == "a" && listener.drain() == "did(x>a)")
        // If the group is already selected, it stays selected regardless of the selection inside it.
        rig.diary.isWhole = false
        _ = rig.diary.drain()
        group.selectedChild = group.children[1]
        rig.settle()
        #expect(rig.diary.drain() == "bWa aWd aDd bDa" && controller.children.contains { "\($0)" == "b" })
    }

    @Test("where nothing is selected it is the default, or of a group without a controller the first")
    func defaults() {
        let first = group(hasOwn: false)
        controller.selectedIndex = 1
        #expect(shown == "a" && first.selectedChild === first.children[0])
        let second = group()
        second.defaultChildIdentifier = "b"
        controller.selectedIndex = 1
        #expect(shown == "b")
    }

    @Test("a child that is taken out is not selected any more, and its controller goes")
    func children() {
        let group = group()
        controller.selectedTab = group.children[0]
        rig.settle()
        let gone = group.children.removeFirst()
        rig.settle()
        #expect(gone.parent == nil && gone.viewController?.parent == nil && shown == "g")
        #expect(controller.selectedTab === group)
        controller.tabs.append(group.children[0])
        #expect(group.children.isEmpty && controller.tabs[2].parent == nil)
    }

    @Test("a navigation controller has the group's and the child's controllers on its stack, and going back selects")
    func navigation() throws {
        let group = group()
        let navigation = UINavigationController()
        group.managingNavigationController = navigation
        controller.selectedTab = group.children[0]
        rig.settle()
        func stack() -> String { navigation.viewControllers.map { "\($0)" }.joined() }
        #expect(controller.selectedViewController === navigation && stack() == "ga")
        #expect(group.children[0].managingTabGroup === group && group.managingTabGroup == nil)
        // Pushed controllers stay while the selection doesn't change.
        navigation.pushViewController(rig.teller("p"), animated: false)
        controller.selectedIndex = 0
        controller.selectedIndex = 1
        #expect(stack() == "gap" && controller.selectedTab === group.children[0])
        navigation.popToRootViewController(animated: true)
        rig.settle()
        #expect(stack() == "g" && controller.selectedTab === group && group.selectedChild == nil)
        navigation.pushViewController(rig.teller("q"), animated: false)
        controller.selectedIndex = 0
        controller.selectedIndex = 1
        #expect(stack() == "gq")
        controller.selectedTab = group.children[0]
        #expect(stack() == "ga")
        group.selectedChild = group.children[1]
        rig.settle()
        #expect(stack() == "gb")
        group.selectedChild = nil
        rig.settle()
        #expect(stack() == "g" && controller.selectedTab === group)
    }

    @Test("what was to come by hand and goes back leaves what was selected, also in a group")
    func cancelled() throws {
        let hand = HandDriven()
        let group = group()
        controller.selectedTab = group.children[0]
        rig.settle()
        controller.delegate = hand
        _ = rig.diary.drain()
        controller.selectedTab = group.children[1]
        rig.frame()
        hand.drive.update(0.4)
        rig.frame()
        hand.drive.cancel()
        rig.settle()
        #expect(rig.diary.drain() == "bWa aWd bWd aWa bDd aDa")
        #expect(shown == "a" && controller.selectedTab === group.children[0])
        #expect(hand.heard == ["b", "a"])
    }

    /// Animates every change of tabs interactively.
    private final class HandDriven: NSObject, UITabBarControllerDelegate, UIViewControllerAnimatedTransitioning {
        let drive = UIPercentDrivenInteractiveTransition()
        var heard: [String] = []

        func tabBarController(
            _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
        ) { heard.append(selectedTab.identifier) }
        func tabBarController(
            _ tabBarController: UITabBarController, animationControllerForTransitionFrom fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { self }
        func tabBarController(
            _ tabBarController: UITabBarController,
            interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { drive }
        func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.3 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            guard let view = context.view(forKey: .to) else { return }
            context.containerView.addSubview(view)
            view.alpha = 0
            UIView.animate(withDuration: 0.3) {
                view.alpha = 1
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
    }

    @Test("the delegate says what a group's stack has for a tab")
    func displayed() {
        final class Short: NSObject, UITabBarControllerDelegate {
            func tabBarController(
                _ tabBarController: UITabBarController, displayedViewControllersFor tab: UITab,
                proposedViewControllers: [UIViewController]
            ) -> [UIViewController] { tab is UITabGroup ? [] : proposedViewControllers }
        }
        let (group, short, navigation) = (group(), Short(), UINavigationController())
        controller.delegate = short
        group.managingNavigationController = navigation
        controller.selectedTab = group.children[1]
        rig.settle()
        #expect(navigation.viewControllers.map { "\($0)" } == ["b"] && controller.selectedTab === group.children[1])
    }

    @Test("a group in itself, and the child of another, trap")
    func impossible() async {
        await #expect(processExitsWith: .failure) {
            let group = UITabGroup(title: "", image: nil, identifier: "g")
            let inner = UITabGroup(title: "", image: nil, identifier: "i", children: [])
            group.children = [inner]
            inner.children = [group]
        }
        await #expect(processExitsWith: .failure) {
            let group = UITabGroup(title: "", image: nil, identifier: "g")
            group.selectedChild = UITab(title: "", image: nil, identifier: "a")
        }
    }
}
