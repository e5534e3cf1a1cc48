import CCairo
import TileGeometry

extension Replay {
    /// Returns an emitter with the visible and the safe area, in the plane that `transform` maps to pixels.
    func emitter(
        _ cairo: OpaquePointer, _ transform: CGAffineTransform, clip: Box, reach: Double = 0
    ) -> PathEmitter {
        let inverse = transform.inverted()
        let box = clip.expanded(by: Self.antialiasingMargin).applying(inverse).expanded(by: reach)
        // In a rotated or sheared plane the enclosing box exceeds the limit in pixels, by 2 to 3 times at most for
        // rotations; the limit allows for that. The visible area is well inside, so that subdivision ends.
        let limit = Self.coordinateLimit
        let safe = Box(minX: -limit, minY: -limit, maxX: limit, maxY: limit).union(clip).applying(inverse)
            .union(box.expanded(by: (box.width + box.height) / 8))
        // A plane so small or large that its numbers overflow shows nothing.
        guard box.isFinite, safe.isFinite else { return PathEmitter(cairo: cairo, box: .empty, safe: .infinite) }
        return PathEmitter(cairo: cairo, box: box, safe: safe)
    }

    /// Adds the visible part of a filled outline to the context's path, and leaves the context's matrix at `transform`.
    ///
    /// - Returns: The number of segments added.
    @discardableResult
    func trace(_ path: Path, transform: CGAffineTransform, in cairo: OpaquePointer, clip: Box) -> Int {
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        var emitter = emitter(cairo, transform, clip: clip)
        emitter.fill(path)
        counters.segments += emitter.segments
        return emitter.segments
    }

    /// Returns the reach of a stroke's ink from the outline, in its plane, limited to what can matter.
    private static func reach(_ style: StrokeStyle, _ transform: CGAffineTransform) -> Double {
        min(style.reach, coordinateLimit / transform.meanScale)
    }

