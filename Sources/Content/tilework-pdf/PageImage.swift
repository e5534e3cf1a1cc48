import CCairo
import CPoppler
import Glibc

/// An image that Poppler draws, as the pattern that it draws it with: in its own plane the image fills the square from
/// (0, 0) to (1, 1), its first row on top.
struct PageImage {
    /// A sum of pixels beyond which two images are not made one.
    private static let mostPixels = 64_000_000

    let pattern: OpaquePointer
    private let surface: OpaquePointer
    private let width: Int32
    private let height: Int32
    private let format: cairo_format_t

    /// Nil for what is no image.
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

    /// Whether it has alpha and no colors.
    var isMask: Bool { format == CAIRO_FORMAT_A8 || format == CAIRO_FORMAT_A1 }

    var fillsUnitSquare: Bool {
        let matrix = matrix
        let (width, height) = (Double(width), Double(height))
        func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 * max(1, abs(other)) }
        return isNear(matrix.xx, width) && isNear(matrix.yy, -height) && matrix.xy == 0 && matrix.yx == 0
            && isNear(matrix.x0, 0) && isNear(matrix.y0, height)
    }

    /// Does something while nothing of it shows beyond its edges.
    func withoutPadding(_ body: () -> Void) {
        let extend = cairo_pattern_get_extend(pattern)
        if extend == CAIRO_EXTEND_PAD { cairo_pattern_set_extend(pattern, CAIRO_EXTEND_NONE) }
        body()
        cairo_pattern_set_extend(pattern, extend)
    }

    /// With the alpha of a mask that may have more or fewer pixels; nil when that takes too many.
    func masked(by mask: PageImage) -> MaskedImage? {
        let (width, height) = (max(width, mask.width), max(height, mask.height))
        guard Int(width) * Int(height) <= Self.mostPixels else { return nil }
        // Into the unit square, its first row on top.
        let unit = cairo_matrix_t(xx: Double(width), yx: 0, xy: 0, yy: -Double(height), x0: 0, y0: Double(height))
        return MaskedImage(width: width, height: height, matrix: unit) { cairo in
            draw(on: cairo, width, height)
            cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
            mask.draw(on: cairo, width, height)
        }
    }

    /// Of one color where this, a mask, lets it through; in its place.
    func colored(_ color: OpaquePointer) -> MaskedImage? {
        guard Int(width) * Int(height) <= Self.mostPixels else { return nil }
        return MaskedImage(width: width, height: height, matrix: matrix) { cairo in
            cairo_set_source(cairo, color)
            DrawingCalls.paint(cairo)
            cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_IN)
            draw(on: cairo, width, height)
        }
    }

    /// Its alpha alone, in its place: a mask that SVG has by itself, where it needs a filter for others.
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

    /// Fills what is set of it, if it is a bitmap that is small enough.
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

/// An image with alpha, in its place.
final class MaskedImage {
    private let surface: OpaquePointer
    /// From the plane that it is painted on to its pixels.
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
