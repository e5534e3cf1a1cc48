extension CALayer {
    /// Lays out the tree below the highest ancestor that an unbroken chain of marked layers leads to.
    func layoutFromTop(_ counters: inout FrameCounters) {
        var start = self
        var above = parent
        while let layer = above, layer.marks.contains(.needsLayout) {
            start = layer
            above = layer.parent
        }
        start.layoutTree(&counters)
    }

    /// Layers within layers that a frame goes down, and a raster after it: some 5 KB of stack for each in a debug
    /// build, of the 8 MB that threads have.
    private static let deepest = 1000

    static func checkDepth(_ depth: Int) {
        precondition(
            depth < deepest, "layers are nested more than \(deepest) deep: is one added to the next in a loop?")
    }

    /// Lays out what is marked here and below until nothing is, or `LayoutRun` has no turn left for what still is.
    func layoutTree(_ counters: inout FrameCounters) {
        guard isMarkedForLayout else { return }
        LayoutRun.joining { run in
            repeat { run.beginPass() } while layoutPass(&counters, run, depth: 0) && isMarkedForLayout
        }
    }

    private var isMarkedForLayout: Bool { !marks.isDisjoint(with: [.needsLayout, .layoutBelow]) }

    /// Lays out what is marked here and below, parents before sublayers and each at most once. What this marks again, a
    /// layer above most of all, is for the next pass: were each layer to settle by itself, the rounds of those within
    /// one another would multiply.
    ///
    /// - Returns: whether anything was laid out.
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
            } else {
                // Those above were told already, but forget it on the way down.
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

    /// Visits the sublayers, and the mask, that are marked in any way. Layers may come and go meanwhile.
    package func forEachMarkedChild(_ body: (CALayer) -> Void) {
        if !marks.contains(.allChanged) {
            var index = 0
            while index < changed.count {
                body(changed[index])
                index += 1
            }
        }
        // Also when the order changed while the list was gone through.
        guard marks.contains(.allChanged) else { return }
        for child in children where child.parent === self { body(child) }
        if let mask = ownMask { body(mask) }
    }
}
