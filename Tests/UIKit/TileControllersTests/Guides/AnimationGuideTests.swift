import Foundation
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

/// Statements of Apple's View Programming Guide for iOS about custom views and animations. Each test begins with the
/// section that makes it.
@Suite("View Programming Guide: custom views and animations")
struct AnimationGuideTests {
    private let rig = ControllerRig(CGSize(width: 100, height: 200))
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

    init() {
        rig.window.addSubview(view)
        rig.window.makeKeyAndVisible()
        rig.frame()
    }

    /// The horizontal center that the view shows.
    private var shown: CGFloat? { view.layer.presentation()?.position.x }

    // MARK: Defining a Custom View

    @Test("Checklist for Implementing a Custom View: observers tell of superviews, windows and subviews")
    func observers() {
        final class Noting: UIView {
            var log: [String] = []
            override func didMoveToSuperview() { log.append("superview") }
            override func didMoveToWindow() { log.append("window") }
            override func didAddSubview(_ subview: UIView) { log.append("add") }
            override func willRemoveSubview(_ subview: UIView) { log.append("remove") }
        }
        let (noting, child) = (Noting(), UIView())
        rig.window.addSubview(noting)
        noting.addSubview(child)
        child.removeFromSuperview()
        #expect(noting.log.sorted() == ["add", "remove", "superview", "window"])
    }

