import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// Statements of Apple's View Controller Programming Guide for iOS. Each test begins with the section that makes it.
@Suite("View Controller Programming Guide")
struct ControllerGuideTests {
    private let rig = ControllerRig()

    // MARK: Overview

    @Test("View Management: a controller has one root view, loaded when it is first asked for")
    func lazy() {
        let controller = UIViewController()
        #expect(!controller.isViewLoaded && controller.viewIfLoaded == nil)
        let view = controller.view
        #expect(controller.isViewLoaded && controller.view === view)
    }

    @Test("User Interactions: a controller is a responder between its view and the view's superview")
    func responder() {
        let controller = UIViewController()
        rig.show(controller)
        #expect(controller.view.next === controller && controller.next === rig.window)
    }

    @Test("Resource Management: a memory warning reaches a controller as didReceiveMemoryWarning()")
    func memory() {
        final class Keeping: UIViewController {
            var warnings = 0
            override func didReceiveMemoryWarning() { warnings += 1 }
        }
        let (parent, child) = (Keeping(), Keeping())
        parent.addChild(child)
        rig.show(parent)
        parent.receiveMemoryWarning()
        #expect(parent.warnings == 1)
    }

    @Test("Adaptivity: traits come from the window; a change is told to the controller")
    func adaptivity() {
        final class Noting: UIViewController {
            var before: [UIUserInterfaceSizeClass] = []
            override func traitCollectionDidChange(_ previous: UITraitCollection?) {
                if let previous { before.append(previous.horizontalSizeClass) }
            }
        }
        let controller = Noting()
        rig.show(controller)
        #expect(controller.traitCollection.horizontalSizeClass == .compact)
        controller.before = []
        rig.window.traitOverrides.horizontalSizeClass = .regular
        rig.settle()
        #expect(controller.traitCollection.horizontalSizeClass == .regular && controller.before == [.compact])
    }

    // MARK: The View Controller Hierarchy

    @Test("The Root View Controller: its view fills the window")
    func root() {
        let controller = UIViewController()
        rig.show(controller)
        #expect(controller.view.frame == rig.window.bounds && controller.view.window === rig.window)
    }

    @Test("Container View Controllers: a container's view holds its children's views")
    func containers() {
        let (first, second) = (UIViewController(), UIViewController())
        let stack = UINavigationController(rootViewController: first)
        rig.show(stack)
        stack.pushViewController(second, animated: false)
        rig.settle()
        #expect(second.view.isDescendant(of: stack.view) && second.parent === stack)
        #expect(stack.children == [first, second])
        #expect(first.navigationController === stack && UIViewController().navigationController == nil)
    }

    @Test("Presented View Controllers: presenter and presented know one another")
    func presented() {
        let (root, sheet) = (UIViewController(), UIViewController())
        rig.show(root)
        root.present(sheet, animated: false)
        rig.settle()
        #expect(root.presentedViewController === sheet && sheet.presentingViewController === root)
    }

    @Test("Presented View Controllers: a presentation by a child goes to the container that covers the screen")
    func presentedByChild() {
        let child = UIViewController()
        let stack = UINavigationController(rootViewController: child)
        let sheet = UIViewController()
        sheet.modalPresentationStyle = .fullScreen
        rig.show(stack)
        child.present(sheet, animated: false)
        rig.settle()
        #expect(sheet.presentingViewController === stack && child.presentedViewController === sheet)
    }

    // MARK: Defining Your Subclass

    @Test("Displaying Your Views at Runtime: loadView() makes the view, and viewDidLoad() comes once after it")
    func loadView() {
        let teller = rig.teller("a")
        let made = UIView()
        teller.make = { made }
        rig.diary.isWhole = true
        _ = teller.view
        _ = teller.view
        #expect(teller.view === made && rig.diary.drain() == "a.load a.didLoad")
    }

    @Test("Managing View Layout: the view's size changes before viewWillLayoutSubviews, subviews are laid out between")
    func layout() {
        final class Sizing: UIViewController {
            var log: [String] = []
            final class Inner: UIView {
                var layout: (() -> Void)?
                override func layoutSubviews() { layout?() }
            }
            override func loadView() {
                let inner = Inner()
                inner.layout = { [unowned self] in log.append("layout \(Int(inner.bounds.width))") }
                view = inner
            }
            override func viewWillLayoutSubviews() { log.append("will \(Int(view.bounds.width))") }
            override func viewDidLayoutSubviews() { log.append("did") }
        }
        let controller = Sizing()
        rig.show(controller)
        #expect(Array(controller.log.suffix(3)) == ["will 390", "layout 390", "did"])
        controller.log = []
        rig.window.frame.size.width = 200
        rig.settle()
        #expect(controller.log == ["will 200", "layout 200", "did"])
    }

    @Test("Displaying Your Views at Runtime: will appear comes before the layout, and did appear after the frame")
    func appearance() {
        let teller = rig.teller("a")
        rig.window.rootViewController = teller
        rig.window.makeKeyAndVisible()
        #expect(rig.diary.drain() == "aWa")
        rig.frame()
        #expect(rig.diary.drain() == "aDa")
    }

