import Foundation
import Testing
import TileLayers

@testable import TileViews

@Suite("Code that moves views while they are moved")
struct MovingMeanwhileTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100))
    private let parent = Teller()
    private let elsewhere = Teller()

    @Test("a view that moves on in didMoveToSuperview: who has it not is not told that it was added")
    func movesOn() {
        let view = Teller()
        view.onMoveToSuperview = { [elsewhere] view in elsewhere.addSubview(view) }
        parent.addSubview(view)
        #expect(view.superview === elsewhere && elsewhere.added == [view] && parent.added.isEmpty)
        #expect(parent.subviews.isEmpty && parent.layer.sublayers == nil)
    }

    @Test("a view that leaves in didMoveToWindow: it hears of one move to each superview, and no add is told")
    func leavesInDidMoveToWindow() {
        let window = UIWindow(screen: screen)
        window.addSubview(parent)
        let view = Teller()
        view.onMoveToWindow = { view in view.removeFromSuperview() }
        parent.addSubview(view)
        #expect(view.superview == nil && view.window == nil && parent.added.isEmpty && view.moves == 1)
    }

    @Test("a superview that leaves its window in willMove: the view is in no window, as its superview")
    func superviewLeaves() {
        let window = UIWindow(screen: screen)
        window.addSubview(parent)
        let view = Teller()
        view.onWillMove = { [parent] in parent.removeFromSuperview() }
        parent.addSubview(view)
        #expect(view.superview === parent && parent.window == nil && view.window == nil)
    }

    @Test("a superview that enters a window in willMove: the view is in it too, and is told")
    func superviewEnters() {
        let window = UIWindow(screen: screen)
        let view = Teller()
        var windows = 0
        view.onMoveToWindow = { _ in windows += 1 }
        view.onWillMove = { [parent] in window.addSubview(parent) }
        parent.addSubview(view)
        #expect(view.window === window && windows == 1)
    }

    @Test("a view that another one takes out while their window is announced is not told of that window")
    func takenOutWhileAnnounced() {
        let window = UIWindow(screen: screen)
        let (first, second) = (Teller(), Teller())
        parent.addSubview(first)
        parent.addSubview(second)
        first.onWillMoveToWindow = { second.removeFromSuperview() }
        window.addSubview(parent)
        #expect(second.announced == 0 && first.announced == 1 && second.window == nil)
    }

    @Test("a layer's action that takes its view out leaves neither view nor layer behind")
    func actionTakesOut() {
        let view = Teller()
        view.onAction = { [unowned view] event in if event == kCAOnOrderIn { view.removeFromSuperview() } }
        parent.addSubview(view)
        #expect(view.superview == nil && parent.subviews.isEmpty && parent.layer.sublayers == nil)
    }

    @Test("a change of order asks the layer for no action")
    func reordering() {
        let (first, second) = (Teller(), Teller())
        parent.addSubview(first)
        parent.addSubview(second)
        var events: [String] = []
        first.onAction = { events.append($0) }
        parent.bringSubviewToFront(first)
        parent.exchangeSubview(at: 0, withSubviewAt: 1)
        parent.insertSubview(first, aboveSubview: second)
        #expect(events.isEmpty && parent.layer.sublayers == [second.layer, first.layer])
    }

    @Test("a change of order passes by layers that the program put among the subviews'")
    func reorderingAmongLayers() {
        let (first, second, layer) = (UIView(), UIView(), CALayer())
        parent.addSubview(first)
        parent.layer.addSublayer(layer)
        parent.addSubview(second)
        parent.sendSubviewToBack(second)
        #expect(parent.layer.sublayers == [second.layer, first.layer, layer])
        parent.bringSubviewToFront(second)
        #expect(parent.layer.sublayers == [first.layer, layer, second.layer])
    }

    // MARK: First responder

    @Test("a responder that is no view is no longer first when the view in its chain leaves the window")
    func firstResponderThatIsNoView() {
        let window = UIWindow(screen: screen)
        let (box, view) = (UIView(), UIView())
        window.addSubview(box)
        box.addSubview(view)
        let model = Model(next: view)
        #expect(model.becomeFirstResponder())
        #expect(box.endEditing(false) && window.firstResponder == nil)
        #expect(model.becomeFirstResponder())
        box.removeFromSuperview()
        #expect(window.firstResponder == nil && !model.isFirstResponder)
    }

    @Test("a view that takes another's turn while both leave the window is not first either")
    func successorLeavesToo() {
        let window = UIWindow(screen: screen)
        let (box, first, second) = (UIView(), Successor(), Successor())
        window.addSubview(box)
        box.addSubview(first)
        box.addSubview(second)
        first.becomeFirstResponder()
        first.successor = second
        box.removeFromSuperview()
        #expect(window.firstResponder == nil)
    }

    // MARK: Windows

    @Test("a window is no subview, and its layer goes into no other layer than its screen's")
    func windowsStay() async {
        await #expect(processExitsWith: .failure) {
            let screen = UIScreen(size: CGSize(width: 10, height: 10))
            UIView().addSubview(UIWindow(screen: screen))
        }
        await #expect(processExitsWith: .failure) {
            let screen = UIScreen(size: CGSize(width: 10, height: 10))
            let (window, layer) = (UIWindow(screen: screen), CALayer())
            layer.addSublayer(window.layer)
        }
    }

    @Test("windows keep their order when the program has taken a window's layer out")
    func windowLayerTakenOut() {
        let windows = (0..<3).map { _ in UIWindow(screen: screen) }
        windows[1].layer.removeFromSuperlayer()
        windows[2].layer.removeFromSuperlayer()
        windows[2].isHidden = false
        windows[0].isHidden = false
        #expect(screen.layer.sublayers == [windows[2].layer, windows[0].layer])
        #expect(screen.windows == [windows[1], windows[2], windows[0]])
    }

    @Test("the views of a window from an archive are in the window; a window among them is left out")
    func archivedWindow() throws {
        let window = UIWindow(screen: screen)
        let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        window.addSubview(view)
        let data = try NSKeyedArchiver.archivedData(withRootObject: window, requiringSecureCoding: false)
        let reader = try NSKeyedUnarchiver(forReadingFrom: data)
        reader.requiresSecureCoding = false
        let copy = try #require(
            screen.asMain { reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) } as? UIWindow)
        #expect(copy.subviews.count == 1 && copy.subviews[0].window === copy && copy.screen === screen)
        #expect(screen.windows == [window, copy])
    }
}

