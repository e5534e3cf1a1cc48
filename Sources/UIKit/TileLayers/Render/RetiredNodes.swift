import TileGeometry
import TileGraphics
import TileSupport

/// A pool of nodes and runs of render trees that are no longer referenced, to be reused for the next frame. So a frame
/// in which layers only move allocates none.
///
/// Unique references are detected by the reference count, like in the standard library's arrays before they are
/// modified in place.
final class RetiredNodes {
    private var nodes = ContiguousArray<RenderNode>()
    private var runs = ContiguousArray<RenderRun>()
    /// Bodies that show only sublayers.
    private var bodies = ContiguousArray<RenderBody>()
    /// Bodies of a single color.
    private var colors = ContiguousArray<RenderBody>()
    /// Bodies of other layers, which can be restyled.
    private var styles = ContiguousArray<RenderBody>()
    private var drawings = RenderTree.Drawings()
    private var changes: ContiguousArray<[RenderRun.Change]> = []
    /// The number of objects that were reused.
    private(set) var used = 0

    /// Takes a node, and its sublayers, unless it is shared. `node` is then replaced by another.
    func recycle(_ node: inout RenderNode) {
        guard isSoleHolder(of: &node) else { return }
        var (children, body) = node.letGo()
        if isSoleHolder(of: &children) { children?.retire(to: self) }
        switch body {
        case (let body, .sublayers)?: bodies.append(body)
        case (let body, .color)?: colors.append(body)
        case (let body, .style)?: styles.append(body)
        case nil: break
        }
        nodes.append(node)
        node = .hidden
    }

    /// Takes an empty, uniquely referenced run.
    func recycle(_ run: RenderRun) { runs.append(run) }

    /// Returns a reused node; nil if there is none.
    func node(layer: UInt, body: RenderBody, _ place: RenderNode.Place) -> RenderNode? {
        guard let node = nodes.popLast() else { return nil }
        node.become(layer: layer, body: body, place)
        used += 1
        return node
    }

    /// Returns an empty run; nil if there is none.
    func run() -> RenderRun? {
        guard let run = runs.popLast() else { return nil }
        used += 1
        return run
    }

    /// Returns a reused body for these sublayers; nil if there is none, or the look is not bare.
    func body(_ look: LayerLook.Change, children: RenderRun) -> RenderBody? {
        guard look.properties.isBare, let body = bodies.popLast() else { return nil }
        body.become(look, children: children)
        used += 1
        return body
    }

    /// Returns a reused body that differs from `old` only in colors and opacity (`RenderBody.restyles`); nil if there
    /// is none.
    func body(restyling old: RenderBody, _ look: LayerLook.Properties) -> RenderBody? {
        guard let body = styles.popLast() else { return nil }
        body.become(restyling: old, look)
        used += 1
        return body
    }

    /// Returns a reused body of a single color; nil if there is none.
    func body(bounds: Box, background: Color?) -> RenderBody? {
        guard let body = colors.popLast() else { return nil }
        body.become(bounds: bounds, background: background)
        used += 1
        return body
    }

    /// Returns the drawings of a whole tree for reuse.
    func takeDrawings() -> RenderTree.Drawings {
        var taken = RenderTree.Drawings()
        swap(&taken, &drawings)
        return taken
    }

    func recycle(_ drawings: consuming RenderTree.Drawings) { self.drawings = drawings }

    /// Returns the memory of a list of changes; give it back later.
    func takeChanges() -> [RenderRun.Change] { changes.popLast() ?? [] }

    /// Takes back the memory of a uniquely referenced list, which becomes empty.
    ///
    /// Lists are nested: the last one given back is the first one that the outermost layer takes, as in the previous
    /// frame.
    func giveBack(_ list: inout [RenderRun.Change]) {
        guard list.capacity > 0, changes.count < Self.keptChanges else { return }
        list.removeAll(keepingCapacity: true)
        var given: [RenderRun.Change] = []
        swap(&list, &given)
        changes.append(given)
    }

    /// Releases objects that the frame did not use.
    func drop() {
        nodes.removeAll(keepingCapacity: nodes.capacity <= 2 * Self.kept)
        runs.removeAll(keepingCapacity: runs.capacity <= 2 * Self.kept)
        bodies.removeAll(keepingCapacity: bodies.capacity <= 2 * Self.kept)
        colors.removeAll(keepingCapacity: colors.capacity <= 2 * Self.kept)
        styles.removeAll(keepingCapacity: styles.capacity <= 2 * Self.kept)
    }

    /// The capacity that is kept from frame to frame.
    private static let kept = 16_384
    /// The number of change lists whose memory is kept: the common nesting of changing layers.
    private static let keptChanges = 16
}

extension RenderTree {
    /// Passes uniquely referenced nodes to `retired`.
    mutating func retire(to retired: RetiredNodes) {
        // First, so that it does not retain the nodes' drawings.
        picture = .empty
        var drawings = Drawings()
        swap(&drawings, &self.drawings)
        PictureGroup.empty(&drawings.all)
        PictureGroup.empty(&drawings.withinSize)
        retired.recycle(drawings)
        retired.recycle(&root)
    }
}
