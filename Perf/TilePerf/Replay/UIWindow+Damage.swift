import TileDrawing
import TileGeometry
import TileLayers
import TileViews

extension UIWindow {
    /// Returns the damage of a frame by the path of each view or layer that looks different.
    ///
    /// - Complexity: O(n) for n layers, plus `Picture.load(in:)` for each that differs.
    func damage(of new: RenderTree, since old: RenderTree) -> [String: FrameDamage] {
        let byLayer = new.damageByLayer(since: old)
        if byLayer.isEmpty { return [:] }
        var damage: [String: FrameDamage] = [:]
        // The window is a sublayer of the screen's own layer.
        var layers = [layer.superlayer ?? layer]
        while let layer = layers.popLast() {
            layers += layer.sublayers ?? []
            guard let boxes = byLayer[layer.renderNumber] else { continue }
            damage[layer.path] = FrameDamage(
                drawing: Box.slabs(of: boxes), of: new, scale: Double(screen.scale))
        }
        return damage
    }
}

extension FrameDamage {
    /// Computes the cost of redrawing disjoint boxes, in points, at a scale in device pixels per point.
    init(drawing slabs: [Box], of tree: RenderTree, scale: Double) {
        let area = slabs.reduce(0) { $0 + $1.width * $1.height }
        let load = tree.picture.load(in: slabs)
        let pixels = scale * scale
        self.init(
            dirty: Int((area * pixels).rounded()), overdrawn: Int((max(0, load.area - area) * pixels).rounded()),
            operations: load.operations)
    }
}
