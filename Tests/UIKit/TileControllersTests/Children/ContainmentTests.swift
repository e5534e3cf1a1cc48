import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("Children")
struct ContainmentTests {
    private let rig = ControllerRig()

    private func container() -> (Teller, Teller) {
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        rig.show(parent)
        return (parent, child)
    }

    @Test("a child is told what comes, what is, and what was")
    func adding() {
        let (parent, child) = container()
        rig.diary.isWhole = true
        parent.addChild(child)
        #expect(rig.diary.drain() == "c.willMove(p)" && child.parent === parent && child.isMovingToParent)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        #expect(rig.diary.drain() == "c.load c.didLoad cWa c.is c.didMove(p)" && !child.isMovingToParent)
        rig.frame()
        #expect(rig.diary.drain().hasSuffix("cDa"))
        child.willMove(toParent: nil)
        #expect(child.isMovingFromParent)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(rig.diary.drain().hasSuffix("c.willMove(nil) cWd cDd c.didMove(nil)") && child.parent == nil)
    }

    @Test("children come and go with their parent: will from above, did from below")
    func forwarding() {
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        let unseen = rig.teller("u")
        parent.addChild(unseen)
        _ = unseen.view
        rig.window.rootViewController = parent
        rig.window.makeKeyAndVisible()
        rig.frame()
        #expect(rig.diary.drain() == "pWa cWa cDa pDa")
        rig.window.isHidden = true
        #expect(rig.diary.drain() == "pWd cWd cDd pDd")
    }

    /// A container that forwards appearance callbacks to its children itself.
    private final class Manual: Teller {
        override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
    }

    @Test("a container that forwards nothing says it itself, in pairs")
    func manual() {
        let parent = Manual("m", rig.diary)
        let child = rig.teller("c")
        rig.show(parent)
        parent.addChild(child)
        parent.view.addSubview(child.view)
        rig.settle()
        #expect(rig.diary.drain().isEmpty)
        child.beginAppearanceTransition(true, animated: true)
        child.endAppearanceTransition()
        #expect(rig.diary.drain() == "cWa cDa")
        child.beginAppearanceTransition(false, animated: true)
        child.view.removeFromSuperview()
        #expect(rig.diary.drain() == "cWd")
        child.endAppearanceTransition()
        #expect(rig.diary.drain() == "cDd")
        child.endAppearanceTransition()
        #expect(rig.diary.drain().isEmpty)
    }

    @Test("a beginning that is turned back, and turned back again")
    func turnedBack() {
        let parent = Manual("m", rig.diary)
        let child = rig.teller("c")
        rig.show(parent)
        parent.addChild(child)
        child.beginAppearanceTransition(true, animated: true)
        child.beginAppearanceTransition(true, animated: true)
        child.beginAppearanceTransition(false, animated: true)
        child.beginAppearanceTransition(true, animated: true)
        child.endAppearanceTransition()
        #expect(rig.diary.drain() == "cWa cWd cWa cDa")
    }

    @Test("a transition between children puts the new one in, animates, and takes the old one out")
    func transition() {
        let (parent, old) = container()
        let new = rig.teller("n")
        for child in [old, new] { parent.addChild(child) }
        parent.view.addSubview(old.view)
        rig.settle()
        _ = rig.diary.drain()
        var finished: Bool?
        parent.transition(from: old, to: new, duration: 0.25) {
            new.view.alpha = 0.5
        } completion: {
            finished = $0
        }
        #expect(rig.diary.drain() == "cWd nWa" && new.view.superview === parent.view)
        rig.frame(after: 0.1)
        #expect(finished == nil && old.view.superview === parent.view)
        rig.settle()
        #expect(finished == true && old.view.superview == nil && rig.diary.drain() == "cDd nDa")
    }

    @Test("a child that another has is taken from that")
    func otherParent() {
        let (first, child) = container()
        let second = rig.teller("s")
        first.addChild(child)
        second.addChild(child)
        #expect(first.children.isEmpty && second.children.first === child && child.parent === second)
    }

