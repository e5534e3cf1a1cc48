import CCairo
import TileGeometry

extension Replay {
    /// The maximum deviation of a backdrop's blur in pixels. A wider one is computed with pixels `2ⁿ` times larger.
    private static let widestBackdropBlur = 4.0
    /// The deviation in pixels beyond which a backdrop has no recognizable content, and is not drawn.
    private static let blurriestBackdrop = 1e5

    /// Draws the operations before a backdrop, blurred, in its outline.
    ///
    /// - Parameters:
    ///   - number: The backdrop's number in the picture being drawn.
    ///   - toPicture: The backdrop's transform in that picture.
    ///   - transform: Maps the backdrop's plane to the canvas.
    func draw(
        _ backdrop: PictureBackdrop, number: UInt32, toPicture: CGAffineTransform, _ transform: CGAffineTransform,
        on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard let trail, !canvas.isVector, transform.isInvertible,
            trail.nesting < PictureBackdrop.nesting(trail.root.backdropCount),
            trail.depth + trail.steps.count + trail.root.depth < NestingLimit.depthOfAnyThread
        else { return }
        let deviation = backdrop.deviation * abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
        let region = backdrop.bounds.applying(transform).expanded(by: Self.antialiasingMargin)
            .intersection(clip).intersection(canvas.bounds)
        guard !region.isEmpty, region.width > 0, region.height > 0, deviation < Self.blurriestBackdrop else { return }
        var rootToCanvas = toPicture.concatenating(trail.toRoot).inverted().concatenating(transform)
        // Computed by way of an inverse; adjacent tiles must have the same position on the grid.
        rootToCanvas.tx = Self.onGrid(rootToCanvas.tx)
        rootToCanvas.ty = Self.onGrid(rootToCanvas.ty)
        guard rootToCanvas.isInvertible, rootToCanvas.tx.isFinite, rootToCanvas.ty.isFinite else { return }
        var factor = 1.0
        while deviation / factor > Self.widestBackdropBlur { factor *= 2 }
        let behind = BackdropGrid(
            region: region, origin: (rootToCanvas.tx, rootToCanvas.ty), factor: factor, deviation: deviation / factor)
        try spend(behind.width * behind.height / 4)
        let apart = Canvas(width: behind.width, height: behind.height, pool: pool, antialias: antialias)
        let toGrid = rootToCanvas.concatenating(CGAffineTransform(translationX: -behind.left, y: -behind.top))
            .concatenating(CGAffineTransform(scaleX: 1 / factor, y: 1 / factor))
        try replay(until: number, trail, toGrid, samplesPerPixel: samplesPerPixel / factor, on: apart)
        counters.layers += 1
        if case .solid(let color) = apart.contents {
            guard color != .clear else { return }
            return replace(within: backdrop.outline, transform, on: canvas, clip: region) { cairo in
                let straight = PixelColor(argb: BackdropColors(backdrop.saturation).changed(color.argb)).straight
                cairo_set_source_rgba(
                    cairo, Double(straight.red) / 255, Double(straight.green) / 255, Double(straight.blue) / 255,
                    Double(straight.alpha) / 255)
            }
        }
        guard case .bitmap(let bitmap) = apart.finish() else { throw .cairo }
        behind.extendEdges(of: bitmap, drawn: trail.root.bounds.applying(toGrid))
        BitmapBlur.apply(to: bitmap, x: deviation / factor, y: deviation / factor, pool: pool)
        BackdropColors(backdrop.saturation).change(bitmap)
        let surface = bitmap.surface()
        let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
        var matrix = CGAffineTransform(translationX: -behind.left, y: -behind.top)
            .concatenating(CGAffineTransform(scaleX: 1 / factor, y: 1 / factor)).cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, behind.isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
        replace(within: backdrop.outline, transform, on: canvas, clip: region) { cairo_set_source($0, pattern) }
        cairo_pattern_destroy(pattern)
        // The pixels are freed with the bitmap; nothing may reference them afterwards.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Returns a position without the rounding errors of a few transforms.
    private static func onGrid(_ value: Double) -> Double {
        let steps = 1048576.0
        return abs(value) < 1e9 ? (value * steps).rounded() / steps : value
    }

    /// Draws the outermost picture up to an operation of the picture being drawn.
    private func replay(
        until number: UInt32, _ trail: BackdropTrail, _ transform: CGAffineTransform, samplesPerPixel: Double,
        on canvas: Canvas
    ) throws(RasterFailure) {
        var failure: RasterFailure?
        let inner = Replay(
            pool: pool, antialias: antialias, strips: strips,
            externalPatience: externalPatience.map { max(0, $0 - externalTime) }, isCancelled: isCancelled)
        inner.trail = BackdropTrail(
            root: trail.root, nesting: trail.nesting + 1, depth: trail.depth + trail.steps.count + trail.root.depth,
            end: trail.path(to: number))
        inner.samplesPerPixel = samplesPerPixel
        (inner.filterBudget, inner.openFilterPixels) = (filterBudget, openFilterPixels)
        do throws(RasterFailure) {
            try inner.draw(trail.root, transform, on: canvas, clip: canvas.bounds)
        } catch {
            failure = error
        }
        counters += inner.counters
        externalTime += inner.externalTime
        filterBudget = inner.filterBudget ?? filterBudget
        if !inner.isAsWhole { isAsWhole = false }
        inner.end()
        if let failure { throw failure }
    }

    /// Replaces what the canvas shows within an outline: over it, translucent content would stay sharp.
    private func replace(
        within outline: Path, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box,
        by setSource: (OpaquePointer) -> Void
    ) {
        let cairo = canvas.context()
        cairo_save(cairo)
        defer { cairo_restore(cairo) }
        cairo_new_path(cairo)
        _ = trace(outline, transform: transform, in: cairo, clip: clip)
        var identity = CGAffineTransform.identity.cairo
        cairo_set_matrix(cairo, &identity)
        cairo_set_antialias(cairo, antialias)
        // With the outline's coverage c: the content times 1 - c, and then the source times c added.
        cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OUT)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        cairo_fill_preserve(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_ADD)
        setSource(cairo)
        cairo_fill(cairo)
        cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }
}