    func fill(
        _ path: Path, rule: FillRule, paint: Paint, antialiasing: Antialiasing, transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted())
        var coversAll = false
        // Worth checking if the result can be "full", and for long outlines also if it can be "none".
        if path.bounds.contains(local) || path.segmentCount >= SegmentRuns.worthwhileCount {
            switch path.coverage(of: local, rule: rule) {
            case .none: return
            case .full: coversAll = true
            case .partial: break
            }
        }
        let paint = try flatColor(paint, transform, on: canvas).map { Paint.color($0) } ?? paint
        if coversAll, canvas.clipDepth == 0, clip.contains(canvas.bounds), case .color(let color) = paint {
            counters.operationsDrawn += 1
            if color.alpha >= 1 { return canvas.become(color.pixel) }
            if color.alpha <= 0 { return }
        }
        if antialiasing == .normal, case .color(let color) = paint,
            fillSmall(path, color, transform: transform, on: canvas)
        {
            return
        }
        guard try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        let wanted = antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE
        if coversAll {
            cairo_new_path(cairo)
            var matrix = transform.cairo
            cairo_set_matrix(cairo, &matrix)
            cairo_rectangle(cairo, local.minX, local.minY, local.width, local.height)
            cairo_set_antialias(cairo, wanted)
            return cairo_fill(cairo)
        }
        let shown = try thinned(path, for: .fill(rule), transform, on: canvas)?.outline
        try fillOutline(shown ?? path, rule: rule, transform, antialias: wanted, near: local, on: canvas, clip: clip)
    }

    /// Fills an outline with the canvas's source.
    private func fillOutline(
        _ path: Path, rule: FillRule, _ transform: CGAffineTransform, antialias wanted: cairo_antialias_t,
        near local: Box, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let cairo = canvas.context()
        cairo_set_fill_rule(cairo, rule.cairo)
        try drawOutline(path, transform, antialias: wanted, near: local, on: canvas, clip: clip) {
            trace(path, transform: transform, in: cairo, clip: $0)
        } addEdges: {
            path.addFill(transform, in: $0, to: &$1)
        } finish: {
            cairo_fill(cairo)
        }
    }

    /// - Parameter paintTransform: Maps the plane of the paint to pixels; nil if that is the outline's.
    func stroke(
        _ path: Path, style: StrokeStyle, paint: Paint, paintTransform: CGAffineTransform? = nil,
        antialiasing: Antialiasing, transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let reach = Self.reach(style, transform)
        let local = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
        guard path.bounds.intersects(local), path.touches(local),
            try setSource(paint, paintTransform ?? transform, on: canvas, clip: clip)
        else { return }
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        var matrix = transform.cairo
        cairo_set_matrix(cairo, &matrix)
        // A wider pen has edges beyond Cairo's limits.
        cairo_set_line_width(cairo, min(style.width, 2 * Self.coordinateLimit / transform.meanScale))
        cairo_set_line_cap(cairo, style.cap.cairo)
        cairo_set_line_join(cairo, style.join.cairo)
        cairo_set_miter_limit(cairo, style.miterLimit)
        cairo_set_dash(cairo, nil, 0, 0)
        var outline = path
        var isSolid = style.dashes.isEmpty
        let isWhole = emitter(cairo, transform, clip: clip, reach: reach).safe.contains(path.bounds)
        // At corners, Cairo draws the joins of dashes without length.
        let hasEmptyDashes = style.cap == .butt && style.dashes.contains(0)
        let dashesItself = !style.dashes.isEmpty && isWhole && !hasEmptyDashes && path.hasFewDashes(style)
        if dashesItself {
            cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), style.dashOffset)
        } else if !style.dashes.isEmpty {
            try spend(path.segmentCount)
            if let dashes = DashedStroke(path, style, in: local, pixel: 1 / transform.meanScale) {
                outline = dashes.outline.build()
            } else {
                isSolid = true
            }
        }
        let wanted = antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE
        if isSolid {
            let use = ThinnedOutlines.Use.stroke(
                width: style.width, cap: style.cap, join: style.join, miterLimit: style.miterLimit)
            switch try thinned(path, for: use, transform, on: canvas) {
            case .none: break
            case .outline(let line): outline = line
            case .ink(let ink):
                return try paintAreas(
                    overlap: .none, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip
                ) { ink.addFill(transform, in: $0, to: &$1) }
            case .spans(let spans):
                return try paintSpans(
                    spans, transform, isSmooth: wanted != CAIRO_ANTIALIAS_NONE, on: canvas, clip: clip)
            }
        }
        try drawOutline(
            outline, transform, antialias: wanted, penWidth: style.width, near: local, on: canvas, clip: clip
        ) { clip in
            cairo_set_matrix(cairo, &matrix)
            var emitter = emitter(cairo, transform, clip: clip, reach: reach)
            if style.width * transform.meanScale > Self.thickPen {
                emitter.pixelOfThickStroke = 1 / transform.meanScale
            }
            if dashesItself {
                for subpath in path.subpaths { emitter.whole(path, subpath) }
            } else {
                emitter.stroke(outline)
            }
            counters.segments += emitter.segments
            return emitter.segments
        } addAreas: { box, edges in
            let near = box.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
            outline.addStroke(style, transform, in: near, to: &edges)
        } addEdges: { box, edges in
            let near = box.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).expanded(by: reach)
            outline.addStroke(style, transform, in: near, to: &edges)
        } finish: {
            cairo_stroke(cairo)
        }
    }

    /// The width of a pen in pixels from which the directions of curves at their ends can be seen.
    private static let thickPen = 2.0
}

extension Path {
    /// Returns whether Cairo may do the dashing: it processes the whole outline, visible or not, in some 30 ns per
    /// dash.
    fileprivate func hasFewDashes(_ style: StrokeStyle) -> Bool {
        guard segmentCount <= 512 else { return false }
        let dashes = style.dashes.count * (style.dashes.count % 2 + 1)
        var length = 0.0
        for at in stride(from: 2, to: coordinates.count, by: 2) {
            length += abs(coordinates[at] - coordinates[at - 2]) + abs(coordinates[at + 1] - coordinates[at - 1])
        }
        return length * Double(dashes) <= 4096 * style.dashes.reduce(0, +)
    }
}
