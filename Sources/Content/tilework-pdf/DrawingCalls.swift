import CCairo
import CPoppler
import Glibc

/// Interposition of some Cairo functions in this process, including in Poppler: a program's own symbols take precedence
/// over those of its libraries.
///
/// Poppler draws for a screen of known resolution, and Cairo's SVG surface supports only parts of SVG. These functions
/// keep the page independent of a resolution: an image stays an image instead of a pattern or a mask, and a mesh
/// gradient becomes an image of its own instead of rasterizing everything around it.
enum DrawingCalls {
    /// The resolution while a page is drawn. Nothing else runs in this process then.
    nonisolated(unsafe) static var detail: RasterDetail?

    typealias Draw = @convention(c) (OpaquePointer?) -> Void
    typealias DrawMask = @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
    typealias CreateImage = @convention(c) (cairo_format_t, Int32, Int32) -> OpaquePointer?

    typealias Deflate =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>?, Int32
        ) -> Int32

    static let deflate: Deflate = next("deflateInit2_")
    static let fill: Draw = next("cairo_fill")
    static let paint: Draw = next("cairo_paint")
    static let mask: DrawMask = next("cairo_mask")
    static let createImage: CreateImage = next("cairo_image_surface_create")

    /// Returns Cairo's own function, which this program's replaces.
    private static func next<Function>(_ name: String) -> Function {
        // RTLD_NEXT, a macro that Swift does not import.
        guard let next = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else {
            fatalError("there is no \(name): this program is linked with something else than Cairo")
        }
        return unsafeBitCast(next, to: Function.self)
    }

    /// Whether the context draws the page instead of an intermediate image.
    static func isOfPage(_ cairo: OpaquePointer?) -> Bool {
        cairo_surface_get_type(cairo_get_group_target(cairo)) != CAIRO_SURFACE_TYPE_IMAGE
    }
}

/// Fills a path. If the source is an image, Poppler fills the image's square and extends its edge pixels, which SVG can
/// express only as a pattern.
@_cdecl("cairo_fill")
public func fill(cairo: OpaquePointer?) {
    guard let detail = DrawingCalls.detail, let source = cairo_get_source(cairo), DrawingCalls.isOfPage(cairo) else {
        return DrawingCalls.fill(cairo)
    }
    if let image = PageImage(source), image.fillsUnitSquare {
        cairo_new_path(cairo)
        image.withoutPadding { DrawingCalls.paint(cairo) }
    } else if cairo_pattern_get_type(source) == CAIRO_PATTERN_TYPE_MESH {
        cairo_save(cairo)
        cairo_clip(cairo)
        paintMesh(source, on: cairo, detail: detail)
        cairo_restore(cairo)
        cairo_new_path(cairo)
    } else {
        DrawingCalls.fill(cairo)
    }
}

@_cdecl("cairo_paint")
public func paint(cairo: OpaquePointer?) {
    guard let detail = DrawingCalls.detail, let source = cairo_get_source(cairo),
        cairo_pattern_get_type(source) == CAIRO_PATTERN_TYPE_MESH, DrawingCalls.isOfPage(cairo)
    else { return DrawingCalls.paint(cairo) }
    cairo_save(cairo)
    paintMesh(source, on: cairo, detail: detail)
    cairo_restore(cairo)
}

/// Paints through a mask. An image with its own mask becomes an image with alpha, a color through a mask becomes an
/// image of that color, and a color through a small bitmap becomes a shape.
@_cdecl("cairo_mask")
public func mask(cairo: OpaquePointer?, pattern: OpaquePointer?) {
    guard DrawingCalls.detail != nil, let pattern, let source = cairo_get_source(cairo), DrawingCalls.isOfPage(cairo)
    else { return DrawingCalls.mask(cairo, pattern) }
    let image = PageImage(source)
    guard let mask = PageImage(pattern) else {
        guard let image else { return maskAsSurface(source, on: cairo, pattern: pattern) }
        return image.withoutPadding { DrawingCalls.mask(cairo, pattern) }
    }
    if let image, mask.isMask, mask.fillsUnitSquare, image.fillsUnitSquare, let masked = image.masked(by: mask) {
        return masked.paint(cairo)
    }
    if cairo_pattern_get_type(source) == CAIRO_PATTERN_TYPE_SOLID {
        if mask.fillOutline(cairo) { return }
        if let colored = mask.colored(source) { return colored.paint(cairo) }
    }
    mask.withoutPadding {
        guard !mask.isMask else { return maskAsSurface(source, on: cairo, pattern: pattern) }
        mask.withAlphaAlone { maskAsSurface(source, on: cairo, pattern: $0) }
    }
}