/// The grid on which a backdrop is blurred: pixels of the canvas, or squares of them, counted from the origin of the
/// outermost picture, so that adjacent tiles compute the same values.
private struct BackdropGrid {
    /// The top left of the grid, in pixels of the canvas.
    let left: Double
    let top: Double
    let width: Int
    let height: Int
    /// Whether the grid's pixels are the canvas's.
    let isExact: Bool

    /// - Parameters:
    ///   - region: The visible pixels.
    ///   - deviation: The blur's deviation in pixels of the grid.
    init(region: Box, origin: (x: Double, y: Double), factor: Double, deviation: Double) {
        // The blur's reach, and two pixels for interpolation.
        let reach = (deviation * BlurReach.deviations).rounded(.up) + 2
        func first(_ value: Double, _ origin: Double) -> Double { ((value - origin) / factor).rounded(.down) - reach }
        func last(_ value: Double, _ origin: Double) -> Double { ((value - origin) / factor).rounded(.up) + reach }
        let (firstX, firstY) = (first(region.minX, origin.x), first(region.minY, origin.y))
        left = firstX * factor + origin.x
        top = firstY * factor + origin.y
        width = Int(last(region.maxX, origin.x) - firstX)
        height = Int(last(region.maxY, origin.y) - firstY)
        isExact = factor == 1 && origin.x == origin.x.rounded() && origin.y == origin.y.rounded()
    }

    /// Continues the drawing's outermost pixels to the edges of the bitmap, so that a blur at the edge of the whole
    /// drawing does not fade out.
    ///
    /// - Parameter drawn: The bounds of the whole drawing, on the grid.
    func extendEdges(of bitmap: Bitmap, drawn: Box) {
        let (firstX, endX) = Self.wholePixels(from: drawn.minX, to: drawn.maxX, count: bitmap.width)
        let (firstY, endY) = Self.wholePixels(from: drawn.minY, to: drawn.maxY, count: bitmap.height)
        guard firstX < endX, firstY < endY else { return }
        if firstX > 0 || endX < bitmap.width {
            for y in firstY..<endY {
                let row = bitmap.row(y)
                for x in 0..<firstX { row[x] = row[firstX] }
                for x in endX..<bitmap.width { row[x] = row[endX - 1] }
            }
        }
        for y in 0..<firstY { _ = bitmap.row(y).update(from: bitmap.row(firstY)) }
        for y in endY..<bitmap.height { _ = bitmap.row(y).update(from: bitmap.row(endY - 1)) }
    }

    /// Returns the pixels of a row or column that lie within the drawing completely.
    private static func wholePixels(from low: Double, to high: Double, count: Int) -> (first: Int, end: Int) {
        // A pixel that the edge only touches by a rounding error lies within it.
        let tolerance = 1e-6
        let first = min(Double(count), max(0, (low - tolerance).rounded(.up)))
        let end = min(Double(count), max(0, (high + tolerance).rounded(.down)))
        return (Int(first), Int(end))
    }
}

/// The change of a backdrop's colors, in integers.
private struct BackdropColors {
    private let factor: Int32
    private static let one = Int32(1 << 12)

    init(_ saturation: Double) { factor = Int32((saturation * Double(Self.one)).rounded()) }

    func change(_ bitmap: Bitmap) {
        guard factor != Self.one else { return }
        for y in 0..<bitmap.height {
            let row = bitmap.row(y)
            for x in 0..<bitmap.width { row[x] = changed(row[x]) }
        }
    }

    /// Returns a pixel with its colors' distances from their luminance multiplied.
    func changed(_ argb: UInt32) -> UInt32 {
        if factor == Self.one { return argb }
        let (a, r, g, b) = (
            Int32(argb >> 24), Int32(argb >> 16 & 255), Int32(argb >> 8 & 255), Int32(argb & 255)
        )
        // The weights of luminance in sRGB, 0.2126, 0.7152 and 0.0722, in 16 bits.
        let luminance = (r * 13933 + g * 46871 + b * 4732 + 32768) >> 16
        func moved(_ value: Int32) -> UInt32 {
            let far = luminance + ((value - luminance) * factor + Self.one / 2) >> 12
            return UInt32(min(a, max(0, far)))
        }
        return UInt32(a) << 24 | moved(r) << 16 | moved(g) << 8 | moved(b)
    }
}
