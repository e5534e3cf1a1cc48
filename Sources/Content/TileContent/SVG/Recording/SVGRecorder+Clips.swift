import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The effect of a `clipPath` on an element.
    enum ClipResult {
        case none
        /// Clips in the user space of the element, which all apply.
        case clips([Clip])
    }

    /// A part of the effect of a `clipPath`.
    enum Clip {
        case outlines(PictureGroup.Clip)
        /// A union that outlines with one rule cannot express.
        case mask(PictureGroup.Mask)
    }

    /// Outlines of the children of a `clipPath`, which clip to their union: CSS Masking 1, 6.1.
    private struct ClipParts {
        var parts: [(path: Path, transform: CGAffineTransform)] = []
        /// The rules of the parts.
        var rules: [FillRule] = []
        /// The same as a picture, with the clips of the children.
        var recorder = PictureRecorder()
        /// Whether some child has a clip of its own.
        var isClipped = false
        /// The number of parts that are letters, which all go around in one direction.
        var letterCount = 0
        /// The number of rectangles and ellipses, which all go around in one direction.
        var plainCount = 0

        /// The rule with which the parts as a whole have their union inside; nil if there may be none.
        var rule: FillRule? {
            if isClipped { return nil }
            if rules.count < 2 { return rules.first ?? .nonZero }
            if rules.allSatisfy({ $0 == .nonZero }) {
                let isMirrored = Set(parts.map { $0.transform.determinant < 0 })
                if isMirrored.count == 1, letterCount == parts.count || plainCount == parts.count { return .nonZero }
            }
            guard Set(rules).count == 1, parts.count <= Self.maxComparedCount else { return nil }
            let boxes = parts.map { $0.path.bounds.applying($0.transform) }
            for (index, box) in boxes.enumerated() where boxes[..<index].contains(where: { $0.intersects(box) }) {
                return nil
            }
            return rules[0]
        }

        private static let maxComparedCount = 64
    }

    /// Returns the clips for an element with this bounding box.
    func clip(_ node: Int32, box: Box) throws(Failure) -> ClipResult {
        // Clips of clips multiply as references do, and those in circles are ignored.
        if !openClips.isEmpty { try count(ReferenceCounts(references: 1)) }
        guard openClips.insert(node).inserted else { return .clips([]) }
        defer { openClips.remove(node) }
        let style = try ancestorStyle(node)
        var transform = transform(ofResource: style, attribute: self.transform(node))
        if let units = tree.value(node, .clipPathUnits), SVGStyle.trimmed(units) == "objectBoundingBox" {
            // A box without area has an empty unit square, and so nothing is inside.
            guard !box.isEmpty, box.width > 0, box.height > 0 else { return .none }
            transform = Self.unitSquare(to: box).concatenating(transform)
        }
        guard transform.isInvertible else { return .none }
        var parts = ClipParts()
        for child in tree.children(of: node) {
            try collect(child, parent: style, transform, throughUse: false, &parts)
        }
        guard !parts.parts.isEmpty else { return .none }
        var clips: [Clip] = []
        if let id = style.clipPath, let other = clipPath(id) {
            switch try clip(other, box: box) {
            case .none: return .none
            case .clips(let outer): clips = outer
            }
        }
        if let rule = parts.rule {
            clips.append(.outlines(PictureGroup.Clip(parts: parts.parts, rule: rule)))
        } else {
            let union = parts.recorder.finish()
            guard !union.bounds.isEmpty else { return .none }
            try takeGroup()
            clips.append(.mask(Self.alphaMask(union)))
        }
        return .clips(clips)
    }

    /// Returns the `clipPath` element with an id.
    func clipPath(_ id: String) -> Int32? {
        tree.node(withID: id).flatMap { tree.nodes[Int($0)].element == .clipPath ? $0 : nil }
    }

    private static func alphaMask(_ picture: Picture) -> PictureGroup.Mask {
        PictureGroup.Mask(
            content: picture, kind: .alpha, transform: .identity, region: picture.bounds, regionTransform: .identity)
    }

    /// Applies clips to a picture.
    func clipped(_ picture: Picture, _ clips: [Clip]) throws(Failure) -> Picture {
        var picture = picture
        for clip in clips {
            var recorder = PictureRecorder()
            try takeGroup(clips: 1)
            switch clip {
            case .outlines(let outlines): recorder.draw(PictureGroup(content: picture, clips: [outlines]))
            case .mask(let mask): recorder.draw(PictureGroup(content: picture, mask: mask))
            }
            picture = recorder.finish()
        }
        return picture
    }

    private func collect(
        _ node: Int32, parent: SVGStyle, _ transform: CGAffineTransform, throughUse: Bool, _ parts: inout ClipParts
    ) throws(Failure) {
        guard let element = tree.nodes[Int(node)].element else { return }
        if tree.hasConditions, !isShown(node) { return }
        let style = try style(of: node, parent: parent)
        guard style.isDisplayed else { return }
        let whole = try self.transform(of: node, style, parent: parent).concatenating(transform)
        guard whole.isInvertible else { return }
        if let id = style.clipPath, let clipNode = clipPath(id) {
            var own = ClipParts()
            try collectOwn(node, element, style, .identity, throughUse: throughUse, &own)
            var box = Box.empty
            for part in own.parts { box = box.union(part.path.tightBounds().applying(part.transform)) }
            guard case .clips(let clips) = try clip(clipNode, box: box) else { return }
            let picture = try clipped(own.recorder.finish(), clips)
            try takeGroup()
            parts.recorder.draw(PictureGroup(content: picture), transform: whole)
            for part in own.parts { parts.parts.append((part.path, part.transform.concatenating(whole))) }
            parts.rules += own.rules
            parts.isClipped = true
            return
        }
        try collectOwn(node, element, style, whole, throughUse: throughUse, &parts)
    }

    /// Adds the outlines of a child of a `clipPath`, without its own clip.
    private func collectOwn(
        _ node: Int32, _ element: SVGElement, _ style: SVGStyle, _ whole: CGAffineTransform, throughUse: Bool,
        _ parts: inout ClipParts
    ) throws(Failure) {
        func add(_ path: Path, _ transform: CGAffineTransform, rule: FillRule) throws(Failure) {
            try chargeMemory(2 * MemoryLayout.stride(ofValue: (path, transform)), for: "the clips of its elements")
            parts.parts.append((path, transform))
            parts.rules.append(rule)
            parts.recorder.fill(path, rule: rule, with: .color(.black), transform: transform)
        }
        switch element {
        case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon:
            guard style.isVisible, let path = try shape(node, element, style: style), !path.isEmpty else { return }
            try add(path, whole, rule: style.clipRule)
            if [.rect, .circle, .ellipse].contains(element) { parts.plainCount += 1 }
        case .use where !throughUse:
            guard let target = reference(node), try open(target) else { return }
            defer { openReferences.remove(target) }
            let moved = CGAffineTransform(
                translationX: length(node, .x, along: .horizontal, style: style) ?? 0,
                y: length(node, .y, along: .vertical, style: style) ?? 0)
            try collect(target, parent: style, moved.concatenating(whole), throughUse: true, &parts)
        case .text:
            for span in try spans(of: node, style) where span.style.isVisible {
                for group in span.glyphs {
                    try checkRoom(2 * group.run.outlineByteCount, for: "the outlines of its letters")
                    let outline = group.run.outline()
                    try chargeMemory(outline.byteCount, for: "the outlines of its letters")
                    try add(outline, group.transform.concatenating(whole), rule: .nonZero)
                    parts.letterCount += 1
                }
            }
        default: return
        }
    }

    /// Returns the mask for an element with this bounding box; nil if nothing is visible.
    func mask(_ node: Int32, box: Box, _ elementStyle: SVGStyle) throws(Failure) -> PictureGroup.Mask? {
        guard !box.isEmpty, try open(node) else { return nil }
        defer { openReferences.remove(node) }
        let style = try ancestorStyle(node)
        let regionInBox = isInBoxUnits(node, .maskUnits, default: true)
        let contentInBox = isInBoxUnits(node, .maskContentUnits, default: false)
        if regionInBox || contentInBox, box.width == 0 || box.height == 0 { return nil }
        let region = effectRegion(node, style, isInBox: regionInBox)
        guard region.width > 0, region.height > 0 else { return nil }
        if contentInBox { viewports.append(Viewport(width: 1, height: 1)) }
        defer { if contentInBox { viewports.removeLast() } }
        var inner = style
        // SVG ignores the opacity of the mask element; that of the masked element applies.
        inner.opacity = 1
        inner.mask = style.mask == elementStyle.mask ? nil : style.mask
        var recorder = PictureRecorder()
        _ = try layered(node, inner, at: .identity, into: &recorder) { recorder, transform throws(Failure) in
            try self.drawChildren(of: node, style, at: transform, into: &recorder)
        }
        let square = Self.unitSquare(to: box)
        return PictureGroup.Mask(
            content: recorder.finish(), kind: style.maskIsAlpha ? .alpha : .luminance,
            transform: contentInBox ? square : .identity, region: region,
            regionTransform: regionInBox ? square : .identity)
    }

    /// Combines several masks: what one of them shows is visible, as in Chromium.
    ///
    /// - Parameter mask: The result; nil if none of the masks exists.
    /// - Returns: Whether anything is visible.
    func combinedMask(
        _ layers: [SVGMaskLayer], of content: Picture, box: Box, _ style: SVGStyle, into mask: inout PictureGroup.Mask?
    ) throws(Failure) -> Bool {
        var masks: [PictureGroup.Mask] = []
        for layer in layers {
            // A missing mask is none, and hides nothing.
            guard let node = tree.node(withID: layer.id), tree.nodes[Int(node)].element == .mask else {
                if layers.count == 1 { return true }
                continue
            }
            guard !isInCircle(node), var made = try self.mask(node, box: box, style) else { continue }
            if let isAlpha = layer.isAlpha { made.kind = isAlpha ? .alpha : .luminance }
            masks.append(made)
        }
        guard masks.count > 1 else {
            mask = masks.first
            return mask != nil
        }
        // Each mask is drawn as the alpha of a plain area.
        let area = content.bounds
        var plain = PathBuilder()
        plain.rectangle(x: area.minX, y: area.minY, width: area.width, height: area.height)
        var recorder = PictureRecorder()
        recorder.fill(plain.build(), with: .color(.white))
        let picture = recorder.finish()
        var whole = PictureRecorder()
        for each in masks {
            try takeGroup()
            whole.draw(PictureGroup(content: picture, mask: each))
        }
        mask = PictureGroup.Mask(
            content: whole.finish(), kind: .alpha, transform: .identity, region: area, regionTransform: .identity)
        return true
    }

    /// Whether lengths of an effect are relative to the bounding box of the element that has it.
    func isInBoxUnits(_ node: Int32, _ name: SVGAttribute, default: Bool) -> Bool {
        tree.value(node, name).map { SVGStyle.trimmed($0) == "objectBoundingBox" } ?? `default`
    }

    /// Returns the region of a mask or filter, in user space or relative to the element's box.
    func effectRegion(_ node: Int32, _ style: SVGStyle, isInBox: Bool) -> Box {
        func side(_ name: SVGAttribute, along axis: Axis, default percent: Double) -> Double {
            let length = tree.value(node, name).flatMap { SVGLength($0) } ?? SVGLength(percent, .percent)
            return isInBox
                ? resolve(length, reference: 1, style: style) : resolve(length, along: axis, style: style)
        }
        return Box(
            x: side(.x, along: .horizontal, default: -10), y: side(.y, along: .vertical, default: -10),
            width: side(.width, along: .horizontal, default: 120),
            height: side(.height, along: .vertical, default: 120))
    }
}
