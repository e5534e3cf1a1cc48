import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGraphics
import TileLayers
import TileViews

@Suite("Presentations of one's own")
struct CustomPresentationTests {
    private let rig = ControllerRig()
    private let root: Teller
    private let other: Teller

    init() {
        root = Teller("o", rig.diary)
        other = Teller("n", rig.diary)
        rig.show(root)
    }

    /// A presentation controller that records its calls.
    private final class Writer: UIPresentationController {
        let diary: Diary
        init(_ presented: UIViewController, _ presenting: UIViewController?, diary: Diary) {
            self.diary = diary
            super.init(presentedViewController: presented, presenting: presenting)
        }
        override var frameOfPresentedViewInContainerView: CGRect { CGRect(x: 10, y: 20, width: 100, height: 200) }
        override func presentationTransitionWillBegin() { diary.write("willPresent") }
        override func presentationTransitionDidEnd(_ completed: Bool) { diary.write("didPresent(\(completed))") }
        override func dismissalTransitionWillBegin() { diary.write("willDismiss") }
        override func dismissalTransitionDidEnd(_ completed: Bool) { diary.write("didDismiss(\(completed))") }
    }

    /// Provides everything, and records the requests.
    private final class Giver: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
        let diary: Diary
        var drive: UIPercentDrivenInteractiveTransition?

        init(_ diary: Diary) { self.diary = diary }

        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController
        ) -> UIPresentationController? {
            diary.write("controller")
            return Writer(presented, presenting, diary: diary)
        }
        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            diary.write("animator")
            return self
        }
        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            diary.write("animator")
            return self
        }
        func interactionControllerForPresentation(
            using animator: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { drive }
        func interactionControllerForDismissal(
            using animator: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { drive }
        func transitionDuration(
            using transitionContext: (any UIViewControllerContextTransitioning)?
        ) -> TimeInterval {
            diary.write("duration")
            return 1
        }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            diary.write("animate")
            if let to = context.viewController(forKey: .to), let view = context.view(forKey: .to) {
                view.frame = context.finalFrame(for: to)
                view.alpha = 0
                context.containerView.addSubview(view)
            }
            let isComing = context.view(forKey: .to) != nil
            let view = context.view(forKey: isComing ? .to : .from)
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
                view?.alpha = isComing ? 1 : 0
            } completion: { _ in
                context.completeTransition(!context.transitionWasCancelled)
            }
        }
        func animationEnded(_ transitionCompleted: Bool) { diary.write("ended(\(transitionCompleted))") }
    }

    private func presented(by giver: Giver) {
        other.modalPresentationStyle = .custom
        other.transitioningDelegate = giver
        root.present(other, animated: true)
        rig.settle()
    }

    @Test("the order of a presentation of one's own, and of its dismissal")
    func order() {
        let giver = Giver(rig.diary)
        presented(by: giver)
        let told = rig.diary.drain()
        #expect(
            told == "controller animator willPresent nWa duration animate didPresent(true) nDa ended(true)", "\(told)")
        #expect(other.view.frame == CGRect(x: 10, y: 20, width: 100, height: 200) && root.view.window != nil)
        root.dismiss(animated: true)
        rig.settle()
        let after = rig.diary.drain()
        #expect(after == "animator willDismiss nWd duration animate didDismiss(true) nDd ended(true)", "\(after)")
    }

    @Test("a dismissal that a hand drives and lets go of goes back to where it was")
    func cancelled() {
        let giver = Giver(rig.diary)
        presented(by: giver)
        _ = rig.diary.drain()
        let drive = UIPercentDrivenInteractiveTransition()
        giver.drive = drive
        root.dismiss(animated: true)
        rig.frame()
        drive.update(0.4)
        rig.frame(after: 0.5)
        let shown = other.view.layer.presentation()?.opacity ?? 0
        #expect(abs(shown - 0.6) < 0.01 && drive.percentComplete == 0.4, "\(shown)")
        #expect(other.transitionCoordinator?.isInteractive == true)
        drive.cancel()
        rig.frame()
        rig.frame(after: 0.2)
        let back = other.view.layer.presentation()?.opacity ?? 0
        #expect(abs(back - 0.8) < 0.03, "\(back)")
        rig.settle()
        #expect(other.view.alpha == 1 && other.view.window != nil && root.presentedViewController === other)
        let told = rig.diary.drain()
        #expect(told.hasSuffix("didDismiss(false) nWa nDa ended(false)"), "\(told)")
    }

    @Test("a presentation that a hand drives and lets go of early never was: it may begin again")
    func presentationTurnedBack() {
        let giver = Giver(rig.diary)
        let drive = UIPercentDrivenInteractiveTransition()
        giver.drive = drive
        other.modalPresentationStyle = .custom
        other.transitioningDelegate = giver
        root.present(other, animated: true)
        rig.frame()
        drive.update(0.3)
        rig.frame()
        #expect(other.isBeingPresented)
        drive.cancel()
        rig.settle()
        #expect(other.view.window == nil && other.presentingViewController == nil && !other.isBeingPresented)
        #expect(root.presentedViewController == nil && rig.diary.drain().contains("nWd nDd"))
        giver.drive = nil
        root.present(other, animated: true)
        rig.settle()
        #expect(other.view.window != nil && root.presentedViewController === other)
    }

    @Test("a dismissal that a hand drives and lets go of late goes on to its end, from there")
    func finished() {
        let giver = Giver(rig.diary)
        presented(by: giver)
        let drive = UIPercentDrivenInteractiveTransition()
        giver.drive = drive
        root.dismiss(animated: true)
        rig.frame()
        drive.update(0.7)
        rig.frame(after: 3)
        #expect(other.view.window != nil)
        drive.finish()
        rig.frame()
        rig.frame(after: 0.15)
        let shown = other.view.layer.presentation()?.opacity ?? 0
        #expect(other.view.window != nil && abs(shown - 0.15) < 0.03, "\(shown)")
        rig.frame(after: 0.2)
        rig.settle()
        #expect(other.view.window == nil && root.presentedViewController == nil)
    }

    @Test("numbers that are none move nothing")
    func badNumbers() {
        let giver = Giver(rig.diary)
        presented(by: giver)
        let drive = UIPercentDrivenInteractiveTransition()
        drive.update(0.5)
        drive.cancel()
        giver.drive = drive
        root.dismiss(animated: true)
        rig.frame()
        for number: CGFloat in [.nan, -1e300, -1] {
            drive.update(number)
            #expect(drive.percentComplete == 0)
        }
        drive.update(7)
        #expect(drive.percentComplete == 1)
        drive.completionSpeed = .nan
        drive.finish()
        rig.settle()
        #expect(other.view.window == nil)
    }

    /// An animator that completes immediately, and reports it twice.
    private final class Twice: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning {
        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { self }
        func transitionDuration(
            using transitionContext: (any UIViewControllerContextTransitioning)?
        ) -> TimeInterval { 0 }
        func animateTransition(using context: any UIViewControllerContextTransitioning) {
            context.containerView.addSubview(context.view(forKey: .to)!)
            context.completeTransition(true)
            context.completeTransition(true)
        }
    }

    @Test("an animator that says twice that it is done is heard once")
    func twice() {
        let giver = Twice()
        other.modalPresentationStyle = .overFullScreen
        other.transitioningDelegate = giver
        var said: [String] = []
        FrameLog.collecting({ said.append($0) }) { root.present(other, animated: true) }
        rig.settle()
        #expect(rig.diary.drain() == "nWa nDa" && said.count == 1)
    }
}
