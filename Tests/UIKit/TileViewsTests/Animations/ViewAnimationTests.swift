import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileViews

/// A view in a window with a clock that the test advances.
final class MotionRig {
    let clock = VirtualClock(now: 50)
    let screen = UIScreen(size: CGSize(width: 400, height: 400), scale: 1)
    let window: UIWindow
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    init() {
        screen.clock = clock
        window = UIWindow(screen: screen)
        window.addSubview(view)
        window.makeKeyAndVisible()
        _ = screen.frame()
    }

    @discardableResult
    func frame(after seconds: Double = 0) -> RenderTree {
        clock.advance(by: seconds)
        return screen.frame()
    }

    var shown: CALayer { view.layer.presentation() ?? view.layer }
    var shownX: Double { Double(shown.position.x) }
    var isAtRest: Bool { !screen.isFramePending }
}

@Suite("UIView.animate")
struct ViewAnimationTests {
    private let ease = CAMediaTimingFunction(name: .easeInEaseOut).paceCurve

    private func isClose(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-5 }

    @Test("views have their new values at once, show the way there, and are told of the end once")
    func basic() {
        let rig = MotionRig()
        var ends: [Bool] = []
        UIView.animate(withDuration: 1) {
            rig.view.center.x = 110
            rig.view.alpha = 0.5
            rig.view.backgroundColor = .red
        } completion: {
            ends.append($0)
        }
        #expect(rig.view.center.x == 110 && rig.view.alpha == 0.5 && UIView.inheritedAnimationDuration == 0)
        rig.frame()
        #expect(rig.shownX == 10)
        rig.frame(after: 0.25)
        let part = ease.progress(at: 0.25)
        #expect(isClose(rig.shownX, 10 + 100 * part) && abs(Double(rig.shown.opacity) - (1 - 0.5 * part)) < 1e-6)
        #expect(isClose(Double(rig.shown.backgroundColor?.alpha ?? 0), part) && ends.isEmpty)
        rig.frame(after: 0.75)
        #expect(ends == [true] && rig.shownX == 110 && rig.view.layer.animationKeys() == nil)
        rig.frame()
        #expect(rig.isAtRest && ends == [true])
    }