    @Test("Implementing Your Drawing Code: the context is configured for draw(_:), and none is current outside")
    func context() {
        final class Drawing: UIView {
            var had = false
            override func draw(_ rect: CGRect) { had = UIGraphicsGetCurrentContext() != nil }
        }
        let drawing = Drawing(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
        rig.window.addSubview(drawing)
        rig.frame()
        #expect(drawing.had && UIGraphicsGetCurrentContext() == nil)
    }

    @Test("Implementing Your Drawing Code: only the invalidated rectangle is passed")
    func invalidRect() {
        final class Drawing: UIView {
            var rects: [CGRect] = []
            override func draw(_ rect: CGRect) {
                rects.append(rect)
                UIColor.red.setFill()
                UIRectFill(rect)
            }
        }
        let drawing = Drawing(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
        rig.window.addSubview(drawing)
        rig.frame()
        drawing.setNeedsDisplay(CGRect(x: 10, y: 10, width: 5, height: 5))
        rig.frame()
        #expect(drawing.rects.count == 2 && drawing.rects[0] == drawing.bounds)
        #expect(drawing.rects[1] == CGRect(x: 10, y: 10, width: 5, height: 5))
    }

    @Test("Responding to Events: single touches by default; hitTest and point(inside:) may be overridden")
    func events() {
        final class Round: UIView {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                hypot(point.x - bounds.midX, point.y - bounds.midY) <= bounds.width / 2
            }
        }
        let round = Round(frame: CGRect(x: 30, y: 0, width: 40, height: 40))
        rig.window.addSubview(round)
        #expect(rig.window.hitTest(CGPoint(x: 50, y: 20), with: nil) === round)
        #expect(rig.window.hitTest(CGPoint(x: 31, y: 1), with: nil) === rig.window)
        #expect(!round.isMultipleTouchEnabled)
    }

    @Test("Responding to Events: a view without interaction leaves touches to those behind it")
    func disabledEvents() {
        let front = UIView(frame: view.frame)
        rig.window.addSubview(front)
        #expect(rig.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === front)
        front.isUserInteractionEnabled = false
        #expect(rig.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
    }

    // MARK: Animations

    @Test(
        "What Can Be Animated?: frame, bounds, center, transform, alpha and backgroundColor",
        arguments: ["frame", "bounds", "center", "transform", "alpha", "backgroundColor"])
    func animatable(_ property: String) {
        view.backgroundColor = .red
        rig.frame()
        UIView.animate(withDuration: 1) {
            switch property {
            case "frame": view.frame = CGRect(x: 50, y: 50, width: 40, height: 40)
            case "bounds": view.bounds.size = CGSize(width: 40, height: 40)
            case "center": view.center = CGPoint(x: 50, y: 50)
            case "transform": view.transform = CGAffineTransform(scaleX: 2, y: 2)
            case "alpha": view.alpha = 0
            default: view.backgroundColor = .blue
            }
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(view.layer.animationKeys()?.isEmpty == false)
        rig.frame(after: 0.6)
        #expect(view.layer.animationKeys()?.isEmpty != false)
    }

    @Test("Animating Property Changes in a View: properties have their new values at once; the view shows the way")
    func values() throws {
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x = 60 }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(view.center.x == 60)
        #expect(abs(try #require(shown) - 35) < 1e-6)
    }

    @Test("Starting Animations Using the Block-Based Methods: changes outside of a block are not animated")
    func outside() {
        view.center.x = 60
        rig.frame()
        #expect(view.layer.animationKeys()?.isEmpty != false && shown ?? 60 == 60)
    }

    @Test("Starting Animations Using the Block-Based Methods: interaction is disabled while a view is animated")
    func interaction() {
        UIView.animate(withDuration: 1) { view.alpha = 0.5 }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(rig.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === rig.window)
        UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { view.alpha = 1 }
        rig.frame(after: 2)
        #expect(rig.window.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
    }

    @Test("Starting Animations Using the Block-Based Methods: a delay leaves the view as it was until then")
    func delays() throws {
        UIView.animate(withDuration: 1, delay: 1, options: .curveLinear) { view.center.x = 60 }
        rig.frame()
        rig.frame(after: 0.9)
        #expect(shown == 10)
        rig.frame(after: 0.6)
        #expect(abs(try #require(shown) - 35) < 1e-6)
    }

    @Test("Starting Animations Using the Block-Based Methods: completion tells whether the animation has finished")
    func completion() {
        var results: [Bool] = []
        UIView.animate(withDuration: 1, animations: { view.center.x = 60 }, completion: { results.append($0) })
        rig.frame()
        rig.frame(after: 0.5)
        #expect(results.isEmpty)
        view.layer.removeAllAnimations()
        rig.settle()
        #expect(results == [false])
        UIView.animate(withDuration: 1, animations: { view.center.x = 10 }, completion: { results.append($0) })
        rig.settle()
        #expect(results == [false, true])
    }

    @Test("Starting Animations Using the Begin/Commit Methods: changes are made at once while animations are disabled")
    func disabled() {
        UIView.setAnimationsEnabled(false)
        UIView.animate(withDuration: 1) { view.center.x = 60 }
        UIView.setAnimationsEnabled(true)
        rig.frame()
        #expect(view.layer.animationKeys()?.isEmpty != false && view.center.x == 60)
    }

    @Test("Nesting Animation Blocks: a nested block has the duration and curve of its parent unless it overrides them")
    func nesting() throws {
        let other = UIView(frame: CGRect(x: 0, y: 50, width: 20, height: 20))
        rig.window.addSubview(other)
        rig.frame()
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            UIView.animate(withDuration: 4) { view.center.x = 60 }
            UIView.animate(
                withDuration: 2, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveLinear]
            ) { other.center.x = 60 }
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(abs(try #require(shown) - 35) < 1e-6)
        #expect(abs(try #require(other.layer.presentation()).position.x - 22.5) < 1e-6)
    }

    @Test("Implementing Animations That Reverse Themselves: the view returns, and then has its final value")
    func reversing() throws {
        UIView.animate(withDuration: 1, delay: 0, options: [.curveLinear, .autoreverse]) { view.center.x = 60 }
        rig.frame()
        rig.frame(after: 1.5)
        #expect(abs(try #require(shown) - 35) < 1e-6)
        rig.settle()
        #expect(view.center.x == 60 && shown ?? 60 == 60)
    }

    @Test("Replacing a View with a Different View: the first view is removed and the other inserted")
    func transitions() {
        let (old, new) = (UIView(frame: view.bounds), UIView(frame: view.bounds))
        view.addSubview(old)
        rig.frame()
        var isOver = false
        UIView.transition(from: old, to: new, duration: 1, options: .transitionCrossDissolve) { isOver = $0 }
        rig.settle()
        #expect(isOver && new.superview === view && old.superview == nil)
    }

    @Test("Replacing a View with a Different View: showHideTransitionViews hides and shows instead")
    func showAndHide() {
        let (old, new) = (UIView(frame: view.bounds), UIView(frame: view.bounds))
        new.isHidden = true
        view.addSubview(old)
        view.addSubview(new)
        rig.frame()
        UIView.transition(
            from: old, to: new, duration: 1, options: [.transitionCrossDissolve, .showHideTransitionViews])
        rig.settle()
        #expect(old.superview === view && new.superview === view && old.isHidden && !new.isHidden)
    }

    @Test("Linking Multiple Animations Together: a completion handler starts the next animation")
    func linking() {
        var ends: [String] = []
        UIView.animate(
            withDuration: 0.5, animations: { view.alpha = 0 },
            completion: { _ in
                ends.append("first")
                UIView.animate(
                    withDuration: 0.5, animations: { view.alpha = 1 }, completion: { _ in ends.append("second") })
            })
        rig.settle()
        #expect(ends == ["first", "second"] && view.alpha == 1)
    }

    @Test("Animating View and Layer Changes Together: layer properties in a block are animated with the view's")
    func layers() throws {
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
            view.center.x = 60
            view.layer.cornerRadius = 8
        }
        rig.frame()
        rig.frame(after: 0.5)
        let presentation = try #require(view.layer.presentation())
        #expect(abs(presentation.position.x - 35) < 1e-6 && abs(presentation.cornerRadius - 4) < 1e-6)
    }
}
