import Foundation
import TestSupport
import Testing
import TileControllers
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@Suite("Preferred transitions")
struct PreferredTransitionTests {
    private let rig = ControllerRig()
    private let root: Teller
    private let next: Teller
    private let navigation: UINavigationController
    private let card = UIView(frame: CGRect(x: 40, y: 500, width: 100, height: 60))

    init() {
        root = Teller("a", rig.diary)
        next = Teller("b", rig.diary)
        navigation = UINavigationController(rootViewController: root)
        card.layer.cornerRadius = 12
        card.backgroundColor = .systemTeal
        root.loadViewIfNeeded()
        root.view.addSubview(card)
        next.loadViewIfNeeded()
        next.preferredTransition = .zoom { [card] _ in card }
        rig.screen.safeAreaInsets = UIEdgeInsets(top: 59, left: 0, bottom: 34, right: 0)
    }

    /// Returns the position of a view in the window.
    private func shown(_ view: UIView) -> CGRect {
        let layer = view.layer.presentation() ?? view.layer
        return layer.convert(layer.bounds, to: rig.window.layer.presentation() ?? rig.window.layer)
    }

    /// The view that clips the zoomed view.
    private var stage: UIView? { next.view.superview?.superview }

    @Test("a push grows out of the view and a pop shrinks back into it, in the order of all pushes and pops")
    func pushAndPop() throws {
        rig.show(navigation)
        navigation.pushViewController(next, animated: true)
        #expect(rig.diary.drain() == "aWd bWa" && card.alpha == 0)
        rig.frame()
        let first = try shown(#require(stage))
        #expect(abs(first.minX - 40) < 1 && abs(first.minY - 500) < 1 && abs(first.width - 100) < 1, "\(first)")
        rig.frame(after: 0.15)
        let middle = try shown(#require(stage))
        #expect(middle.width > 150 && middle.width < 380 && middle.minY < 450 && middle.maxY > 560, "\(middle)")
        let radius = try #require(stage?.layer.presentation()?.cornerRadius)
        #expect(radius > 0 && radius < 12)
        // The safe area insets already have their final values.
        #expect(next.view.safeAreaInsets == UIEdgeInsets(top: 103, left: 0, bottom: 34, right: 0))
        rig.settle()
        #expect(rig.diary.drain() == "aDd bDa" && next.view.frame == rig.screen.bounds && card.alpha == 1)
        #expect(next.view.superview?.subviews == [next.view] && root.view.window == nil)
        #expect(next.view.safeAreaInsets == UIEdgeInsets(top: 103, left: 0, bottom: 34, right: 0))
        navigation.popViewController(animated: true)
        #expect(rig.diary.drain() == "bWd aWa" && card.alpha == 0)
        rig.frame()
        rig.frame(after: 0.45)
        let last = try shown(#require(stage))
        #expect(abs(last.midX - 90) < 20 && abs(last.midY - 530) < 20 && last.width < 140, "\(last)")
        rig.settle()
        #expect(rig.diary.drain() == "bDd aDa" && next.view.superview == nil && card.alpha == 1)
        #expect(navigation.viewControllers == [root] && next.view.transform.isIdentity)
        #expect(root.view.superview?.subviews.count == 1)
    }

    @Test("the provider hears of both controllers, each time; the view may be another one on the way back")
    func provider() throws {
        let other = UIView(frame: CGRect(x: 200, y: 100, width: 50, height: 50))
        root.view.addSubview(other)
        var asked: [[UIViewController]] = []
        next.preferredTransition = .zoom { [card] context in
            asked.append([context.sourceViewController, context.zoomedViewController])
            return asked.count == 1 ? card : other
        }
        rig.show(navigation)
        navigation.pushViewController(next, animated: true)
        rig.settle()
        navigation.popViewController(animated: true)
        #expect(card.alpha == 1 && other.alpha == 0 && asked == [[root, next], [root, next]])
        rig.frame()
        rig.frame(after: 0.45)
        let last = try shown(#require(stage))
        #expect(abs(last.midX - 225) < 20 && abs(last.midY - 125) < 20, "\(last)")
        rig.settle()
        #expect(other.alpha == 1)
    }

    @Test("without a view, with an empty one, or one elsewhere, it comes and goes as all do")
    func fallback() {
        let views: [UIView?] = [nil, UIView(), UIView(frame: CGRect(x: 0, y: 0, width: 9, height: 9)), next.view]
        rig.show(navigation)
        for view in views {
            next.preferredTransition = .zoom { _ in view }
            navigation.pushViewController(next, animated: true)
            rig.frame()
            rig.frame(after: 0.1)
            #expect(next.view.superview === root.view.superview && shown(next.view).minX > 20)
            rig.settle()
            navigation.popViewController(animated: true)
            rig.settle()
            #expect(rig.diary.drain() == "aWd bWa aDd bDa bWd aWa bDd aDa" && next.view.transform.isIdentity)
        }
        // A transition without animation doesn't zoom.
        next.preferredTransition = .zoom { [card] _ in card }
        navigation.pushViewController(next, animated: false)
        #expect(card.alpha == 1)
        rig.frame()
        #expect(rig.diary.drain() == "aWd bWa aDd bDa")
    }

    @Test("a part of the zoomed view becomes the source view")
    func alignment() throws {
        let options = UIViewController.Transition.ZoomOptions()
        options.dimmingColor = .systemRed
        options.alignmentRectProvider = { context in
            #expect(context.zoomedViewController.isViewLoaded)
            return CGRect(x: 0, y: 100, width: 2 * context.sourceView.bounds.width, height: 120)
        }
        next.preferredTransition = .zoom(options: options) { [card] _ in card }
        rig.show(navigation)
        navigation.pushViewController(next, animated: true)
        rig.frame()
        // At half its size, the part of 200 by 120 points covers the card.
        let view = try #require(next.view.superview?.layer.presentation()?.frame)
        #expect(abs(view.minX) < 1 && abs(view.minY + 50) < 1 && abs(view.width - 195) < 1, "\(view)")
        #expect(stage?.superview?.subviews.contains { $0.backgroundColor == .systemRed } == true)
        rig.settle()
        #expect((options.copy() as? UIViewController.Transition.ZoomOptions)?.dimmingColor == .systemRed)
    }

    /// Drags a finger from one point to another and holds it there.
    private func drag(from start: CGPoint, to end: CGPoint) -> TouchSequence {
        let finger = TouchSequence(on: rig.screen)
        func send(_ phase: UITouch.Phase, _ part: CGFloat) {
            let place = CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
            finger.send(TouchSample(phase, at: place, timestamp: rig.clock.now))
            rig.frame(after: 1 / 60)
        }
        send(.began, 0)
        for step in 1...10 { send(.moved, CGFloat(step) / 10) }
        for _ in 0..<12 { send(.moved, 1) }
        return finger
    }

    private func lift(_ finger: TouchSequence, at end: CGPoint) {
        finger.send(TouchSample(.ended, at: end, timestamp: rig.clock.now))
        rig.settle()
    }

    @Test(
        "a drag from the edge and one downwards take it back, or leave it where they are let go of early",
        arguments: [false, true])
    func byHand(isDownwards: Bool) throws {
        let start = isDownwards ? CGPoint(x: 200, y: 200) : CGPoint(x: 2, y: 400)
        let (early, late) =
            isDownwards
            ? (CGPoint(x: 200, y: 300), CGPoint(x: 200, y: 700)) : (CGPoint(x: 60, y: 400), CGPoint(x: 340, y: 400))
        rig.show(navigation)
        navigation.pushViewController(next, animated: false)
        rig.frame()
        _ = rig.diary.drain()
        var finger = drag(from: start, to: early)
        #expect(rig.diary.drain() == "bWd aWa" && next.transitionCoordinator?.isInteractive == true)
        #expect(card.alpha == 0)
        let held = try shown(#require(stage))
        #expect(held.width < 380 && held.width > 250, "\(held)")
        lift(finger, at: early)
        #expect(rig.diary.drain() == "aWd aDd bWa bDa" && navigation.viewControllers == [root, next])
        #expect(next.view.frame == rig.screen.bounds && root.view.window == nil && card.alpha == 1)
        finger = drag(from: start, to: late)
        lift(finger, at: late)
        #expect(rig.diary.drain() == "bWd aWa bDd aDa" && navigation.viewControllers == [root])
        #expect(next.view.superview == nil && card.alpha == 1)
    }

    @Test("who zooms may keep a hand from taking it back")
    func keeping() {
        let options = UIViewController.Transition.ZoomOptions()
        var asked: [Bool] = []
        options.interactiveDismissShouldBegin = { context in
            asked.append(context.willBegin && context.location.y > 0)
            return false
        }
        next.preferredTransition = .zoom(options: options) { [card] _ in card }
        rig.show(navigation)
        navigation.pushViewController(next, animated: false)
        rig.frame()
        let down = CGPoint(x: 200, y: 700)
        lift(drag(from: CGPoint(x: 200, y: 200), to: down), at: down)
        let right = CGPoint(x: 340, y: 400)
        lift(drag(from: CGPoint(x: 2, y: 400), to: right), at: right)
        #expect(navigation.topViewController === next && !asked.isEmpty && asked.contains(true))
    }

    @Test("a presentation grows out of the view and goes back by code and by hand", arguments: [false, true])
    func presentation(removes: Bool) throws {
        navigation.viewControllers = []
        rig.show(root)
        next.modalPresentationStyle = removes ? .fullScreen : .overFullScreen
        root.present(next, animated: true)
        rig.frame()
        let first = try shown(#require(stage))
        #expect(abs(first.minX - 40) < 1 && abs(first.width - 100) < 1 && card.alpha == 0)
        rig.settle()
        #expect(rig.diary.drain() == (removes ? "aWd bWa bDa aDd" : "bWa bDa"))
        #expect(next.view.frame == rig.screen.bounds && (root.view.window == nil) == removes && card.alpha == 1)
        let (early, late) = (CGPoint(x: 200, y: 300), CGPoint(x: 200, y: 700))
        lift(drag(from: CGPoint(x: 200, y: 200), to: early), at: early)
        #expect(rig.diary.drain() == (removes ? "bWd aWa aWd aDd bWa bDa" : "bWd bWa bDa"))
        #expect(root.presentedViewController === next && next.view.frame == rig.screen.bounds)
        next.isModalInPresentation = true
        lift(drag(from: CGPoint(x: 200, y: 200), to: late), at: late)
        #expect(root.presentedViewController === next && rig.diary.drain().isEmpty)
        next.isModalInPresentation = false
        lift(drag(from: CGPoint(x: 200, y: 200), to: late), at: late)
        #expect(rig.diary.drain() == (removes ? "bWd aWa bDd aDa" : "bWd bDd") && root.presentedViewController == nil)
        root.present(next, animated: true)
        rig.settle()
        root.dismiss(animated: true)
        rig.frame()
        rig.frame(after: 0.45)
        let last = try shown(#require(stage))
        #expect(abs(last.midX - 90) < 20 && abs(last.midY - 530) < 20, "\(last)")
        rig.settle()
        #expect(root.presentedViewController == nil && next.view.window == nil && card.alpha == 1)
        #expect(root.view.window != nil)
    }

    @Test("a sheet grows out of the view, too, and is where sheets are")
    func sheet() {
        navigation.viewControllers = []
        rig.show(root)
        root.present(next, animated: true)
        rig.frame()
        #expect(card.alpha == 0)
        rig.settle()
        let zoomed = next.view.convert(next.view.bounds, to: nil)
        root.dismiss(animated: true)
        rig.settle()
        #expect(card.alpha == 1 && next.view.window == nil)
        next.preferredTransition = nil
        root.present(next, animated: true)
        rig.settle()
        #expect(next.view.convert(next.view.bounds, to: nil) == zoomed)
    }

    @Test(
        "the others are what presentations have, of pushes, too",
        arguments: [UIModalTransitionStyle.coverVertical, .flipHorizontal, .crossDissolve, .partialCurl])
    func styles(style: UIModalTransitionStyle) {
        next.preferredTransition =
            switch style {
            case .coverVertical: .coverVertical
            case .flipHorizontal: .flipHorizontal
            case .crossDissolve: .crossDissolve
            case .partialCurl: .partialCurl
            }
        rig.show(navigation)
        navigation.pushViewController(next, animated: true)
        rig.frame()
        rig.frame(after: 0.1)
        if style == .coverVertical { #expect(shown(next.view).minX == 0 && shown(next.view).minY > 20) }
        rig.settle()
        #expect(rig.diary.drain() == "aWd bWa aDd bDa" && next.view.frame == rig.screen.bounds)
        #expect(next.view.alpha == 1 && root.view.window == nil)
        // Driven by the finger, for styles that allow it.
        let end = CGPoint(x: 60, y: 400)
        lift(drag(from: CGPoint(x: 2, y: 400), to: end), at: end)
        let isHeld = style == .coverVertical || style == .crossDissolve
        #expect(rig.diary.drain() == (isHeld ? "bWd aWa aWd aDd bWa bDa" : "bWd aWa bDd aDa"))
        #expect((navigation.topViewController === next) == isHeld && next.view.alpha == 1)
        if isHeld {
            #expect(next.view.window != nil && root.view.window == nil && next.view.frame == rig.screen.bounds)
            navigation.popViewController(animated: true)
            rig.settle()
            #expect(rig.diary.drain() == "bWd aWa bDd aDa")
        }
        #expect(next.view.window == nil && root.view.window != nil && root.view.frame == rig.screen.bounds)
        root.present(next, animated: true)
        rig.settle()
        next.dismiss(animated: true)
        rig.settle()
        #expect(rig.diary.drain() == "bWa bDa bWd bDd")
    }

    @Test("nothing keeps a controller that has zoomed")
    func lifetime() {
        rig.show(navigation)
        weak var gone: UIViewController?
        autoreleasepool {
            let page = UIViewController()
            page.preferredTransition = .zoom { [card] _ in card }
            navigation.pushViewController(page, animated: true)
            rig.settle()
            navigation.popViewController(animated: true)
            rig.settle()
            gone = page
        }
        #expect(gone == nil)
    }
}
