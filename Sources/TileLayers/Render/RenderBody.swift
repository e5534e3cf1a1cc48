import TileGeometry
import TileGraphics

/// What a layer shows, wherever it lies: its look, its contents, its sublayers, and the drawing of them all. Immutable;
/// a layer that only moves keeps it.
///
/// `@unchecked Sendable`: it is changed by `become` and `letGo` alone, which `RetiredNodes` calls only while nobody
/// else holds it.
final class RenderBody: @unchecked Sendable {
    /// In the layer's own coordinates, as all here.
    private(set) var bounds: Box
    /// Of a layer that has nothing but a color, whose `look` is nil.
    private(set) var background: Color?
    private(set) var look: LayerLook?
    let contents: RenderContents?
    private(set) var children: RenderRun?
    let mask: RenderNode?
    private(set) var layers: LayerCount
    /// All that is drawn; nil when that is the background or nothing.
    private var group: PictureGroup?
    /// What of the sublayers is within the bounds, where that is less than all.
    private var withinBounds: PictureGroup?
    /// Whether the group is its content and no more.
    private let isPlain: Bool
    /// Where ink may be.
    private(set) var extent: Box
    /// A part covered with opaque colors.
    private(set) var opaqueBox: Box

    static let empty = RenderBody(bounds: .empty, background: nil)

    /// A layer that is one color, or nothing, and has nothing in it.
    init(bounds: Box, background: Color?) {
        (look, contents, children, mask, group) = (nil, nil, nil, nil, nil)
        layers = .one
        isPlain = true
        (self.bounds, extent, opaqueBox) = (.empty, .empty, .empty)
        color(bounds, background)
    }

    init(look: LayerLook, contents: RenderContents?, children: RenderRun?, mask: RenderNode?) {
        bounds = look.properties.bounds
        background = nil
        self.look = look
        self.contents = contents
        self.children = children
        self.mask = mask
        if let children, contents == nil, mask == nil, look.properties.isBare {
            isPlain = true
            (layers, extent, opaqueBox) = (.one, .empty, .empty)
            compose(look.properties, children)
            return
        }
        let composer = LayerComposer(look: look.properties, contents: contents, children: children, mask: mask)
        let group = composer.compose()
        self.group = group
        isPlain = composer.isPlain
        extent = composer.extent
        opaqueBox = group.opaqueBox
        layers = composer.layers
    }

    // MARK: A color and nothing else

    /// Whether it can be made another of those that are one color, or nothing.
    private var isColorAlone: Bool { look == nil && contents == nil && children == nil && mask == nil }

    /// Makes a body that nobody else holds, and that is one color, that of another layer.
    func become(bounds: Box, background: Color?) {
        precondition(isColorAlone, "this layer is drawn otherwise")
        color(bounds, background)
    }

    private func color(_ bounds: Box, _ background: Color?) {
        let shows = (background?.alpha ?? 0) > 0 && bounds.width > 0 && bounds.height > 0
        self.bounds = bounds
        self.background = shows ? background : nil
        extent = shows ? bounds : .empty
        opaqueBox = shows && (background?.alpha ?? 0) >= 1 ? bounds : .empty
    }

    // MARK: Sublayers and nothing else

    /// Whether it can be made another of those that show a background and sublayers and nothing else.
    private var isOfSublayersAlone: Bool {
        children != nil && contents == nil && mask == nil && look?.properties.isBare == true
    }

    /// Makes a body that nobody else holds that of another layer, whose look is bare and which has no contents.
    func become(look: LayerLook, children: RenderRun) {
        precondition(look.properties.isBare && contents == nil && mask == nil, "this layer is drawn otherwise")
        bounds = look.properties.bounds
        self.look = look
        self.children = children
        compose(look.properties, children)
    }

    /// As what a body can be used again.
    enum Use {
        case color
        case sublayers
    }

    /// Lets go of what it shows, of a body that nobody else holds.
    ///
    /// - Returns: as what it can be used again; nil when it can't.
    func letGo() -> Use? {
        if isColorAlone { return .color }
        let use: Use? = isOfSublayersAlone ? .sublayers : nil
        PictureGroup.empty(&group)
        PictureGroup.empty(&withinBounds)
        (look, children) = (nil, nil)
        return use
    }

