import Foundation
import Testing
import TileLayers

@testable import TileViews

@Suite("UIViewPropertyAnimator")
struct PropertyAnimatorTests {
    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-5 }

    /// Returns an animator that moves the rig's view from 10 to 110 at constant speed.
    private func animator(_ rig: MotionRig, _ ends: UnsafeBox<[UIViewAnimatingPosition]> = UnsafeBox([]))
        -> UIViewPropertyAnimator
    {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { rig.view.center.x = 110 }
        animator.addCompletion { ends.value.append($0) }
        return animator
    }

    final class UnsafeBox<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    @Test("runs to its end, tells it, and is inactive again")
    func running() {
        let rig = MotionRig()
        let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
        let animator = animator(rig, ends)
        #expect(animator.state == .inactive && rig.view.center.x == 10)
        animator.startAnimation()
        #expect(animator.state == .active && animator.isRunning && rig.view.center.x == 110)
        rig.frame()
        #expect(rig.shownX == 10)
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 35) && isClose(Double(animator.fractionComplete), 0.25))
        rig.frame(after: 0.75)
        rig.frame()
        #expect(ends.value == [.end] && animator.state == .inactive && !animator.isRunning)
        #expect(rig.shownX == 110 && rig.view.layer.animationKeys() == nil && rig.isAtRest)
    }

    @Test("paused it stands still and wants no frames; moved by hand it shows what is asked; then it goes on")
    func scrubbing() {
        let rig = MotionRig()
        let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
        let animator = animator(rig, ends)
        animator.startAnimation()
        rig.frame()
        rig.frame(after: 0.25)
        animator.pauseAnimation()
        rig.frame(after: 5)
        #expect(isClose(rig.shownX, 35) && rig.isAtRest && !animator.isRunning)
        animator.fractionComplete = 0.8
        #expect(!rig.isAtRest)
        rig.frame()
        #expect(isClose(rig.shownX, 90))
        animator.fractionComplete = 0.5
        rig.frame()
        animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        rig.frame()
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 85))
        rig.frame(after: 0.25)
        rig.frame()
        #expect(ends.value == [.end] && animator.state == .inactive)
    }

    @Test("moved by hand before it starts it is paused; it goes on at another pace and in another time")
    func interactive() {
        let rig = MotionRig()
        let animator = animator(rig)
        animator.fractionComplete = 0.4
        rig.frame()
        #expect(animator.state == .active && isClose(rig.shownX, 50))
        animator.continueAnimation(
            withTimingParameters: UICubicTimingParameters(animationCurve: .linear), durationFactor: 2)
        rig.frame()
        rig.frame(after: 1)
        #expect(isClose(rig.shownX, 80))
        rig.frame(after: 1)
        rig.frame()
        #expect(animator.state == .inactive)
    }

    @Test("turned round it goes back, and its views get the old values")
    func reversing() {
        let rig = MotionRig()
        let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
        let animator = animator(rig, ends)
        animator.startAnimation()
        rig.frame()
        rig.frame(after: 0.5)
        animator.isReversed = true
        rig.frame()
        #expect(isClose(rig.shownX, 60))
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 35))
        rig.frame(after: 0.25)
        rig.frame()
        #expect(ends.value == [.start] && rig.view.center.x == 10 && rig.shownX == 10)
        // Reversed while paused, and reversed again.
        let again = self.animator(rig)
        again.startAnimation()
        rig.frame()
        rig.frame(after: 0.5)
        again.pauseAnimation()
        again.isReversed = true
        again.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        rig.frame()
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 35))
        again.isReversed = false
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 60))
        rig.frame(after: 1)
        rig.frame()
        #expect(rig.view.center.x == 110 && again.state == .inactive)
    }

    @Test("stopped, views stay where they are; it is finished where it is told")
    func stopping() {
        for (position, x) in [(UIViewAnimatingPosition.current, 60.0), (.start, 10), (.end, 110)] {
            let rig = MotionRig()
            let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
            let animator = animator(rig, ends)
            animator.startAnimation()
            rig.frame()
            rig.frame(after: 0.5)
            animator.stopAnimation(false)
            #expect(animator.state == .stopped && isClose(Double(rig.view.center.x), 60) && ends.value.isEmpty)
            animator.finishAnimation(at: position)
            rig.frame()
            #expect(ends.value == [position] && isClose(Double(rig.view.center.x), x) && animator.state == .inactive)
        }
        let rig = MotionRig()
        let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
        let animator = animator(rig, ends)
        animator.startAnimation()
        rig.frame()
        rig.frame(after: 0.5)
        animator.stopAnimation(true)
        rig.frame(after: 5)
        rig.frame()
        #expect(animator.state == .inactive && ends.value.isEmpty && isClose(rig.shownX, 60) && rig.isAtRest)
    }

    @Test("delays: of the whole, and of a block's part of the way")
    func delays() {
        let rig = MotionRig()
        let animator = animator(rig)
        animator.addAnimations({ rig.view.alpha = 0 }, delayFactor: 0.5)
        animator.startAnimation(afterDelay: 2)
        rig.frame()
        rig.frame(after: 1.9)
        #expect(rig.shownX == 10 && rig.shown.opacity == 1)
        rig.frame(after: 0.6)
        #expect(isClose(rig.shownX, 60) && abs(rig.shown.opacity - 1) < 1e-5)
        rig.frame(after: 0.25)
        #expect(abs(rig.shown.opacity - 0.5) < 1e-5)
        animator.addAnimations { rig.view.center.y = 110 }
        rig.frame(after: 0.125)
        #expect(isClose(Double(rig.shown.position.y), 60))
    }

    @Test("springs, its own curve, and one that stays active at its end")
    func paces() {
        let rig = MotionRig()
        let spring = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.3) { rig.view.center.x = 110 }
        spring.startAnimation()
        rig.frame()
        var farthest = 0.0
        for _ in 0..<60 {
            rig.frame(after: 1.0 / 60)
            farthest = max(farthest, rig.shownX)
        }
        #expect(farthest > 135)
        let own = UIViewPropertyAnimator(
            duration: 77,
            timingParameters: UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero))
        #expect(abs(own.duration - 1.4727) < 1e-3)
        let curve = UIViewPropertyAnimator(
            duration: 1, controlPoint1: CGPoint(x: 0.42, y: 0), controlPoint2: CGPoint(x: 1, y: 1)
        ) { rig.view.center.x = 10 }
        curve.pausesOnCompletion = true
        rig.frame(after: 1)
        rig.frame()
        curve.startAnimation()
        rig.frame()
        rig.frame(after: 0.5)
        #expect(abs(rig.shownX - (110 - 31.536)) < 0.01)
        rig.frame(after: 1)
        rig.frame()
        #expect(curve.state == .active && !curve.isRunning && rig.isAtRest && rig.shownX == 10)
        curve.isReversed = true
        curve.startAnimation()
        rig.frame()
        rig.frame(after: 2)
        rig.frame()
        #expect(rig.view.center.x == 110 || curve.state == .active)
        curve.stopAnimation(true)
    }

    @Test("without animations, or time, it ends with the next frame; one that runs already is made in one go")
    func empty() {
        let rig = MotionRig()
        let ends = UnsafeBox<[UIViewAnimatingPosition]>([])
        let none = UIViewPropertyAnimator(duration: 1, curve: .linear)
        none.addCompletion { ends.value.append($0) }
        none.startAnimation()
        rig.frame()
        #expect(ends.value == [.end])
        let quick = UIViewPropertyAnimator(duration: 0, curve: .linear) { rig.view.center.x = 50 }
        quick.addCompletion { ends.value.append($0) }
        quick.startAnimation()
        rig.frame()
        rig.frame()
        #expect(ends.value == [.end, .end] && rig.shownX == 50)
        UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 0, options: .curveLinear) {
            rig.view.center.x = 150
        } completion: {
            ends.value.append($0)
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(isClose(rig.shownX, 100))
        rig.frame(after: 0.6)
        rig.frame()
        #expect(ends.value.count == 3)
    }

    @Test("what only a stopped, or a paused, animator can do traps on others")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            UIViewPropertyAnimator(duration: 1, curve: .linear).finishAnimation(at: .end)
        }
        await #expect(processExitsWith: .failure) {
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {}
            animator.isInterruptible = false
            animator.startAnimation()
            animator.pauseAnimation()
        }
    }
}