    @Test("what can't be a child traps")
    func impossible() async {
        await #expect(processExitsWith: .failure) {
            let controller = UIViewController()
            controller.addChild(controller)
        }
        await #expect(processExitsWith: .failure) {
            let (a, b) = (UIViewController(), UIViewController())
            a.addChild(b)
            b.addChild(a)
        }
        await #expect(processExitsWith: .failure) {
            let (a, b) = (UIViewController(), UIViewController())
            a.transition(from: b, to: UIViewController(), duration: 1, animations: nil)
        }
    }

    @Test("a child whose view is somewhere else than in its parent's traps")
    func elsewhere() async {
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig()
            let (root, other, child) = (UIViewController(), UIViewController(), UIViewController())
            rig.show(root)
            other.addChild(child)
            root.view.addSubview(child.view)
        }
    }

    @Test("a container that forgets didMove leaves a child that is as good as any")
    func forgetful() {
        let (parent, child) = container()
        parent.addChild(child)
        parent.view.addSubview(child.view)
        rig.settle()
        #expect(rig.diary.drain() == "cWa cDa" && child.isMovingToParent)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(rig.diary.drain() == "cWd cDd" && child.parent == nil && !child.isMovingToParent)
    }
}

@Suite("Insets and traits of controllers")
struct ControllerSurroundingsTests {
    private let rig = ControllerRig()

    @Test("what a controller adds to the safe area counts for its view and those in it")
    func additionalInsets() {
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        rig.show(parent)
        parent.addChild(child)
        child.view.frame = parent.view.bounds
        parent.view.addSubview(child.view)
        rig.settle()
        #expect(child.view.safeAreaInsets.top == 50)
        rig.diary.isWhole = true
        _ = rig.diary.drain()
        parent.additionalSafeAreaInsets = UIEdgeInsets(top: 44, left: 0, bottom: 0, right: 7)
        rig.frame()
        #expect(rig.diary.drain().contains("p.safeArea") && parent.view.safeAreaInsets.top == 94)
        #expect(child.view.safeAreaInsets == UIEdgeInsets(top: 94, left: 0, bottom: 30, right: 7))
        #expect(child.view.safeAreaLayoutGuide.layoutFrame == CGRect(x: 0, y: 94, width: 383, height: 720))
    }

    @Test("without a screen's own insets, too, and taken away again")
    func insetsAlone() {
        let root = rig.teller("r")
        rig.show(root)
        root.additionalSafeAreaInsets.top = 20
        rig.frame()
        #expect(root.view.safeAreaInsets.top == 20)
        root.additionalSafeAreaInsets = .zero
        rig.diary.isWhole = true
        rig.frame()
        #expect(root.view.safeAreaInsets == .zero && rig.diary.drain().contains("r.safeArea"))
    }

    @Test("a controller's view keeps the system's margins, and none above and below")
    func margins() {
        let root = rig.teller("r")
        rig.show(root)
        #expect(root.view.layoutMargins == UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16))
        root.viewRespectsSystemMinimumLayoutMargins = false
        #expect(root.view.layoutMargins == .zero)
        root.view.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(root.view.layoutMargins.left == 2)
        let wide = ControllerRig(CGSize(width: 1024, height: 768), idiom: .pad)
        wide.show(root)
        root.viewRespectsSystemMinimumLayoutMargins = true
        #expect(root.view.layoutMargins.left == 20 && root.view.layoutMargins.right == 20)
    }

    /// Records changes of its traits.
    private final class Watcher: UIViewController {
        var styles: [UIUserInterfaceStyle] = []
        override func traitCollectionDidChange(_ previous: UITraitCollection?) {
            styles.append(traitCollection.userInterfaceStyle)
        }
    }

