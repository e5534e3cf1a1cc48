// The propagation of changes to the next frame: a layer is marked, and all its ancestors are flagged. Each layer also
// lists its flagged sublayers, so that a frame need not visit the others. Marking stops at the first ancestor that is
// already flagged, so that many changes cost little more than one.

extension CALayer {
    /// Marks that the render node is outdated.
    func markCommit() {
        if marks.contains(.needsCommit), marks.contains(.listed) || parent == nil { return }
        marks.insert(.needsCommit)
        tellAncestors(.commitBelow)
    }

    /// Marks that animations have advanced.
    func markAnimated() {
        if marks.contains(.animated), marks.contains(.listed) || parent == nil { return }
        marks.insert(.animated)
        tellAncestors(.commitBelow)
    }

    /// Marks that the layer looks different, apart from its placement.
    func markLook() {
        marks.insert(.lookChanged)
        markCommit()
    }

    func markLayout() {
        if marks.contains(.needsLayout), marks.contains(.listed) || parent == nil { return }
        if !marks.contains(.needsLayout) { FrameObservation.marks(self, for: .layout) }
        marks.insert(.needsLayout)
        tellAncestors(.layoutBelow)
    }

    func markDisplay() {
        if marks.contains(.needsDisplay), marks.contains(.listed) || parent == nil { return }
        if !marks.contains(.needsDisplay) { FrameObservation.marks(self, for: .display) }
        marks.insert(.needsDisplay)
        tellAncestors(.displayBelow)
    }

    /// Marks that the layer's placement in its superlayer changed, but not its appearance.
    func didChangePlace() {
        markCommit()
        // Between layers with depth and their plane, one movement affects several.
        if flags.contains(.preservesDepth) { sublayersDidMove() }
        if let parent, parent.flags.contains(.preservesDepth) { parent.childrenDidChange() }
    }

    /// Marks that the placements of all sublayers changed.
    func sublayersDidMove() {
        marks.insert(.allChanged)
        for child in children {
            child.marks.insert(.needsCommit)
            if child.flags.contains(.preservesDepth) { child.sublayersDidMove() }
        }
        markCommit()
    }

    /// Marks that a sublayer was added, removed, or reordered.
    func childrenDidChange() {
        marks.insert(.allChanged)
        changed.removeAll(keepingCapacity: false)
        markCommit()
    }

    /// Propagates the layer's marks to its ancestors after it was added to a parent.
    func passMarksOn() {
        var below = marks.intersection(.below)
        if marks.contains(.needsLayout) { below.insert(.layoutBelow) }
        if marks.contains(.needsDisplay) { below.insert(.displayBelow) }
        if !marks.isDisjoint(with: [.needsCommit, .animated]) { below.insert(.commitBelow) }
        tellAncestors(below)
    }

    private func tellAncestors(_ below: LayerMarks) {
        var layer = self
        while let parent = layer.parent {
            if layer.marks.contains(.listed) {
                if parent.marks.contains(below) { return }
            } else {
                layer.marks.insert(.listed)
                if !parent.marks.contains(.allChanged) { parent.changed.append(layer) }
            }
            parent.marks.formUnion(below)
            layer = parent
        }
        layer.extras?.host?.noteChange()
    }
}
