import CCairo
public import TileGeometry

/// Glyphs of one font at one size, each with its place; shaped once, drawn at any scale.
// @unchecked Sendable: the font face and the options are immutable once made, and Cairo counts references to the face
// atomically; the scaled fonts that drawing makes of it are locked inside Cairo.
public final class GlyphRun: @unchecked Sendable {
    let face: OpaquePointer
    let fontMatrix: cairo_matrix_t
    let options: OpaquePointer
    let glyphs: [cairo_glyph_t]
    /// Ink, in the run's plane.
    public let bounds: Box

    /// Takes its own references to the font's face and options.
    ///
    /// - Parameter font: a scaled font whose device is the run's plane.
    init(font: OpaquePointer, glyphs: [cairo_glyph_t]) {
        face = cairo_font_face_reference(cairo_scaled_font_get_font_face(font))
        var matrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(font, &matrix)
        fontMatrix = matrix
        options = cairo_font_options_create()
        cairo_scaled_font_get_font_options(font, options)
        self.glyphs = glyphs
        var extents = cairo_text_extents_t()
        cairo_scaled_font_glyph_extents(font, glyphs, Int32(glyphs.count), &extents)
        bounds = Box(x: extents.x_bearing, y: extents.y_bearing, width: extents.width, height: extents.height)
    }

    deinit {
        cairo_font_options_destroy(options)
        cairo_font_face_destroy(face)
    }

    /// Makes the run's font the context's.
    func select(in cairo: OpaquePointer) {
        cairo_set_font_face(cairo, face)
        var matrix = fontMatrix
        cairo_set_font_matrix(cairo, &matrix)
        cairo_set_font_options(cairo, options)
    }

    /// The outlines of all glyphs as one path, in the run's plane.
    public func outline() -> Path {
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)!
        defer { cairo_destroy(cairo) }
        select(in: cairo)
        cairo_glyph_path(cairo, glyphs, Int32(glyphs.count))
        var builder = PathBuilder()
        guard let copy = cairo_copy_path(cairo) else { return builder.build() }
        defer { cairo_path_destroy(copy) }
        var index = 0
        while index < Int(copy.pointee.num_data) {
            let data = copy.pointee.data!
            let header = data[index].header
            func point(_ offset: Int) -> (x: Double, y: Double) {
                let point = data[index + offset].point
                return (point.x, point.y)
            }
            switch header.type {
            case CAIRO_PATH_MOVE_TO: builder.move(x: point(1).x, y: point(1).y)
            case CAIRO_PATH_LINE_TO: builder.line(x: point(1).x, y: point(1).y)
            case CAIRO_PATH_CURVE_TO:
                builder.curve(
                    x1: point(1).x, y1: point(1).y, x2: point(2).x, y2: point(2).y, x: point(3).x, y: point(3).y)
            default: builder.close()
            }
            index += Int(header.length)
        }
        return builder.build()
    }
}