    /// As `LayerComposer` does, over the drawing that it had.
    private func compose(_ look: LayerLook.Properties, _ children: RenderRun) {
        let box = look.bounds
        layers = .one
        layers += children.layers
        // See `LayerComposer`.
        let isCut = look.masksToBounds && !box.expanded(by: -1).contains(children.group.content.bounds)
        if isCut {
            PictureGroup.record(over: &withinBounds, within: box) { recorder in
                children.record(into: &recorder)
                return .empty
            }
        }
        PictureGroup.record(over: &group) { recorder in
            var opaque = Box.empty
            if let background = look.background {
                recorder.fill(.unitSquare, with: .color(background), transform: box.fromUnitSquare)
                if background.alpha >= 1 { opaque = box }
            }
            if isCut, let withinBounds {
                recorder.draw(withinBounds)
            } else {
                children.record(into: &recorder)
            }
            let covered = children.group.opaqueBox
            return opaque.larger(look.masksToBounds ? covered.intersection(box) : covered)
        }
        extent = group?.content.bounds ?? .empty
        opaqueBox = group?.opaqueBox ?? .empty
    }

    /// The drawing as a picture.
    var picture: Picture {
        if let group, isPlain { return group.content }
        var recorder = PictureRecorder()
        record(into: &recorder, .identity)
        return recorder.finish()
    }

    func record(into recorder: inout PictureRecorder, _ transform: CGAffineTransform) {
        if let background {
            recorder.fill(
                .unitSquare, with: .color(background), transform: bounds.fromUnitSquare.concatenating(transform))
        } else if let group {
            // Small drawings go in as they are: a group of their own would cost more than they do.
            // Only a group says that it is opaque where its operations do not.
            if isPlain, group.content.operationCount <= 2, opaqueBox.isEmpty || (contents == nil && children == nil) {
                recorder.append(group.content, transform: transform)
            } else {
                recorder.draw(group, transform: transform)
            }
        }
    }

    /// Whether only contents and sublayers may differ.
    func looksLike(_ other: RenderBody) -> Bool {
        look === other.look && background == other.background && bounds == other.bounds && mask === other.mask
    }

    /// Whether what a part of it draws shows elsewhere too, or not as it is drawn.
    var spreadsChanges: Bool {
        guard let look = look?.properties else { return false }
        let shadowFollows = look.shadow != nil && look.shadow?.path == nil && !look.masksToBounds
        return look.replication != nil || shadowFollows
    }
}

/// Puts a layer's drawing together, in Core Animation's order: shadow, background, contents, sublayers, border; all of
/// it cut by the mask and faded as one.
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
        // Where parts fade one by one.
        let fade = look.fadesAsGroup ? 1 : look.opacity

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
        if let children { layers += Self.record(children, look, fade, into: &inner) }
        self.layers = layers
        if let children {
            opaque = opaque.larger(
                look.masksToBounds
                    ? children.group.opaqueBox.intersection(look.corners?.core(box) ?? box) : children.group.opaqueBox)
        }
        let content = inner.finish()
        if content.operationCount > 0 {
            // Not only where something is cut off: what shares a pixel with the edge looks a little different behind a
            // clip, and must not change when something else comes to be cut off.
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
        // What is cut off at the bounds has no shadow beyond them.
        let shadow = look.masksToBounds ? nil : look.shadow
        let shadowed = shadow?.beneath(drawn, opacity: fade) ?? drawn
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
            // The region has an edge, too; it lies where the mask has ended already.
            groupMask = PictureGroup.Mask(
                content: recorder.finish(), kind: .alpha, transform: .identity, region: mask.extent.expanded(by: 2),
                regionTransform: .identity)
        }
        return PictureGroup(
            content: look.opacity > 0 && !extent.isEmpty ? content : .empty, mask: groupMask, opacity: groupOpacity,
            blendMode: look.blendMode, opaqueBox: bodyOpaque)
    }

    /// Draws the sublayers, and says how many layers that are.
    private static func record(
        _ children: RenderRun, _ look: LayerLook.Properties, _ fade: Double, into recorder: inout PictureRecorder
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

    /// The frame between the layer's outline and the one that runs a border's width within it.
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