/// A view that runs the test's code when it is notified.
private final class Teller: UIView {
    var onMoveToSuperview: ((UIView) -> Void)?
    var onMoveToWindow: ((UIView) -> Void)?
    var onWillMove: (() -> Void)?
    var onWillMoveToWindow: (() -> Void)?
    var onAction: ((String) -> Void)?
    var added: [UIView] = []
    var moves = 0
    var announced = 0

    /// Returns a closure and clears it, so that it runs only once.
    private func consume<Closure>(_ closure: inout Closure?) -> Closure? {
        defer { closure = nil }
        return closure
    }

    override func willMove(toSuperview newSuperview: UIView?) { consume(&onWillMove)?() }
    override func willMove(toWindow newWindow: UIWindow?) {
        announced += 1
        consume(&onWillMoveToWindow)?()
    }
    override func didMoveToWindow() { consume(&onMoveToWindow)?(self) }
    override func didMoveToSuperview() {
        moves += 1
        consume(&onMoveToSuperview)?(self)
    }
    override func didAddSubview(_ subview: UIView) { added.append(subview) }
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        onAction?(event)
        return NSNull()
    }
}

private final class Model: UIResponder {
    private let after: UIResponder
    init(next: UIResponder) { after = next }
    override var next: UIResponder? { after }
    override var canBecomeFirstResponder: Bool { true }
}

private final class Successor: UIView {
    weak var successor: UIView?
    override var canBecomeFirstResponder: Bool { true }
    @discardableResult
    override func resignFirstResponder() -> Bool {
        let hasResigned = super.resignFirstResponder()
        successor?.becomeFirstResponder()
        return hasResigned
    }
}
