extension CALayer {
    /// Takes over another layer's properties, not its place in a tree.
    func copyState(of layer: CALayer) {
        boundsStorage = layer.boundsStorage
        positionStorage = layer.positionStorage
        anchorPointStorage = layer.anchorPointStorage
        flags = layer.flags.subtracting(.isMask)
        spatial = layer.spatial?.copy()
        delegate = layer.delegate
    }

    func setMask(_ new: CALayer?) {
        let old = ownMask
        guard new !== old else { return }
        if let new {
            precondition(!isDescendant(of: new), "CALayerInvalid: a layer can't mask itself or one of its sublayers")
            precondition(new.parent == nil, "a mask may have no superlayer and mask no other layer")
        }
        let action = willChange("mask")
        if let old {
            old.parent = nil
            old.flags.remove(.isMask)
            old.marks.remove(.listed)
        }
        ownMask = new
        if let new {
            new.parent = self
            new.flags.insert(.isMask)
            new.markLayout()
            new.passMarksOn()
        }
        childrenDidChange()
        didChange("mask", action)
    }
}
