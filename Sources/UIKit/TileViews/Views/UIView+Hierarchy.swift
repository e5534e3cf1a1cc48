// The order of the calls is UIKit's:
//
//     view.willMove(toSuperview:)         then, where the window changes, with the view before what is in it:
//     view.willMove(toWindow:)
//     old superview.willRemoveSubview(_:) … it is taken out, and put in …
//     view.didMoveToWindow()              where the window changed, what is in the view before the view
//     view.didMoveToSuperview()
//     new superview.didAddSubview(_:)
//
// A change of order among a superview's views calls none of them.

import TileDrawing
import TileLayers

extension UIView {
    /// Makes a view the `index`th subview.
    func place(_ view: UIView, at index: Int) {
        precondition(index >= 0, "a subview can't be inserted at \(index): places count from 0 at the back")
        precondition(view !== self, "Can't add self as subview")
        precondition(view.host !== view, "a window can't be a subview: its place is on its screen")
        precondition(
            !isDescendant(of: view), "Can't add \(type(of: view)) as a subview: it is an ancestor of this view")
        if view.parent === self { return reorder(view, to: min(index, children.count - 1)) }

        // A mask that is put into a tree masks no longer.
        view.rare?.masked?.mask = nil
        let hadParent = view.parent
        let before = InheritedLooks(of: view)
        view.willMove(toSuperview: self)
        if view.host !== host { view.announceWindow(host) }
        if let hadParent, hadParent === view.parent { hadParent.willRemoveSubview(view) }
        // The calls above run the program's code. Where it moved the view itself, that stands; it is not put in twice.
        guard view.parent === hadParent, !isDescendant(of: view) else { return }
        // It may have moved the superviews: the windows are those that they are in now.
        let (oldWindow, newWindow) = (view.host, host)
        view.unlink()
        let place = min(index, children.count)
        children.insert(view, at: place)
        view.parent = self
        view.rare?.lastSurroundings = nil
        view.passConstraintMarksOn()
        if view.flags.contains(.nodesBelow) { view.layoutNode.need(.home) }
        layer.insertSublayer(view.layer, at: UInt32(layerIndex(of: place)))
        // An action of the layer may have taken the view out again, before its layer was in.
        if view.parent == nil { view.layer.removeFromSuperlayer() }
        view.arrive(in: self, from: oldWindow, to: newWindow, before)
        if view.parent === self { didAddSubview(view) }
        setNeedsLayout()
    }

    /// Makes a view the one directly in front of another, or directly behind it; the frontmost when the other is no
    /// subview, as in UIKit.
    func place(_ view: UIView, beside sibling: UIView, offset: Int) {
        guard view !== sibling else { return }
        guard let index = children.firstIndex(where: { $0 === sibling }) else { return place(view, at: children.count) }
        // Taking the view out first moves those in front of it back by one.
        let comesFromBehind = view.parent === self && children[..<index].contains { $0 === view }
        place(view, at: index + offset - (comesFromBehind ? 1 : 0))
        // Beside the other's layer too: layers that the program put in front of that one stay in front of both.
        guard offset > 0, view.parent === self, sibling.parent === self, layer.sublayerCount != children.count else {
            return
        }
        layer.insertSublayer(view.layer, above: sibling.layer)
    }

    func exchange(_ first: Int, _ second: Int) {
        precondition(
            children.indices.contains(first) && children.indices.contains(second),
            "can't exchange the subviews at \(first) and \(second): there are \(children.count)")
        guard first != second else { return }
        let (low, high) = (min(first, second), max(first, second))
        let (back, front) = (children[low], children[high])
        reorder(front, to: low)
        reorder(back, to: high)
    }

    /// Moves a subview to another place in the order.
    func reorder(_ view: UIView, to index: Int) {
        guard let present = children.firstIndex(where: { $0 === view }), present != index else { return }
        children.remove(at: present)
        children.insert(view, at: index)
        layer.insertSublayer(view.layer, at: UInt32(layerIndex(of: index)))
        setNeedsLayout()
    }