    // MARK: Implementing a Container View Controller

    @Test("Adding a Child View Controller to Your Content: addChild tells willMove, and not didMove")
    func adding() {
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        rig.diary.isWhole = true
        parent.addChild(child)
        #expect(rig.diary.drain() == "c.willMove(p)" && parent.children == [child])
        parent.view.addSubview(child.view)
        _ = rig.diary.drain()
        child.didMove(toParent: parent)
        #expect(rig.diary.drain() == "c.didMove(p)")
    }

    @Test("Removing a Child View Controller: removeFromParent tells didMove with no parent, and not willMove")
    func removing() {
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        rig.diary.isWhole = true
        _ = rig.diary.drain()
        child.willMove(toParent: nil)
        child.view.removeFromSuperview()
        child.removeFromParent()
        #expect(rig.diary.drain() == "c.willMove(nil) c.didMove(nil)")
        #expect(parent.children.isEmpty && child.parent == nil)
    }

    @Test("Adding a Child View Controller to Your Content: a child that is added elsewhere leaves its former parent")
    func moving() {
        let (one, other, child) = (UIViewController(), UIViewController(), UIViewController())
        one.addChild(child)
        other.addChild(child)
        #expect(one.children.isEmpty && other.children == [child])
    }

    @Test("Transitioning Between Child View Controllers: transition(from:to:) exchanges the views and calls back")
    func transition() {
        let (parent, old, new) = (rig.teller("p"), rig.teller("o"), rig.teller("n"))
        rig.show(parent)
        parent.addChild(old)
        parent.view.addSubview(old.view)
        old.didMove(toParent: parent)
        rig.settle()
        parent.addChild(new)
        old.willMove(toParent: nil)
        var isOver: Bool?
        parent.transition(from: old, to: new, duration: 0.25, options: [], animations: {}) { isOver = $0 }
        rig.settle()
        #expect(isOver == true && new.view.superview === parent.view && old.view.superview == nil)
    }

    @Test("Managing Appearance Updates for Children: children hear of their parent's appearance automatically")
    func forwarding() {
        let (parent, child) = (rig.teller("p"), rig.teller("c"))
        #expect(parent.shouldAutomaticallyForwardAppearanceMethods)
        parent.addChild(child)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        rig.window.rootViewController = parent
        rig.window.makeKeyAndVisible()
        rig.frame()
        #expect(rig.diary.drain() == "pWa cWa cDa pDa")
    }

