import CCairo
import CPoppler
import Glibc

/// An image drawn by Poppler, from the pattern that it is drawn with. In its own plane the image fills the square from
/// (0, 0) to (1, 1), with the first row on top.
struct PageImage {
    /// The maximum number of pixels of a combined image.
    private static let mostPixels = 64_000_000

    let pattern: OpaquePointer
    private let surface: OpaquePointer
    private let width: Int32
    private let height: Int32
    private let format: cairo_format_t

    /// Creates an image; nil if the pattern is not an image.
    init?(_ pattern: OpaquePointer) {
        guard cairo_pattern_get_type(pattern) == CAIRO_PATTERN_TYPE_SURFACE else { return nil }
        var surface: OpaquePointer?
        guard cairo_pattern_get_surface(pattern, &surface) == CAIRO_STATUS_SUCCESS, let surface,
            cairo_surface_get_type(surface) == CAIRO_SURFACE_TYPE_IMAGE
        else { return nil }
        self.pattern = pattern
        self.surface = surface
        width = cairo_image_surface_get_width(surface)
        height = cairo_image_surface_get_height(surface)
        format = cairo_image_surface_get_format(surface)
        guard width > 0, height > 0 else { return nil }
    }

    /// Whether it has alpha only.
    var isMask: Bool { format == CAIRO_FORMAT_A8 || format == CAIRO_FORMAT_A1 }

    var fillsUnitSquare: Bool {
        let matrix = matrix
        let (width, height) = (Double(width), Double(height))
        func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 * max(1, abs(other)) }
        return isNear(matrix.xx, width) && isNear(matrix.yy, -height) && matrix.xy == 0 && matrix.yx == 0
            && isNear(matrix.x0, 0) && isNear(matrix.y0, height)
    }

    /// Calls `body` with the extension of edge pixels disabled.
    func withoutPadding(_ body: () -> Void) {
        let extend = cairo_pattern_get_extend(pattern)
        if extend == CAIRO_EXTEND_PAD { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_NONE) }
        body()
        cairo_pattern_set_extend(pattern, extend)
    }

    /// Returns the image with the alpha of a mask, which may have another resolution; nil if the result has too many
    /// pixels.
    func masked(by mask: PageImage) -> MaskedImage? {
        let (width, height) = (max(width, mask.width), max(height, mask.height))
        guard Int(width) * Int(height) <= Self.mostPixels else { return nil }
        // The transform to the unit square, with the first row on top.
        let unit = cairo_matrix_t(xx: Double(width), yx: 0, xy: 0, yy: -Double(height), x0: 0, y0: Double(height))
        return MaskedImage(width: width, height: height, matrix: unit) { cairo in
            draw(on: cairo, width, height)
            cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
            mask.draw(on: cairo, width, height)
        }
    }

    /// Returns an image of one color with the alpha of this mask, at its position.
    func colored(_ color: OpaquePointer) -> MaskedImage? {
        guard Int(width) * Int(height) <= Self.mostPixels else { return nil }
        return MaskedImage(width: width, height: height, matrix: matrix) { cairo in
            cairo_set_source(cairo, color)
            DrawingCalls.paint(cairo)
            cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
            draw(on: cairo, width, height)
        }
    }

    /// Calls `body` with an alpha-only copy of the image. SVG supports such a mask directly, whereas others need a
    /// filter.
    func withAlphaAlone(_ body: (OpaquePointer) -> Void) {
        guard let alpha = DrawingCalls.createImage(CAIRO_FORMAT_A8, width, height) else { return body(pattern) }
        defer { cairo_surface_destroy(alpha) }
        let cairo = cairo_create(alpha)
        draw(on: cairo, width, height)
        cairo_destroy(cairo)
        guard let copy = cairo_pattern_create_for_surface(alpha) else { return body(pattern) }
        defer { cairo_pattern_destroy(copy) }
        var matrix = matrix
        cairo_pattern_set_matrix(copy, &matrix)
        body(copy)
    }

    private var matrix: cairo_matrix_t {
        var matrix = cairo_matrix_t()
        cairo_pattern_get_matrix(pattern, &matrix)
        return matrix
    }

    /// Fills the outline of the set pixels if it is a small bitmap, and returns whether it did.
    func fillOutline(_ cairo: OpaquePointer?) -> Bool {
        guard let outline = BitmapOutline(surface) else { return false }
        var inverse = matrix
        guard cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS else { return false }
        cairo_save(cairo)
        cairo_new_path(cairo)
        cairo_transform(cairo, &inverse)
        outline.add(to: cairo)
        cairo_restore(cairo)
        DrawingCalls.fill(cairo)
        return true
    }

    private func draw(on cairo: OpaquePointer?, _ width: Int32, _ height: Int32) {
        cairo_save(cairo)
        cairo_scale(cairo, Double(width) / Double(self.width), Double(height) / Double(self.height))
        cairo_set_source_surface(cairo, surface, 0, 0)
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        DrawingCalls.paint(cairo)
        cairo_restore(cairo)
    }
}

/// An image with alpha, at its position.
final class MaskedImage {
    private let surface: OpaquePointer
    /// The transform from the target plane to the image's pixels.
    private var matrix: cairo_matrix_t

    init?(width: Int32, height: Int32, matrix: cairo_matrix_t, _ draw: (OpaquePointer?) -> Void) {
        guard let surface = DrawingCalls.createImage(CAIRO_FORMAT_ARGB32, width, height) else { return nil }
        self.surface = surface
        self.matrix = matrix
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
        let cairo = cairo_create(surface)
        draw(cairo)
        cairo_destroy(cairo)
    }

    deinit { cairo_surface_destroy(surface) }

    func paint(_ cairo: OpaquePointer?) {
        let pattern = cairo_pattern_create_for_surface(surface)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_save(cairo)
        cairo_set_source(cairo, pattern)
        DrawingCalls.paint(cairo)
        cairo_restore(cairo)
        cairo_pattern_destroy(pattern)
    }
}
