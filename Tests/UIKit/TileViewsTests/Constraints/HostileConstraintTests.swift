import Foundation
import Testing
import TileDrawing

@testable import TileViews

@Suite("Constraints that nobody should make")
struct HostileConstraintTests {
    @Test("What UIKit raises as an exception ends the program")
    func traps() async {
        await #expect(processExitsWith: .failure) {
            let view = UIView()
            _ = NSLayoutConstraint(
                item: view, attribute: .left, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
                constant: 5)
        }
        await #expect(processExitsWith: .failure) {
            let view = UIView()
            _ = NSLayoutConstraint(
                item: view, attribute: .width, relatedBy: .equal, toItem: view, attribute: .left, multiplier: 1,
                constant: 0)
        }
        await #expect(processExitsWith: .failure) {
            let view = UIView()
            _ = view.leadingAnchor.constraint(equalTo: view.leftAnchor)
        }
        await #expect(processExitsWith: .failure) {
            _ = UIView().widthAnchor.constraint(equalToConstant: .nan)
        }
        await #expect(processExitsWith: .failure) {
            UIView().widthAnchor.constraint(equalToConstant: 1).constant = .infinity
        }
        await #expect(processExitsWith: .failure) {
            UIView().widthAnchor.constraint(equalToConstant: 1).priority = UILayoutPriority(1001)
        }
        await #expect(processExitsWith: .failure) {
            UIView().widthAnchor.constraint(equalToConstant: 1).priority = UILayoutPriority(0)
        }
        // A constraint between two trees.
        await #expect(processExitsWith: .failure) {
            let (a, b) = (UIView(), UIView())
            a.leftAnchor.constraint(equalTo: b.leftAnchor).isActive = true
        }
        // A guide without an owner.
        await #expect(processExitsWith: .failure) {
            let guide = UILayoutGuide()
            guide.widthAnchor.constraint(equalToConstant: 1).isActive = true
        }
        await #expect(processExitsWith: .failure) {
            let (a, b) = (UIView(), UIView())
            a.addSubview(b)
            b.addConstraint(a.widthAnchor.constraint(equalToConstant: 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = NSLayoutConstraint.constraints(withVisualFormat: "[a", views: ["a": UIView()])
        }
    }

    @Test("A hundred thousand constraints on one view are held and let go of")
    func many() {
        let top = stage()
        let view = free(in: top)
        let bounds = (0..<100_000).map { view.widthAnchor.constraint(greaterThanOrEqualToConstant: CGFloat($0 % 1000)) }
        NSLayoutConstraint.activate(bounds)
        top.layoutIfNeeded()
        #expect(view.frame.width == 999)
        #expect(view.constraints.count == 100_000)
        NSLayoutConstraint.deactivate(bounds)
        top.layoutIfNeeded()
        #expect(view.constraints.isEmpty && view.frame.width == 0)
    }

    @Test("Numbers near the largest ones stay numbers")
    func large() {
        let top = stage()
        let view = free(in: top)
        NSLayoutConstraint.activate([
            view.widthAnchor.constraint(greaterThanOrEqualToConstant: .greatestFiniteMagnitude),
            view.leftAnchor.constraint(equalTo: top.leftAnchor, constant: -.greatestFiniteMagnitude),
        ])
        top.layoutIfNeeded()
        #expect(view.frame.minX.isFinite && view.frame.width.isFinite && view.frame.width > 1e7)
    }

    @Test("Views and constraints may go while layout is solved and told of")
    func removal() {
        final class Removing: UIView {
            var body: (() -> Void)?
            override var intrinsicContentSize: CGSize {
                let body = body
                self.body = nil
                body?()
                return CGSize(width: 10, height: 10)
            }
            override func updateConstraints() {
                super.updateConstraints()
                superview?.constraints.last?.isActive = false
            }
        }
        let top = stage()
        let (view, other) = (Removing(), free(in: top))
        view.translatesAutoresizingMaskIntoConstraints = false
        top.addSubview(view)
        NSLayoutConstraint.activate([
            view.leftAnchor.constraint(equalTo: top.leftAnchor, constant: 4),
            other.leftAnchor.constraint(equalTo: view.rightAnchor),
            other.widthAnchor.constraint(equalToConstant: 5), view.topAnchor.constraint(equalTo: top.topAnchor),
        ])
        view.body = {
            other.removeFromSuperview()
            view.invalidateIntrinsicContentSize()
        }
        top.layoutIfNeeded()
        top.layoutIfNeeded()
        #expect(view.frame.size == CGSize(width: 10, height: 10) && view.frame.minX == 4)
        #expect(other.superview == nil && top.constraints.count <= 1)
    }

    @Test("A constraint of a view that is gone does nothing")
    func gone() {
        let top = stage()
        var constraint: NSLayoutConstraint?
        do {
            let view = UIView()
            top.addSubview(view)
            constraint = view.leftAnchor.constraint(equalTo: top.leftAnchor)
            view.removeFromSuperview()
        }
        constraint?.isActive = true
        #expect(constraint?.isActive == false && constraint?.firstItem == nil)
        top.layoutIfNeeded()
        #expect(constraint?.description.contains("nothing") == true)
    }

    @Test("Views that go take their constraints, and leave the others")
    func lifetimes() {
        let top = stage()
        weak var gone: UIView?
        weak var node: LayoutNode?
        weak var constraint: NSLayoutConstraint?
        weak var engine: LayoutEngine?
        do {
            let box = free(in: top)
            let inner = free(in: box)
            gone = inner
            node = inner.layoutNode
            let width = inner.widthAnchor.constraint(equalToConstant: 5)
            width.isActive = true
            constraint = width
            NSLayoutConstraint.activate([
                box.leftAnchor.constraint(equalTo: top.leftAnchor),
                inner.leftAnchor.constraint(equalTo: box.leftAnchor),
                inner.rightAnchor.constraint(equalTo: top.rightAnchor),
            ])
            top.layoutIfNeeded()
            box.removeFromSuperview()
        }
        #expect(gone == nil && top.constraints.isEmpty)
        top.layoutIfNeeded()
        #expect(node == nil && constraint == nil)
        do {
            let card = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
            let guide = UILayoutGuide()
            card.addLayoutGuide(guide)
            NSLayoutConstraint.activate([
                guide.leftAnchor.constraint(equalTo: card.safeAreaLayoutGuide.leftAnchor),
                guide.widthAnchor.constraint(equalTo: card.widthAnchor, multiplier: 0.5),
            ])
            card.layoutIfNeeded()
            engine = card.rare?.layout?.engine
            (node, gone) = (card.layoutNode, card)
            #expect(engine != nil)
        }
        #expect(gone == nil && node == nil && engine == nil)
    }
}
