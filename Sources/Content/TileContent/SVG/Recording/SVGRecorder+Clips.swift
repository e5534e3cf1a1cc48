import TileGeometry
import TileGraphics

extension SVGRecorder {
    /// The effect of a `clipPath` on an element.
    enum ClipResult {
        /// The clip path is ignored because it has box units and the element's box has no area, as in librsvg.
        case all
        case none
        /// Outlines in the user space of the element.
        case clip(PictureGroup.Clip)
    }

    func clip(_ node: Int32, box: Box) throws(Failure) -> ClipResult {
        var transform = self.transform(node)
        if let units = tree.value(node, .clipPathUnits), SVGStyle.trimmed(units) == "objectBoundingBox" {
            guard !box.isEmpty, box.width > 0, box.height > 0 else { return .all }
            transform = transform.concatenating(Self.unitSquare(to: box))
        }
        guard transform.isInvertible else { return .none }
        let style = try ancestorStyle(node)
        var parts: [(path: Path, transform: CGAffineTransform)] = []
        var rule = FillRule.nonZero
        for child in tree.children(of: node) {
            try collect(child, parent: style, transform, throughUse: false, &parts, &rule)
        }
        return parts.isEmpty ? .none : .clip(PictureGroup.Clip(parts: parts, rule: rule))
    }

    private func collect(
        _ node: Int32, parent: SVGStyle, _ transform: CGAffineTransform, throughUse: Bool,
        _ parts: inout [(path: Path, transform: CGAffineTransform)], _ rule: inout FillRule
    ) throws(Failure) {
        guard let element = tree.nodes[Int(node)].element else { return }
        let style = try style(of: node, parent: parent)
        guard style.isDisplayed else { return }
        let whole = try self.transform(of: node, style, parent: parent).concatenating(transform)
        guard whole.isInvertible else { return }
        switch element {
        case .path, .rect, .circle, .ellipse, .line, .polyline, .polygon:
            guard style.isVisible, let path = try shape(node, element, style: style), !path.isEmpty else { return }
            try chargeMemory(2 * MemoryLayout.stride(ofValue: (path, whole)), for: "the clips of its elements")
            parts.append((path, whole))
            // Like librsvg, Cairo clips all outlines together, with the rule of the last one.
            rule = style.clipRule
        case .use where !throughUse:
            guard let target = reference(node), try open(target) else { return }
            defer { openReferences.remove(target) }
            let moved = CGAffineTransform(
                translationX: length(node, .x, along: .horizontal, style: style) ?? 0,
                y: length(node, .y, along: .vertical, style: style) ?? 0)
            try collect(target, parent: style, moved.concatenating(whole), throughUse: true, &parts, &rule)
        case .text:
            for span in try spans(of: node, style, whole) where span.style.isVisible {
                for group in span.glyphs {
                    try checkRoom(2 * group.run.outlineByteCount, for: "the outlines of its letters")
                    let outline = group.run.outline()
                    try chargeMemory(outline.byteCount, for: "the outlines of its letters")
                    parts.append((outline, group.transform.concatenating(whole)))
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
        let own = transform(node)
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
            transform: contentInBox ? square.concatenating(own) : own, region: region,
            regionTransform: regionInBox ? square.concatenating(own) : own)
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
            guard var made = try self.mask(node, box: box, style) else { continue }
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