/// Paints a source other than a surface through a mask by converting it to a surface. Cairo's SVG positions a mask
/// relative to the position of its source, which colors and gradients do not have.
private func maskAsSurface(_ source: OpaquePointer, on cairo: OpaquePointer?, pattern: OpaquePointer?) {
    guard cairo_pattern_get_type(source) != CAIRO_PATTERN_TYPE_SURFACE,
        cairo_pattern_get_type(pattern) == CAIRO_PATTERN_TYPE_SURFACE
    else { return DrawingCalls.mask(cairo, pattern) }
    cairo_save(cairo)
    cairo_push_group(cairo)
    paint(cairo: cairo)
    cairo_pop_group_to_source(cairo)
    DrawingCalls.mask(cairo, pattern)
    cairo_restore(cairo)
}

/// Creates an image surface. Masks that Poppler creates for a group have the resolution of the page's plane, and may be
/// too large.
@_cdecl("cairo_image_surface_create")
public func createImage(format: cairo_format_t, width: Int32, height: Int32) -> OpaquePointer? {
    if let detail = DrawingCalls.detail, format == CAIRO_FORMAT_ARGB32, detail.scale > 1, width > 0, height > 0 {
        let count = Int(width) * Int(height)
        if count > RasterDetail.mostMaskPixels {
            let factor = (Double(count) / Double(RasterDetail.mostMaskPixels)).squareRoot()
            var power = 2
            while Double(power) < factor { power *= 2 }
            Program.tryCoarser(than: detail.scale, by: power)
        }
    }
    return DrawingCalls.createImage(format, width, height)
}

/// Initializes compression at the fastest level, because the output is read immediately and then discarded.
@_cdecl("deflateInit2_")
public func beginDeflate(
    stream: UnsafeMutableRawPointer?, level: Int32, method: Int32, windowBits: Int32, memory: Int32, strategy: Int32,
    version: UnsafePointer<CChar>?, size: Int32
) -> Int32 {
    DrawingCalls.deflate(
        stream, DrawingCalls.detail == nil ? level : 1, method, windowBits, memory, strategy, version, size)
}

/// Rasterizes the visible part of a mesh gradient and paints the image.
private func paintMesh(_ mesh: OpaquePointer, on cairo: OpaquePointer?, detail: RasterDetail) {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    cairo_identity_matrix(cairo)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    let width = Int32(max(1, min(16_384, ((right - left) * detail.pixels).rounded(.up) + 1)))
    let height = Int32(max(1, min(16_384, ((bottom - top) * detail.pixels).rounded(.up) + 1)))
    guard right > left, bottom > top,
        let surface = DrawingCalls.createImage(CAIRO_FORMAT_ARGB32, width, height)
    else { return }
    defer { cairo_surface_destroy(surface) }
    let image = cairo_create(surface)
    cairo_scale(image, detail.pixels, detail.pixels)
    cairo_translate(image, -left, -top)
    cairo_transform(image, &matrix)
    cairo_set_source(image, mesh)
    DrawingCalls.paint(image)
    cairo_destroy(image)
    let pattern = cairo_pattern_create_for_surface(surface)
    var placed = cairo_matrix_t()
    cairo_matrix_init_scale(&placed, detail.pixels, detail.pixels)
    cairo_matrix_translate(&placed, -left, -top)
    cairo_pattern_set_matrix(pattern, &placed)
    cairo_set_source(cairo, pattern)
    DrawingCalls.paint(cairo)
    cairo_pattern_destroy(pattern)
}
