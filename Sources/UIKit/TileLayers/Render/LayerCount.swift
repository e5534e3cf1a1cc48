/// How many layers a drawing of a layer draws, itself and all in it; what replicators draw again counts again.
struct LayerCount: Sendable {
    /// If no replicator were told to leave its copies out because of the whole frame.
    var asked: Float = 0
    var drawn: Float = 0

    static let one = LayerCount(asked: 1, drawn: 1)

    /// In one replicator, its sublayers counted once for each copy; further copies are left out. A layer drawn costs
    /// about a microsecond, and a copy some hundred bytes.
    static let maxPerReplicator: Float = 250_000
    /// In a frame. In one with more, replicators show their first copy alone.
    static let maxPerFrame: Float = 1_000_000

    static func += (sum: inout LayerCount, other: LayerCount) {
        sum.asked += other.asked
        sum.drawn += other.drawn
    }
}

extension CALayer {
    /// Keeps the number of layers drawn within bounds, whatever numbers of copies a tree asks for: when these are too
    /// many, all replicators of the tree show one copy each, until they are no longer. Looks at the tree only in these
    /// cases.
    ///
    /// - Returns: whether that changes anything, so that another commit is due.
    func limitCopies(after node: RenderNode) -> Bool {
        let layers = node.body.layers
        if layers.drawn == layers.asked, layers.asked <= LayerCount.maxPerFrame { return false }
        return limitCopies(layers.asked > LayerCount.maxPerFrame)
    }

    private func limitCopies(_ isLimited: Bool) -> Bool {
        var changes = false
        if let replicator = self as? CAReplicatorLayer, replicator.showsOneCopy != isLimited {
            replicator.showsOneCopy = isLimited
            changes = true
        }
        for child in children where child.limitCopies(isLimited) { changes = true }
        if let mask = ownMask, mask.limitCopies(isLimited) { changes = true }
        return changes
    }
}
