extension CALayer {
    /// Whether the layer is marked for layout.
    public func needsLayout() -> Bool { marks.contains(.needsLayout) }

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

    /// Layers within layers that a frame goes down, and a raster after it: some 5 KB of stack for each in a debug build, of the
    /// 8 MB that threads have.
    private static let deepest = 1000

    static func checkDepth(_ depth: Int) {
        precondition(
            depth < deepest, "layers are nested more than \(deepest) deep: is one added to the next in a loop?")
    }

    /// Rounds of layout of one layer in one pass. A layout that marks its own layer again gets this many turns, then waits for
    /// the next frame, so that one which never settles cannot stop the program.
    private static let mostRounds = 32

    /// Lays out what is marked here and below, parents before sublayers.
    func layoutTree(_ counters: inout FrameCounters, depth: Int = 0) {
        Self.checkDepth(depth)
        var rounds = 0
        while !marks.isDisjoint(with: [.needsLayout, .layoutBelow]), rounds < Self.mostRounds {
            rounds += 1
            if marks.contains(.needsLayout) {
                marks.remove(.needsLayout)
                counters.layersLaidOut += 1
                FrameObservation.observer?.lays(out: self)
                layoutSublayers()
            }
            guard marks.contains(.layoutBelow) else { continue }
            marks.remove(.layoutBelow)
            forEachMarkedChild { child in
                if !child.marks.isDisjoint(with: [.needsLayout, .layoutBelow]) {
                    child.layoutTree(&counters, depth: depth + 1)
                }
            }
        }
    }

    /// Visits the sublayers, and the mask, that are marked in any way. Layers may come and go meanwhile.
    func forEachMarkedChild(_ body: (CALayer) -> Void) {
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
