import Foundation
import TileDrawing
import TileGeometry
internal import TileLayers
import TileViews

/// The glass of a container: the shapes that replace the materials of nested views that are near each other.
final class GlassMerging {
    private var shapes: [MergedGlass] = []
    private var merged: [UIVisualEffectView] = []

    /// Containers merge at most this many views, and search only views this deep.
    private static let mostViews = 32
    private static let mostDepth = 8

    /// Merges the glass in a container's content view.
    func update(_ content: UIView, spacing: CGFloat) {
        let views = Self.glassViews(in: content)
        var groups: [[UIVisualEffectView]] = []
        for effect in Self.distinctEffects(of: views) {
            let equal = views.filter { ($0.effect as? UIGlassEffect) == effect }
            let outlines = equal.map { Self.shape(of: $0, in: content) }
            groups += GlassContour.groups(of: outlines, spacing: spacing).filter { $0.count > 1 }.map { group in
                group.map { equal[$0] }
            }
        }
        let members = groups.flatMap { $0 }
        for view in merged where !members.contains(where: { $0 === view }) { view.isMerged = false }
        merged = members
        for extra in shapes.dropFirst(groups.count) { extra.removeFromSuperview() }
        shapes = Array(shapes.prefix(groups.count))
        while shapes.count < groups.count {
            let shape = MergedGlass(frame: .zero)
            content.insertSubview(shape, at: 0)
            shapes.append(shape)
        }
        for (shape, group) in zip(shapes, groups) {
            for view in group { view.isMerged = true }
            if content.subviews.first !== shape { content.sendSubviewToBack(shape) }
            shape.show(
                (group[0].effect as? UIGlassEffect)?.material ?? .none,
                GlassContour(shapes: group.map { Self.shape(of: $0, in: content) }, spacing: spacing))
        }
    }

    /// Gives the views back their own materials.
    func end() {
        for view in merged { view.isMerged = false }
        for shape in shapes { shape.removeFromSuperview() }
        (merged, shapes) = ([], [])
    }

    private static func glassViews(in content: UIView) -> [UIVisualEffectView] {
        var found: [UIVisualEffectView] = []
        func search(_ view: UIView, depth: Int) {
            for each in view.subviews where !each.isHidden && each.alpha > 0 && found.count < mostViews {
                if let glass = each as? UIVisualEffectView, glass.effect is UIGlassEffect {
                    found.append(glass)
                } else if !((each as? UIVisualEffectView)?.effect is UIGlassContainerEffect), depth < mostDepth {
                    search(each, depth: depth + 1)
                }
            }
        }
        search(content, depth: 0)
        return found
    }

    private static func distinctEffects(of views: [UIVisualEffectView]) -> [UIGlassEffect] {
        views.compactMap { $0.effect as? UIGlassEffect }.reduce(into: []) { known, effect in
            if !known.contains(effect) { known.append(effect) }
        }
    }

    private static func shape(of view: UIVisualEffectView, in content: UIView) -> GlassContour.Shape {
        let frame = view.convert(view.bounds, to: content)
        return GlassContour.Shape(frame: frame, radius: view.glassRadius)
    }
}

/// One piece of glass in the shape of several.
final class MergedGlass: UIView, ViewPart {
    private let shape = CAShapeLayer()
    private let edge = CAShapeLayer()
    private var contour: GlassContour?
    private var material = Material.none

    override init(frame: CGRect) {
        super.init(frame: frame)
        (isOpaque, isUserInteractionEnabled) = (false, false)
        for layer in [shape, edge] { layer.changesAtOnce = true }
        layer.mask = shape
        edge.fillColor = nil
        layer.addSublayer(edge)
    }

    required init?(coder: NSCoder) { nil }

    private func showMaterial() {
        var plain = material
        plain.edge = nil
        plain.show(in: self)
        edge.strokeColor = material.edge?.resolvedColor(with: traitCollection).cgColor
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        showMaterial()
    }

    func show(_ material: Material, _ contour: GlassContour) {
        self.material = material
        showMaterial()
        // Half of the line is cut off by the mask.
        edge.lineWidth = 1
        guard contour.shapes != self.contour?.shapes || contour.spacing != self.contour?.spacing else { return }
        self.contour = contour
        let path = contour.path()
        let area = path.bounds.insetBy(dx: -1, dy: -1)
        frame = area
        path.apply(CGAffineTransform(translationX: -area.minX, y: -area.minY))
        for layer in [shape, edge] {
            layer.frame = CGRect(origin: .zero, size: area.size)
            layer.path = path.cgPath
        }
    }
}
