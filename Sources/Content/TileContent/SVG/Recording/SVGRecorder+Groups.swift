import TileGeometry
import TileGraphics

extension SVGRecorder {
    static func clip(to box: Box) -> PictureGroup.Clip {
        var outline = PathBuilder()
        outline.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
        return PictureGroup.Clip(parts: [(outline.build(), .identity)], rule: .nonZero)
    }

    /// Returns a picture clipped to a box.
    func group(_ content: Picture, clippedTo box: Box) throws(Failure) -> PictureGroup {
        try takeGroup(clips: 1)
        return PictureGroup(content: content, clips: [Self.clip(to: box)])
    }

    /// Runs `body` while recording a nested picture. `transform` maps its plane to the current one.
    func inPlane<Result>(
        _ transform: CGAffineTransform, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = plane
        plane = transform.concatenating(outer)
        defer { plane = outer }
        return try body()
    }

    /// Draws content with the element's clip path, mask, opacity and blending.
    func layered(
        _ node: Int32, _ style: SVGStyle, at transform: CGAffineTransform, into recorder: inout PictureRecorder,
        _ body: (inout PictureRecorder, CGAffineTransform) throws(Failure) -> Box
    ) throws(Failure) -> Box {
        let hasEffect = style.opacity < 1 || style.blendMode != .normal || style.isIsolated
        let isFiltered = !style.filter.filters.isEmpty
        guard
            hasEffect || isFiltered || style.clipPath != nil || style.mask != nil || style.rare?.style.clipShape != nil
        else {
            return try body(&recorder, transform)
        }
        var content = PictureRecorder()
        let box = try inPlane(transform) { () throws(Failure) in try body(&content, .identity) }
        guard content.operationCount > 0 || isFiltered else { return box }
        var picture = content.finish()
        if isFiltered {
            switch try filtered(picture, box: box, style) {
            case .unfiltered: break
            case .nothing: return box
            case .filtered(let result): picture = result
            }
            guard picture.operationCount > 0 else { return box }
        }
        var clips: [PictureGroup.Clip] = []
        if let id = style.clipPath, let clipNode = clipPath(id) {
            guard case .clips(let all) = try clip(clipNode, box: box) else { return box }
            for clip in all { if case .outlines(let outlines) = clip { clips.append(outlines) } }
            let masks = all.filter { if case .mask = $0 { true } else { false } }
            picture = try clipped(picture, masks)
        }
        if let shape = style.rare?.style.clipShape {
            let reference = referenceBox(shape.box, fill: box, ink: { picture.inkBounds })
            clips.append(shape.outline(in: reference) { resolve($0, reference: $1, style: style) })
            try chargeMemory(clips[clips.count - 1].parts[0].path.byteCount, for: "the clips of its elements")
        }
        var mask: PictureGroup.Mask?
        if let layers = style.rare?.style.masks, !layers.isEmpty {
            guard try combinedMask(layers, of: picture, box: box, style, into: &mask) else { return box }
        } else if let id = style.mask, let maskNode = tree.node(withID: id),
            tree.nodes[Int(maskNode)].element == .mask, !isInCircle(maskNode)
        {
            mask = try self.mask(maskNode, box: box, style)
            if mask == nil { return box }
        }
        try takeGroup(clips: clips.count)
        recorder.draw(
            PictureGroup(
                content: picture, clips: clips, mask: mask, opacity: style.opacity, blendMode: style.blendMode,
                isIsolated: style.isIsolated),
            transform: transform)
        return box
    }
}