    @Test("frames go by center and size, contents are drawn once, and sublayers are laid out once")
    func frames() {
        final class Painter: UIView {
            var (drawn, laidOut) = (0, 0)
            override func draw(_ rect: CGRect) { drawn += 1 }
            override func layoutSubviews() { laidOut += 1 }
        }
        let rig = MotionRig()
        let painter = Painter(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        rig.window.addSubview(painter)
        rig.frame()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            painter.frame = CGRect(x: 100, y: 0, width: 200, height: 100)
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(painter.layer.presentation()?.frame == CGRect(x: 50, y: 0, width: 150, height: 100))
        let counters = rig.screen.layerHost.counting { rig.frame(after: 0.1) }
        #expect(counters.displays == 0 && counters.layersLaidOut == 0 && counters.nodesCommitted > 0)
        #expect(painter.drawn == 1 && painter.laidOut == 2)
    }

    @Test("places and sizes go on from where they are when they are sent elsewhere, and add up")
    func interruption() {
        let rig = MotionRig()
        var ends: [String] = []
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            rig.view.center.x = 110
        } completion: {
            ends.append("first \($0)")
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(isClose(rig.shownX, 60))
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            rig.view.center.x = 10
        } completion: {
            ends.append("second \($0)")
        }
        rig.frame()
        #expect(isClose(rig.shownX, 60))
        rig.frame(after: 0.25)
        // The remainder of the first animation, and three quarters of the second.
        #expect(isClose(rig.shownX, 10 - 25 + 75) && rig.view.layer.animationKeys() == ["position", "position-2"])
        rig.frame(after: 0.25)
        rig.frame(after: 0.5)
        #expect(ends == ["first true", "second true"] && rig.shownX == 10)

        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            rig.view.alpha = 0
        } completion: {
            ends.append("fade \($0)")
        }
        rig.frame()
        rig.frame(after: 0.5)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { rig.view.alpha = 1 }
        rig.frame()
        #expect(rig.shown.opacity == 0.5 && ends.last == "fade false")
        rig.frame(after: 0.5)
        #expect(rig.shown.opacity == 0.75)
    }

    @Test("a delay shows what was")
    func delays() {
        let rig = MotionRig()
        UIView.animate(withDuration: 1, delay: 2, options: .curveLinear) {
            rig.view.center.x = 110
            rig.view.transform = CGAffineTransform(scaleX: 2, y: 2)
        }
        rig.frame()
        rig.frame(after: 1.9)
        #expect(rig.shownX == 10 && rig.shown.affineTransform() == .identity)
        rig.frame(after: 0.6)
        #expect(isClose(rig.shownX, 60) && isClose(Double(rig.shown.affineTransform().a), 1.5))
    }

    @Test("again and again, back and forth")
    func repeating() {
        let rig = MotionRig()
        UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
            rig.view.center.x = 110
        }
        rig.frame()
        for (time, x) in [(0.5, 60.0), (1, 60), (100, 60), (0.25, 35)] {
            rig.frame(after: time)
            #expect(isClose(rig.shownX, x))
        }
        rig.view.layer.removeAllAnimations()
        rig.frame()
        #expect(rig.shownX == 110)
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            UIView.modifyAnimations(withRepeatCount: 2, autoreverses: false) { rig.view.center.x = 10 }
        }
        rig.frame()
        rig.frame(after: 1.5)
        #expect(isClose(rig.shownX, 60) && rig.view.layer.animationKeys() != nil)
        rig.frame(after: 0.6)
        #expect(rig.view.layer.animationKeys() == nil)
    }

    @Test("a block within another takes its duration and curve, unless it has its own")
    func nesting() {
        let rig = MotionRig()
        let (a, b) = (UIView(), UIView())
        for view in [a, b] { rig.window.addSubview(view) }
        rig.frame()
        UIView.animate(withDuration: 4, delay: 0, options: .curveLinear) {
            rig.view.center.x = 110
            UIView.animate(withDuration: 1) { a.center.x = 100 }
            UIView.animate(withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve]) {
                #expect(UIView.inheritedAnimationDuration == 1)
                b.center.x = 100
            }
            UIView.performWithoutAnimation { rig.view.center.y = 200 }
            #expect(UIView.inheritedAnimationDuration == 4)
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(rig.shown.position.y == 200 && isClose(rig.shownX, 10 + 100 * 0.125))
        #expect(isClose(Double(a.layer.presentation()!.position.x), 12.5))
        #expect(isClose(Double(b.layer.presentation()!.position.x), 50))
    }

    @Test("nothing to animate, no time, no window, or animations off: all happens at once, and the end is told")
    func nothing() {
        let rig = MotionRig()
        var ends = 0
        UIView.animate(withDuration: 1) {
        } completion: {
            ends += $0 ? 1 : 0
        }
        UIView.animate(withDuration: 0) {
            rig.view.center.x = 110
        } completion: {
            ends += $0 ? 1 : 0
        }
        UIView.animate(withDuration: -1) {
            rig.view.center.x = 120
        } completion: {
            ends += $0 ? 1 : 0
        }
        UIView.animate(withDuration: .nan) {
            rig.view.center.x = 130
        } completion: {
            ends += $0 ? 1 : 0
        }
        let loose = UIView()
        UIView.animate(withDuration: 1) {
            loose.center.x = 5
        } completion: {
            ends += $0 ? 1 : 0
        }
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1) {
            rig.view.center.x = 140
        } completion: {
            ends += $0 ? 1 : 0
        }
        #expect(!UIView.areAnimationsEnabled)
        UIView.setAnimationsEnabled(true)
        #expect(ends == 0 && rig.screen.isFramePending)
        rig.frame()
        #expect(ends == 6 && rig.shownX == 140 && loose.center.x == 5)
        #expect(rig.isAtRest)
    }

    @Test("constraints animate through layoutIfNeeded()")
    func constraints() {
        let rig = MotionRig()
        let box = UIView()
        box.translatesAutoresizingMaskIntoConstraints = false
        rig.window.addSubview(box)
        let leading = box.leadingAnchor.constraint(equalTo: rig.window.leadingAnchor)
        NSLayoutConstraint.activate([
            leading, box.topAnchor.constraint(equalTo: rig.window.topAnchor),
            box.widthAnchor.constraint(equalToConstant: 40), box.heightAnchor.constraint(equalToConstant: 40),
        ])
        rig.frame()
        leading.constant = 100
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { rig.window.layoutIfNeeded() }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(box.frame.minX == 100 && box.layer.presentation()?.frame.minX == 50)
        // The options lay out without an explicit call.
        UIView.animate(withDuration: 1, delay: 0, options: [.curveLinear, .layoutSubviews]) {
            box.frame.size = CGSize(width: 10, height: 10)
        }
    }

    @Test("springs swing as their damping ratio says, and have settled in time")
    func springs() {
        let rig = MotionRig()
        UIView.animate(withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0) {
            rig.view.center.x = 110
        }
        rig.frame()
        var farthest = 0.0
        for _ in 0..<59 {
            rig.frame(after: 1.0 / 60)
            farthest = max(farthest, rig.shownX)
        }
        // The first overshoot of a spring is e^(−π·ζ/√(1−ζ²)) of the distance.
        let beyond = exp(-Double.pi * 0.3 / (1 - 0.09).squareRoot())
        #expect(abs(farthest - (110 + 100 * beyond)) < 1 && abs(rig.shownX - 110) < 0.2)
        rig.frame(after: 1.0 / 60 + 1e-9)
        #expect(rig.view.layer.animationKeys() == nil)
        UIView.animate(springDuration: 0.5, bounce: 0.2) { rig.view.center.x = 10 }
        rig.frame()
        rig.frame(after: 0.4)
        #expect(rig.shownX < 10 && rig.shownX > 0)
    }

    @Test("keyframes take their parts of the time, for each property by itself")
    func keyframes() {
        let rig = MotionRig()
        var ends: [Bool] = []
        let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
        UIView.animateKeyframes(withDuration: 4, delay: 0, options: linear) {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { rig.view.center.x = 110 }
            UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
                rig.view.center.x = 10
                rig.view.alpha = 0
            }
        } completion: {
            ends.append($0)
        }
        rig.frame()
        for (time, x, alpha) in [(0.5, 60.0, 1.0), (0.5, 110, 1), (0.5, 110, 1), (1.5, 60, 0.5), (0.5, 35, 0.25)] {
            rig.frame(after: time)
            #expect(isClose(rig.shownX, x) && abs(Double(rig.shown.opacity) - alpha) < 1e-6)
        }
        rig.frame(after: 0.5)
        #expect(ends == [true] && rig.shownX == 10)
        // By default the animation as a whole eases in and out.
        UIView.animateKeyframes(withDuration: 1, delay: 0) {
            UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { rig.view.center.x = 110 }
        }
        rig.frame()
        rig.frame(after: 0.25)
        #expect(isClose(rig.shownX, 10 + 100 * ease.progress(at: 0.25)))
        UIView.addKeyframe(withRelativeStartTime: .nan, relativeDuration: 9) { rig.view.center.x = 0 }
    }

    @Test("views that are animated get no touches unless they may")
    func touches() {
        let rig = MotionRig()
        UIView.animate(withDuration: 1) { rig.view.center.x = 110 }
        #expect(rig.window.hitTest(CGPoint(x: 110, y: 10), with: nil) === rig.window)
        rig.frame()
        rig.frame(after: 1)
        #expect(rig.window.hitTest(CGPoint(x: 110, y: 10), with: nil) === rig.view)
        UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { rig.view.center.x = 10 }
        #expect(rig.window.hitTest(CGPoint(x: 10, y: 10), with: nil) === rig.view)
    }

    @Test("views that are taken out while they are animated end there, and the tree forgets them")
    func removal() {
        let rig = MotionRig()
        var ends: [Bool] = []
        weak var gone: UIView?
        do {
            let view = UIView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
            gone = view
            rig.window.addSubview(view)
            rig.frame()
            UIView.animate(withDuration: 10) {
                view.center.x = 100
            } completion: {
                ends.append($0)
            }
            rig.frame()
            view.removeFromSuperview()
        }
        rig.frame(after: 0.1)
        rig.frame()
        #expect(ends == [false] && gone == nil && rig.isAtRest)
    }

    @Test("a completion that begins the next animation at once, 10⁵ times, goes on and ends")
    func chain() {
        let rig = MotionRig()
        var count = 0
        func next() {
            count += 1
            guard count < 100_000 else { return }
            UIView.animate(withDuration: 0) {
                rig.view.center.x += 1
            } completion: { _ in
                next()
            }
        }
        next()
        var frames = 0
        while rig.screen.isFramePending {
            rig.frame()
            frames += 1
        }
        #expect(count == 100_000 && frames <= 100_000 && rig.isAtRest)
    }

    @Test("time that jumps: what it jumps over has ended, in order")
    func jumps() {
        let rig = MotionRig()
        var ends: [Int] = []
        for index in 0..<3 {
            UIView.animate(withDuration: Double(index + 1)) {
                rig.view.center.x = CGFloat(100 * index)
            } completion: { _ in
                ends.append(index)
            }
        }
        rig.frame()
        rig.frame(after: 1e9)
        rig.frame()
        #expect(ends == [0, 1, 2] && rig.shownX == 200 && rig.isAtRest)
    }

    @Test("blocks between two calls animate as they are set, and tell their delegate")
    func calls() {
        final class Delegate: ActionTarget {
            static let actions: ActionTable = [.action("ended:", Delegate.ended), .action("begins:", Delegate.begins)]
            var log: [String] = []
            func ended(_ name: String) { log.append("\(name) ended") }
            func begins(_ name: String) { log.append("\(name) begins") }
        }
        let rig = MotionRig()
        let delegate = Delegate()
        UIView.beginAnimations("slide", context: nil)
        UIView.setAnimationDuration(2)
        UIView.setAnimationCurve(.linear)
        UIView.setAnimationDelegate(delegate)
        UIView.setAnimationDidStop("ended:")
        UIView.setAnimationWillStart("begins:")
        rig.view.center.x = 110
        UIView.commitAnimations()
        UIView.commitAnimations()
        rig.view.center.y = 110
        rig.frame()
        rig.frame(after: 1)
        #expect(isClose(rig.shownX, 60) && rig.shown.position.y == 110 && delegate.log == ["slide begins"])
        rig.frame(after: 1)
        rig.frame()
        #expect(delegate.log == ["slide begins", "slide ended"] && rig.isAtRest)
    }

    @Test("a view deleted by the system fades and is removed")
    func delete() {
        let rig = MotionRig()
        UIView.perform(.delete, on: [rig.view], animations: nil)
        rig.frame()
        rig.frame(after: 0.15)
        #expect(rig.view.superview != nil && rig.shown.opacity < 1)
        rig.frame(after: 0.2)
        #expect(rig.view.superview == nil)
    }

    @Test("a view's layer that draws by a property of its own is drawn anew while that is animated")
    func drawnProperty() throws {
        final class Bar: CALayer {
            override init() { super.init() }
            required init?(coder: NSCoder) { super.init(coder: coder) }
            override init(layer: Any) { super.init(layer: layer) }
            override class func needsDisplay(forKey key: String) -> Bool {
                key == "level" || super.needsDisplay(forKey: key)
            }
            override func draw(in ctx: CGContext) {
                ctx.setFillColor(UIColor.red.cgColor)
                ctx.fill(CGRect(x: 0, y: 0, width: value(forKey: "level") as? Double ?? 0, height: 20))
            }
        }
        final class BarView: UIView {
            override class var layerClass: AnyClass { Bar.self }
        }
        let rig = MotionRig()
        let bar = BarView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        rig.window.addSubview(bar)
        bar.layer.setValue(Double(20), forKey: "level")
        #expect(try pixels(rig.screen).letter(15, 5) == "r")
        let animation = CABasicAnimation(keyPath: "level")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 20, 1)
        bar.layer.add(animation, forKey: nil)
        rig.frame()
        rig.frame(after: 0.5)
        let middle = try pixels(rig.screen)
        #expect(middle.letter(5, 5) == "r" && middle.letter(15, 5) != "r")
        rig.frame(after: 0.6)
        #expect(try pixels(rig.screen).letter(15, 5) == "r" && rig.isAtRest)
    }

    @Test("A block with a start date begins then; a date in the past means now")
    func startDate() {
        for (date, begins) in [(Date.distantPast, true), (.distantFuture, false)] {
            let rig = MotionRig()
            UIView.beginAnimations(nil, context: nil)
            UIView.setAnimationDuration(1)
            UIView.setAnimationStartDate(date)
            rig.view.center.x = 110
            UIView.commitAnimations()
            rig.frame()
            rig.frame(after: 0.5)
            #expect((rig.shownX > 10.5) == begins)
        }
    }

    private func stack(in rig: MotionRig) -> (stack: UIStackView, views: [UIView]) {
        let views = (0..<2).map { _ in
            let view = UIView()
            view.backgroundColor = .red
            view.heightAnchor.constraint(equalToConstant: 40).isActive = true
            view.widthAnchor.constraint(equalToConstant: 100).isActive = true
            view.constraints.forEach { $0.priority = .defaultHigh }
            return view
        }
        let stack = UIStackView(arrangedSubviews: views)
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        rig.window.addSubview(stack)
        stack.leftAnchor.constraint(equalTo: rig.window.leftAnchor).isActive = true
        stack.topAnchor.constraint(equalTo: rig.window.topAnchor).isActive = true
        rig.frame()
        return (stack, views)
    }

    @Test("a stack collapses a hidden view visibly, and shows a view that appears as it grows")
    func hidingInStack() {
        let rig = MotionRig()
        let (stack, views) = stack(in: rig)
        let ease = CAMediaTimingFunction(name: .easeInEaseOut).paceCurve.progress(at: 0.5)
        UIView.animate(withDuration: 1) { views[0].isHidden = true }
        #expect(views[0].isHidden && views[1].frame.minY == 0 && stack.frame.height == 40)
        rig.frame()
        #expect(views[0].layer.presentation()?.isHidden == false)
        rig.frame(after: 0.5)
        #expect(views[0].layer.presentation()?.isHidden == false)
        #expect(isClose(Double(views[0].layer.presentation()?.bounds.height ?? 0), 40 * (1 - ease)))
        #expect(isClose(Double(views[1].layer.presentation()?.frame.minY ?? 0), 40 * (1 - ease)))
        #expect(rig.window.hitTest(CGPoint(x: 50, y: 5), with: nil) !== views[0])
        rig.frame(after: 0.5)
        #expect(views[0].layer.presentation()?.isHidden ?? true && rig.isAtRest)

        UIView.animate(withDuration: 1) { views[0].isHidden = false }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(isClose(Double(views[0].layer.presentation()?.bounds.height ?? 0), 40 * ease))
        rig.frame(after: 0.5)
        #expect(views[1].frame.minY == 40 && rig.isAtRest)
    }

    @Test("a view that is not arranged, and a view hidden outside of a block, vanish at once")
    func hidingAtOnce() {
        let rig = MotionRig()
        let (stack, views) = stack(in: rig)
        UIView.animate(withDuration: 1) { stack.isHidden = true }
        rig.frame()
        #expect(stack.layer.presentation()?.isHidden ?? true)
        views[0].isHidden = true
        rig.frame()
        #expect(views[0].layer.presentation()?.isHidden ?? true && views[1].frame.minY == 0)
    }

    @Test("a view whose hiding is animated is released with its window")
    func hidingReleases() {
        weak var hidden: UIView?
        do {
            let rig = MotionRig()
            let (_, views) = stack(in: rig)
            hidden = views[0]
            UIView.animate(withDuration: 1) { views[0].isHidden = true }
            rig.frame()
        }
        #expect(hidden == nil)
    }
}
