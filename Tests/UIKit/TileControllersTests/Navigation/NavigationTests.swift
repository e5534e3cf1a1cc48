import Foundation
import TestSupport
import Testing
import TileBars
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Navigation controllers")
struct NavigationTests {
    private let rig = ControllerRig()
    private let root: Teller
    private let navigation: UINavigationController

    init() {
        root = Teller("a", rig.diary)
        root.title = "First"
        navigation = UINavigationController(rootViewController: root)
    }

    @Test("the root comes with the controller, in the order of a child")
    func first() {
        rig.diary.isWhole = true
        rig.window.rootViewController = navigation
        rig.window.makeKeyAndVisible()
        #expect(rig.diary.drain().hasPrefix("a.load a.didLoad aWa a.is"))
        rig.frame()
        #expect(rig.diary.drain().contains("aDa a.didMove") && !root.isMovingToParent)
        #expect(root.navigationController === navigation && navigation.topViewController === root)
        #expect(navigation.navigationBar.topItem === root.navigationItem && root.navigationItem.title == "First")
    }

    @Test("a push and a pop, animated: both hear in the order of the table, over 0.35 s")
    func pushAndPop() {
        rig.show(navigation)
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: true)
        #expect(rig.diary.drain() == "aWd bWa" && next.isMovingToParent)
        rig.frame()
        rig.frame(after: 0.2)
        #expect(rig.diary.drain().isEmpty && root.view.window != nil && next.transitionCoordinator?.isAnimated == true)
        rig.frame(after: 0.2)
        rig.settle()
        #expect(rig.diary.drain() == "aDd bDa" && root.view.window == nil && !next.isMovingToParent)
        #expect(navigation.popViewController(animated: true) === next && next.isMovingFromParent)
        #expect(rig.diary.drain() == "bWd aWa")
        rig.settle()
        #expect(rig.diary.drain() == "bDd aDa" && next.parent == nil && navigation.children == [root])
        #expect(navigation.popViewController(animated: true) == nil)
        #expect(navigation.popToRootViewController(animated: true) == nil)
    }

    @Test("the whole of a push, with what the child hears of its parent")
    func wholePush() {
        rig.show(navigation)
        rig.diary.isWhole = true
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: false)
        rig.frame()
        let told = rig.diary.drain()
        let order = [
            "b.willMove", "b.load", "b.didLoad", "aWd", "bWa", "b.is", "aDd", "b.didLayout", "bDa", "b.didMove",
        ]
        var rest = Substring(told)
        for step in order {
            guard let range = rest.range(of: step) else {
                Issue.record("\(step) is missing, or too early, in \(told)")
                return
            }
            rest = rest[range.upperBound...]
        }
        navigation.popViewController(animated: false)
        #expect(rig.diary.drain().hasSuffix("bWd aWa a.is bDd b.didMove(nil)"))
        rig.frame()
        #expect(rig.diary.drain().hasSuffix("aDa"))
    }

    @Test("what is pushed while a push goes on shows after it")
    func pushesInTurn() {
        rig.show(navigation)
        let (second, third) = (rig.teller("b"), rig.teller("c"))
        navigation.pushViewController(second, animated: true)
        rig.frame(after: 0.1)
        navigation.pushViewController(third, animated: true)
        #expect(navigation.viewControllers == [root, second, third] && rig.diary.drain() == "aWd bWa")
        rig.settle()
        #expect(rig.diary.drain() == "aDd bDa bWd cWa bDd cDa")
    }

    @Test("pushed and popped again before a frame, and all at once back to the root")
    func backToRoot() {
        rig.show(navigation)
        let all = ["b", "c", "d"].map { rig.teller($0) }
        for each in all { navigation.pushViewController(each, animated: false) }
        // A controller that was never shown in a frame disappears before it has appeared.
        #expect(rig.diary.drain() == "aWd bWa aDd bWd cWa bDd cWd dWa cDd" && !all[0].isMovingToParent)
        rig.frame()
        #expect(rig.diary.drain() == "dDa")
        #expect(navigation.popToRootViewController(animated: true) == all)
        rig.settle()
        #expect(rig.diary.drain() == "dWd aWa dDd aDa" && all.allSatisfy { $0.parent == nil })
    }

    @Test("a stack that is set: a new top comes as by a push, an old one as by a pop, none leaves nothing")
    func setting() {
        rig.show(navigation)
        let (b, c) = (rig.teller("b"), rig.teller("c"))
        navigation.setViewControllers([root, b, c], animated: true)
        rig.settle()
        #expect(rig.diary.drain() == "aWd cWa aDd cDa" && !b.isViewLoaded)
        navigation.setViewControllers([root, c], animated: true)
        rig.settle()
        #expect(rig.diary.drain().isEmpty && b.parent == nil)
        navigation.viewControllers = []
        #expect(rig.diary.drain() == "cWd cDd" && navigation.topViewController == nil && navigation.children.isEmpty)
        navigation.setViewControllers([b], animated: true)
        rig.frame()
        #expect(rig.diary.drain() == "bWa bDa")
    }

    @Test("a stack that changes while nothing shows tells nobody that it comes")
    func unseen() {
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: true)
        navigation.popViewController(animated: true)
        #expect(rig.diary.drain().isEmpty && next.parent == nil && !root.isViewLoaded)
    }

    @Test("impossible pushes trap, with UIKit's words")
    func impossible() async {
        await #expect(processExitsWith: .failure) {
            let root = UIViewController()
            UINavigationController(rootViewController: root).pushViewController(root, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let root = UINavigationController(rootViewController: UIViewController())
            root.pushViewController(UINavigationController(), animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let root = UINavigationController(rootViewController: UIViewController())
            root.popToViewController(UIViewController(), animated: false)
        }
    }

    @Test("ten thousand pushes without animation, and all gone again")
    func manyPushes() {
        rig.show(navigation)
        let before = UIViewController.counts
        autoreleasepool {
            for _ in 0..<10_000 { navigation.pushViewController(UIViewController(), animated: false) }
            #expect(navigation.viewControllers.count == 10_001)
            navigation.popToRootViewController(animated: false)
            rig.settle()
        }
        let after = UIViewController.counts
        #expect(after.made - before.made == 10_000 && after.gone - before.gone == 10_000)
        #expect(root.view.window != nil)
    }

    /// Drags a finger from the left edge. It resumes from its last position if it isn't released.
    @discardableResult
    private func drag(to end: Double, steps: Int = 10, then release: Bool = true) -> TouchSequence {
        let finger = TouchSequence(on: rig.screen)
        func send(_ phase: UITouch.Phase, _ x: Double) {
            finger.send(TouchSample(phase, at: CGPoint(x: x, y: 400), timestamp: rig.clock.now))
            rig.frame(after: 1 / 60)
        }
        send(.began, 2)
        for step in 1...steps { send(.moved, 2 + (end - 2) * Double(step) / Double(steps)) }
        // The finger holds still, so that only the position counts.
        for _ in 0..<12 { send(.moved, end) }
        if release { send(.ended, end) }
        return finger
    }

    @Test("a drag from the edge pops, with the view under the finger")
    func interactivePop() {
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: false)
        rig.show(navigation)
        let finger = drag(to: 300, then: false)
        #expect(rig.diary.drain() == "bWd aWa")
        #expect(next.transitionCoordinator?.isInteractive == true && navigation.viewControllers == [root])
        let shown = next.view.layer.presentation()?.affineTransform().tx ?? 0
        #expect(abs(shown - 298) < 20, "\(shown)")
        finger.send(TouchSample(.ended, at: CGPoint(x: 300, y: 400), timestamp: rig.clock.now))
        rig.settle()
        #expect(rig.diary.drain() == "bDd aDa" && next.parent == nil && next.view.window == nil)
        #expect(navigation.navigationBar.topItem === root.navigationItem && root.view.transform.isIdentity)
    }

    @Test("the bar's titles move with the finger, and are those of the stack at the end")
    func barFollowsFinger() {
        let next = rig.teller("b")
        (root.title, next.title) = ("Below", "Above")
        navigation.pushViewController(next, animated: false)
        rig.show(navigation)
        func titles() -> [(String, CGFloat, CGFloat)] {
            func all(_ view: UIView) -> [UIView] { [view] + view.subviews.flatMap(all) }
            return all(navigation.navigationBar).compactMap { $0 as? UILabel }.filter { !($0.text ?? "").isEmpty }
                .map { label in
                    let holder = label.superview!
                    return (label.text!, holder.alpha, holder.convert(label.center, to: navigation.navigationBar).x)
                }
        }
        let before = titles().first { $0.0 == "Above" && abs($0.2 - 195) < 1 }
        #expect(before?.1 == 1)
        let finger = drag(to: 196, then: false)
        let above = titles().first { $0.0 == "Above" && $0.2 > 195 }
        #expect(above.map { $0.1 < 0.7 && $0.2 > 220 } == true, "\(titles())")
        #expect(navigation.navigationBar.topItem === next.navigationItem)
        for _ in 0..<12 {
            rig.frame(after: 1 / 60)
            finger.send(TouchSample(.moved, at: CGPoint(x: 320, y: 400), timestamp: rig.clock.now))
        }
        finger.send(TouchSample(.ended, at: CGPoint(x: 320, y: 400), timestamp: rig.clock.now))
        rig.settle()
        #expect(navigation.navigationBar.items?.map(\.title) == ["Below"])
        #expect(!titles().contains { $0.0 == "Above" })
        #expect(titles().contains { $0.0 == "Below" && $0.1 == 1 && abs($0.2 - 195) < 1 }, "\(titles())")
    }

    @Test("a drag that is let go of early goes back: what was to come goes, what was to go is there again")
    func cancelledPop() {
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: false)
        rig.show(navigation)
        var wasCancelled: Bool?
        let finger = drag(to: 60, then: false)
        next.transitionCoordinator?.notifyWhenInteractionChanges { wasCancelled = $0.isCancelled }
        #expect(rig.diary.drain() == "bWd aWa")
        finger.send(TouchSample(.ended, at: CGPoint(x: 60, y: 400), timestamp: rig.clock.now))
        rig.settle()
        #expect(wasCancelled == true && rig.diary.drain() == "aWd aDd bWa bDa")
        #expect(navigation.viewControllers == [root, next] && next.view.transform.isIdentity)
        #expect(root.view.window == nil && next.view.frame == navigation.view.bounds && next.parent === navigation)
        #expect(navigation.navigationBar.topItem === next.navigationItem && next.transitionCoordinator == nil)
    }

    @Test("views lie under the bar, whose height is in the safe area; below it where it is opaque")
    func layout() {
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        rig.show(navigation)
        #expect(navigation.navigationBar.frame == CGRect(x: 0, y: 59, width: 390, height: 44))
        #expect(root.view.frame == rig.screen.bounds)
        #expect(root.view.safeAreaInsets == UIEdgeInsets(top: 103, left: 0, bottom: 34, right: 0))
        navigation.navigationBar.isTranslucent = false
        navigation.view.setNeedsLayout()
        rig.frame()
        #expect(root.view.frame == CGRect(x: 0, y: 103, width: 390, height: 741) && root.view.safeAreaInsets.top == 0)
        navigation.setNavigationBarHidden(true, animated: true)
        rig.settle()
        #expect(root.view.frame == rig.screen.bounds && root.view.safeAreaInsets.top == 59)
    }

    @Test("a toolbar shows the top's items, and goes for one that hides it")
    func toolbar() {
        rig.show(navigation)
        root.toolbarItems = [UIBarButtonItem(systemItem: .add)]
        navigation.setToolbarHidden(false, animated: false)
        rig.frame()
        #expect(navigation.toolbar.items?.count == 1 && root.view.safeAreaInsets.bottom == 44)
        #expect(navigation.toolbar.frame == CGRect(x: 0, y: 800, width: 390, height: 44))
        let next = rig.teller("b")
        next.hidesBottomBarWhenPushed = true
        navigation.pushViewController(next, animated: true)
        rig.settle()
        #expect(next.view.safeAreaInsets.bottom == 0 && navigation.toolbar.frame.minY == 844)
    }

    @Test("the toolbar has its background as far as content lies beneath it, also when that grows")
    func toolbarEdge() {
        let scroll = UIScrollView()
        scroll.contentSize = CGSize(width: 390, height: 3000)
        root.make = { scroll }
        root.toolbarItems = [UIBarButtonItem(systemItem: .add)]
        rig.show(navigation)
        navigation.setToolbarHidden(false, animated: false)
        rig.frame()
        let bar = navigation.toolbar!
        #expect(bar.scrollEdgeFraction == 0 && bar.frame.minY == 800)
        scroll.contentOffset.y = 3000 - 800
        rig.frame()
        #expect(bar.scrollEdgeFraction == 1)
        scroll.contentOffset.y = 3000 - 800 - 2
        #expect(bar.scrollEdgeFraction == 0.75)
        scroll.contentOffset.y = 3000 - 800 - 8
        #expect(bar.scrollEdgeFraction == 0)
        scroll.contentSize.height = 100
        #expect(bar.scrollEdgeFraction == 1)
        scroll.contentSize.height = 3000
        #expect(bar.scrollEdgeFraction == 0)
    }

    @Test("it follows the scroll view that is named for the bottom, and none without")
    func toolbarFollowsNamed() {
        let (upper, lower) = (UIScrollView(), UIScrollView())
        rig.show(navigation)
        for (scroll, y) in [(upper, 0.0), (lower, 400)] {
            scroll.frame = CGRect(x: 0, y: y, width: 390, height: 444)
            scroll.contentInsetAdjustmentBehavior = .never
            scroll.contentSize = CGSize(width: 390, height: 2000)
            root.view.addSubview(scroll)
        }
        navigation.setToolbarHidden(false, animated: false)
        root.setContentScrollView(upper, for: .top)
        root.setContentScrollView(lower, for: .bottom)
        rig.frame()
        let bar = navigation.toolbar!
        #expect(bar.scrollEdgeFraction == 0)
        lower.contentOffset.y = 2000 - 400
        #expect(bar.scrollEdgeFraction == 1)
        upper.contentOffset.y = 50
        #expect(bar.scrollEdgeFraction == 1 && navigation.navigationBar.scrollEdgeFraction == 0)
        lower.contentOffset.y = 0
        #expect(bar.scrollEdgeFraction == 0)
        navigation.pushViewController(rig.teller("b"), animated: false)
        rig.settle()
        #expect(bar.scrollEdgeFraction == 1)
        lower.contentOffset.y = 100
        #expect(bar.scrollEdgeFraction == 1)
    }

    @Test("a large title gives way to the content that scrolls under it")
    func largeTitle() {
        navigation.navigationBar.prefersLargeTitles = true
        let scroll = UIScrollView()
        scroll.contentSize = CGSize(width: 390, height: 3000)
        root.make = { scroll }
        rig.show(navigation)
        rig.frame()
        let expanded = navigation.navigationBar.frame.height
        #expect(expanded == 96 && scroll.contentOffset.y == -96 && navigation.navigationBar.scrollEdgeFraction == 1)
        scroll.contentOffset.y = -70
        rig.frame()
        #expect(navigation.navigationBar.frame.height == 70)
        scroll.contentOffset.y = 100
        rig.frame()
        #expect(navigation.navigationBar.frame.height == 44 && navigation.navigationBar.scrollEdgeFraction == 0)
        scroll.setContentOffset(CGPoint(x: 0, y: -96), animated: false)
        rig.frame()
        #expect(navigation.navigationBar.frame.height == 96)
    }

    /// Records the callbacks of the delegate, and provides an animator.
    private final class Listener: NSObject, UINavigationControllerDelegate, UIViewControllerAnimatedTransitioning {
        var heard: [String] = []
        var ended: Bool?
        var animates = false

        func navigationController(
            _ navigationController: UINavigationController, willShow viewController: UIViewController, animated: Bool
        ) { heard.append("will \(viewController)") }
        func navigationController(
            _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
        ) { heard.append("did \(viewController)") }
        func navigationController(
            _ navigationController: UINavigationController,
            animationControllerFor operation: UINavigationController.Operation, from fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            heard.append("\(operation) \(fromVC) \(toVC)")
            return animates ? self : nil
        }
        func transitionDuration(
            using transitionContext: (any UIViewControllerContextTransitioning)?
        ) -> TimeInterval { 1 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            let view = context.view(forKey: .to)!
            context.containerView.addSubview(view)
            view.alpha = 0
            UIView.animate(withDuration: 1) {
                view.alpha = 1
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
        func animationEnded(_ transitionCompleted: Bool) { ended = transitionCompleted }
    }

    @Test("the delegate is told, and may animate in its own way; what goes along goes along")
    func delegate() {
        let listener = Listener()
        navigation.delegate = listener
        rig.show(navigation)
        listener.heard = []
        listener.animates = true
        let next = rig.teller("b")
        navigation.pushViewController(next, animated: true)
        #expect(listener.heard == ["push a b", "will b"])
        let badge = UIView()
        navigation.view.addSubview(badge)
        var completed = false
        next.transitionCoordinator?.animate { _ in
            badge.alpha = 0
        } completion: { _ in
            completed = true
        }
        rig.frame()
        rig.frame(after: 0.5)
        let (shown, along) = (next.view.layer.presentation()?.opacity, badge.layer.presentation()?.opacity)
        #expect(shown.map { $0 > 0.2 && $0 < 0.8 } == true && along.map { $0 > 0.2 && $0 < 0.8 } == true)
        #expect(!completed && listener.ended == nil)
        rig.settle()
        #expect(completed && listener.ended == true && listener.heard.last == "did b" && badge.alpha == 0)
    }

    @Test("the bar's background reaches the top of the screen, under the status bar")
    func background() {
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        rig.show(navigation)
        let bar = navigation.navigationBar
        #expect(bar.barPosition == .topAttached && bar.frame.minY == 59)
        let backgrounds = bar.subviews.filter { "\(type(of: $0))" == "BarBackground" }
        #expect(!backgrounds.isEmpty)
        for view in backgrounds {
            #expect(view.convert(view.bounds, to: nil) == CGRect(x: 0, y: 0, width: 390, height: 103))
        }
    }

    @Test("the bar grows when large titles are turned on while it shows, and shrinks when they are turned off")
    func largeTitlesWhileShown() {
        rig.show(navigation)
        let bar = navigation.navigationBar
        #expect(bar.frame.height == 44 && root.view.safeAreaInsets.top == 44)
        bar.prefersLargeTitles = true
        rig.frame()
        #expect(bar.frame.height == 96 && root.view.safeAreaInsets.top == 96)
        root.navigationItem.prompt = "Stop"
        rig.frame()
        #expect(bar.frame.height == 126)
        root.navigationItem.prompt = nil
        bar.prefersLargeTitles = false
        rig.frame()
        #expect(bar.frame.height == 44 && root.view.safeAreaInsets.top == 44)
    }
}
