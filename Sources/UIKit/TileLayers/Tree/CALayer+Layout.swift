extension CALayer {
    /// Lays out the tree below the highest ancestor in an unbroken chain of marked layers.
    func layoutFromTop(_ counters: inout FrameCounters) {
        var start = self
        var above = parent
        while let layer = above, layer.marks.contains(.needsLayout) {
            start = layer
            above = layer.parent
        }
        start.layoutTree(&counters)
    }

    /// The maximum nesting of layers for a frame and the following raster: some 5 KB of stack for each in a debug
    /// build, of the threads' 8 MB.
    private static let deepest = 1000

    static func checkDepth(_ depth: Int) {
        precondition(
            depth < deepest, "layers are nested more than \(deepest) deep: is one added to the next in a loop?")
    }

    /// Lays out the marked layers here and below until none is marked, or `LayoutRun` allows no further layout of those
    /// that are.
    func layoutTree(_ counters: inout FrameCounters) {
        guard isMarkedForLayout else { return }
        LayoutRun.joining { run in
            repeat { run.beginPass() } while layoutPass(&counters, run, depth: 0) && isMarkedForLayout
        }
    }

    private var isMarkedForLayout: Bool { !marks.isDisjoint(with: [.needsLayout, .layoutBelow]) }

    /// Lays out the marked layers here and below once, parents before sublayers. Layers marked again meanwhile, often
    /// ancestors, are laid out in the next pass: if each layer settled by itself, the rounds of nested layers would
    /// multiply.
    ///
    /// - Returns: Whether anything was laid out.
    private func layoutPass(_ counters: inout FrameCounters, _ run: LayoutRun, depth: Int) -> Bool {
        Self.checkDepth(depth)
        var isAnyLaidOut = false
        if marks.contains(.needsLayout) {
            if run.takesTurn(self) {
                isAnyLaidOut = true
                marks.remove(.needsLayout)
                counters.layersLaidOut += 1
                FrameObservation.observer?.lays(out: self)
                layoutSublayers()
                FrameObservation.didEndWork()
            } else {
                // The ancestors were notified, but their flags are cleared on the way down.
                passMarksOn()
            }
        }
        guard marks.contains(.layoutBelow) else { return isAnyLaidOut }
        marks.remove(.layoutBelow)
        forEachMarkedChild { child in
            if child.isMarkedForLayout, child.layoutPass(&counters, run, depth: depth + 1) { isAnyLaidOut = true }
        }
        return isAnyLaidOut
    }

    /// Visits the sublayers, and the mask, that are marked in any way. Layers may be added and removed meanwhile.
    package func forEachMarkedChild(_ body: (CALayer) -> Void) {
        if !marks.contains(.allChanged) {
            var index = 0
            while index < changed.count {
                body(changed[index])
                index += 1
            }
        }
        // Also if the order changed during the traversal of the list.
        guard marks.contains(.allChanged) else { return }
        for child in children where child.parent === self { body(child) }
        if let mask = ownMask { body(mask) }
    }
}
