import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileLayers

@testable import TileViews

@Suite("Animations of what can't be")
struct AnimationBadInputTests {
    /// A delegate that records the begin and end of an animation.
    private final class Listener: CAAnimationDelegate {
        var heard: [String] = []
        func animationDidStart(_ anim: CAAnimation) { heard.append("began") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { heard.append(flag ? "finished" : "stopped") }
    }

    @Test(
        "durations and delays that are none take no time: views have their values, and completions are called",
        arguments: [(-1, 0), (.nan, 0), (-.infinity, 0), (0, .nan), (0, -5), (-1e300, -.infinity)] as [(Double, Double)]
    )
    func noTime(duration: Double, delay: Double) {
        let rig = MotionRig()
        var ends: [Bool] = []
        UIView.animate(withDuration: duration, delay: delay) {
            rig.view.center.x = 100
        } completion: {
            ends.append($0)
        }
        UIView.animateKeyframes(withDuration: duration, delay: delay) {
            UIView.addKeyframe(withRelativeStartTime: .nan, relativeDuration: -1) { rig.view.alpha = 0.5 }
        } completion: {
            ends.append($0)
        }
        for _ in 0..<3 { rig.frame(after: 0.01) }
        #expect(ends == [true, true] && rig.shownX == 100 && rig.shown.opacity == 0.5)
        #expect(rig.isAtRest)
    }

    @Test("a duration longer than anybody looks goes on, and ends with its layer", arguments: [1e9, 1e300, .infinity])
    func longTime(duration: Double) {
        let rig = MotionRig()
        var ends: [Bool] = []
        UIView.animate(withDuration: duration, delay: 0, options: .curveLinear) {
            rig.view.center.x = 110
        } completion: {
            ends.append($0)
        }
        for _ in 0..<3 { rig.frame(after: 1) }
        #expect(rig.shownX >= 10 && rig.shownX < 10.001 && !rig.isAtRest)
        rig.view.removeFromSuperview()
        for _ in 0..<3 { rig.frame(after: 1) }
        #expect(ends == [false] && rig.isAtRest)
    }

    @Test(
        "key paths that are none change nothing, last as long as they say, and say so",
        arguments: ["", "nothing", "position.z.z", "transform.rotation.", "bounds.size.depth", "🙂", "opacity.opacity"])
    func keyPaths(path: String) {
        let rig = MotionRig()
        let listener = Listener()
        let animation = CABasicAnimation(keyPath: path)
        (animation.fromValue, animation.toValue) = (1.0, 2.0)
        animation.duration = 1
        animation.delegate = listener
        rig.view.layer.add(animation, forKey: "a")
        rig.frame(after: 0)
        rig.frame(after: 0.5)
        #expect(rig.shown.frame == rig.view.frame && rig.shown.opacity == 1 && listener.heard == ["began"])
        rig.frame(after: 0.6)
        rig.frame(after: 0)
        #expect(listener.heard == ["began", "finished"] && rig.isAtRest)
    }

    @Test("values of another kind, or that are no numbers, leave the property as it is set, or finite")
    func values() {
        for (path, from, to) in [
            ("position", "left", "right"), ("opacity", CGRect.zero, [1, 2]), ("transform", 5, "x"),
            ("bounds", CGPoint.zero, Date()), ("backgroundColor", 3, 4),
            ("position", CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: CGFloat.infinity, y: 0)),
            ("opacity", Double.nan, Double.infinity), ("transform.rotation.z", Double.nan, 1),
        ] as [(String, Any, Any)] {
            let rig = MotionRig()
            let animation = CABasicAnimation(keyPath: path)
            (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
            rig.view.layer.add(animation, forKey: nil)
            for _ in 0..<4 { rig.frame(after: 0.4) }
            #expect(rig.isAtRest && rig.shownX == 10, "\(path)")
        }
    }

    @Test("keyframes and springs with numbers that can't be still come to an end")
    func curves() {
        let rig = MotionRig()
        let keyframes = CAKeyframeAnimation(keyPath: "position.x")
        keyframes.values = [0, 50, 100]
        keyframes.keyTimes = [.init(value: Double.nan), 5, -3]
        keyframes.duration = 1
        let empty = CAKeyframeAnimation(keyPath: "position.x")
        (empty.values, empty.duration) = ([], 1)
        let spring = CASpringAnimation(keyPath: "position.x")
        (spring.mass, spring.stiffness, spring.damping, spring.initialVelocity) = (1e-300, 1e300, 0, 1e300)
        (spring.fromValue, spring.toValue, spring.duration) = (0, 100, 1)
        for animation in [keyframes, empty, spring] { rig.view.layer.add(animation, forKey: nil) }
        for _ in 0..<12 {
            rig.frame(after: 0.1)
            #expect(rig.shownX.isFinite)
        }
        rig.frame()
        #expect(rig.isAtRest)
    }

    @Test("animating and taking out, again and again, keeps nothing")
    func leaks() {
        let rig = MotionRig()
        var kept: [() -> Bool] = []
        for round in 0..<50 {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.fromValue, animation.duration) = (0.0, round.isMultiple(of: 3) ? .infinity : 1)
            rig.window.addSubview(view)
            view.layer.add(animation, forKey: "a")
            UIView.animate(withDuration: 1, delay: 0, options: .repeat) { view.center.x = 50 }
            UIView.transition(with: view, duration: 1, options: .transitionFlipFromLeft) { view.backgroundColor = .red }
            let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
            animator.startAnimation()
            rig.frame(after: 0.1)
            if round.isMultiple(of: 2) { animator.stopAnimation(true) }
            view.removeFromSuperview()
            weak let (gone, layer) = (view, view.layer)
            weak let mover: UIViewPropertyAnimator? = animator
            kept.append { gone != nil || layer != nil || mover != nil }
        }
        for _ in 0..<3 { rig.frame(after: 2) }
        #expect(kept.count { $0() } == 0)
        #expect(rig.isAtRest)
    }
}
