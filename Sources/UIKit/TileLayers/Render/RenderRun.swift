import TileGeometry
import TileGraphics
import TileSupport

/// The sublayers of a layer, back to front, as a tree of short runs: replacing one of n layers recreates O(log n) runs
/// and shares the others. Each run has its drawing as one picture, so that runs outside a tile are skipped as a whole.
///
/// `@unchecked Sendable`: it is modified only during creation, and by `RetiredNodes` while it is uniquely referenced.
final class RenderRun: @unchecked Sendable {
    /// The maximum number of nodes or runs in a run: few enough that drawing one again costs a microsecond or two, and
    /// that two operations for each don't exceed a picture without an index; many enough that the tree is flat.
    static let length = 32

    enum Parts: Sendable {
        case nodes(ContiguousArray<RenderNode>)
        /// The parts of an inner run. All but the last are full.
        case runs(ContiguousArray<RenderRun>)
    }

    /// The parts; one of these arrays is empty.
    private var nodes: ContiguousArray<RenderNode>
    private var runs: ContiguousArray<RenderRun>
    /// The total number of layers.
    private(set) var count = 0
    /// The drawing of all of them, in the superlayer's plane.
    var group: PictureGroup { drawn ?? Self.none }
    private var drawn: PictureGroup?
    private(set) var extent = Box.empty
    private(set) var layers = LayerCount()

    private static let none = PictureGroup(content: .empty)

    var parts: Parts { runs.isEmpty ? .nodes(nodes) : .runs(runs) }

    private init(nodes: ContiguousArray<RenderNode> = [], runs: ContiguousArray<RenderRun> = []) {
        (self.nodes, self.runs) = (nodes, runs)
        compose()
    }

    /// Recomputes the drawing from the parts.
    private func compose() {
        var extent = Box.empty
        var opaque = Box.empty
        var layers = LayerCount()
        PictureGroup.record(over: &drawn) { recorder in
            recorder.reserve(operations: max(nodes.count, runs.count))
            for node in nodes {
                node.record(into: &recorder)
                layers += node.body.layers
                extent = extent.union(node.extent)
                opaque = opaque.larger(node.opaqueBox)
            }
            for run in runs {
                run.record(into: &recorder)
                layers += run.layers
                extent = extent.union(run.extent)
                opaque = opaque.larger(run.group.opaqueBox)
            }
            return opaque
        }
        (self.extent, self.layers) = (extent, layers)
        count = nodes.count + runs.reduce(0) { $0 + $1.count }
    }

    /// Passes itself and its uniquely referenced parts to `retired`. The run must be uniquely referenced.
    func retire(to retired: RetiredNodes) {
        // First, so that nothing retains the parts' drawings.
        PictureGroup.empty(&drawn)
        for index in nodes.indices { retired.recycle(&nodes[index]) }
        for index in runs.indices where isSoleHolder(of: &runs[index]) { runs[index].retire(to: retired) }
        nodes.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        retired.recycle(self)
    }

    /// Returns a run over all of `nodes`, reusing runs of `old` with the same nodes; nil for no nodes.
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

    /// Returns the number of layers in each part of an inner run.
    private static func span(of runs: ContiguousArray<RenderRun>) -> Int { runs[0].count }

    /// Returns this run with some of its nodes replaced. O(k log n).
    ///
    /// - Parameters:
    ///   - changes: The changes by position, ascending.
    ///   - start: The position of the run's first layer.
    ///   - retired: Runs to reuse for the new ones, if available.
    func replacing(_ changes: ArraySlice<Change>, from retired: RetiredNodes?, at start: Int = 0) -> RenderRun {
        if changes.isEmpty { return self }
        let made = retired?.run() ?? RenderRun()
        made.nodes.append(contentsOf: nodes)
        made.runs.append(contentsOf: runs)
        if runs.isEmpty {
            for change in changes { made.nodes[change.index - start] = change.node }
        } else {
            let span = Self.span(of: runs)
            var rest = changes
            while let first = rest.first {
                let number = (first.index - start) / span
                let end = rest.firstIndex { ($0.index - start) / span != number } ?? rest.endIndex
                made.runs[number] = runs[number].replacing(
                    rest[rest.startIndex..<end], from: retired, at: start + number * span)
                rest = rest[end...]
            }
        }
        made.compose()
        return made
    }

    /// The position of a layer among all of them, and its new node.
    typealias Change = (index: Int, node: RenderNode)

    /// Returns the node at a position. O(log n).
    subscript(index: Int) -> RenderNode {
        if runs.isEmpty { return nodes[index] }
        let span = Self.span(of: runs)
        return runs[index / span][index % span]
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
    /// Returns the larger of two boxes by area.
    func larger(_ other: Box) -> Box {
        if other.isEmpty { return self }
        return isEmpty || other.width * other.height > width * height ? other : self
    }
}
