import TileGeometry
import TileGraphics
import TileSupport

/// Nodes and runs of render trees that nobody holds any more, to be made into those of the next frame: so a frame in
/// which layers do nothing but move allocates none of them.
///
/// Whether somebody holds one is asked of its reference count, as the standard library's arrays do before they are
/// changed in place.
final class RetiredNodes {
    private var nodes = ContiguousArray<RenderNode>()
    private var runs = ContiguousArray<RenderRun>()
    /// Of sublayers alone.
    private var bodies = ContiguousArray<RenderBody>()
    /// Of a color alone.
    private var colors = ContiguousArray<RenderBody>()
    /// Of layers that were put together otherwise.
    private var styles = ContiguousArray<RenderBody>()
    private var drawings = RenderTree.Drawings()
    private var changes: ContiguousArray<[RenderRun.Change]> = []
    /// How many were used again.
    private(set) var used = 0

    /// Takes a node, and what is in it, unless somebody else holds it. `node` is another one then.
    func take(_ node: inout RenderNode) {
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

    /// Takes a run that nobody else holds and that is empty.
    func take(_ run: RenderRun) { runs.append(run) }

    /// A node made of an old one; nil when there is none.
    func node(layer: UInt, body: RenderBody, _ place: RenderNode.Place) -> RenderNode? {
        guard let node = nodes.popLast() else { return nil }
        node.become(layer: layer, body: body, place)
        used += 1
        return node
    }

    /// An empty run; nil when there is none.
    func run() -> RenderRun? {
        guard let run = runs.popLast() else { return nil }
        used += 1
        return run
    }

    /// What shows these sublayers, made of an old one; nil when there is none, or when the look asks for more.
    func body(_ look: LayerLook.Change, children: RenderRun) -> RenderBody? {
        guard look.properties.isBare, let body = bodies.popLast() else { return nil }
        body.become(look, children: children)
        used += 1
        return body
    }

    /// What shows what `old` does but for colors and opacity (`RenderBody.restyles`), made of an old one; nil when
    /// there is none.
    func body(restyling old: RenderBody, _ look: LayerLook.Properties) -> RenderBody? {
        guard let body = styles.popLast() else { return nil }
        body.become(restyling: old, look)
        used += 1
        return body
    }

    /// What shows a color, made of an old one; nil when there is none.
    func body(bounds: Box, background: Color?) -> RenderBody? {
        guard let body = colors.popLast() else { return nil }
        body.become(bounds: bounds, background: background)
        used += 1
        return body
    }

    /// The drawings of a whole tree, to be drawn over.
    func takeDrawings() -> RenderTree.Drawings {
        var taken = RenderTree.Drawings()
        swap(&taken, &drawings)
        return taken
    }

    func take(_ drawings: consuming RenderTree.Drawings) { self.drawings = drawings }

    /// The memory of a list of changes; to be given back.
    func takeChanges() -> [RenderRun.Change] { changes.popLast() ?? [] }

    /// Takes the memory of a list that nobody else holds; it is empty then.
    ///
    /// Lists are held one within the other: what is given back last is what the outermost layer takes first, as it did
    /// in the frame before.
    func giveBack(_ list: inout [RenderRun.Change]) {
        guard list.capacity > 0, changes.count < Self.keptChanges else { return }
        list.removeAll(keepingCapacity: true)
        var given: [RenderRun.Change] = []
        swap(&list, &given)
        changes.append(given)
    }

    /// Lets go of what the frame had no use for.
    func drop() {
        nodes.removeAll(keepingCapacity: nodes.capacity <= 2 * Self.kept)
        runs.removeAll(keepingCapacity: runs.capacity <= 2 * Self.kept)
        bodies.removeAll(keepingCapacity: bodies.capacity <= 2 * Self.kept)
        colors.removeAll(keepingCapacity: colors.capacity <= 2 * Self.kept)
        styles.removeAll(keepingCapacity: styles.capacity <= 2 * Self.kept)
    }

    /// Whose places are kept from frame to frame.
    private static let kept = 16_384
    /// Of how many lists of changes the memory is kept: as deep as layers that change commonly nest.
    private static let keptChanges = 16
}

extension RenderTree {
    /// Gives the nodes that nobody else holds to `retired`.
    mutating func retire(to retired: RetiredNodes) {
        // First, so that it does not hold what the nodes draw.
        picture = .empty
        var drawings = Drawings()
        swap(&drawings, &self.drawings)
        PictureGroup.empty(&drawings.all)
        PictureGroup.empty(&drawings.withinSize)
        retired.take(drawings)
        retired.take(&root)
    }
}
