import Foundation
import TileDrawing
import TileGeometry
internal import TileLayers
import TileViews

/// The glass of a container: the shapes that replace the materials of nested views that are near each other.
final class GlassMerging {
    private weak var container: UIVisualEffectView?
    private var shapes: [MergedGlass] = []
    /// The glass found at the last update.
    private var known: [Member] = []

    /// One of the views that can be merged.
    private struct Member: Equatable {
        let view: UIVisualEffectView
        let effect: UIGlassEffect
        let shape: GlassContour.Shape

        static func == (one: Member, other: Member) -> Bool {
            one.view === other.view && one.effect == other.effect && one.shape == other.shape
        }
    }

    /// Containers merge at most this many views, and search only views this deep.
    private static let mostViews = 32
    private static let mostDepth = 8

    init(_ container: UIVisualEffectView) { self.container = container }

    /// Merges the glass in the container's content view.
    func update(_ content: UIView, spacing: CGFloat) {
        container?.window?.screen.layerHost.add(self)
        let found = Self.members(in: content)
        var groups: [[Member]] = []
        for effect in Self.distinctEffects(of: found) {
            let equal = found.filter { $0.effect == effect }
            groups += GlassContour.groups(of: equal.map(\.shape), spacing: spacing).filter { $0.count > 1 }
                .map { group in group.map { equal[$0] } }
        }
        let grouped = groups.flatMap { $0 }
        for view in (known + found).map(\.view) where !grouped.contains(where: { $0.view === view }) {
            // The glass may have moved to another container, which merges it from then on.
            if view.glassContainer == nil || view.glassContainer === container { view.isMerged = false }
        }
        known = found
        for extra in shapes.dropFirst(groups.count) { extra.removeFromSuperview() }
        shapes = Array(shapes.prefix(groups.count))
        while shapes.count < groups.count { shapes.append(MergedGlass(frame: .zero)) }
        for (index, (shape, group)) in zip(shapes, groups).enumerated() {
            content.insertSubview(shape, at: index)
            shape.show(group[0].effect.material, GlassContour(shapes: group.map(\.shape), spacing: spacing))
            for member in group { member.view.isMerged = !shape.isHidden }
        }
    }

    /// Gives the views back their own materials.
    func end() {
        for member in known { member.view.isMerged = false }
        for shape in shapes { shape.removeFromSuperview() }
        (known, shapes) = ([], [])
    }

    private static func members(in content: UIView) -> [Member] {
        var found: [Member] = []
        func search(_ view: UIView, depth: Int) {
            for each in view.subviews where !each.isHidden && each.alpha > 0 && found.count < mostViews {
                if let glass = each as? UIVisualEffectView, let effect = glass.effect as? UIGlassEffect {
                    let frame = glass.convert(glass.bounds, to: content)
                    guard frame.width > 0, frame.height > 0, frame.maxX.isFinite, frame.maxY.isFinite else { continue }
                    found.append(
                        Member(
                            view: glass, effect: effect,
                            shape: GlassContour.Shape(frame: frame, radius: glass.glassRadius)))
                } else if !((each as? UIVisualEffectView)?.effect is UIGlassContainerEffect), depth < mostDepth {
                    search(each, depth: depth + 1)
                }
            }
        }
        search(content, depth: 0)
        return found
    }

    private static func distinctEffects(of members: [Member]) -> [UIGlassEffect] {
        members.map(\.effect).reduce(into: []) { known, effect in
            if !known.contains(effect) { known.append(effect) }
        }
    }
}

/// Changes that lay out no part of the container, such as moves of views around the glass, are found in the next frame.
extension GlassMerging: FrameParticipant {
    var frameStage: FrameStage { .layout }
    var wantsFrame: Bool { false }

    func takePart(in host: LayerHost, at time: TimeInterval) {
        guard let container, container.window?.screen.layerHost === host else { return host.remove(self) }
        guard container.effect is UIGlassContainerEffect, Self.members(in: container.contentView) != known else {
            return
        }
        container.setNeedsLayout()
        container.layoutIfNeeded()
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
        // Shapes that are thinner than the grid leave no outline.
        isHidden = path.isEmpty
        guard !path.isEmpty else { return }
        let area = path.bounds.insetBy(dx: -1, dy: -1)
        UIView.performWithoutAnimation { frame = area }
        path.apply(CGAffineTransform(translationX: -area.minX, y: -area.minY))
        for layer in [shape, edge] {
            layer.frame = CGRect(origin: .zero, size: area.size)
            layer.path = path.cgPath
        }
    }
}
