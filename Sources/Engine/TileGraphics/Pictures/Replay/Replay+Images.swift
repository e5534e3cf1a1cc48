import CCairo
import TileGeometry

extension Replay {
    /// The strongest reduction in one step; beyond it, Cairo's 16.16 fixed point loses precision.
    static let strongestShrinking = 8192.0

    func draw(
        _ image: PictureImage, _ given: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        let target = image.target
        let transform =
            image.edges == .wholePixels && !canvas.isVector ? Self.fitted(given, of: target) : given
        let shown = target.applying(transform).intersection(clip)
        guard !shown.isEmpty else { return }
        // From the target to the image's pixels at full size, then to those of the matching level.
        let pixelToFull = transform.inverted().concatenating(Self.map(from: target, to: image.source))
        guard let (bitmap, source) = image.pixels(shrunkBy: pixelToFull.leastScale) else { return }
        let toBitmap = Self.map(from: target, to: source)
        let pixelToBitmap = transform.inverted().concatenating(toBitmap)
        guard pixelToBitmap.isFinite,
            max(abs(pixelToBitmap.a), abs(pixelToBitmap.b), abs(pixelToBitmap.c), abs(pixelToBitmap.d))
                < Self.strongestShrinking
        else { return }
        if image.interpolation == .medium, !canvas.isVector, pixelToBitmap.a >= Self.leastReduction,
            pixelToBitmap.d >= Self.leastReduction, pixelToBitmap.b == 0, pixelToBitmap.c == 0
        {
            return reduce(
                image, bitmap, source: source, pixelToBitmap: pixelToBitmap, transform: transform, on: canvas,
                clip: clip)
        }
        // Only the given pixels may appear at the edges, so the surface is cropped to them if the part has whole
        // pixels.
        let x0 = Int(source.minX.rounded(.down))
        let y0 = Int(source.minY.rounded(.down))
        let x1 = min(bitmap.width, Int(source.maxX.rounded(.up)))
        let y1 = min(bitmap.height, Int(source.maxY.rounded(.up)))
        let bytes = (bitmap.bytes + y0 * bitmap.stride + x0 * 4).assumingMemoryBound(to: UInt8.self)
        let surface = cairo_image_surface_create_for_data(
            bytes, CAIRO_FORMAT_ARGB32, Int32(x1 - x0), Int32(y1 - y0), Int32(bitmap.stride))
        defer {
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
        let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
        defer { cairo_pattern_destroy(pattern) }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        // The means of samples smooth an enlarged image already; twice, its pixels would run into one another.
        let isEnlarged =
            max(abs(pixelToBitmap.a), abs(pixelToBitmap.b), abs(pixelToBitmap.c), abs(pixelToBitmap.d)) < 1
        cairo_pattern_set_filter(
            pattern, drawsSamples && isEnlarged ? CAIRO_FILTER_NEAREST : image.interpolation.cairo(pixelToBitmap))
        var matrix = toBitmap.concatenating(CGAffineTransform(translationX: -Double(x0), y: -Double(y0))).cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        setSource(pattern, transform, on: canvas)
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        cairo_new_path(cairo)
        add(target, transform, to: cairo, clip: clip)
        cairo_set_antialias(cairo, image.antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE)
        cairo_fill(cairo)
        // The memory belongs to the bitmap; nothing may reference it afterwards.
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }

    /// The reduction below which Cairo interpolates four pixels, and so do we.
    private static let leastReduction = 1.35

    /// Draws an upright image that is reduced.
    ///
    /// - Parameter source: The displayed part of the bitmap.
    private func reduce(
        _ image: PictureImage, _ bitmap: Bitmap, source: Box, pixelToBitmap: CGAffineTransform,
        transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) {
        let target = image.target.applying(transform)
        // Includes the pixel at the edge that antialiasing may touch.
        let shown = target.intersection(clip.expanded(by: Self.antialiasingMargin))
        let (x, y) = (shown.minX.rounded(.down), shown.minY.rounded(.down))
        let (width, height) = (Int(shown.maxX.rounded(.up) - x), Int(shown.maxY.rounded(.up) - y))
        let columns = Int(source.minX.rounded(.down))..<min(bitmap.width, Int(source.maxX.rounded(.up)))
        let rows = Int(source.minY.rounded(.down))..<min(bitmap.height, Int(source.maxY.rounded(.up)))
        guard width > 0, height > 0, !columns.isEmpty, !rows.isEmpty else { return }
        let origin = pixelToBitmap.apply(x: x, y: y)
        let reduced = pool.uninitializedBitmap(width: width, height: height)
        BoxReduction(
            columns: .init(scale: pixelToBitmap.a, origin: origin.x, limits: columns),
            rows: .init(scale: pixelToBitmap.d, origin: origin.y, limits: rows)
        ).reduce(bitmap, into: reduced)
        let surface = cairo_image_surface_create_for_data(
            reduced.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
            Int32(reduced.stride))
        defer {
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
        let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
        defer { cairo_pattern_destroy(pattern) }
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        var matrix = CGAffineTransform(translationX: -x, y: -y).cairo
        cairo_pattern_set_matrix(pattern, &matrix)
        setSource(pattern, .identity, on: canvas)
        let cairo = canvas.context()
        counters.operationsDrawn += 1
        cairo_new_path(cairo)
        add(target, .identity, to: cairo, clip: clip)
        cairo_set_antialias(cairo, image.antialiasing == .normal ? antialias : CAIRO_ANTIALIAS_NONE)
        cairo_fill(cairo)
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
    }

    /// A distance from a whole pixel that is a rounding error, in pixels.
    private static let roundingOfEdges = 1e-3

    /// Returns a transform that maps a box to the whole pixels that it touches. Turned boxes stay where they are.
    private static func fitted(_ transform: CGAffineTransform, of box: Box) -> CGAffineTransform {
        guard transform.preservesRects else { return transform }
        let exact = box.applying(transform)
        guard exact.isFinite, exact.width > 0, exact.height > 0 else { return transform }
        let (left, top) = (
            (exact.minX + roundingOfEdges).rounded(.down), (exact.minY + roundingOfEdges).rounded(.down)
        )
        let whole = Box(
            minX: left, minY: top, maxX: max(left + 1, (exact.maxX - roundingOfEdges).rounded(.up)),
            maxY: max(top + 1, (exact.maxY - roundingOfEdges).rounded(.up)))
        return transform.concatenating(map(from: exact, to: whole))
    }

    private static func map(from target: Box, to source: Box) -> CGAffineTransform {
        CGAffineTransform(translationX: -target.minX, y: -target.minY)
            .concatenating(CGAffineTransform(scaleX: source.width / target.width, y: source.height / target.height))
            .concatenating(CGAffineTransform(translationX: source.minX, y: source.minY))
    }

    /// Adds a rect of the plane that `transform` maps to pixels, which is the context's user space, to the context's
    /// path. The rect is limited to the visible area, because coordinates would overflow.
    func add(_ box: Box, _ transform: CGAffineTransform, to cairo: OpaquePointer, clip: Box) {
        if transform.preservesRects {
            let near = clip.expanded(by: Self.antialiasingMargin).applying(transform.inverted()).intersection(box)
            if !near.isEmpty { cairo_rectangle(cairo, near.minX, near.minY, near.width, near.height) }
        } else {
            var builder = PathBuilder()
            builder.rectangle(x: box.minX, y: box.minY, width: box.width, height: box.height)
            var emitter = emitter(cairo, transform, clip: clip)
            emitter.fill(builder.build())
        }
    }
}

extension Interpolation {
    /// - Parameter pixelToBitmap: Maps drawn pixels to the image's.
    fileprivate func cairo(_ pixelToBitmap: CGAffineTransform) -> cairo_filter_t {
        switch self {
        case .none: CAIRO_FILTER_NEAREST
        case .low: CAIRO_FILTER_BILINEAR
        case .medium: CAIRO_FILTER_GOOD
        case .high:
            // Cairo's best filter shows strongly enlarged pixels as squares, which is what `none` is for.
            pixelToBitmap.leastScale < Self.leastShrinkingOfSquares ? CAIRO_FILTER_GOOD : CAIRO_FILTER_BEST
        }
    }

    /// The scale below which CAIRO_FILTER_BEST sharpens enlarged pixels towards squares: more than twice the size.
    private static let leastShrinkingOfSquares = 0.5
}

extension CGAffineTransform {
    /// The scale of the axis that is reduced most.
    fileprivate var leastScale: Double { min((a * a + c * c).squareRoot(), (b * b + d * d).squareRoot()) }
}
