import TileGeometry
import TileGraphics

/// Layers of one superlayer, back to front, as a tree of short runs: replacing one of n layers makes O(log n) runs anew
/// and shares the others. Each run knows what it draws as one picture, so that runs beside a tile are passed over
/// whole.
final class RenderRun: Sendable {
    /// Nodes or runs in a run: few enough that drawing one anew costs a microsecond or two, many enough that the tree
    /// is flat, and no more than a picture without an index may hold.
    static let length = 32

    enum Parts: Sendable {
        case nodes(ContiguousArray<RenderNode>)
        /// All but the last are as full as they can be.
        case runs(ContiguousArray<RenderRun>)
    }

    let parts: Parts
    /// Layers in all.
    let count: Int
    /// What all of them draw, in the superlayer's plane.
    let group: PictureGroup
    let extent: Box
    let layers: LayerCount

    private init(nodes: ContiguousArray<RenderNode>) {
        parts = .nodes(nodes)
        count = nodes.count
        var recorder = PictureRecorder()
        var extent = Box.empty
        var opaque = Box.empty
        var layers = LayerCount()
        for node in nodes {
            node.record(into: &recorder)
            layers += node.body.layers
            extent = extent.union(node.extent)
            opaque = opaque.larger(node.opaqueBox)
        }
        self.extent = extent
        self.layers = layers
        group = PictureGroup(content: recorder.finish(), opaqueBox: opaque)
    }

    private init(runs: ContiguousArray<RenderRun>) {
        parts = .runs(runs)
        count = runs.reduce(0) { $0 + $1.count }
        var recorder = PictureRecorder()
        var extent = Box.empty
        var opaque = Box.empty
        var layers = LayerCount()
        for run in runs {
            run.record(into: &recorder)
            layers += run.layers
            extent = extent.union(run.extent)
            opaque = opaque.larger(run.group.opaqueBox)
        }
        self.extent = extent
        self.layers = layers
        group = PictureGroup(content: recorder.finish(), opaqueBox: opaque)
    }

    /// A run over all of `nodes`, taking over from `old` the runs that hold the same; nil over none.
    static func over(_ nodes: ContiguousArray<RenderNode>, sharing old: RenderRun?) -> RenderRun? {
        guard !nodes.isEmpty else { return nil }
        var oldRuns = ContiguousArray<RenderRun>()
        old?.appendLeaves(to: &oldRuns)
        var level = ContiguousArray<RenderRun>()
        for start in stride(from: 0, to: nodes.count, by: length) {
            let part = nodes[start..<min(start + length, nodes.count)]
            let number = start / length
            if number < oldRuns.count, case .nodes(let known) = oldRuns[number].parts,
                known.elementsEqual(part, by: ===)
            {
                level.append(oldRuns[number])
            } else {
                level.append(RenderRun(nodes: ContiguousArray(part)))
            }
        }
        while level.count > 1 {
            level = ContiguousArray(
                stride(from: 0, to: level.count, by: length).map { start in
                    RenderRun(runs: ContiguousArray(level[start..<min(start + length, level.count)]))
                })
        }
        if let old, old.isSame(as: level[0]) { return old }
        return level[0]
    }

    /// Layers under each part of a run of runs.
    private static func span(of runs: ContiguousArray<RenderRun>) -> Int { runs[0].count }

    /// This run with some of its nodes replaced. O(k log n).
    ///
    /// - Parameter changes: by place, ascending.
    func replacing(_ changes: ArraySlice<(index: Int, node: RenderNode)>) -> RenderRun {
        if changes.isEmpty { return self }
        switch parts {
        case .nodes(var nodes):
            for change in changes { nodes[change.index] = change.node }
            return RenderRun(nodes: nodes)
        case .runs(var runs):
            let span = Self.span(of: runs)
            var rest = changes
            while let first = rest.first {
                let number = first.index / span
                let end = rest.firstIndex { $0.index / span != number } ?? rest.endIndex
                let moved = rest[rest.startIndex..<end].map { (index: $0.index - number * span, node: $0.node) }
                runs[number] = runs[number].replacing(moved[...])
                rest = rest[end...]
            }
            return RenderRun(runs: runs)
        }
    }

    /// The node at a place. O(log n).
    subscript(index: Int) -> RenderNode {
        switch parts {
        case .nodes(let nodes): return nodes[index]
        case .runs(let runs):
            let span = Self.span(of: runs)
            return runs[index / span][index % span]
        }
    }

    var allNodes: [RenderNode] {
        switch parts {
        case .nodes(let nodes): Array(nodes)
        case .runs(let runs): runs.flatMap(\.allNodes)
        }
    }

    /// Draws the layers in their superlayer's plane.
    func record(into recorder: inout PictureRecorder) {
        if group.content.operationCount <= 1 {
            recorder.append(group.content)
        } else {
            recorder.draw(group)
        }
    }

    private func appendLeaves(to leaves: inout ContiguousArray<RenderRun>) {
        switch parts {
        case .nodes: leaves.append(self)
        case .runs(let runs): for run in runs { run.appendLeaves(to: &leaves) }
        }
    }

    private func isSame(as other: RenderRun) -> Bool {
        if self === other { return true }
        switch (parts, other.parts) {
        case (.runs(let mine), .runs(let others)):
            return mine.count == others.count && zip(mine, others).allSatisfy { $0.isSame(as: $1) }
        default: return false
        }
    }
}

extension Box {
    /// The one of two boxes that holds more.
    func larger(_ other: Box) -> Box {
        if other.isEmpty { return self }
        return isEmpty || other.width * other.height > width * height ? other : self
    }
}
