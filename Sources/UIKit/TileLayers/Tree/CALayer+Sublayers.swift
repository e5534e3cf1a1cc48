import Foundation

extension CALayer {
    /// Returns whether this layer is `layer` or a descendant of it.
    func isDescendant(of layer: CALayer) -> Bool {
        var each: CALayer? = self
        while let current = each {
            if current === layer { return true }
            each = current.parent
        }
        return false
    }

    /// The sublayers back to front: by `zPosition`, then in the order of `sublayers`.
    var paintOrder: ContiguousArray<CALayer> {
        guard children.contains(where: { ($0.shown.spatial?.zPosition ?? 0) != 0 }) else { return children }
        let depths = children.map { $0.shown.spatial?.zPosition ?? 0 }
        return ContiguousArray(
            children.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { children[$0] })
    }

    /// The position for a layer among the sublayers. It is resolved only when the layer is inserted: removing the layer
    /// from its old place and looking up actions run the program's code, which may change the order.
    enum Place {
        /// An index among the others; beyond the last it is in front.
        case index(Int)
        case below(CALayer?)
        case above(CALayer?)
    }

    private func index(for place: Place) -> Int {
        switch place {
        case .index(let index): min(index, children.count)
        case .below(let sibling): sibling.flatMap(index) ?? 0
        case .above(let sibling): sibling.flatMap(index).map { $0 + 1 } ?? children.count
        }
    }

    func insert(_ layer: CALayer, at place: Place) {
        checkCanHold(layer)
        if layer.parent === self { return reorder(layer, to: place) }
        layer.detach()
        let action = layer.willChange(kCAOnOrderIn)
        // If the program's code inserted the layer elsewhere meanwhile, that takes precedence.
        guard layer.parent == nil else { return }
        checkCanHold(layer)
        children.insert(layer, at: index(for: place))
        layer.parent = self
        layer.marks.insert(.needsCommit)
        childrenDidChange()
        layer.markLayout()
        markLayout()
        layer.passMarksOn()
        if layer.flags.contains(.holdsTiles) { layer.joinTilesAnew() }
        layer.didChange(kCAOnOrderIn, action)
    }

    private func checkCanHold(_ layer: CALayer) {
        if !layer.children.isEmpty || layer === self || layer.ownMask != nil {
            precondition(
                !isDescendant(of: layer),
                "CALayerInvalid: a layer can't be put into itself or into one of its sublayers")
        }
        precondition(!layer.flags.contains(.isMask), "a layer that is a mask can't be a sublayer")
        precondition(
            !layer.flags.contains(.isOfWindow) || extras?.host != nil,
            "the layer of a window stays on the window's screen")
        layer.checkIsNotHosted()
    }

    /// Checks that the layer is not the root of a host's tree, which must stay the root.
    func checkIsNotHosted() {
        precondition(
            extras?.host == nil, "a layer that a host shows is the top of its tree, and can't be put into another")
    }

    /// Changes only the order, without an action.
    private func reorder(_ layer: CALayer, to place: Place) {
        guard let old = index(of: layer) else { return }
        children.remove(at: old)
        let new = index(for: place)
        children.insert(layer, at: new)
        if new != old { childrenDidChange() }
    }

    /// Returns the index of a sublayer. Fast if no layer was inserted before it since the last commit, for example when
    /// all are removed in turn.
    private func index(of child: CALayer) -> Int? {
        guard child.parent === self else { return nil }
        let guess = Int(child.nodeIndex)
        if guess < children.count, children[guess] === child { return guess }
        if let last = children.last, last === child { return children.count - 1 }
        return children.firstIndex { $0 === child }
    }

    func detach() {
        guard let parent else { return }
        if flags.contains(.isMask) {
            parent.mask = nil
            return
        }
        let action = willChange(kCAOnOrderOut)
        // Looking up the action runs the program's code. If that removed the layer or moved it elsewhere, that takes
        // precedence.
        guard self.parent === parent, let index = parent.index(of: self) else { return }
        parent.children.remove(at: index)
        self.parent = nil
        marks.remove(.listed)
        parent.childrenDidChange()
        parent.markLayout()
        didChange(kCAOnOrderOut, action)
    }
}
