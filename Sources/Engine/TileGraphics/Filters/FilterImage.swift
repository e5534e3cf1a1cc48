import CCairo
import TileGeometry

/// What a step of a filter made, over some pixels of a grid; all clear beyond them.
struct FilterImage {
    var rect: GridRect
    /// As large as the rect; nil when all is clear.
    var bitmap: Bitmap?

    static let clear = FilterImage(rect: .empty, bitmap: nil)

    /// A copy over other pixels, which whoever asked for it may change; nil when nothing of the image is in it.
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

    /// The image's pixels over others, to be read only: its own where these are the same.
    func pixels(over wanted: GridRect, pool: BitmapPool) -> Bitmap? {
        rect == wanted ? bitmap : copy(over: wanted, pool: pool)
    }
}

extension Bitmap {
    /// Draws a bitmap on this one by one of Cairo's operators, over all of it, the other clear beyond its edges.
    ///
    /// - Parameters: x and y: of the other's top left on this one, in pixels; between pixels it is interpolated.
    func compose(_ other: Bitmap, x: Double, y: Double, _ operation: cairo_operator_t) {
        withCairo { cairo in
            let surface = other.surface()
            cairo_set_source_surface(cairo, surface, x, y)
            cairo_set_operator(cairo, operation)
            cairo_paint(cairo)
            cairo_surface_destroy(surface)
        }
    }

    /// Draws a bitmap of a coarser grid on this one, smoothly.
    ///
    /// - Parameters: scale: pixels of this to one of the other; x and y: of the other's top left, in pixels of this.
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

    /// A surface over these pixels, which must not outlive them; its user destroys it.
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

    /// Replaces each pixel that is not clear, or each.
    @inline(__always)
    func replacePixels(clearToo: Bool, _ body: (UInt32) -> UInt32) {
        for y in 0..<height {
            let row = row(y).baseAddress!
            for x in 0..<width where clearToo || row[x] != 0 { row[x] = body(row[x]) }
        }
    }
}

/// A pixel's components taken apart and put together again.
enum StraightPixel {
    /// 255 · 65536 / alpha, for divisions by it.
    private static let reciprocals: [UInt32] = (0...255).map { $0 == 0 ? 0 : UInt32((255 << 16) / $0) }

    /// Calls with red, green, blue, no longer multiplied by alpha, and alpha.
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

    /// A pixel of components 0…255.
    @inline(__always)
    static func premultiplied(_ straight: SIMD4<UInt32>) -> UInt32 {
        let alpha = straight.w
        if alpha == 255 { return 0xFF00_0000 | straight.x << 16 | straight.y << 8 | straight.z }
        // Exact division by 255 of numbers up to 65535, rounded.
        let product = straight &* alpha &+ 128
        let color = (product &+ (product &>> 8)) &>> 8
        return alpha << 24 | color.x << 16 | color.y << 8 | color.z
    }
}