    func leaveSuperview() {
        guard let old = parent else { return }
        let before = InheritedLooks(of: self)
        willMove(toSuperview: nil)
        if host != nil { announceWindow(nil) }
        if parent === old { old.willRemoveSubview(self) }
        // As in `place(_:at:)`: what the program's code did meanwhile stands.
        guard parent === old else { return }
        let (oldWindow, surroundings) = (host, surroundingTraits)
        // The superview may hold the last reference.
        withExtendedLifetime(self) {
            unlink()
            if surroundings !== UITraitCollection.current { rareState.lastSurroundings = surroundings }
            arrive(in: nil, from: oldWindow, to: nil, before)
            old.setNeedsLayout()
        }
    }

    /// Takes the view out of its superview, without telling anyone.
    private func unlink() {
        guard let old = parent else { return }
        endCrossings()
        layer.removeFromSuperlayer()
        parent = nil
        if let index = old.children.firstIndex(where: { $0 === self }) { old.children.remove(at: index) }
        if flags.contains(.nodesBelow) { layoutNode.need(.home) }
    }

    /// Tells of the move, once the view is where it goes. Each call may move the view on; then the rest was said of
    /// that.
    private func arrive(
        in superview: UIView?, from oldWindow: UIWindow?, to newWindow: UIWindow?, _ before: InheritedLooks
    ) {
        guard parent === superview else { return }
        if oldWindow !== newWindow { enterWindow(newWindow) }
        guard parent === superview else { return }
        inheritLooks(after: before)
        guard parent === superview else { return }
        didMoveToSuperview()
        if oldWindow !== newWindow, newWindow != nil { tellArrival() }
    }

    /// Says to managers of the view and of what is in it, from the top down, that all is settled.
    private func tellArrival() {
        if let manager = rare?.manager {
            noteAddedSafeArea()
            manager.managedViewDidArrive()
        }
        for child in children where child.parent === self { child.tellArrival() }
    }

    /// Where the layer of the subview at a place goes among the others: behind that of the subview in front of it.
    /// Layers that the program put among them stay where they are.
    private func layerIndex(of place: Int) -> Int {
        let own = children[place].layer
        let count = layer.sublayerCount + (own.superlayer === layer ? 0 : 1)
        guard count != children.count else { return place }
        let others = (layer.sublayers ?? []).filter { $0 !== own }
        for front in children[(place + 1)...] {
            if let index = others.firstIndex(where: { $0 === front.layer }) { return index }
        }
        return others.count
    }

    // MARK: Windows

    /// Says to the view and then to all in it which window comes; touches and the first responder in it end first.
    func announceWindow(_ new: UIWindow?) {
        if let host {
            host.cancelTouches(in: self)
            endFirstResponder(of: host)
        }
        tellWindow(new)
    }

    private func tellWindow(_ new: UIWindow?) {
        rare?.manager?.managedViewWillMove(to: new)
        willMove(toWindow: new)
        for child in children where child.parent === self { child.tellWindow(new) }
    }

    /// Sets the window of the view and of all in it, and then says so, to what is in a view before the view.
    func enterWindow(_ new: UIWindow?) {
        let old = host
        setWindow(new)
        tellWindowChanged(from: old, to: new)
    }

    private func setWindow(_ new: UIWindow?) {
        host = new
        if let new {
            followScale(of: new.screen)
        }
        for child in children { child.setWindow(new) }
    }

    private func tellWindowChanged(from old: UIWindow?, to new: UIWindow?) {
        for child in children where child.host === new { child.tellWindowChanged(from: old, to: new) }
        guard host === new else { return }
        if let new { new.screen.appearanceProxies?.apply(to: self) }
        didMoveToWindow()
        rare?.manager?.managedViewDidMove(from: old)
    }

    /// A view that goes leaves its subviews without a superview; its layer, their layers without a superlayer.
    func leaveBehind() {
        endConstraints()
        for child in children {
            child.parent = nil
            if child.host != nil { child.setWindow(nil) }
        }
        rare?.mask?.rare?.masked = nil
        layer.owner = nil
    }
}
