/// The number of layers drawn by a layer's drawing, including sublayers; each copy of a replicator counts.
struct LayerCount: Sendable {
    /// The number without the frame's limit on replicators.
    var asked: Float = 0
    var drawn: Float = 0

    static let one = LayerCount(asked: 1, drawn: 1)

    /// The maximum for one replicator, counting its sublayers once for each copy; further copies are dropped. A drawn
    /// layer costs about a microsecond, and a copy some hundred bytes.
    static let maxPerReplicator: Float = 250_000
    /// The maximum in a frame. In a frame with more, replicators draw only their first copy.
    static let maxPerFrame: Float = 1_000_000

    static func += (sum: inout LayerCount, other: LayerCount) {
        sum.asked += other.asked
        sum.drawn += other.drawn
    }
}

extension CALayer {
    /// Limits the number of layers drawn, whatever numbers of copies a tree requests: if there are too many, all
    /// replicators of the tree draw one copy each, until there are few enough. Visits the tree only in these cases.
    ///
    /// - Returns: Whether anything changed, so that another commit is needed.
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
