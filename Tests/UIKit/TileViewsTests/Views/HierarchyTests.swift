import Foundation
import TestSupport
import Testing
import TileLayers

@testable import TileViews

@Suite("The hierarchy of views")
struct HierarchyTests {
    let screen = UIScreen(size: CGSize(width: 100, height: 100))

    // MARK: Order of the calls

    @Test("Adding outside of a window: will move, did move, did add; no word of windows")
    func addingOutside() {
        let journal = Journal()
        let (parent, child) = (journal.view("parent"), journal.view("child"))
        parent.addSubview(child)
        #expect(
            journal.drain() == [
                "child willMove(toSuperview: parent)", "child didMoveToSuperview", "parent didAddSubview(child)",
            ])
    }

    @Test("Entering a window: told downwards before, upwards after")
    func enteringWindow() {
        let journal = Journal()
        let window = UIWindow(screen: screen)
        let (parent, child) = (journal.view("parent"), journal.view("child"))
        parent.addSubview(child)
        _ = journal.drain()
        window.addSubview(parent)
        #expect(
            journal.drain() == [
                "parent willMove(toSuperview: window)", "parent willMove(toWindow: window)",
                "child willMove(toWindow: window)", "child didMoveToWindow", "parent didMoveToWindow",
                "parent didMoveToSuperview",
            ])
        #expect(child.window === window)
    }

    @Test("Removing: the view hears first, then its superview; the superview is told before it happens")
    func removing() {
        let journal = Journal()
        let window = UIWindow(screen: screen)
        let (parent, child) = (journal.view("parent"), journal.view("child"))
        window.addSubview(parent)
        parent.addSubview(child)
        _ = journal.drain()
        child.removeFromSuperview()
        #expect(
            journal.drain() == [
                "child willMove(toSuperview: nil)", "child willMove(toWindow: nil)", "parent willRemoveSubview(child)",
                "child didMoveToWindow", "child didMoveToSuperview",
            ])
        #expect(child.superview == nil && child.window == nil && parent.subviews.isEmpty)
    }

    @Test("From superview to superview of one window: the old one is told, windows are not")
    func movingBetweenSuperviews() {
        let journal = Journal()
        let window = UIWindow(screen: screen)
        let (old, new, child) = (journal.view("old"), journal.view("new"), journal.view("child"))
        window.addSubview(old)
        window.addSubview(new)
        old.addSubview(child)
        _ = journal.drain()
        new.addSubview(child)
        #expect(
            journal.drain() == [
                "child willMove(toSuperview: new)", "old willRemoveSubview(child)", "child didMoveToSuperview",
                "new didAddSubview(child)",
            ])
        #expect(old.subviews.isEmpty && new.subviews == [child] && child.superview === new)
    }

    @Test("From window to window: both are told of, once")
    func movingBetweenWindows() {
        let journal = Journal()
        let (first, second) = (UIWindow(screen: screen), UIWindow(screen: screen))
        second.accessibilityIdentifier = "second"
        let (box, child) = (journal.view("box"), journal.view("child"))
        box.addSubview(child)
        first.addSubview(box)
        _ = journal.drain()
        second.addSubview(box)
        #expect(
            journal.drain() == [
                "box willMove(toSuperview: second)", "box willMove(toWindow: second)",
                "child willMove(toWindow: second)", "child didMoveToWindow", "box didMoveToWindow",
                "box didMoveToSuperview",
            ])
        #expect(child.window === second)
    }

    @Test("A change of order tells nobody")
    func reorderingIsSilent() {
        let journal = Journal()
        let parent = journal.view("parent")
        let children = (0..<4).map { journal.view("\($0)") }
        for child in children { parent.addSubview(child) }
        _ = journal.drain()
        parent.bringSubviewToFront(children[0])
        parent.sendSubviewToBack(children[2])
        parent.exchangeSubview(at: 0, withSubviewAt: 3)
        parent.addSubview(children[1])
        parent.insertSubview(children[3], belowSubview: children[1])
        #expect(journal.drain().isEmpty)
    }

    // MARK: Order of the subviews

    @Test("Every way of inserting gives the order that it says, against an array; layers keep the same order")
    func orders() {
        var random = SeededGenerator(7)
        for _ in 0..<300 {
            let parent = UIView()
            let pool = (0..<6).map { _ in UIView() }
            var model: [UIView] = []
            for _ in 0..<20 {
                let view = pool[Int.random(in: 0..<6, using: &random)]
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    parent.addSubview(view)
                    model.removeAll { $0 === view }
                    model.append(view)
                case 1:
                    let index = Int.random(in: 0..<8, using: &random)
                    parent.insertSubview(view, at: index)
                    model.removeAll { $0 === view }
                    model.insert(view, at: min(index, model.count))
                case 2:
                    parent.bringSubviewToFront(view)
                    if model.contains(view) {
                        model.removeAll { $0 === view }
                        model.append(view)
                    }
                case 3:
                    parent.sendSubviewToBack(view)
                    if model.contains(view) {
                        model.removeAll { $0 === view }
                        model.insert(view, at: 0)
                    }
                case 4:
                    view.removeFromSuperview()
                    model.removeAll { $0 === view }
                case 5 where model.count > 1:
                    let (a, b) = (
                        model.indices.randomElement(using: &random)!, model.indices.randomElement(using: &random)!
                    )
                    parent.exchangeSubview(at: a, withSubviewAt: b)
                    model.swapAt(a, b)
                case 6:
                    guard let sibling = model.randomElement(using: &random), sibling !== view else { continue }
                    parent.insertSubview(view, aboveSubview: sibling)
                    model.removeAll { $0 === view }
                    model.insert(view, at: model.firstIndex(of: sibling)! + 1)
                case 7:
                    guard let sibling = model.randomElement(using: &random), sibling !== view else { continue }
                    parent.insertSubview(view, belowSubview: sibling)
                    model.removeAll { $0 === view }
                    model.insert(view, at: model.firstIndex(of: sibling)!)
                default: break
                }
                #expect(parent.subviews == model)
                #expect(parent.layer.sublayers ?? [] == model.map(\.layer))
                for view in pool { #expect((view.superview === parent) == model.contains(view)) }
            }
        }
    }

    @Test("A layer that the program put among the subviews' layers stays where it is")
    func foreignLayers() {
        let parent = UIView()
        let (back, front, between) = (UIView(), UIView(), UIView())
        let layer = CALayer()
        parent.addSubview(back)
        parent.layer.addSublayer(layer)
        parent.addSubview(front)
        parent.insertSubview(between, at: 1)
        #expect(parent.layer.sublayers == [back.layer, layer, between.layer, front.layer])
    }

    @Test("isDescendant holds for the view itself and for all above it, and for nothing else")
    func descendants() {
        let (a, b, c, other) = (UIView(), UIView(), UIView(), UIView())
        a.addSubview(b)
        b.addSubview(c)
        #expect(c.isDescendant(of: a) && c.isDescendant(of: c) && !a.isDescendant(of: c) && !c.isDescendant(of: other))
    }

    @Test("viewWithTag finds the first in depth-first order, itself included")
    func tags() {
        let (root, first, second, deep) = (UIView(), UIView(), UIView(), UIView())
        root.addSubview(first)
        root.addSubview(second)
        first.addSubview(deep)
        deep.tag = 3
        second.tag = 3
        #expect(root.viewWithTag(3) === deep)
        #expect(second.viewWithTag(3) === second)
        #expect(root.viewWithTag(4) == nil)
        #expect(root.viewWithTag(0) === root)
    }

    @Test("A superview that goes leaves its subviews without superview and window")
    func superviewGoes() {
        let child = UIView()
        do {
            let window = UIWindow(screen: screen)
            let parent = UIView()
            window.addSubview(parent)
            parent.addSubview(child)
            #expect(child.window === window)
        }
        #expect(child.superview == nil && child.window == nil && child.layer.superlayer == nil)
        #expect(screen.windows.isEmpty)
    }

    @Test("Code that moves a view while it is being moved has the last word")
    func movingWhileMoving() {
        let (asked, elsewhere) = (UIView(), UIView())
        let fickle = FickleView(target: elsewhere)
        asked.addSubview(fickle)
        #expect(fickle.superview === elsewhere && asked.subviews.isEmpty && elsewhere.subviews == [fickle])
    }

    // MARK: Mistakes

    @Test("A view can't be put into itself")
    func selfTraps() async {
        await #expect(processExitsWith: .failure) {
            let view = UIView()
            view.addSubview(view)
        }
    }

    @Test("A view can't be put into one that it holds")
    func cyclesTrap() async {
        await #expect(processExitsWith: .failure) {
            let (a, b, c) = (UIView(), UIView(), UIView())
            a.addSubview(b)
            b.addSubview(c)
            c.addSubview(a)
        }
    }

    @Test("Beside a view that is no subview means in front of all")
    func foreignSibling() {
        let (parent, first, second, third) = (UIView(), UIView(), UIView(), UIView())
        parent.addSubview(first)
        parent.insertSubview(second, belowSubview: UIView())
        #expect(parent.subviews == [first, second])
        parent.insertSubview(third, aboveSubview: UIView())
        #expect(parent.subviews == [first, second, third])
        parent.insertSubview(first, aboveSubview: UIView())
        #expect(parent.subviews == [second, third, first])
    }

    @Test(
        "A view put in front of another lies directly in front of its layer, behind layers that the program put there")
    func besideLayers() {
        let (parent, first, second) = (UIView(), UIView(), UIView())
        let (low, high) = (CALayer(), CALayer())
        parent.addSubview(first)
        parent.layer.addSublayer(low)
        parent.layer.addSublayer(high)
        parent.addSubview(second)
        let new = UIView()
        parent.insertSubview(new, aboveSubview: first)
        #expect(parent.layer.sublayers == [first.layer, new.layer, low, high, second.layer])
        #expect(parent.subviews == [first, new, second])
        parent.insertSubview(first, aboveSubview: second)
        #expect(parent.layer.sublayers == [new.layer, low, high, second.layer, first.layer])
        #expect(parent.subviews == [new, second, first])
        parent.insertSubview(first, belowSubview: second)
        #expect(parent.layer.sublayers == [new.layer, low, high, first.layer, second.layer])
    }

    @Test("Places of exchanged subviews must exist")
    func exchangeTraps() async {
        await #expect(processExitsWith: .failure) { UIView().exchangeSubview(at: 0, withSubviewAt: 1) }
    }
}

