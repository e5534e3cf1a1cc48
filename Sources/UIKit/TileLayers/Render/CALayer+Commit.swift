import Foundation
import TileGeometry
import TileGraphics

extension CALayer {
    /// Returns the current render node of the layer. Visits only marked paths; unmarked layers share nodes with the
    /// previous commit.
    ///
    /// - Parameter host: The host of the frame; nil outside of one.
    func commit(_ counters: inout FrameCounters, in host: LayerHost?, depth: Int = 0) -> RenderNode {
        Self.checkDepth(depth)
        if let node, marks.isDisjoint(with: [.needsCommit, .commitBelow, .animated]) {
            counters.nodesShared += 1
            return node
        }
        if marks.contains(.animates) { prepareAnimationsForCommit(in: host) }
        let marked = marks
        marks.subtract([.needsCommit, .lookChanged, .contentsChanged, .animated])
        let shown = shown
        guard shown.isShown else {
            // Marked descendants stay marked until the layer is visible; its look is created again then.
            marks.insert(.lookChanged)
            node = .hidden
            return .hidden
        }
        let old = node === RenderNode.hidden ? nil : node
        let oldBody = marked.contains(.animates) ? extras?.animations?.ownBody ?? old?.body : old?.body
        var body = commitBody(marked, shown, old: oldBody, counters: &counters, host: host, depth: depth)
        if marked.contains(.animates), extras?.animations?.oldBody != nil { body = transitioned(body, in: host) }
        let place = shown.placement(under: parent?.shown)
        if let old, body === old.body, old.lies(at: place) {
            counters.nodesShared += 1
            node = old
            return old
        }
        counters.nodesCommitted += 1
        FrameObservation.observer?.didCommit(self)
        let made =
            host?.retired.node(layer: renderNumber, body: body, place)
            ?? RenderNode(layer: renderNumber, body: body, place)
        node = made
        return made
    }

    /// Whether the layer could be visible, regardless of its placement.
    private var isShown: Bool { !flags.contains(.hidden) }

    /// - Parameter shown: The layer or its presentation.
    private func commitBody(
        _ marked: LayerMarks, _ shown: CALayer, old: RenderBody?, counters: inout FrameCounters,
        host: LayerHost?, depth: Int
    ) -> RenderBody {
        if let old, marked.isDisjoint(with: [.lookChanged, .contentsChanged, .allChanged, .commitBelow]) { return old }
        let children = commitChildren(old?.children, &counters, host: host, depth: depth)
        marks.remove(.commitBelow)
        // A layer without a plane of its own shows only its sublayers.
        let hasPlane = !flags.contains(.preservesDepth)
        let mask = hasPlane ? ownMask?.commit(&counters, in: host, depth: depth + 1) : nil
        let contents = hasPlane ? shown.contentsStorage.forRendering : nil
        if let old, marked.isDisjoint(with: [.lookChanged, .contentsChanged]), children === old.children,
            mask === old.mask
        {
            return old
        }
        return makeBody(
            marked, shown, old: old, contents: contents, children: children, mask: mask, counters: &counters, host: host
        )
    }

    /// A separate function, so that the large looks are on the stack once and not for each layer on the way down.
    @inline(never)
    private func makeBody(
        _ marked: LayerMarks, _ shown: CALayer, old: RenderBody?, contents: RenderContents?, children: RenderRun?,
        mask: RenderNode?, counters: inout FrameCounters, host: LayerHost?
    ) -> RenderBody {
        if children == nil, mask == nil, contents == nil, shown.hasPlainLook {
            let (bounds, background) = (Box(shown.boundsStorage.standardized), shown.fadedBackground)
            return host?.retired.body(bounds: bounds, background: background)
                ?? RenderBody(bounds: bounds, background: background)
        }
        var look: LayerLook.Change
        if let old = old?.look, !marked.contains(.lookChanged) {
            look = .kept(old)
        } else {
            let properties = shown.lookProperties
            if let old, RenderBody.restyles(old, properties, contents: contents, children: children, mask: mask) {
                return host?.retired.body(restyling: old, properties) ?? RenderBody(restyling: old, properties)
            }
            look = .made(properties)
        }
        if let replication = look.properties.replication, let children {
            counters.copyOperations += replication.plan(children.layers, children.group.content).operations
            // Created in sequence, copies would exceed the limit before the total is known. More than these cannot be
            // within the limits: no more copies are created than drawn, except those that nested replicators create
            // once.
            if Float(counters.copyOperations) > 4 * LayerCount.maxPerFrame,
                let replicator = self as? CAReplicatorLayer, !replicator.showsOneCopy
            {
                replicator.showsOneCopy = true
                (shown as? CAReplicatorLayer)?.showsOneCopy = true
                marks.subtract([.needsCommit, .lookChanged])
                look = .made(shown.lookProperties)
            }
        }
        if let children, contents == nil, mask == nil, let body = host?.retired.body(look, children: children) {
            return body
        }
        return RenderBody(look: look.object, contents: contents, children: children, mask: mask)
    }

