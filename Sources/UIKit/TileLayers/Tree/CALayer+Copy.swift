extension CALayer {
    /// Copies another layer's properties, but not its place in a tree.
    func copyState(of layer: CALayer) {
        boundsStorage = layer.boundsStorage
        positionStorage = layer.positionStorage
        anchorPointStorage = layer.anchorPointStorage
        flags = layer.flags.subtracting([.isMask, .isOfWindow, .toldRestless])
        opacityStorage = layer.opacityStorage
        contentsScaleStorage = layer.contentsScaleStorage
        background = layer.background
        contentsStorage = layer.contentsStorage
        spatial = layer.spatial?.copy()
        styling = layer.styling.map { LayerStyle($0) }
        extras = layer.extras.map { LayerExtras($0) }
        delegate = layer.delegate
    }

    func setMask(_ new: CALayer?) {
        guard new !== ownMask else { return }
        // The action is looked up first: that runs the program's code, which may change what is checked.
        let action = willChange("mask")
        let old = ownMask
        guard new !== old else { return }
        if let new {
            precondition(!isDescendant(of: new), "CALayerInvalid: a layer can't mask itself or one of its sublayers")
            new.checkIsNotHosted()
            // A layer of a tree, or another's mask, is removed from there.
            new.detach()
            guard new.parent == nil else { return }
        }
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
