import CCairo
import TileGeometry

// Fills of small outlines in one colour, without Cairo: most of its time would go into beginning and ending.

extension Replay {
    /// Fills an outline if it is of the kind that `CoverageBuffer` reckons.
    ///
    /// Whether it is must not depend on where it lies, so that tiles meet without a seam.
    func fillSmall(_ path: Path, _ color: Color, _ transform: CGAffineTransform, on canvas: Canvas) -> Bool {
        // Cairo is as fast for upright rects, and exact.
        guard path.winding != 0, canvas.cutsBetweenPixels(), !(transform.preservesRects && path.rectangle != nil) else {
            return false
        }
        let box = path.bounds.applying(transform)
        guard CoverageBuffer.holds(width: box.width, height: box.height) else { return false }
        if color.alpha <= 0 || !box.intersects(canvas.bounds) { return true }
        counters.operationsDrawn += 1
        counters.segments += path.verbs.count
        coverage.begin(box)
        coverage.add(path, transform)
        lay(color, on: canvas)
        return true
    }

    /// Draws glyphs if they are of the kind that `CoverageBuffer` reckons.
    func showSmall(_ run: GlyphRun, _ color: Color, _ transform: CGAffineTransform, on canvas: Canvas) -> Bool {
        guard run.isPlain, canvas.cutsBetweenPixels() else { return false }
        let box = run.bounds.applying(transform)
        guard CoverageBuffer.holds(width: box.width, height: box.height) else { return false }
        if color.alpha <= 0 || !box.intersects(canvas.bounds) { return true }
        counters.operationsDrawn += 1
        coverage.begin(box)
        for glyph in run.glyphs {
            let whole = run.place(glyph).concatenating(transform)
            guard whole.isInvertible else { continue }
            counters.segments += glyph.outline.verbs.count
            coverage.add(glyph.outline, whole)
        }
        lay(color, on: canvas)
        return true
    }

    /// Lays a colour on the canvas where the buffer is covered.
    private func lay(_ color: Color, on canvas: Canvas) {
        if let bitmap = canvas.unclippedPixels() { return coverage.blend(color.pixel, on: bitmap) }
        // Clips are Cairo's.
        let stride = (coverage.width + 3) & ~3
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stride * coverage.height) { bytes in
            coverage.write(to: bytes.baseAddress!, bytesPerRow: stride)
            let mask = cairo_image_surface_create_for_data(
                bytes.baseAddress, CAIRO_FORMAT_A8, Int32(coverage.width), Int32(coverage.height), Int32(stride))
            let cairo = canvas.context()
            var identity = CGAffineTransform.identity.cairo
            cairo_set_matrix(cairo, &identity)
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
            cairo_mask_surface(cairo, mask, Double(coverage.x), Double(coverage.y))
            // Nothing may refer to the bytes any more.
            cairo_surface_finish(mask)
            cairo_surface_destroy(mask)
        }
    }
}
