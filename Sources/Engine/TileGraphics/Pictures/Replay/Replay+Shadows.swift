import CCairo
import TileGeometry

extension Replay {
    /// The maximum deviation of a blur in pixels. A wider one is computed with pixels `2ⁿ` times larger, because it has
    /// no finer detail. This bounds the work, however deep a tile is.
    private static let widestBlur = 16.0
    /// The deviation in pixels beyond which a shadow has no recognizable shape.
    private static let blurriest = 1e6

    /// Draws a group's shadow in the clip.
    func cast(
        _ shadow: PictureShadow, of group: PictureGroup, _ transform: CGAffineTransform, on canvas: Canvas, clip: Box
    ) throws(RasterFailure) {
        guard shadow.color.alpha > 0, group.opacity > 0 else { return }
        // The blur's deviations along the pixels' axes: the diagonal of the transformed covariance.
        let deviationX = shadow.deviation * (transform.a * transform.a + transform.c * transform.c).squareRoot()
        let deviationY = shadow.deviation * (transform.b * transform.b + transform.d * transform.d).squareRoot()
        let widest = max(deviationX, deviationY)
        guard widest < Self.blurriest else { return }
        var factor = canvas.isVector ? 1 / Self.pixelsPerVectorUnit : 1
        while widest / factor > Self.widestBlur { factor *= 2 }
        let offsetX = transform.a * shadow.offsetX + transform.c * shadow.offsetY
        let offsetY = transform.b * shadow.offsetX + transform.d * shadow.offsetY
        let region = clip.intersection(canvas.bounds)
        guard !region.isEmpty, offsetX.isFinite, offsetY.isFinite else { return }
        // From pixels of the canvas to those of the shadow's own grid, which is anchored at the picture's origin, so
        // that adjacent tiles see the same samples.
        let reachX = deviationX * PictureShadow.reach
        let reachY = deviationY * PictureShadow.reach
        func aligned(_ value: Double, _ origin: Double) -> Double {
            factor == 1 ? value.rounded(.down) : ((value - origin) / factor).rounded(.down) * factor + origin
        }
        let left = aligned(region.minX - reachX - 1, transform.tx)
        let top = aligned(region.minY - reachY - 1, transform.ty)
        let width = Int(((region.maxX + reachX + 1 - left) / factor).rounded(.up)) + 1
        let height = Int(((region.maxY + reachY + 1 - top) / factor).rounded(.up)) + 1
        let toGrid = transform.concatenating(
            CGAffineTransform(translationX: offsetX - left, y: offsetY - top)
        ).concatenating(CGAffineTransform(scaleX: 1 / factor, y: 1 / factor))
        // Backdrops have nothing behind them in a shadow.
        let outer = trail
        trail = nil
        defer { trail = outer }
        guard
            var map = try coverage(of: group, toGrid, width: width, height: height)
        else { return }
        map.blur(x: deviationX / factor, y: deviationY / factor)
        counters.layers += 1
        paint(map, shadow.color, mode: group.blendMode, x: left, y: top, factor: factor, on: canvas, clip: region)
    }

    /// Returns the coverage of a group; nil if it is invisible.
    private func coverage(
        of group: PictureGroup, _ transform: CGAffineTransform, width: Int, height: Int
    ) throws(RasterFailure) -> CoverageMap? {
        let apart = Canvas(width: width, height: height, pool: pool, antialias: antialias)
        try draw(group.content, transform, on: apart, clip: apart.bounds)
        if case .solid(.clear) = apart.contents { return nil }
        _ = apart.sourceSurface()
        guard case .drawn(let bitmap) = apart.contents else { throw .cairo }
        var map = CoverageMap(alphaOf: bitmap)
        if let mask = group.mask {
            let layer = Layer(canvas: apart, x: 0, y: 0)
            guard let through = try self.mask(mask, transform, opacity: group.opacity, over: layer) else { return nil }
            defer { through.bytes.deallocate() }
            for y in 0..<height {
                for x in 0..<width {
                    let at = y * map.stride + x
                    map.bytes[at] = multiplied(map.bytes[at], through.bytes[y * through.stride + x])
                }
            }
        } else if group.opacity < 1 {
            let opacity = UInt8(max(0, group.opacity) * 255 + 0.5)
            for at in map.bytes.indices { map.bytes[at] = multiplied(map.bytes[at], opacity) }
        }
        return map.isClear ? nil : map
    }

    private func multiplied(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((UInt32(a) * UInt32(b) + 127) / 255) }

    /// Paints a color through coverage with pixels `factor` wide, starting at (x, y).
    private func paint(
        _ map: CoverageMap, _ color: Color, mode: BlendMode, x: Double, y: Double, factor: Double,
        on canvas: Canvas, clip: Box
    ) {
        var map = map
        map.bytes.withUnsafeMutableBufferPointer { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress, CAIRO_FORMAT_A8, Int32(map.width), Int32(map.height), Int32(map.stride))
            let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
            var matrix = CGAffineTransform(translationX: -x, y: -y)
                .concatenating(CGAffineTransform(scaleX: 1 / factor, y: 1 / factor)).cairo
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_filter(pattern, factor == 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
            let cairo = canvas.context()
            cairo_save(cairo)
            var identity = CGAffineTransform.identity.cairo
            cairo_set_matrix(cairo, &identity)
            cairo_rectangle(cairo, clip.minX, clip.minY, clip.width, clip.height)
            cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE)
            cairo_clip(cairo)
            // Modes that need a shape affect the backdrop only for the group itself.
            cairo_set_operator(cairo, mode.needsShape ? CAIRO_OPERATOR_OVER : mode.cairo)
            cairo_set_source_rgba(cairo, color.red, color.green, color.blue, color.alpha)
            cairo_mask(cairo, pattern)
            cairo_restore(cairo)
            cairo_pattern_destroy(pattern)
            cairo_surface_finish(surface)
            cairo_surface_destroy(surface)
        }
    }
}
