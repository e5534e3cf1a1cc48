import TileGeometry
import TileGraphics

extension RenderTree {
    /// The owner of a drawing operation.
    package struct Owner: Hashable, Sendable {
        /// The layer's `renderNumber`.
        package var layer: UInt
        /// Whether the layer drew it (`draw(in:)`). Otherwise it is part of its look: background, border, or an image.
        package var isDrawn: Bool
    }

    /// Returns the number of drawing operations that touch a box, in points of the tree's plane, by layer. Copies by
    /// replicators and shadows count once.
    ///
    /// - Complexity: O(log n + k) for k operations in the box. Only measurements use it.
    package func operations(in box: Box) -> [Owner: Int] {
        guard origin.isInvertible else { return [:] }
        var tally = OperationTally()
        tally.add(root.body, of: root.layer, box.applying(origin.inverted()))
        return tally.operations
    }
}

/// Sums operations on the way down a tree.
private struct OperationTally {
    private(set) var operations: [RenderTree.Owner: Int] = [:]

    /// - Parameter box: The box in the superlayer's plane.
    private mutating func add(_ node: RenderNode, _ box: Box) {
        guard node.extent.intersects(box) else { return }
        // A plane in perspective counts completely or not at all.
        add(
            node.body, of: node.layer,
            node.projected == nil ? box.applying(node.transform.inverted()) : node.body.extent)
    }

    /// - Parameter box: The box in the layer's own plane.
    mutating func add(_ body: RenderBody, of layer: UInt, _ box: Box) {
        if body.background != nil, body.bounds.intersects(box) { count(1, layer, isDrawn: false) }
        guard let look = body.look?.properties, look.opacity > 0 else { return }
        let touches = look.bounds.intersects(box)
        let inner = look.masksToBounds ? box.intersection(look.bounds) : box
        if look.background != nil, touches { count(1, layer, isDrawn: false) }
        if look.border != nil, touches { count(1, layer, isDrawn: false) }
        for drawing in [look.backgroundPattern, look.drawing].compactMap({ $0 }) {
            count(drawing.load(in: [inner]).operations, layer, isDrawn: false)
        }
        if let contents = body.contents {
            var recorder = PictureRecorder()
            contents.record(into: &recorder, look.contents, in: look.bounds)
            var isDrawn = false
            if case .drawing = contents { isDrawn = true }
            count(recorder.finish().load(in: [inner]).operations, layer, isDrawn: isDrawn)
        }
        if let children = body.children, !inner.isEmpty {
            // Copies are at other positions than the originals.
            add(children, look.replication == nil ? inner : children.extent)
        }
        if let mask = body.mask { add(mask, box) }
    }

    private mutating func add(_ run: RenderRun, _ box: Box) {
        guard run.extent.intersects(box) else { return }
        switch run.parts {
        case .nodes(let nodes): for node in nodes { add(node, box) }
        case .runs(let runs): for run in runs { add(run, box) }
        }
    }

    private mutating func count(_ number: Int, _ layer: UInt, isDrawn: Bool) {
        if number > 0 { operations[RenderTree.Owner(layer: layer, isDrawn: isDrawn), default: 0] += number }
    }
}