    @Test("Suggestions for Building a Container View Controller: a child's preferred size is told to its container")
    func preferredSize() {
        final class Container: UIViewController {
            var sizes: [CGSize] = []
            override func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer) {
                sizes.append(container.preferredContentSize)
            }
        }
        let (container, child) = (Container(), UIViewController())
        container.addChild(child)
        child.preferredContentSize = CGSize(width: 10, height: 20)
        #expect(container.sizes == [CGSize(width: 10, height: 20)])
    }

    @Test("Delegating Control to a Child View Controller: a container may have a child decide about the status bar")
    func statusBar() {
        final class Container: UIViewController {
            override var childForStatusBarHidden: UIViewController? { children.first }
        }
        final class Child: UIViewController {
            override var prefersStatusBarHidden: Bool { true }
        }
        let container = Container()
        container.addChild(Child())
        #expect(container.childForStatusBarHidden?.prefersStatusBarHidden == true && !container.prefersStatusBarHidden)
    }

    // MARK: Presentations and transitions

    @Test("Full-Screen Presentation Styles: a full-screen presentation removes the presenter's view when it is over")
    func fullScreen() {
        let (root, cover) = (rig.teller("r"), rig.teller("c"))
        rig.show(root)
        cover.modalPresentationStyle = .fullScreen
        root.present(cover, animated: true)
        rig.settle()
        #expect(root.view.window == nil && cover.view.window === rig.window)
        #expect(rig.diary.drain().contains("rDd"))
    }

    @Test("Full-Screen Presentation Styles: over the full screen the presenter's view stays, and doesn't disappear")
    func overFullScreen() {
        let (root, cover) = (rig.teller("r"), rig.teller("c"))
        rig.show(root)
        cover.modalPresentationStyle = .overFullScreen
        root.present(cover, animated: true)
        rig.settle()
        #expect(root.view.window === rig.window && rig.diary.drain() == "cWa cDa")
    }

    @Test("The Current Context Styles: over the current context covers the nearest controller that defines one")
    func overContext() {
        let (root, child, cover) = (UIViewController(), UIViewController(), UIViewController())
        rig.show(root)
        root.addChild(child)
        child.view.frame = CGRect(x: 0, y: 100, width: 200, height: 300)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        child.definesPresentationContext = true
        cover.modalPresentationStyle = .overCurrentContext
        child.present(cover, animated: false)
        rig.settle()
        #expect(cover.presentingViewController === child)
        #expect(cover.view.convert(cover.view.bounds, to: nil) == CGRect(x: 0, y: 100, width: 200, height: 300))
    }

    @Test("Presenting Versus Showing a View Controller: without a container, show presents; in a stack, it pushes")
    func showing() {
        let (root, next) = (UIViewController(), UIViewController())
        rig.show(root)
        root.show(next, sender: nil)
        rig.settle()
        #expect(root.presentedViewController === next)
        let stack = UINavigationController(rootViewController: UIViewController())
        rig.show(stack)
        let pushed = UIViewController()
        stack.topViewController?.show(pushed, sender: nil)
        rig.settle()
        #expect(stack.topViewController === pushed && stack.presentedViewController == nil)
    }

    @Test("Presenting a View Controller: the completion handler comes after the presented one has appeared")
    func completion() {
        let (root, sheet) = (rig.teller("r"), rig.teller("s"))
        rig.show(root)
        sheet.modalPresentationStyle = .overFullScreen
        root.present(sheet, animated: true) { rig.diary.write("completion") }
        #expect(!rig.diary.lines.contains("completion"))
        rig.settle()
        #expect(rig.diary.drain() == "sWa sDa completion")
    }

    @Test("Dismissing a Presented View Controller: the presenter dismisses, also when the presented one is asked to")
    func dismissing() {
        let (root, sheet) = (UIViewController(), UIViewController())
        rig.show(root)
        root.present(sheet, animated: false)
        rig.settle()
        sheet.dismiss(animated: true)
        rig.settle()
        #expect(root.presentedViewController == nil && sheet.view.window == nil)
    }

    @Test("Dismissing a Presented View Controller: dismissing one dismisses all that are above it")
    func dismissingAll() {
        let (root, one, two) = (UIViewController(), UIViewController(), UIViewController())
        rig.show(root)
        root.present(one, animated: false)
        rig.settle()
        one.present(two, animated: false)
        rig.settle()
        root.dismiss(animated: false)
        rig.settle()
        #expect(root.presentedViewController == nil && two.view.window == nil && one.view.window == nil)
    }

    @Test("The Transition Animation Sequence: the delegate gives the animator, which completes the transition")
    func animator() {
        final class Fading: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
            var log: [String] = []
            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? {
                log.append("asked")
                return self
            }
            func transitionDuration(using context: (any UIViewControllerContextTransitioning)?) -> TimeInterval { 0.5 }
            func animateTransition(using context: any UIViewControllerContextTransitioning) {
                log.append("animate")
                if let view = context.view(forKey: .to) { context.containerView.addSubview(view) }
                context.completeTransition(true)
            }
            func animationEnded(_ transitionCompleted: Bool) { log.append("ended \(transitionCompleted)") }
        }
        let (root, cover, fading) = (UIViewController(), UIViewController(), Fading())
        rig.show(root)
        cover.modalPresentationStyle = .custom
        cover.transitioningDelegate = fading
        root.present(cover, animated: true)
        rig.settle()
        #expect(fading.log == ["asked", "animate", "ended true"] && cover.view.window === rig.window)
    }

    // MARK: Adaptivity and size changes

    @Test("Responding to Size Changes: viewWillTransition comes before the size; animations go along with it")
    func sizes() {
        final class Turning: UIViewController {
            var log: [String] = []
            override func viewWillTransition(
                to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.viewWillTransition(to: size, with: coordinator)
                log.append("will \(Int(size.width)) from \(Int(view.bounds.width))")
                coordinator.animate(
                    alongsideTransition: { _ in self.log.append("along") }, completion: { _ in self.log.append("over") }
                )
            }
        }
        let controller = Turning()
        rig.show(controller)
        rig.screen.asMain { rig.screen.rotate(to: .landscapeRight) }
        rig.settle()
        #expect(controller.log == ["will 844 from 390", "along", "over"] && controller.view.bounds.width == 844)
    }

    @Test("Responding to Size Changes: a container passes the transition on to its children")
    func childSizes() {
        final class Noting: UIViewController {
            var sizes: [CGSize] = []
            override func viewWillTransition(
                to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
            ) {
                super.viewWillTransition(to: size, with: coordinator)
                sizes.append(size)
            }
        }
        let (parent, child) = (UIViewController(), Noting())
        rig.show(parent)
        parent.addChild(child)
        child.view.frame = parent.view.bounds
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
        rig.screen.asMain { rig.screen.rotate(to: .landscapeLeft) }
        rig.settle()
        #expect(child.sizes.count == 1)
    }

    @Test("Changing the Traits of a Child View Controller: an override applies to the child and to those in it only")
    func overriding() {
        let (parent, child, inner) = (UIViewController(), UIViewController(), UIViewController())
        rig.show(parent)
        for (one, other) in [(parent, child), (child, inner)] {
            one.addChild(other)
            one.view.addSubview(other.view)
            other.didMove(toParent: one)
        }
        parent.setOverrideTraitCollection(UITraitCollection(horizontalSizeClass: .regular), forChild: child)
        #expect(child.traitCollection.horizontalSizeClass == .regular)
        #expect(inner.traitCollection.horizontalSizeClass == .regular)
        #expect(parent.traitCollection.horizontalSizeClass == .compact)
    }
}
