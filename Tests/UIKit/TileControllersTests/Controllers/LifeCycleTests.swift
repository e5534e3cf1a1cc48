import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileViews

@Suite("A controller's life")
struct LifeCycleTests {
    private let rig = ControllerRig()

    @Test("a window's root is loaded, placed, laid out and shown in UIKit's order")
    func launch() {
        rig.diary.isWhole = true
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
        let root = rig.teller("r")
        rig.window.rootViewController = root
        #expect(!root.isViewLoaded && rig.diary.drain().isEmpty)
        rig.window.makeKeyAndVisible()
        #expect(rig.diary.drain() == "r.load r.didLoad rWa r.is")
        rig.frame()
        #expect(rig.diary.drain() == "r.safeArea r.willLayout r.didLayout rDa")
        rig.settle()
        #expect(rig.diary.drain().isEmpty)
        #expect(root.view.frame == rig.screen.bounds && root.view.window === rig.window)
    }

    @Test("a new view is of the screen's size, follows its superview, and has no background")
    func standardView() {
        let controller = UIViewController()
        rig.screen.asMain {
            #expect(controller.viewIfLoaded == nil && controller.nibName == nil && !controller.isViewLoaded)
            controller.loadViewIfNeeded()
            #expect(controller.isViewLoaded && controller.view.frame == rig.screen.bounds)
            #expect(controller.view.autoresizingMask.rawValue == 18 && controller.view.backgroundColor == nil)
        }
    }

    @Test("the view is made once, and anew after it was given up")
    func loadsOnce() {
        rig.diary.isWhole = true
        let controller = rig.teller("a")
        _ = (controller.view, controller.view)
        #expect(rig.diary.drain() == "a.load a.didLoad")
        controller.view = nil
        #expect(!controller.isViewLoaded)
        controller.loadViewIfNeeded()
        #expect(rig.diary.drain() == "a.load a.didLoad")
    }

    @Test("a view set in viewDidLoad by asking for it again does not load twice")
    func asksWhileLoading() {
        final class Asker: UIViewController {
            var loads = 0
            override func loadView() {
                loads += 1
                let view = UIView()
                self.view = view
                _ = self.view
            }
            override func viewDidLoad() {
                loads += 10
                _ = view
            }
        }
        let asker = Asker()
        _ = asker.view
        #expect(asker.loads == 11)
    }

    @Test("hiding the window lets it disappear, showing it again appear; its view is loaded once")
    func hiding() {
        let root = rig.teller("r")
        rig.show(root)
        rig.window.isHidden = true
        #expect(rig.diary.drain() == "rWd rDd")
        rig.diary.isWhole = true
        rig.window.isHidden = false
        rig.frame()
        #expect(rig.diary.drain().hasPrefix("rWa r.is") && root.isViewLoaded)
    }

    @Test("another root takes the place of the one before")
    func otherRoot() {
        let (first, second) = (rig.teller("a"), rig.teller("b"))
        rig.show(first)
        rig.window.rootViewController = second
        rig.frame()
        #expect(rig.diary.drain() == "aWd aDd bWa bDa")
        #expect(first.view.window == nil && second.view.window === rig.window)
        rig.window.rootViewController = nil
        #expect(rig.diary.drain() == "bWd bDd" && rig.window.subviews.isEmpty)
    }

    @Test("a bare view that a controller looks after tells it of the window, as in UIKit, also without a parent")
    func bareView() {
        let (root, lone) = (rig.teller("r"), rig.teller("l"))
        rig.show(root)
        root.view.addSubview(lone.view)
        #expect(rig.diary.drain() == "lWa")
        rig.frame()
        #expect(rig.diary.drain() == "lDa")
        lone.view.removeFromSuperview()
        #expect(rig.diary.drain() == "lWd lDd")
    }

    @Test("one that goes before a frame has shown it hears of no appearance")
    func goesAtOnce() {
        let (root, lone) = (rig.teller("r"), rig.teller("l"))
        rig.show(root)
        root.view.addSubview(lone.view)
        lone.view.removeFromSuperview()
        rig.settle()
        #expect(rig.diary.drain() == "lWa lWd lDd")
    }

    @Test("the responder chain goes from a view to its controller, the superview, and the window")
    func chain() {
        let (root, child) = (rig.teller("r"), rig.teller("c"))
        rig.show(root)
        root.addChild(child)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        let label = UIView()
        child.view.addSubview(label)
        var chain: [UIResponder] = []
        var next: UIResponder? = label
        while let each = next {
            chain.append(each)
            next = each.next
        }
        let expected: [UIResponder] = [label, child.view, child, root.view, root, rig.window]
        #expect(chain.map { ObjectIdentifier($0) } == expected.map { ObjectIdentifier($0) })
    }

    @Test("actions along the chain reach controllers, and what none answers to goes on")
    func actions() {
        final class Doer: UIViewController {
            var done = 0
            override class var actions: ActionTable { super.actions + [.action("do:", Doer.doIt)] }
            func doIt(_ sender: UIView) { done += 1 }
        }
        let doer = Doer()
        rig.show(doer)
        let inner = UIView()
        doer.view.addSubview(inner)
        let target = inner.target(forAction: Selector("do:"), withSender: nil) as? Doer
        #expect(target === doer)
        target?.perform(Selector("do:"), with: inner)
        #expect(doer.done == 1)
    }

    @Test("a controller lets go of its view, and nobody of it, when its window's root changes")
    func noLeak() {
        weak var gone: UIViewController?
        weak var view: UIView?
        rig.show(UIViewController())
        do {
            let controller = rig.teller("a")
            (gone, view) = (controller, controller.view)
            rig.window.rootViewController = controller
            rig.settle()
        }
        #expect(gone != nil)
        rig.window.rootViewController = UIViewController()
        rig.settle()
        #expect(gone == nil && view == nil)
    }

    @Test("a view of another controller traps")
    func foreignView() async {
        await #expect(processExitsWith: .failure) {
            let (first, second) = (UIViewController(), UIViewController())
            second.view = first.view
        }
    }

    @Test("an archive keeps what a controller was set to")
    func archive() throws {
        let controller = UIViewController()
        controller.title = "Plan"
        controller.preferredContentSize = CGSize(width: 300, height: 200)
        controller.modalPresentationStyle = .formSheet
        controller.hidesBottomBarWhenPushed = true
        controller.view.tag = 7
        let child = UIViewController()
        controller.addChild(child)
        let data = try NSKeyedArchiver.archivedData(withRootObject: controller, requiringSecureCoding: false)
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        let read = try #require(unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? UIViewController)
        #expect(read.title == "Plan" && read.preferredContentSize == CGSize(width: 300, height: 200))
        #expect(read.modalPresentationStyle == .formSheet && read.hidesBottomBarWhenPushed)
        #expect(read.isViewLoaded && read.view.tag == 7)
        #expect(read.children.count == 1 && read.children[0].parent === read)
    }
}
