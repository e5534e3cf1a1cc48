import CCairo
import TileGeometry

extension Replay {
    func show(
        _ run: GlyphRun, paint: Paint, transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if case .color(let color) = paint, showSmall(run, color, transform: transform, on: canvas) { return }
        let shown = clip.expanded(by: Self.antialiasingMargin)
        let inverse = transform.inverted()
        let local = shown.applying(inverse)
        guard run.bounds.intersects(local), try setSource(paint, transform, on: canvas, clip: clip) else { return }
        let cairo = canvas.context()
        cairo_new_path(cairo)
        var segments = 0
        var long: [(path: Path, transform: CGAffineTransform)] = []
        var isTooLong = false
        for glyph in run.glyphs {
            let place = run.placement(of: glyph)
            guard glyph.outline.bounds.applying(place).intersects(local) else { continue }
            let whole = place.concatenating(transform)
            guard whole.isInvertible else { continue }
            if !isTooLong { segments += trace(glyph.outline, transform: whole, in: cairo, clip: clip) }
            guard run.glyphs.count > Self.maxGlyphsUnchecked else { continue }
            long.append((glyph.outline, whole))
            if segments > Self.maxSegments, !isTooLong, !canvas.isVector {
                isTooLong = true
                cairo_new_path(cairo)
            }
        }
        guard segments > 0 else { return }
        counters.operationsDrawn += 1
        if !isTooLong, !canvas.isVector { isTooLong = try haveTooManyEdges(long, clip: clip) }
        if isTooLong {
            return try paintEdges(rule: .nonZero, isSmooth: true, on: canvas, clip: clip) { box, edges in
                for part in long { part.path.addFill(part.transform, in: box, to: &edges) }
            }
        }
        try spend(segments)
        cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING)
        cairo_set_antialias(cairo, antialias)
        cairo_fill(cairo)
    }

    /// The number of letters in a run up to which their bounds are not checked individually.
    private static let maxGlyphsUnchecked = 1000
}
