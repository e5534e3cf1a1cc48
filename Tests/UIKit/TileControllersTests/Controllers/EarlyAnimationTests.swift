import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TileControllers

/// Views that a controller animates when its view is loaded, as many programs do, before a window shows it.
@Suite("Animations that begin before there is a window")
struct EarlyAnimationTests {
    private final class Dots: UIViewController {
        let dot = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        var options: UIView.AnimationOptions = .curveLinear
        var ends: [Bool] = []

        override func viewDidLoad() {
            view.addSubview(dot)
            UIView.animate(withDuration: 1, delay: 0, options: options) {
                self.dot.center.x = 110
                self.dot.alpha = 0
            } completion: {
                self.ends.append($0)
            }
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
        let window = UIWindow(screen: screen)
        window.rootViewController = dots
        window.makeKeyAndVisible()
        return window
    }

    @Test("run if the next frame shows their views, and end in their time")
    func shown() throws {
        dots.loadViewIfNeeded()
        let window = show()
        frame()
        frame(after: 0.25)
        let layer = try #require(dots.dot.layer.presentation())
        #expect(layer.position.x == 35 && layer.opacity == 0.75 && dots.ends.isEmpty)
        frame(after: 0.75)
        #expect(dots.ends == [true] && dots.dot.layer.animationKeys() == nil)
        #expect(dots.dot.center.x == 110 && !screen.isFramePending && !window.isHidden)
    }

    @Test("repeat if they were to repeat")
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
        dots.loadViewIfNeeded()
        #expect(dots.ends.isEmpty && screen.isFramePending)
        frame()
        #expect(dots.ends == [true] && dots.dot.center.x == 110 && dots.dot.alpha == 0)
        let window = show()
        frame()
        #expect(dots.dot.layer.animationKeys() == nil && !screen.isFramePending && !window.isHidden)
    }

    @Test("end at once on a screen where no time passes")
    func standing() {
        screen.runsAnimations = false
        let window = show()
        frame()
        frame()
        #expect(dots.ends == [true] && dots.dot.layer.animationKeys() == nil && !window.isHidden)
    }
}