    private func commitChildren(
        _ old: RenderRun?, _ counters: inout FrameCounters, host: LayerHost?, depth: Int
    ) -> RenderRun? {
        defer {
            // A layout that did not settle continues in the next frame.
            if marks.contains(.allChanged) {
                changed = changed.filter { !$0.marks.isDisjoint(with: [.needsLayout, .layoutBelow]) }
            } else {
                changed.removeAll { $0.marks.isDisjoint(with: [.needsLayout, .layoutBelow]) }
            }
            changed.forEach { $0.marks.insert(.listed) }
            // Many changes at once often recur in the next frame; a few are worth the memory only if they recur.
            if changed.isEmpty, changed.capacity < Self.fewChanges {
                if !marks.contains(.changesOften) { changed = [] }
                marks.insert(.changesOften)
            }
            marks.remove(.allChanged)
        }
        if marks.contains(.allChanged) { changed = children }
        ownMask?.marks.remove(.listed)
        guard let old, !marks.contains(.allChanged) else {
            if children.isEmpty { return nil }
            let order = flags.contains(.preservesDepth) ? depthOrder : paintOrder
            var nodes = ContiguousArray<RenderNode>()
            nodes.reserveCapacity(order.count)
            for (index, child) in order.enumerated() {
                child.marks.remove(.listed)
                child.nodeIndex = Int32(index)
                nodes.append(child.commit(&counters, in: host, depth: depth + 1))
            }
            return RenderRun.over(nodes, sharing: old)
        }
        var changes = host?.retired.takeChanges() ?? []
        for child in changed where child.parent === self && !child.flags.contains(.isMask) {
            child.marks.remove(.listed)
            let node = child.commit(&counters, in: host, depth: depth + 1)
            if node !== old[Int(child.nodeIndex)] { changes.append((Int(child.nodeIndex), node)) }
        }
        defer { host?.retired.giveBack(&changes) }
        if changes.isEmpty { return old }
        let isAscending = zip(changes, changes.dropFirst()).allSatisfy { $0.index < $1.index }
        if !isAscending { changes.sort { $0.index < $1.index } }
        return old.replacing(changes[...], from: host?.retired)
    }

    /// The capacity below which the list of changed sublayers is released when it is empty for the first time.
    private static let fewChanges = 32

    /// The sublayers with depth, the farthest first by their centers.
    var depthOrder: ContiguousArray<CALayer> {
        let depths = children.map { child -> Double in
            let shown = child.shown
            let (matrix, middle) = (shown.placementInPlane(under: self.shown).0, shown.boundsStorage)
            let (x, y) = (Double(middle.midX), Double(middle.midY))
            let z = x * matrix.m13 + y * matrix.m23 + matrix.m43
            let w = x * matrix.m14 + y * matrix.m24 + matrix.m44
            return w == 0 ? z : z / w
        }
        return ContiguousArray(
            children.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { children[$0] })
    }

    /// The number that distinguishes its nodes from other layers'.
    package var renderNumber: UInt { UInt(bitPattern: ObjectIdentifier(self).hashValue) }

    /// Returns the placement of the layer or presentation.
    ///
    /// - Parameter parent: The superlayer or its presentation.
    private func placement(under parent: CALayer?) -> RenderNode.Place {
        if let offset = plainOffset(under: parent) {
            return .flat(CGAffineTransform(translationX: Double(offset.x), y: Double(offset.y)))
        }
        if let flat = flatPlacement(under: parent), flat.isInvertible, !flags.contains(.singleSided) {
            return .flat(flat)
        }
        // A layer that keeps its sublayers' depth is skipped: they hold the whole transform to the next plane.
        if flags.contains(.preservesDepth) { return .flat(.identity) }
        let projection = placementInPlane(under: parent).0.projection
        // A layer seen edge on, or from behind, is placed where it is invisible.
        let isSeen = projection.isInvertible && (!flags.contains(.singleSided) || facesFront(projection))
        if !isSeen { return .flat(CGAffineTransform(scaleX: 0, y: 0)) }
        return projection.affine.map { .flat($0) } ?? .askew(projection)
    }