/// A record of the views' calls in order.
private final class Journal {
    private var lines: [String] = []

    func view(_ name: String) -> JournalView { JournalView(name, self) }

    func note(_ line: String) { lines.append(line) }

    func drain() -> [String] {
        defer { lines = [] }
        return lines
    }
}

private final class JournalView: UIView {
    let journal: Journal

    init(_ name: String, _ journal: Journal) {
        self.journal = journal
        super.init(frame: .zero)
        accessibilityIdentifier = name
    }

    required init?(coder: NSCoder) { nil }

    private func name(_ view: UIView?) -> String {
        view.map { $0.accessibilityIdentifier ?? ($0 is UIWindow ? "window" : "?") } ?? "nil"
    }

    private func note(_ line: String) { journal.note("\(name(self)) \(line)") }

    override func willMove(toSuperview new: UIView?) { note("willMove(toSuperview: \(name(new)))") }
    override func didMoveToSuperview() { note("didMoveToSuperview") }
    override func willMove(toWindow new: UIWindow?) { note("willMove(toWindow: \(name(new)))") }
    override func didMoveToWindow() { note("didMoveToWindow") }
    override func didAddSubview(_ subview: UIView) { note("didAddSubview(\(name(subview)))") }
    override func willRemoveSubview(_ subview: UIView) { note("willRemoveSubview(\(name(subview)))") }
}

/// A view that moves elsewhere when it is about to be added to a superview.
private final class FickleView: UIView {
    private weak var target: UIView?

    init(target: UIView) {
        self.target = target
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override func willMove(toSuperview new: UIView?) {
        if let target, new !== target { target.addSubview(self) }
    }
}
