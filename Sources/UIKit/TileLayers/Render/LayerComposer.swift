import TileGeometry
import TileGraphics

/// Composes a layer's drawing in Core Animation's order: shadow, backdrop, background, contents, sublayers, border; all
/// of it masked and faded as a group.
struct LayerComposer {
    let look: LayerLook.Properties
    let contents: RenderContents?
    let children: RenderRun?
    let mask: RenderNode?
    let content: Picture
    let extent: Box
    let layers: LayerCount
    private let bodyOpaque: Box

    init(look: LayerLook.Properties, contents: RenderContents?, children: RenderRun?, mask: RenderNode?) {
        (self.look, self.contents, self.children, self.mask) = (look, contents, children, mask)
        var recorder = PictureRecorder()
        var opaque = Box.empty
        let box = look.bounds
        let outline = look.corners.map { $0.path(box) }
        // The opacity of parts that fade separately.
        let fade = look.fadesAsGroup ? 1 : look.opacity

        if let backdrop = look.backdrop, box.width > 0, box.height > 0 {
            let drawn = PictureBackdrop(
                outline: outline ?? .rectangle(box), deviation: backdrop.blurRadius, saturation: backdrop.saturation)
            if fade < 1 {
                var own = PictureRecorder()
                own.draw(drawn)
                recorder.draw(PictureGroup(content: own.finish(), opacity: fade))
            } else {
                recorder.draw(drawn)
            }
        }
        if let background = look.background {
            if let outline {
                recorder.fill(outline, with: .color(background.withAlpha(multipliedBy: fade)))
            } else {
                recorder.fill(
                    .unitSquare, with: .color(background.withAlpha(multipliedBy: fade)), transform: box.fromUnitSquare)
            }
            if background.alpha >= 1 { opaque = look.corners?.core(box) ?? box }
        }
        if let pattern = look.backgroundPattern {
            let clips: [PictureGroup.Clip] =
                outline.map { [PictureGroup.Clip(parts: [($0, .identity)], rule: .nonZero)] } ?? []
            recorder.draw(PictureGroup(content: pattern, clips: clips, opacity: fade))
        }

        var inner = PictureRecorder()
        if let contents {
            if fade < 1 {
                var own = PictureRecorder()
                contents.record(into: &own, look.contents, in: box)
                inner.draw(PictureGroup(content: own.finish(), opacity: fade))
            } else {
                contents.record(into: &inner, look.contents, in: box)
            }
            if look.isOpaque, case .drawing = contents, look.contents.fillsBounds {
                opaque = look.masksToBounds ? look.corners?.core(box) ?? box : box
            }
        }
        if let drawing = look.drawing { inner.draw(PictureGroup(content: drawing, opacity: fade)) }
        var layers = LayerCount.one
        if let mask { layers += mask.body.layers }
        if let children { layers += Self.record(children, look, fade: fade, into: &inner) }
        self.layers = layers
        if let children {
            opaque = opaque.larger(
                look.masksToBounds
                    ? children.group.opaqueBox.intersection(look.corners?.core(box) ?? box) : children.group.opaqueBox)
        }
        let content = inner.finish()
        if content.operationCount > 0 {
            // Not only if something is clipped: a shape that shares a pixel with the edge looks slightly different
            // behind a clip, and must not change when something else becomes clipped.
            let isWithin = box.expanded(by: -1).contains(content.bounds)
            if look.masksToBounds, look.corners != nil || !isWithin {
                let clip = outline.map { PictureGroup.Clip(parts: [($0, .identity)], rule: .nonZero) } ?? .box(box)
                recorder.draw(PictureGroup(content: content, clips: [clip]))
            } else {
                recorder.append(content)
            }
        }
        if let border = look.border {
            recorder.fill(
                Self.outline(of: border, look), rule: .evenOdd,
                with: .color(border.color.withAlpha(multipliedBy: fade)))
        }
        let drawn = recorder.finish()
        // A layer that clips to its bounds has no shadow outside them.
        let shadow = look.masksToBounds ? nil : look.shadow
        let shadowed = shadow?.beneath(drawn, opacity: fade, opaqueBox: fade < 1 ? .empty : opaque) ?? drawn
        self.content = shadowed
        extent = mask.map { shadowed.bounds.intersection($0.extent) } ?? shadowed.bounds
        let fades = look.opacity < 1 || look.blendMode != .normal || mask != nil
        bodyOpaque = fades || opaque.isEmpty ? .empty : opaque
    }

    private var groupOpacity: Double { look.fadesAsGroup ? look.opacity : 1 }

    var isPlain: Bool { groupOpacity >= 1 && look.blendMode == .normal && mask == nil && look.opacity > 0 }

    func compose() -> PictureGroup {
        var groupMask: PictureGroup.Mask?
        if let mask {
            var recorder = PictureRecorder()
            mask.record(into: &recorder)
            // The region has an edge as well, which is outside the mask.
            groupMask = PictureGroup.Mask(
                content: recorder.finish(), kind: .alpha, transform: .identity, region: mask.extent.expanded(by: 2),
                regionTransform: .identity)
        }
        return PictureGroup(
            content: look.opacity > 0 && !extent.isEmpty ? content : .empty, mask: groupMask, opacity: groupOpacity,
            blendMode: look.blendMode, opaqueBox: bodyOpaque)
    }

    /// Draws the sublayers, and returns the number of layers drawn.
    private static func record(
        _ children: RenderRun, _ look: LayerLook.Properties, fade: Double, into recorder: inout PictureRecorder
    ) -> LayerCount {
        if let replication = look.replication {
            let content = children.group.content
            let plan = replication.plan(children.layers, content)
            replication.record(content, copies: plan.copies, opacity: fade, into: &recorder)
            return plan.layers
        }
        if fade < 1 {
            for node in children.allNodes {
                var own = PictureRecorder()
                node.record(into: &own)
                recorder.draw(PictureGroup(content: own.finish(), opacity: fade))
            }
        } else {
            children.record(into: &recorder)
        }
        return children.layers
    }

    /// Returns the frame between the layer's outline and the one inset by the border's width.
    private static func outline(of border: LayerLook.Border, _ look: LayerLook.Properties) -> Path {
        let shape = look.corners ?? CornerShape(radius: 0, corners: .all, isContinuous: false)
        var builder = PathBuilder()
        builder.append(shape.path(look.bounds))
        if border.width * 2 < min(look.bounds.width, look.bounds.height) {
            builder.append(shape.path(look.bounds, inset: border.width))
        }
        return builder.build()
    }
}
