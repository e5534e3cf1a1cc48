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
    /// Inserts a view as the subview at an index.
    func insertChild(_ view: UIView, at index: Int) {
        precondition(index >= 0, "a subview can't be inserted at \(index): places count from 0 at the back")
        precondition(view !== self, "Can't add self as subview")
        precondition(view.host !== view, "a window can't be a subview: its place is on its screen")
        precondition(
            !isDescendant(of: view), "Can't add \(type(of: view)) as a subview: it is an ancestor of this view")
        if view.parent === self { return reorder(view, to: min(index, children.count - 1)) }

        // A mask that is added to a view tree stops masking.
        view.rare?.masked?.mask = nil
        let hadParent = view.parent
        let before = InheritedLooks(of: view)
        view.willMove(toSuperview: self)
        if view.host !== host { view.announceWindow(host) }
        if let hadParent, hadParent === view.parent { hadParent.willRemoveSubview(view) }
        // The calls above run code of the program. If it has moved the view, that move stands.
        guard view.parent === hadParent, !isDescendant(of: view) else { return }
        // It may also have moved superviews, so the current windows are used.
        let (oldWindow, newWindow) = (view.host, host)
        view.unlink()
        let place = min(index, children.count)
        children.insert(view, at: place)
        view.parent = self
        view.rare?.lastSurroundings = nil
        view.passConstraintMarksOn()
        view.passPropertyMarksOn()
        if view.flags.contains(.nodesBelow) { view.layoutNode.need(.home) }
        layer.insertSublayer(view.layer, at: UInt32(layerIndex(of: place)))
        // An action of the layer may have removed the view before its layer was inserted.
        if view.parent == nil { view.layer.removeFromSuperlayer() }
        view.arrive(in: self, from: oldWindow, to: newWindow, before)
        if view.parent === self { didAddSubview(view) }
        setNeedsLayout()
    }

    /// Inserts a view directly in front of a sibling or behind it. If the other view is not a subview, the view becomes
    /// the front one, as in UIKit.
    func insertChild(_ view: UIView, beside sibling: UIView, offset: Int) {
        guard view !== sibling else { return }
        guard let index = children.firstIndex(where: { $0 === sibling }) else {
            return insertChild(view, at: children.count)
        }
        // Removing the view first moves the views in front of it back by one.
        let comesFromBehind = view.parent === self && children[..<index].contains { $0 === view }
        insertChild(view, at: index + offset - (comesFromBehind ? 1 : 0))
        // The layer is placed next to that of the sibling as well, behind other layers that the program has added.
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

    /// Moves a subview to another index.
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
        // As in `insertChild(_:at:)`, moves by the program in the meantime stand.
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

    /// Removes the view from its superview without notifications.
    private func unlink() {
        guard let old = parent else { return }
        endCrossings()
        layer.removeFromSuperlayer()
        parent = nil
        if let index = old.children.firstIndex(where: { $0 === self }) { old.children.remove(at: index) }
        if flags.contains(.nodesBelow) { layoutNode.need(.home) }
    }

    /// Sends the notifications after a move. Each of them may move the view again, which sends the remaining ones
    /// itself.
    private func arrive(
        in superview: UIView?, from oldWindow: UIWindow?, to newWindow: UIWindow?, _ before: InheritedLooks
    ) {
        guard parent === superview else { return }
        if oldWindow !== newWindow { enterWindow(newWindow) }
        guard parent === superview else { return }
        inheritLooks(after: before)
        if flags.contains(.followsCorners) { updateCorners() }
        guard parent === superview else { return }
        didMoveToSuperview()
        if oldWindow !== newWindow, newWindow != nil { tellArrival() }
    }

    /// Notifies the managers of the view and its subviews, from the top down, that the move is complete.
    private func tellArrival() {
        if let manager = rare?.manager {
            noteAddedSafeArea()
            manager.managedViewDidArrive()
        }
        for child in children where child.parent === self { child.tellArrival() }
    }

    /// Returns the index for the layer of a subview: behind the layer of the subview in front of it. Other layers that
    /// the program has added keep their positions.
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

    /// Notifies the view and then its subviews of the new window. Touches and the first responder in the view are ended
    /// first.
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

    /// Sets the window of the view and its subviews and then notifies them, subviews before their superviews.
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
        noteOverEdge()
        didMoveToWindow()
        rare?.manager?.managedViewDidMove(from: old)
    }

    /// Detaches the subviews of a view that is deallocated, and its layer from their layers.
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
