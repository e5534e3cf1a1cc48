import CCairo
import TileGeometry

extension Replay {
    /// The resolution of drawing that has no vector representation, in pixels per unit of the surface, which is a point
    /// of a page: 288 dpi.
    static let pixelsPerVectorUnit = 4.0

    /// Draws a group on a vector surface, as one of the surface's groups.
    ///
    /// Modes that need a shape are left to Cairo, which draws that part of the page as pixels, because PDF has none of
    /// them.
    func drawVectors(
        _ group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let cairo = canvas.context()
        counters.layers += 1
        let content = try patternOfGroup(cairo) { () throws(RasterFailure) in
            try draw(group.content, transform, on: canvas, clip: clip)
        }
        defer { cairo_pattern_destroy(content) }
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_rectangle(cairo, clip.minX, clip.minY, clip.width, clip.height)
        cairo_clip(cairo)
        guard let mask = group.mask else {
            cairo_set_operator(cairo, group.blendMode.cairo)
            if let shape = try shapePattern(group, transform, on: canvas, clip: clip) {
                cairo_set_source(cairo, content)
                cairo_mask(cairo, shape)
                cairo_pattern_destroy(shape)
            } else {
                cairo_set_source(cairo, content)
                if group.opacity < 1 { cairo_paint_with_alpha(cairo, group.opacity) } else { cairo_paint(cairo) }
            }
            return
        }
        switch mask.kind {
        case .alpha:
            let through = try patternOfGroup(cairo) { () throws(RasterFailure) in
                let region = mask.regionTransform.concatenating(transform)
                guard region.isInvertible else { return }
                cairo_save(cairo)
                var matrix = region.cairo
                cairo_set_matrix(cairo, &matrix)
                cairo_rectangle(cairo, mask.region.minX, mask.region.minY, mask.region.width, mask.region.height)
                cairo_clip(cairo)
                defer { cairo_restore(cairo) }
                try draw(
                    PictureGroup(content: mask.content, opacity: group.opacity),
                    mask.transform.concatenating(transform), on: canvas, clip: clip)
            }
            defer { cairo_pattern_destroy(through) }
            cairo_set_operator(cairo, group.blendMode.cairo)
            cairo_set_source(cairo, content)
            cairo_mask(cairo, through)
        case .luminance:
            try paint(content, through: mask, group, transform: transform, on: canvas, clip: clip)
        }
    }

    private func patternOfGroup(
        _ cairo: OpaquePointer, _ body: () throws(RasterFailure) -> Void
    ) throws(RasterFailure) -> OpaquePointer {
        // Earlier drawing left its matrix, which would apply to the pattern.
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_push_group(cairo)
        var failure: RasterFailure?
        do throws(RasterFailure) { try body() } catch { failure = error }
        let pattern: OpaquePointer = cairo_pop_group(cairo)
        if let failure {
            cairo_pattern_destroy(pattern)
            throw failure
        }
        return pattern
    }

    /// Returns the shape to which `clear` and `copy` are limited.
    private func shapePattern(
        _ group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) -> OpaquePointer? {
        guard group.blendMode == .clear || group.blendMode == .copy else { return nil }
        let covered: Picture
        switch group.shape {
        case .ink: covered = group.content
        case .picture(let picture): covered = picture
        case .box: return nil
        }
        return try patternOfGroup(canvas.context()) { () throws(RasterFailure) in
            try draw(covered, transform, on: canvas, clip: clip)
        }
    }

    /// Paints through a mask. Cairo's masks have no luminance, so the mask is drawn as pixels.
    private func paint(
        _ content: OpaquePointer, through mask: PictureGroup.Mask, _ group: PictureGroup,
        transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let fine = Self.pixelsPerVectorUnit
        let region = clip.intersection(canvas.bounds)
        guard !region.isEmpty else { return }
        let (x, y) = (Int((region.minX * fine).rounded(.down)), Int((region.minY * fine).rounded(.down)))
        let (width, height) = (
            Int((region.maxX * fine).rounded(.up)) - x, Int((region.maxY * fine).rounded(.up)) - y
        )
        guard width > 0, height > 0 else { return }
        let apart = Layer(canvas: Canvas(width: width, height: height, pool: pool, antialias: antialias), x: x, y: y)
        let finely = transform.concatenating(CGAffineTransform(scaleX: fine, y: fine))
        guard let bytes = try self.mask(mask, finely, opacity: group.opacity, over: apart) else { return }
        let surface = cairo_image_surface_create_for_data(
            bytes.bytes, CAIRO_FORMAT_A8, Int32(width), Int32(height), Int32(bytes.stride))
        let through: OpaquePointer = cairo_pattern_create_for_surface(surface)
        var matrix = CGAffineTransform(a: fine, b: 0, c: 0, d: fine, tx: -Double(x), ty: -Double(y)).cairo
        cairo_pattern_set_matrix(through, &matrix)
        let cairo = canvas.context()
        cairo_set_operator(cairo, group.blendMode.cairo)
        cairo_set_source(cairo, content)
        cairo_mask(cairo, through)
        cairo_pattern_destroy(through)
        // Finishing the surface makes Cairo copy the pixels.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        bytes.bytes.deallocate()
    }

    /// Makes a pattern the source, as vectors that the surface repeats.
    func setVectorSource(
        _ pattern: PatternPaint, _ transform: CGAffineTransform, on canvas: Canvas
    ) throws(RasterFailure) -> Bool {
        guard pattern.transform.concatenating(transform).isInvertible else { return false }
        var extents = cairo_rectangle_t(x: 0, y: 0, width: pattern.cellWidth, height: pattern.cellHeight)
        guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents),
            let cairo = cairo_create(surface)
        else { throw .cairo }
        defer { cairo_surface_destroy(surface) }
        let cell = Canvas(
            vectors: cairo, width: Int(min(1e6, pattern.cellWidth.rounded(.up))),
            height: Int(min(1e6, pattern.cellHeight.rounded(.up))), pool: pool)
        cairo_destroy(cairo)
        counters.patternCells += 1
        try draw(pattern.content, pattern.contentTransform, on: cell, clip: cell.bounds)
        cell.finish()
        let source: OpaquePointer = cairo_pattern_create_for_surface(surface)
        defer { cairo_pattern_destroy(source) }
        cairo_pattern_set_extend(source, CAIRO_EXTEND_REPEAT)
        var matrix = pattern.transform.inverted().cairo
        cairo_pattern_set_matrix(source, &matrix)
        setSource(source, transform, on: canvas)
        return true
    }
}
