import TileGeometry
import TileGraphics
import TileSupport

/// Layers of one superlayer, back to front, as a tree of short runs: replacing one of n layers makes O(log n) runs anew
/// and shares the others. Each run knows what it draws as one picture, so that runs beside a tile are passed over
/// whole.
///
/// `@unchecked Sendable`: it is changed only while it is made, and by `RetiredNodes`, which does so while nobody else
/// holds it.
final class RenderRun: @unchecked Sendable {
    /// Nodes or runs in a run: few enough that drawing one anew costs a microsecond or two, many enough that the tree
    /// is flat, and what two operations of each draw is no more than a picture without an index may hold.
    static let length = 32

    enum Parts: Sendable {
        case nodes(ContiguousArray<RenderNode>)
        /// All but the last are as full as they can be.
        case runs(ContiguousArray<RenderRun>)
    }

    /// One of these is empty.
    private var nodes: ContiguousArray<RenderNode>
    private var runs: ContiguousArray<RenderRun>
    /// Layers in all.
    private(set) var count = 0
    /// What all of them draw, in the superlayer's plane.
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

    /// Takes over what its parts are.
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

    /// Gives its parts, those that nobody else holds, and itself to `retired`. Nobody else may hold it.
    func retire(to retired: RetiredNodes) {
        // First, so that nothing holds what the parts draw.
        PictureGroup.empty(&drawn)
        for index in nodes.indices { retired.take(&nodes[index]) }
        for index in runs.indices where isSoleHolder(of: &runs[index]) { runs[index].retire(to: retired) }
        nodes.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        retired.take(self)
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
    /// - Parameters:
    ///   - changes: by place, ascending.
    ///   - start: the place of the run's first layer.
    ///   - retired: what the new runs are made of, as far as it goes.
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

    /// A layer's place among all of them, and its new node.
    typealias Change = (index: Int, node: RenderNode)

    /// The node at a place. O(log n).
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
    /// The one of two boxes that holds more.
    func larger(_ other: Box) -> Box {
        if other.isEmpty { return self }
        return isEmpty || other.width * other.height > width * height ? other : self
    }
}
