import TileGeometry

extension Picture {
    /// Returns this picture with all its colors multiplied by one.
    ///
    /// - Complexity: O(n), including pixels of images.
    public func tinted(by tint: Color) -> Picture {
        if tint == .white { return self }
        return Picture(
            ContiguousArray(
                operations.map { operation in
                    var operation = operation
                    operation.kind = operation.kind.tinted(by: tint)
                    return operation
                }))
    }

    /// Subtracts the cost of `tinted(by:)` from a budget: one for each operation, and for each 64 pixels of an image.
    /// Stops when the budget is used up.
    ///
    /// - Returns: Whether the budget sufficed.
    package func takesTintFrom(_ budget: inout Int) -> Bool {
        for operation in operations {
            budget -= 1
            if budget < 0 { return false }
            switch operation.kind {
            case .group(let group): if !group.content.takesTintFrom(&budget) { return false }
            case .projected(let projected): if !projected.content.takesTintFrom(&budget) { return false }
            case .filtered(let filtered): if !filtered.content.takesTintFrom(&budget) { return false }
            case .fill(_, _, .pattern(let pattern), _), .stroke(_, _, .pattern(let pattern), _),
                .glyphs(_, .pattern(let pattern)):
                if !pattern.content.takesTintFrom(&budget) { return false }
            case .image(let image): budget -= image.pixelCount / 64
            case .fill, .stroke, .glyphs, .external, .backdrop: break
            }
        }
        return budget >= 0
    }

    /// Returns this picture without the operations that draw nothing in a box; this picture if all draw something.
    ///
    /// - Complexity: O(n).
    public func culled(to box: Box) -> Picture {
        if box.contains(bounds) || operations.allSatisfy({ $0.bounds.intersects(box) }) { return self }
        return Picture(operations.filter { $0.bounds.intersects(box) })
    }

    /// Whether an operation blends with the backdrop other than by covering it, so that the picture must be drawn apart
    /// to be independent of the backdrop.
    ///
    /// - Complexity: O(n).
    public var blendsWithBackdrop: Bool {
        operations.contains { operation in
            guard case .group(let group) = operation.kind else { return false }
            return group.blendMode != .normal || (!group.isIsolated && group.content.blendsWithBackdrop)
        }
    }
}

extension Operation.Kind {
    fileprivate func tinted(by tint: Color) -> Operation.Kind {
        switch self {
        case .fill(let path, let rule, let paint, let antialiasing):
            .fill(path, rule, paint.tinted(by: tint), antialiasing)
        case .stroke(let path, let style, let paint, let antialiasing):
            .stroke(path, style, paint.tinted(by: tint), antialiasing)
        case .glyphs(let run, let paint): .glyphs(run, paint.tinted(by: tint))
        case .group(let group): .group(group.tinted(by: tint))
        case .projected(let projected):
            .projected(
                ProjectedPicture(content: projected.content.tinted(by: tint), projection: projected.projection))
        case .filtered(let filtered): .filtered(filtered.tinted(by: tint))
        case .image(let image): .image(image.tinted(by: tint))
        // Only views are tinted, and those have no external parts.
        case .external: self
        // It shows what is behind, which the tint does not change.
        case .backdrop: self
        }
    }
}

extension Color {
    fileprivate func tinted(by tint: Color) -> Color {
        Color(red: red * tint.red, green: green * tint.green, blue: blue * tint.blue, alpha: alpha * tint.alpha)
    }
}

extension Paint {
    fileprivate func tinted(by tint: Color) -> Paint {
        switch self {
        case .color(let color): return .color(color.tinted(by: tint))
        case .gradient(var gradient):
            for index in gradient.stops.indices {
                gradient.stops[index].color = gradient.stops[index].color.tinted(by: tint)
            }
            return .gradient(gradient)
        case .pattern(let pattern):
            return .pattern(
                PatternPaint(
                    content: pattern.content.tinted(by: tint), contentTransform: pattern.contentTransform,
                    cellWidth: pattern.cellWidth, cellHeight: pattern.cellHeight, transform: pattern.transform))
        }
    }
}

extension PictureGroup {
    fileprivate func tinted(by tint: Color) -> PictureGroup {
        PictureGroup(
            content: content.tinted(by: tint), clips: clips, mask: mask, opacity: opacity, blendMode: blendMode,
            isIsolated: isIsolated, opaqueBox: tint.alpha >= 1 ? opaqueBox : .empty)
    }
}

extension PictureImage {
    fileprivate func tinted(by tint: Color) -> PictureImage {
        guard let (bitmap, source) = pixels(shrunkBy: 1) else { return self }
        let copy = Bitmap(width: bitmap.width, height: bitmap.height)
        func factor(_ value: Double) -> UInt32 { UInt32(min(1, max(0, value)) * 256 + 0.5) }
        let (red, green, blue) = (
            factor(tint.red * tint.alpha), factor(tint.green * tint.alpha), factor(tint.blue * tint.alpha)
        )
        let alpha = factor(tint.alpha)
        for y in 0..<bitmap.height {
            let (from, to) = (bitmap.row(y), copy.row(y))
            for x in 0..<bitmap.width {
                let pixel = PixelColor(argb: from[x])
                to[x] =
                    PixelColor(
                        premultipliedRed: UInt8(UInt32(pixel.red) * red >> 8),
                        green: UInt8(UInt32(pixel.green) * green >> 8), blue: UInt8(UInt32(pixel.blue) * blue >> 8),
                        alpha: UInt8(UInt32(pixel.alpha) * alpha >> 8)
                    ).argb
            }
        }
        return PictureImage(
            copy, source: source, target: target, interpolation: interpolation, antialiasing: antialiasing)
    }
}
