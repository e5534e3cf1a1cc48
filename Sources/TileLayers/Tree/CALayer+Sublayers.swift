import Foundation

extension CALayer {
    /// The layer that this one is in; nil for the top of a tree, and for a mask.
    public var superlayer: CALayer? { flags.contains(.isMask) ? nil : parent }

    /// The layers in this one, back to front; nil when there are none. Setting it takes all others out.
    ///
    /// Traps when one of them is this layer, holds it, or is named twice.
    public var sublayers: [CALayer]? {
        get { children.isEmpty ? nil : Array(children) }
        set {
            let new = newValue ?? []
            precondition(Set(new.map(ObjectIdentifier.init)).count == new.count, "a layer is named twice in sublayers")
            let kept = Set(new.map(ObjectIdentifier.init))
            for child in children where !kept.contains(ObjectIdentifier(child)) { child.removeFromSuperlayer() }
            for (index, layer) in new.enumerated() { insert(layer, at: index) }
        }
    }

    /// Puts a layer behind those from `idx` on. An index beyond the last puts it in front.
    ///
    /// Traps when `layer` is this one or holds it, or when `idx` is beyond the number of sublayers.
    public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        precondition(Int(idx) <= children.count, "index \(idx) of \(children.count) sublayers")
        insert(layer, at: Int(idx))
    }

    /// Puts a layer directly behind `sibling`; at the very back when that is nil or not a sublayer.
    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        guard layer !== sibling else { return }
        if layer.superlayer === self { layer.removeFromSuperlayer() }
        insert(layer, at: children.firstIndex { $0 === sibling } ?? 0)
    }

    /// Puts a layer directly in front of `sibling`; at the very front when that is nil or not a sublayer.
    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        guard layer !== sibling else { return }
        if layer.superlayer === self { layer.removeFromSuperlayer() }
        insert(layer, at: children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count)
    }

    /// Puts a layer in another's place. Nothing happens when `oldLayer` is not a sublayer.
    public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        if newLayer.superlayer === self { newLayer.removeFromSuperlayer() }
        guard let index = children.firstIndex(where: { $0 === oldLayer }) else { return }
        oldLayer.removeFromSuperlayer()
        insert(newLayer, at: index)
    }

    /// Whether this layer is `layer` or somewhere in it.
    func isDescendant(of layer: CALayer) -> Bool {
        var each: CALayer? = self
        while let current = each {
            if current === layer { return true }
            each = current.parent
        }
        return false
    }

    /// Sublayers back to front: by `zPosition`, equals as they are in `sublayers`.
    var paintOrder: ContiguousArray<CALayer> {
        guard children.contains(where: { ($0.spatial?.zPosition ?? 0) != 0 }) else { return children }
        let depths = children.map { $0.spatial?.zPosition ?? 0 }
        return ContiguousArray(
            children.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { children[$0] })
    }

    func insert(_ layer: CALayer, at index: Int) {
        if !layer.children.isEmpty || layer === self || layer.ownMask != nil {
            precondition(
                !isDescendant(of: layer),
                "CALayerInvalid: a layer can't be put into itself or into one of its sublayers")
        }
        precondition(!layer.flags.contains(.isMask), "a layer that is a mask can't be a sublayer")
        if layer.parent === self {
            // Only its place in the order changes.
            guard let old = children.firstIndex(where: { $0 === layer }) else { return }
            let target = min(index, children.count - 1)
            if old == target { return }
            children.remove(at: old)
            children.insert(layer, at: target)
            childrenDidChange()
            return
        }
        layer.detach()
        let action = layer.willChange(kCAOnOrderIn)
        children.insert(layer, at: min(index, children.count))
        layer.parent = self
        layer.marks.insert(.needsCommit)
        childrenDidChange()
        layer.markLayout()
        markLayout()
        layer.passMarksOn()
        layer.didChange(kCAOnOrderIn, action)
    }

    /// Where a sublayer is; found at once when nothing came before it since the last commit, as when all are taken out in turn.
    private func index(of child: CALayer) -> Int? {
        let guess = Int(child.place)
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
        guard let index = parent.index(of: self) else { return }
        let action = willChange(kCAOnOrderOut)
        parent.children.remove(at: index)
        self.parent = nil
        marks.remove(.listed)
        parent.childrenDidChange()
        parent.markLayout()
        didChange(kCAOnOrderOut, action)
    }
}
