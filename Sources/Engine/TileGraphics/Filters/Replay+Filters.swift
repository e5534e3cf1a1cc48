import CCairo
import TileGeometry

extension Replay {
    /// The side in pixels of the blocks in which filters are computed.
    private static let blockSide = 512
    /// The maximum work of a block, in pixels of all steps; beyond it, a coarser grid is used.
    private static let maxBlockPixels = Double(4 << 20)
    /// The maximum work of nested filters held at a time, in pixels.
    private static let maxOpenPixels = Double(16 << 20)
    /// The minimum budget of an image of few pixels. Filters nested beyond it have no reasonable use.
    private static let leastFilterBudget = Double(96 << 20)
    /// The maximum number of step pixels per image pixel.
    private static let filterPixelsPerPixel = 256.0

    /// Draws a picture through its filter; draws nothing if that would take too much work.
    func draw(
        _ filtered: FilteredPicture, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        if isCancelled() { throw .cancelled }
        let fine = canvas.isVector ? Self.pixelsPerVectorUnit : 1
        let shown = filtered.bounds.applying(transform).expanded(by: 2 * Self.antialiasingMargin).intersection(clip)
        guard let pixels = canvas.pixels(touching: shown) else { return }
        if filterBudget == nil {
            filterBudget = max(
                Self.leastFilterBudget, Double(canvas.width * canvas.height) * fine * fine * Self.filterPixelsPerPixel)
        }
        // Nested blocks would be computed repeatedly where they overlap.
        let side = openFilterPixels > 0 ? max(pixels.width, pixels.height) : Self.blockSide
        for top in stride(from: pixels.y, to: pixels.y + pixels.height, by: side) {
            for left in stride(from: pixels.x, to: pixels.x + pixels.width, by: side) {
                let block = Box(
                    minX: Double(left), minY: Double(top), maxX: Double(min(left + side, pixels.x + pixels.width)),
                    maxY: Double(min(top + side, pixels.y + pixels.height)))
                do throws(RasterFailure) {
                    try drawBlock(filtered, transform, fine: fine, block: block, on: canvas)
                } catch {
                    // Only the outermost filter is missing; everything else is drawn.
                    guard error == .tooComplex, openFilterPixels == 0 else { throw error }
                    counters.filtersRefused += 1
                    return
                }
            }
        }
    }

    private func drawBlock(
        _ filtered: FilteredPicture, _ transform: CGAffineTransform, fine: Double, block: Box, on canvas: Canvas
    ) throws(RasterFailure) {
        let finely = transform.concatenating(CGAffineTransform(scaleX: fine, y: fine))
        // Filters work along the picture's own axes. If these are the image's, the pixels coincide.
        let isUpright = finely.b == 0 && finely.c == 0 && finely.a > 0 && finely.d > 0
        let toGrid: CGAffineTransform
        let (wholeX, wholeY) = (finely.tx.rounded(.down), finely.ty.rounded(.down))
        if isUpright {
            guard abs(wholeX) < GridRect.farthest, abs(wholeY) < GridRect.farthest else { return }
            toGrid = CGAffineTransform(
                a: finely.a, b: 0, c: 0, d: finely.d, tx: finely.tx - wholeX, ty: finely.ty - wholeY)
        } else {
            let scaleX = (finely.a * finely.a + finely.b * finely.b).squareRoot()
            let scaleY = (finely.c * finely.c + finely.d * finely.d).squareRoot()
            toGrid = CGAffineTransform(scaleX: scaleX, y: scaleY)
        }
        guard toGrid.isInvertible, finely.isInvertible else { return }
        let gridToImage = toGrid.inverted().concatenating(finely)
        let imageBlock = block.applying(CGAffineTransform(scaleX: fine, y: fine))
        let backward = gridToImage.inverted()
        // A rotated grid is interpolated, which reads neighboring pixels.
        let wanted = GridRect(touching: imageBlock.applying(backward)).grown(x: isUpright ? 0 : 2, y: isUpright ? 0 : 2)
        let limit = min(Self.maxBlockPixels, (Self.maxOpenPixels - openFilterPixels) / 2)
        var plan = FilterPlan(filtered, toGrid: toGrid, wanted: wanted, level: 0)
        while plan.work > limit {
            let level = plan.level + 1
            guard level <= Self.maxCoarseness else { throw .tooComplex }
            plan = FilterPlan(
                filtered, toGrid: toGrid, wanted: wanted.coarser(by: level).grown(x: 1, y: 1), level: level)
        }
        guard plan.work > 0 else { return }
        if strips > 1 { checkIsAsWhole(plan) }
        filterBudget! -= plan.work
        guard filterBudget! >= 0 else { throw .tooComplex }
        openFilterPixels += plan.work
        defer { openFilterPixels -= plan.work }
        let result = try FilterRun(plan, replay: self).result()
        guard let bitmap = result.bitmap else { return }
        counters.layers += 1
        let scale = Double(sign: .plus, exponent: plan.level, significand: 1)
        lay(
            bitmap, x: Double(result.rect.minX), y: Double(result.rect.minY),
            CGAffineTransform(scaleX: scale, y: scale).concatenating(gridToImage)
                .concatenating(CGAffineTransform(scaleX: 1 / fine, y: 1 / fine)),
            isExact: isUpright && plan.level == 0 && fine == 1, within: block, on: canvas)
    }

    /// Checks that a whole image takes no more than its strips together. If they are within all bounds, it is drawn
    /// like them.
    private func checkIsAsWhole(_ plan: FilterPlan) {
        let (work, strips) = (plan.work, Double(strips))
        let limit = min(Self.maxBlockPixels, (Self.maxOpenPixels - openFilterPixels * strips) / 2)
        if plan.level > 0 || work * strips > limit || work * strips > filterBudget! / strips { isAsWhole = false }
    }

    /// The maximum number of halvings, after which everything is a single pixel.
    private static let maxCoarseness = 44

    /// Draws a grid's pixels on the canvas.
    ///
    /// - Parameters:
    ///   - x, y: The bitmap's top left on its grid.
    ///   - transform: Maps the grid to the canvas.
    private func lay(
        _ bitmap: Bitmap, x: Double, y: Double, _ transform: CGAffineTransform, isExact: Bool, within block: Box,
        on canvas: Canvas
    ) {
        let cairo = canvas.context()
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_new_path(cairo)
        cairo_rectangle(cairo, block.minX, block.minY, block.width, block.height)
        cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
        cairo_clip(cairo)
        let surface = bitmap.surface()
        let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
        var matrix = CGAffineTransform(translationX: x, y: y).concatenating(transform).inverted().cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_set_source(cairo, pattern)
        cairo_paint(cairo)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        cairo_pattern_destroy(pattern)
        // The pixels are freed with the bitmap; nothing may reference them afterwards.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}
