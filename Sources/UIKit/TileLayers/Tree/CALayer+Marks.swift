// How a change finds its way to the next frame: a layer is marked, and every layer above it is told that something
// below is. A layer also lists which of its sublayers those are, so that a frame need not look at the others. Marking
// stops at the first ancestor that knows already, so that many changes cost little more than one.

extension CALayer {
    /// The render node no longer shows the layer as it looks.
    func markCommit() {
        if marks.contains(.needsCommit), marks.contains(.listed) || parent == nil { return }
        marks.insert(.needsCommit)
        tellAncestors(.commitBelow)
    }

    /// Its animations have gone on.
    func markAnimated() {
        if marks.contains(.animated), marks.contains(.listed) || parent == nil { return }
        marks.insert(.animated)
        tellAncestors(.commitBelow)
    }

    /// The layer looks different, apart from where it lies.
    func markLook() {
        marks.insert(.lookChanged)
        markCommit()
    }

    func markLayout() {
        if marks.contains(.needsLayout), marks.contains(.listed) || parent == nil { return }
        marks.insert(.needsLayout)
        tellAncestors(.layoutBelow)
    }

    func markDisplay() {
        if marks.contains(.needsDisplay), marks.contains(.listed) || parent == nil { return }
        marks.insert(.needsDisplay)
        tellAncestors(.displayBelow)
    }

    /// Where the layer lies in its superlayer changed, not how it looks.
    func didChangePlace() {
        markCommit()
        // Between layers that keep their depth and the plane that they are seen in, one move moves many.
        if flags.contains(.preservesDepth) { sublayersDidMove() }
        if let parent, parent.flags.contains(.preservesDepth) { parent.childrenDidChange() }
    }

    /// All sublayers' places changed.
    func sublayersDidMove() {
        marks.insert(.allChanged)
        for child in children {
            child.marks.insert(.needsCommit)
            if child.flags.contains(.preservesDepth) { child.sublayersDidMove() }
        }
        markCommit()
    }

    /// A sublayer came, went, or changed its place in the order.
    func childrenDidChange() {
        marks.insert(.allChanged)
        changed.removeAll(keepingCapacity: false)
        markCommit()
    }

    /// After being put under a parent: what is marked here concerns those above.
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
