import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Presentations")
struct PresentationTests {
    private let rig = ControllerRig()
    private let root: Teller
    private let other: Teller

    init() {
        root = Teller("o", rig.diary)
        other = Teller("n", rig.diary)
        rig.show(root)
    }

    @Test("over the full screen the presenter goes and comes back, with its view")
    func fullScreen() {
        other.modalPresentationStyle = .fullScreen
        var completed = 0
        root.present(other, animated: true) { completed += 1 }
        #expect(rig.diary.drain() == "oWd nWa" && other.isBeingPresented && other.presentingViewController === root)
        #expect(root.presentedViewController === other && root.view.window != nil)
        rig.settle()
        #expect(rig.diary.drain() == "nDa oDd" && completed == 1 && !other.isBeingPresented)
        #expect(root.view.window == nil && other.view.frame == rig.screen.bounds)
        other.dismiss(animated: true) { completed += 1 }
        #expect(rig.diary.drain() == "nWd oWa" && other.isBeingDismissed && root.view.window != nil)
        rig.settle()
        #expect(rig.diary.drain() == "nDd oDa" && completed == 2 && other.presentingViewController == nil)
        #expect(root.view.superview === rig.window && rig.window.subviews == [root.view])
    }

    @Test("of a sheet, the standard, the presenter hears nothing")
    func sheet() {
        root.present(other, animated: true)
        rig.settle()
        #expect(rig.diary.drain() == "nWa nDa" && root.view.window != nil)
        #expect(other.sheetPresentationController != nil && other.presentationController?.containerView != nil)
        root.dismiss(animated: true)
        rig.settle()
        #expect(rig.diary.drain() == "nWd nDd" && root.presentedViewController == nil)
    }

    @Test("without animation it is over once a frame has shown it")
    func atOnce() {
        var completed = false
        root.present(other, animated: false) { completed = true }
        #expect(rig.diary.drain() == "nWa" && !completed)
        rig.frame()
        #expect(rig.diary.drain() == "nDa" && completed)
        root.dismiss(animated: false)
        #expect(rig.diary.drain() == "nWd nDd" && other.view.window == nil)
    }

    /// Records its presenting controller as it disappears.
    private final class Asker: UIViewController {
        var presenters: [UIViewController?] = []
        override func viewWillDisappear(_ animated: Bool) { presenters.append(presentingViewController) }
        override func viewDidDisappear(_ animated: Bool) { presenters.append(presentingViewController) }
    }

    @Test("who is presented has no presenter any more when it hears that it is gone")
    func goneWithout() {
        let asker = Asker()
        root.present(asker, animated: true)
        rig.settle()
        root.dismiss(animated: true)
        rig.settle()
        #expect(asker.presenters.count == 2 && asker.presenters[0] === root && asker.presenters[1] == nil)
    }

    @Test("a child presents through the container that covers the screen, or the one that defines a context")
    func contexts() {
        let child = rig.teller("c")
        root.addChild(child)
        child.view.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        root.view.addSubview(child.view)
        child.didMove(toParent: root)
        rig.settle()
        child.present(other, animated: false)
        rig.frame()
        #expect(other.presentingViewController === root && child.presentedViewController === other)
        child.dismiss(animated: false)
        #expect(root.presentedViewController == nil)
        child.definesPresentationContext = true
        other.modalPresentationStyle = .overCurrentContext
        child.present(other, animated: false)
        rig.frame()
        #expect(other.presentingViewController === child && other.view.convert(other.view.bounds, to: nil).width == 200)
    }

    @Test("presenting twice, presenting while dismissing, and from nowhere: UIKit's words, and nothing happens")
    func refused() {
        var said: [String] = []
        FrameLog.collecting({ said.append($0) }) {
            root.present(other, animated: true)
            root.present(UIViewController(), animated: true)
            rig.settle()
            root.dismiss(animated: true)
            root.present(UIViewController(), animated: true)
            root.dismiss(animated: true)
            rig.settle()
            UIViewController().present(UIViewController(), animated: true)
        }
        #expect(said.count == 4)
        #expect(said[0].contains("which is already presenting n"))
        #expect(said[1].contains("while a dismissal is in progress"))
        #expect(said[2].contains("Attempt to dismiss"))
        #expect(said[3].contains("whose view is not in the window hierarchy"))
        #expect(root.presentedViewController == nil && rig.window.subviews == [root.view])
    }

