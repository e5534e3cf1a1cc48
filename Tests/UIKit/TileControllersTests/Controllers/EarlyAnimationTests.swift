import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileControllers

@Suite("Animations that begin before there is a window")
struct EarlyAnimationTests {
    /// A controller that animates a view when its own view is loaded.
    private final class Dots: UIViewController {
        let dot = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        var options: UIView.AnimationOptions = .curveLinear
        var ends: [Bool] = []

        override func viewDidLoad() {
            view.addSubview(dot)
            UIView.animate(withDuration: 1, delay: 0, options: options) {
                self.dot.center.x = 110
                self.dot.center.x = 210
                self.dot.alpha = 0
            } completion: {
                self.ends.append($0)
            }
            UIView.animate(withDuration: 1) { self.view.alpha = 0.5 }
        }
    }

    private let screen = UIScreen(size: CGSize(width: 400, height: 400), scale: 1)
    private let clock = VirtualClock(now: 50)
    private let dots = Dots()

    init() { screen.clock = clock }

    private func frame(after seconds: Double = 0) {
        clock.advance(by: seconds)
        _ = screen.frame()
    }

    private func show() -> UIWindow {
        screen.asMain {
            let window = UIWindow(screen: screen)
            window.rootViewController = dots
            window.makeKeyAndVisible()
            return window
        }
    }

    private var isAnimated: Bool { dots.dot.layer.animationKeys() != nil || dots.view.layer.animationKeys() != nil }

    @Test(
        "run if the next frame shows their views, even below a hidden one, and end in their time",
        arguments: [false, true])
    func shown(isHidden: Bool) throws {
        screen.asMain { dots.loadViewIfNeeded() }
        #expect(!isAnimated && dots.ends.isEmpty)
        let window = show()
        dots.view.isHidden = isHidden
        frame()
        frame(after: 0.25)
        let layer = try #require(dots.dot.layer.presentation())
        if !isHidden { #expect(layer.position.x == 60 && layer.opacity == 0.75) }
        #expect(dots.ends.isEmpty && isAnimated)
        // What is hidden is not drawn in the first frame, so its time begins with the second.
        frame(after: isHidden ? 1 : 0.75)
        #expect(dots.ends == [true] && !isAnimated)
        #expect(dots.dot.center.x == 210 && !screen.isFramePending && !window.isHidden)
    }

    @Test("are replaced by an animation of the same property that begins after them, before the frame")
    func replaced() throws {
        screen.asMain { dots.loadViewIfNeeded() }
        let window = show()
        screen.asMain {
            UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { dots.dot.alpha = 0.5 }
        }
        frame()
        frame(after: 0.25)
        let layer = try #require(dots.dot.layer.presentation())
        #expect(layer.opacity == 0.125 && layer.position.x == 60)
        frame(after: 0.75)
        #expect(dots.ends == [false] && !isAnimated && dots.dot.alpha == 0.5 && !window.isHidden)
    }

    @Test("end unfinished if they are removed before the frame", arguments: ["opacity", nil])
    func removed(key: String?) throws {
        screen.asMain { dots.loadViewIfNeeded() }
        let layer = dots.dot.layer
        if let key { layer.removeAnimation(forKey: key) } else { layer.removeAllAnimations() }
        let window = show()
        frame()
        frame(after: 0.25)
        let shown = layer.presentation() ?? layer
        #expect(shown.opacity == 0 && shown.position.x == (key == nil ? 210 : 60))
        frame(after: 0.75)
        #expect(dots.ends == [false] && !isAnimated && !window.isHidden)
    }

    @Test("repeat if they are meant to")
    func repeating() throws {
        dots.options = [.curveLinear, .repeat, .autoreverse]
        let window = show()
        frame()
        frame(after: 100.5)
        #expect(try #require(dots.dot.layer.presentation()).opacity == 0.5)
        #expect(dots.ends.isEmpty && screen.isFramePending && !window.isHidden)
    }

    @Test("end with the next frame if nothing shows their views")
    func unseen() {
        screen.asMain { dots.loadViewIfNeeded() }
        #expect(dots.ends.isEmpty && screen.isFramePending)
        frame()
        frame()
        #expect(dots.ends == [true] && dots.dot.center.x == 210 && dots.dot.alpha == 0)
        let window = show()
        frame()
        #expect(!isAnimated && !screen.isFramePending && !window.isHidden)
    }

    @Test("end at once on a screen where no time passes, which shows the new values in its first frame")
    func standing() {
        screen.runsAnimations = false
        let window = show()
        frame()
        #expect(!isAnimated && dots.view.layer.presentation()?.opacity == 0.5)
        frame()
        #expect(dots.ends == [true] && !window.isHidden && !screen.isFramePending)
    }

    @Test("are not those of transitions, whose changes happen at once")
    func transitions() {
        let controller = UIViewController()
        let label = UIView()
        screen.asMain {
            controller.view.addSubview(label)
            UIView.transition(with: controller.view, duration: 1, options: .transitionCrossDissolve) {
                label.alpha = 0.5
            }
        }
        frame()
        #expect(label.layer.animationKeys() == nil && label.alpha == 0.5)
    }
}
