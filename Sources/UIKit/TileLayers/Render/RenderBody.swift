import TileGeometry
import TileGraphics

/// The appearance of a layer independent of its placement: its look, contents, sublayers, and the drawing of them all.
/// Immutable; a layer that only moves keeps it.
///
/// `@unchecked Sendable`: only the `become` methods and `letGo` modify it, which `RetiredNodes` calls only while it is
/// uniquely referenced.
final class RenderBody: @unchecked Sendable {
    /// The bounds, in the layer's own coordinates, like everything here.
    private(set) var bounds: Box
    /// The color of a layer that has nothing else; its `look` is nil.
    private(set) var background: Color?
    private(set) var look: LayerLook?
    private(set) var contents: RenderContents?
    private(set) var children: RenderRun?
    private(set) var mask: RenderNode?
    private(set) var layers: LayerCount
    /// The whole drawing; nil if it is only the background or nothing.
    private var group: PictureGroup?
    /// The part of the sublayers within the bounds, if they are clipped.
    private var withinBounds: PictureGroup?
    /// Whether the group only draws its content.
    private var isPlain: Bool
    /// The bounds of the ink.
    private(set) var extent: Box
    /// A part covered with opaque colors.
    private(set) var opaqueBox: Box

    static let empty = RenderBody(bounds: .empty, background: nil)

    /// Creates the body of a layer that is a single color, or empty, without sublayers.
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

    /// Whether the body can become another single color or empty body.
    private var isColorAlone: Bool { look == nil && contents == nil && children == nil && mask == nil }

    /// Reuses a uniquely referenced body of a single color for another layer.
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

    /// Whether the body can become another one with only a background and sublayers.
    private var isOfSublayersAlone: Bool {
        children != nil && contents == nil && mask == nil && look?.properties.isBare == true
    }

    /// Reuses a uniquely referenced body for another layer with a bare look and without contents.
    func become(_ new: LayerLook.Change, children: RenderRun) {
        precondition(new.properties.isBare && contents == nil && mask == nil, "this layer is drawn otherwise")
        bounds = new.properties.bounds
        new.apply(to: &look)
        self.children = children
        compose(new.properties, children)
    }

    // MARK: Colors and opacity

    /// Returns whether a body differs from another only in opacity and colors, so that nothing has to be composed
    /// again.
    static func restyles(
        _ old: RenderBody, _ look: LayerLook.Properties, contents: RenderContents?, children: RenderRun?,
        mask: RenderNode?
    ) -> Bool {
        guard let properties = old.look?.properties, old.group != nil, !old.extent.isEmpty,
            children === old.children, mask === old.mask, look.isRestyled(of: properties)
        else { return false }
        // Composing is as cheap.
        if look.isBare, children != nil, contents == nil, mask == nil { return false }
        return switch (contents, old.contents) {
        case (nil, nil): true
        case (let a?, let b?): a.isSame(as: b)
        default: false
        }
    }

    /// Creates a body that `restyles` another.
    init(restyling old: RenderBody, _ look: LayerLook.Properties) {
        (bounds, background, layers, isPlain) = (old.bounds, nil, old.layers, old.isPlain)
        (extent, opaqueBox) = (old.extent, old.opaqueBox)
        self.look = LayerLook(look)
        (contents, children, mask) = (old.contents, old.children, old.mask)
        group = nil
        restyle(old, look)
    }

    /// Reuses a uniquely referenced body as one that `restyles` another.
    func become(restyling old: RenderBody, _ look: LayerLook.Properties) {
        (bounds, background, layers, isPlain) = (old.bounds, nil, old.layers, old.isPlain)
        (extent, opaqueBox) = (old.extent, old.opaqueBox)
        LayerLook.Change.made(look).apply(to: &self.look)
        (contents, children, mask) = (old.contents, old.children, old.mask)
        restyle(old, look)
    }

    private func restyle(_ old: RenderBody, _ new: LayerLook.Properties) {
        guard let before = old.look?.properties, let model = old.group else {
            preconditionFailure("this layer is put together otherwise")
        }
        let background = new.background == before.background ? nil : new.background
        let border = new.border == before.border ? nil : new.border?.color
        PictureGroup.record(
            over: &group, as: model, opacity: new.fadesAsGroup ? new.opacity : 1,
            first: background.map { .color($0) }, last: border.map { .color($0) })
    }

    /// The way in which a body can be reused.
    enum Use {
        case color
        case sublayers
        /// The body can replace one that differs only in colors and opacity.
        case style
    }

    /// Releases what a uniquely referenced body shows.
    ///
    /// - Returns: The way in which it can be reused; nil if it can't.
    func letGo() -> Use? {
        if isColorAlone { return .color }
        let isOfSublayers = isOfSublayersAlone
        (contents, children, mask) = (nil, nil, nil)
        LayerLook.empty(&look)
        if isOfSublayers {
            PictureGroup.empty(&group)
            PictureGroup.empty(&withinBounds)
            return .sublayers
        }
        withinBounds = nil
        PictureGroup.emptyStyled(&group)
        return .style
    }

    /// Composes the drawing like `LayerComposer`, reusing the old drawing.
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

    /// The number of backdrops in the drawing.
    var backdropCount: Int { group?.content.backdropCount ?? 0 }

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
            // Small drawings are appended directly: a group of their own would cost more. Only a group can declare
            // opacity that its operations do not have.
            if isPlain, group.content.operationCount <= 2, opaqueBox.isEmpty || (contents == nil && children == nil) {
                recorder.append(group.content, transform: transform)
            } else {
                recorder.draw(group, transform: transform)
            }
        }
    }

    /// Returns whether only contents and sublayers may differ.
    func looksLike(_ other: RenderBody) -> Bool {
        look === other.look && background == other.background && bounds == other.bounds && mask === other.mask
    }

    /// Whether a change of a part also appears elsewhere, or differently.
    var spreadsChanges: Bool {
        guard let look = look?.properties else { return false }
        let shadowFollows = look.shadow != nil && look.shadow?.path == nil && !look.masksToBounds
        return look.replication != nil || shadowFollows
    }
}