    @Test("presenting itself, one that is presented, or one that has a parent traps")
    func impossible() async {
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig()
            let root = UIViewController()
            rig.show(root)
            root.present(root, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig()
            let (root, other, third) = (UIViewController(), UIViewController(), UIViewController())
            rig.show(root)
            root.present(other, animated: false)
            rig.frame()
            other.present(third, animated: false)
            rig.frame()
            third.present(other, animated: false)
        }
        await #expect(processExitsWith: .failure) {
            let rig = ControllerRig()
            let (root, other) = (UIViewController(), UIViewController())
            rig.show(root)
            root.addChild(other)
            root.present(other, animated: false)
        }
    }

    @Test("dismissing one in the middle dismisses all above it, and shows only the topmost go")
    func middle() {
        let (third, fourth) = (rig.teller("m"), rig.teller("t"))
        for (below, above) in [(root, other), (other, third), (third, fourth)] {
            below.present(above, animated: false)
            rig.frame()
        }
        _ = rig.diary.drain()
        #expect(fourth.presentingViewController === third && root.presentedViewController === other)
        root.dismiss(animated: true)
        rig.frame()
        rig.frame(after: 0.1)
        #expect(fourth.view.window != nil && third.presentationController?.containerView?.isHidden == true)
        rig.settle()
        let told = rig.diary.drain()
        #expect(told == "nWd mWd tWd tDd mDd nDd", "\(told)")
        #expect([other, third, fourth].allSatisfy { $0.presentingViewController == nil && $0.view.window == nil })
    }

    @Test(
        "nothing is kept of a presentation that is over",
        arguments: [UIModalPresentationStyle.fullScreen, .pageSheet, .overFullScreen, .popover])
    func leaks(style: UIModalPresentationStyle) {
        weak var gone: UIViewController?
        weak var manager: UIPresentationController?
        do {
            let controller = UIViewController()
            controller.modalPresentationStyle = style
            controller.popoverPresentationController?.sourceView = root.view
            gone = controller
            root.present(controller, animated: true)
            manager = controller.presentationController
            rig.settle()
            root.dismiss(animated: true)
            rig.settle()
        }
        #expect(gone == nil && manager == nil)
    }

    @Test("a window that gets another root ends what was presented over the old one")
    func otherRoot() {
        root.present(other, animated: false)
        rig.frame()
        let new = rig.teller("r")
        rig.window.rootViewController = new
        rig.settle()
        #expect(rig.window.subviews == [new.view] && other.presentingViewController == nil)
    }

    @Test("the coordinator of a presentation goes along with it, for both")
    func coordinator() {
        let badge = UIView()
        root.view.addSubview(badge)
        root.present(other, animated: true)
        #expect(other.transitionCoordinator?.viewController(forKey: .from) === root)
        var isOver = false
        root.transitionCoordinator?.animate { context in
            #expect(context.isAnimated)
            badge.alpha = 0.2
        } completion: { context in
            isOver = !context.isCancelled
        }
        rig.frame()
        rig.frame(after: 0.1)
        let shown = badge.layer.presentation()?.opacity ?? 0
        #expect(shown > 0.2 && shown < 1 && !isOver)
        rig.settle()
        #expect(isOver && other.transitionCoordinator == nil)
    }

    @Test("each style of coming and going ends where it should", arguments: 0..<4)
    func transitionStyles(number: Int) {
        other.modalPresentationStyle = .overFullScreen
        other.modalTransitionStyle = UIModalTransitionStyle(rawValue: number) ?? .coverVertical
        root.present(other, animated: true)
        for _ in 0..<6 { rig.frame(after: 0.05) }
        rig.settle()
        #expect(other.view.window != nil && other.view.frame == rig.screen.bounds && other.view.alpha == 1)
        root.dismiss(animated: true)
        for _ in 0..<3 { rig.frame(after: 0.05) }
        rig.settle()
        #expect(other.view.window == nil && other.view.alpha == 1 && rig.window.subviews == [root.view])
        #expect(rig.diary.drain() == "nWa nDa nWd nDd")
    }
}
