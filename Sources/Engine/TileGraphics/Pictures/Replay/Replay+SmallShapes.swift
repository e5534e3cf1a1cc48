import TileGeometry

// Fills of small outlines in one color, without Cairo, which would spend most of its time on setup.

extension Replay {
    /// Fills an outline if `CoverageBuffer` supports it. Returns whether it did.
    ///
    /// The decision must not depend on the outline's position, so that tiles meet without a seam.
    func fillSmall(_ path: Path, _ color: Color, transform: CGAffineTransform, on canvas: Canvas) -> Bool {
        // Cairo is as fast for upright rects, and exact.
        guard path.winding != 0, let parts = canvas.freeParts(), !(transform.preservesRects && path.rectangle != nil)
        else {
            return false
        }
        let box = path.bounds.applying(transform)
        guard CoverageBuffer.holds(width: box.width, height: box.height) else { return false }
        if color.alpha <= 0 || !box.intersects(canvas.bounds) { return true }
        counters.operationsDrawn += 1
        counters.segments += path.verbs.count
        coverage.begin(box)
        coverage.add(path, transform)
        coverage.blend(color.pixel, on: canvas.freePixels(), in: parts)
        return true
    }

    /// Draws glyphs if `CoverageBuffer` supports them. Returns whether it did.
    func showSmall(_ run: GlyphRun, _ color: Color, transform: CGAffineTransform, on canvas: Canvas) -> Bool {
        guard run.isPlain, let parts = canvas.freeParts() else { return false }
        let box = run.bounds.applying(transform)
        guard CoverageBuffer.holds(width: box.width, height: box.height) else { return false }
        if color.alpha <= 0 || !box.intersects(canvas.bounds) { return true }
        counters.operationsDrawn += 1
        coverage.begin(box)
        for glyph in run.glyphs {
            let whole = run.placement(of: glyph).concatenating(transform)
            guard whole.isInvertible else { continue }
            counters.segments += glyph.outline.verbs.count
            coverage.add(glyph.outline, whole)
        }
        coverage.blend(color.pixel, on: canvas.freePixels(), in: parts)
        return true
    }
}
