import CCairo
import TileGeometry

/// The result of a filter step over some pixels of a grid; everything outside is clear.
struct FilterImage {
    var rect: GridRect
    /// The pixels, as large as `rect`; nil if all are clear.
    var bitmap: Bitmap?

    static let clear = FilterImage(rect: .empty, bitmap: nil)

    /// Returns a mutable copy over other pixels; nil if they do not overlap the image.
    func copy(over wanted: GridRect, pool: BitmapPool) -> Bitmap? {
        guard let bitmap, !wanted.isEmpty else { return nil }
        let shared = rect.intersection(wanted)
        guard !shared.isEmpty else { return nil }
        let isWhole = shared == wanted
        let copy =
            isWhole
            ? pool.uninitializedBitmap(width: wanted.width, height: wanted.height)
            : pool.clearBitmap(width: wanted.width, height: wanted.height)
        for y in shared.minY..<shared.maxY {
            let from = bitmap.row(y - rect.minY).baseAddress! + (shared.minX - rect.minX)
            let to = copy.row(y - wanted.minY).baseAddress! + (shared.minX - wanted.minX)
            to.update(from: from, count: shared.width)
        }
        return copy
    }

    /// Returns the image over other pixels, read-only: its own bitmap if they are the same.
    func pixels(over wanted: GridRect, pool: BitmapPool) -> Bitmap? {
        rect == wanted ? bitmap : copy(over: wanted, pool: pool)
    }
}

extension Bitmap {
    /// Composites a bitmap on this one with a Cairo operator over the whole area. The other is clear outside its edges.
    ///
    /// - Parameters: x and y: The other's top left on this one, in pixels; interpolated at fractions of a pixel.
    func compose(_ other: Bitmap, x: Double, y: Double, _ operation: cairo_operator_t) {
        withCairo { cairo in
            let surface = other.surface()
            cairo_set_source_surface(cairo, surface, x, y)
            cairo_set_operator(cairo, operation)
            cairo_paint(cairo)
            cairo_surface_destroy(surface)
        }
    }

    /// Draws a bitmap of a coarser grid on this one, with interpolation.
    ///
    /// - Parameters: scale: Pixels of this bitmap per pixel of the other; x and y: The other's top left, in pixels of
    ///   this one.
    func enlarge(_ other: Bitmap, by scale: Double, x: Double, y: Double) {
        withCairo { cairo in
            let surface = other.surface()
            let pattern: OpaquePointer = cairo_pattern_create_for_surface(surface)
            var matrix = CGAffineTransform(translationX: -x, y: -y)
                .concatenating(CGAffineTransform(scaleX: 1 / scale, y: 1 / scale)).cairo
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
            cairo_set_source(cairo, pattern)
            cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
            cairo_paint(cairo)
            cairo_pattern_destroy(pattern)
            cairo_surface_destroy(surface)
        }
    }

    /// Returns a surface over these pixels, which must outlive it. The caller destroys it.
    func surface() -> OpaquePointer {
        cairo_image_surface_create_for_data(
            bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
    }

    private func withCairo(_ body: (OpaquePointer) -> Void) {
        let surface = surface()
        let cairo: OpaquePointer = cairo_create(surface)
        body(cairo)
        cairo_destroy(cairo)
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }

    /// Replaces each pixel, or each that is not clear.
    @inline(__always)
    func replacePixels(clearToo: Bool, _ body: (UInt32) -> UInt32) {
        for y in 0..<height {
            let row = row(y).baseAddress!
            for x in 0..<width where clearToo || row[x] != 0 { row[x] = body(row[x]) }
        }
    }
}

/// Conversions between pixels and separate components.
enum StraightPixel {
    /// The factors 255 · 65536 / alpha for division.
    private static let reciprocals: [UInt32] = (0...255).map { $0 == 0 ? 0 : UInt32((255 << 16) / $0) }

    /// Returns red, green and blue, unpremultiplied, and alpha.
    @inline(__always)
    static func of(_ pixel: UInt32) -> SIMD4<UInt32> {
        let alpha = pixel >> 24
        let premultiplied = SIMD4(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255, alpha)
        if alpha == 255 { return premultiplied }
        let factor = reciprocals.withUnsafeBufferPointer { $0[Int(alpha)] }
        var straight = (premultiplied &* factor &+ 0x8000) &>> 16
        straight.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        straight.w = alpha
        return straight
    }

    /// Returns the premultiplied pixel for components 0…255.
    @inline(__always)
    static func premultiplied(_ straight: SIMD4<UInt32>) -> UInt32 {
        let alpha = straight.w
        if alpha == 255 { return 0xFF00_0000 | straight.x << 16 | straight.y << 8 | straight.z }
        // Exact rounded division by 255 of numbers up to 65535.
        let product = straight &* alpha &+ 128
        let color = (product &+ (product &>> 8)) &>> 8
        return alpha << 24 | color.x << 16 | color.y << 8 | color.z
    }
}