    /// Returns whether the layer's front is visible: its corners have the same orientation as in its own plane.
    private func facesFront(_ projection: Projection) -> Bool {
        let (x, y) = (Double(boundsStorage.midX), Double(boundsStorage.midY))
        let (_, _, w) = projection.homogeneous(x: x, y: y)
        return projection.determinant * w > 0
    }

    // MARK: Look

    /// Whether only a background color can be visible, besides contents, sublayers and mask.
    private var hasPlainLook: Bool {
        if background?.pattern != nil || drawing != nil || replication != nil { return false }
        guard let styling else { return true }
        return styling.cornerRadius <= 0 && styling.cornerRadii == nil && styling.borderWidth <= 0
            && styling.shadowOpacity <= 0
            && styling.compositingFilter == nil && styling.backdrop == nil
    }

    private var shownOpacity: Double { min(1, max(0, Double(opacityStorage))) }

    private var fadedBackground: Color? {
        flags.contains(.preservesDepth) ? nil : background?.output.withAlpha(multipliedBy: shownOpacity)
    }

    private var lookProperties: LayerLook.Properties {
        let bounds = boundsStorage.standardized
        var look = LayerLook.Properties(bounds: Box(bounds))
        if flags.contains(.preservesDepth) {
            look.opacity = shownOpacity
            look.fadesAsGroup = false
            return look
        }
        if let background {
            if background.pattern == nil {
                look.background = background.output
            } else {
                let context = CGContext(recording: bounds, scale: CGFloat(contentsScaleStorage))
                context.setFillColor(background)
                context.fill(bounds)
                look.backgroundPattern = context.finishPicture()
            }
        }
        look.opacity = shownOpacity
        look.fadesAsGroup = allowsGroupOpacity
        look.masksToBounds = masksToBounds
        look.isOpaque = isOpaque
        look.contents.scale = contentsScaleStorage
        look.drawing = drawing
        look.replication = replication
        guard let styling else { return look }
        look.corners = cornerShape
        if styling.borderWidth > 0, let color = styling.borderColor?.output, color.alpha > 0 {
            look.border = LayerLook.Border(width: styling.borderWidth, color: color)
        }
        if styling.shadowOpacity > 0, let color = styling.shadowColor?.output, color.alpha > 0 {
            look.shadow = LayerLook.Shadow(
                color: color.withAlpha(multipliedBy: min(1, Double(styling.shadowOpacity))),
                offsetX: Double(styling.shadowOffset.width), offsetY: Double(styling.shadowOffset.height),
                radius: max(0, styling.shadowRadius), path: styling.shadowPath?.outline)
        }
        look.blendMode = BlendMode(compositingFilter: styling.compositingFilter) ?? .normal
        if let backdrop = styling.backdrop, backdrop.isVisible { look.backdrop = backdrop }
        look.contents.gravity = styling.contentsGravity
        look.contents.rect = Box(styling.contentsRect)
        look.contents.center = Box(styling.contentsCenter).intersection(.unit)
        look.contents.magnification = styling.magnificationFilter
        look.contents.minification = styling.minificationFilter
        return look
    }
}

extension BlendMode {
    /// Creates the mode of a Core Image filter by name: `multiplyBlendMode`, `CIMultiplyBlendMode` and so on.
    init?(compositingFilter: Any?) {
        guard var name = compositingFilter as? String else { return nil }
        if name.hasPrefix("CI") { name.removeFirst(2) }
        guard name.hasSuffix("BlendMode") else { return nil }
        name.removeLast("BlendMode".count)
        let modes: [String: BlendMode] = [
            "normal": .normal, "multiply": .multiply, "screen": .screen, "overlay": .overlay, "darken": .darken,
            "lighten": .lighten, "colordodge": .colorDodge, "colorburn": .colorBurn, "hardlight": .hardLight,
            "softlight": .softLight, "difference": .difference, "exclusion": .exclusion, "hue": .hue,
            "saturation": .saturation, "color": .color, "luminosity": .luminosity,
        ]
        guard let mode = modes[name.lowercased()] else { return nil }
        self = mode
    }
}