    @Test("traits flow from the window through controllers to children and views")
    func traitsFlow() {
        let (parent, child) = (Watcher(), Watcher())
        rig.show(parent)
        parent.addChild(child)
        parent.view.addSubview(child.view)
        let inner = UIView()
        child.view.addSubview(inner)
        (parent.styles, child.styles) = ([], [])
        parent.overrideUserInterfaceStyle = .dark
        #expect(
            parent.styles == [.dark] && child.styles == [.dark] && inner.traitCollection.userInterfaceStyle == .dark)
        #expect(parent.view.traitCollection.userInterfaceStyle == .dark)
        #expect(rig.window.traitCollection.userInterfaceStyle != .dark)
        child.traitOverrides.userInterfaceStyle = .light
        #expect(child.styles.last == .light && inner.traitCollection.userInterfaceStyle == .light)
        // The override of the view applies to the view but not to its controller.
        child.view.overrideUserInterfaceStyle = .dark
        #expect(child.traitCollection.userInterfaceStyle == .light && inner.traitCollection.userInterfaceStyle == .dark)
        parent.overrideUserInterfaceStyle = .unspecified
        #expect(parent.styles.count == 2 && child.styles.last == .light)
    }

    @Test("a child has its parent's traits before its view is in it")
    func traitsBeforeView() {
        let (parent, child) = (Watcher(), Watcher())
        rig.show(parent)
        parent.overrideUserInterfaceStyle = .dark
        parent.addChild(child)
        #expect(child.traitCollection.userInterfaceStyle == .dark)
        #expect(child.view.traitCollection.userInterfaceStyle == .dark)
        parent.overrideUserInterfaceStyle = .light
        #expect(child.styles.last == .light && child.view.traitCollection.userInterfaceStyle == .light)
    }

    @Test("traits set before the view is made are the view's")
    func traitsBeforeLoading() {
        let controller = UIViewController()
        controller.overrideUserInterfaceStyle = .dark
        #expect(controller.traitCollection.userInterfaceStyle == .dark)
        #expect(controller.view.traitCollection.userInterfaceStyle == .dark)
        #expect(controller.overrideUserInterfaceStyle == .dark)
    }

    @Test("older code's traits for a child")
    func traitsForChild() {
        let (parent, child) = (Watcher(), Watcher())
        rig.show(parent)
        parent.addChild(child)
        parent.view.addSubview(child.view)
        let compact = UITraitCollection(horizontalSizeClass: .regular)
        parent.setOverrideTraitCollection(compact, forChild: child)
        #expect(child.traitCollection.horizontalSizeClass == .regular)
        #expect(parent.overrideTraitCollection(forChild: child) === compact)
        parent.setOverrideTraitCollection(nil, forChild: child)
        #expect(child.traitCollection.horizontalSizeClass == .compact)
    }

    @Test("registered changes are told of those traits alone")
    func registrations() {
        let controller = UIViewController()
        rig.show(controller)
        var heard = 0
        let registration = controller.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
            (_: UIViewController, previous: UITraitCollection) in
            heard += 1
        }
        controller.overrideUserInterfaceStyle = .dark
        controller.traitOverrides.layoutDirection = .rightToLeft
        #expect(heard == 1)
        controller.unregisterForTraitChanges(registration)
        controller.overrideUserInterfaceStyle = .light
        #expect(heard == 1)
    }

    /// Records the callbacks about its size.
    private final class Sizer: UIViewController {
        var heard: [String] = []
        override func viewWillTransition(
            to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
        ) {
            super.viewWillTransition(to: size, with: coordinator)
            heard.append("size \(Int(size.width)) \(Int(view.bounds.width))")
            coordinator.animate { _ in
                self.heard.append("along \(Int(self.view.bounds.width))")
            } completion: { _ in
                self.heard.append("done")
            }
        }
        override func willTransition(
            to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
        ) {
            super.willTransition(to: newCollection, with: coordinator)
            heard.append("traits \(newCollection.verticalSizeClass == .compact ? "compact" : "regular")")
        }
        override func viewDidLayoutSubviews() { heard.append("layout") }
        var allowed: UIInterfaceOrientationMask = .all
        override var supportedInterfaceOrientations: UIInterfaceOrientationMask { allowed }
    }

    @Test("a turn of the screen: traits and size before, then what goes along, layout, and the end; children too")
    func rotation() {
        let (parent, child) = (Sizer(), Sizer())
        rig.show(parent)
        parent.addChild(child)
        child.view.frame = parent.view.bounds
        parent.view.addSubview(child.view)
        rig.settle()
        (parent.heard, child.heard) = ([], [])
        rig.screen.rotate(to: .landscapeRight)
        #expect(parent.heard == ["traits compact", "size 844 390", "along 844", "layout", "done"])
        #expect(child.heard == ["traits compact", "size 844 390", "along 844", "layout", "done"])
        #expect(parent.interfaceOrientation == .landscapeRight && parent.transitionCoordinator == nil)
    }

    @Test("an animated turn goes along with what controllers animate, and ends when that does")
    func animatedRotation() throws {
        final class Mover: UIViewController {
            let box = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            var heard: [String] = []
            override func viewDidLoad() { view.addSubview(box) }
            override func viewWillTransition(
                to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.viewWillTransition(to: size, with: coordinator)
                heard.append("\(coordinator.isAnimated) \(coordinator.transitionDuration)")
                coordinator.animate { [self] _ in
                    box.frame.origin.x = 100
                } completion: { [self] context in
                    heard.append("done \(context.isCancelled)")
                }
            }
        }
        let root = Mover()
        rig.show(root)
        rig.screen.rotate(to: .landscapeRight, animated: true)
        #expect(root.heard == ["true 0.4"] && root.view.bounds.size == CGSize(width: 844, height: 390))
        #expect(root.transitionCoordinator != nil)
        rig.frame()
        rig.frame(after: 0.2)
        let x = try #require(root.box.layer.presentation()).frame.minX
        #expect(x > 20 && x < 80 && root.heard.count == 1)
        rig.settle()
        #expect(root.heard == ["true 0.4", "done false"] && root.transitionCoordinator == nil)
        #expect(root.box.frame.minX == 100)
    }

    @Test("a screen turns only as the controller in front allows")
    func supported() {
        let root = Sizer()
        root.allowed = .portrait
        rig.show(root)
        rig.screen.rotate(to: .landscapeLeft)
        #expect(rig.screen.interfaceOrientation == .portrait && rig.screen.bounds.width == 390)
        root.allowed = .landscape
        root.setNeedsUpdateOfSupportedInterfaceOrientations()
        #expect(rig.screen.interfaceOrientation == .landscapeRight && rig.screen.bounds.width == 844)
    }

    @Test("a screen of another size is told as a turn is")
    func resizing() {
        let root = Sizer()
        rig.show(root)
        root.heard = []
        rig.screen.resize(to: CGSize(width: 700, height: 900))
        #expect(root.heard == ["size 700 390", "along 700", "layout", "done"] && root.view.bounds.width == 700)
    }

    /// Provides the appearance of the status bar.
    private final class BarTeller: UIViewController {
        var hides = false
        var style = UIStatusBarStyle.default
        override var prefersStatusBarHidden: Bool { hides }
        override var preferredStatusBarStyle: UIStatusBarStyle { style }
    }

    @Test("the controller in front says how the status bar looks")
    func statusBar() throws {
        rig.screen.statusBarHeight = 20
        let scene = UIWindowScene(screen: rig.screen)
        let root = BarTeller()
        rig.show(root)
        let bar = try #require(scene.statusBarManager)
        #expect(bar.statusBarFrame.height == 20 && root.view.safeAreaInsets.top == 20)
        (root.hides, root.style) = (true, .lightContent)
        root.setNeedsStatusBarAppearanceUpdate()
        rig.frame()
        #expect(bar.isStatusBarHidden && bar.statusBarStyle == .lightContent && root.view.safeAreaInsets.top == 0)
    }
}
