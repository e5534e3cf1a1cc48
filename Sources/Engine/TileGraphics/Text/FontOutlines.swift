import CCairo

/// The outlines of a font face's glyphs, each read from Cairo once.
final class FontOutlines {
    private let font: OpaquePointer
    private var outlines: [UInt: Path?] = [:]
    /// Called when Cairo could not read a glyph.
    private let onFailure: () -> Void

    /// - Parameters:
    ///   - scaled: the face at any size.
    ///   - onFailure: Called when Cairo can't read a glyph.
    init(_ scaled: OpaquePointer, onFailure: @escaping () -> Void) {
        self.onFailure = onFailure
        // A family without an italic face has a matrix that leans its letters; only its size is taken out.
        var matrix = cairo_matrix_t()
        cairo_scaled_font_get_font_matrix(scaled, &matrix)
        let toUnits = GlyphRun.unitsPerEm / matrix.yy
        if toUnits.isFinite {
            cairo_matrix_scale(&matrix, toUnits, toUnits)
        } else {
            cairo_matrix_init_scale(&matrix, GlyphRun.unitsPerEm, GlyphRun.unitsPerEm)
        }
        var identity = cairo_matrix_t()
        cairo_matrix_init_identity(&identity)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_scaled_font_get_font_options(scaled, options)
        font = cairo_scaled_font_create(cairo_scaled_font_get_font_face(scaled), &matrix, &identity, options)
    }

    deinit { cairo_scaled_font_destroy(font) }

    /// Returns a glyph's outline; nil if the glyph is visible but has none (a bitmap or a color glyph).
    func outline(_ glyph: UInt) -> Path? {
        if let known = outlines[glyph] { return known }
        let outline = read(glyph)
        outlines[glyph] = .some(outline)
        return outline
    }

    private func read(_ index: UInt) -> Path? {
        let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
        defer { cairo_surface_destroy(surface) }
        let cairo = cairo_create(surface)!
        defer { cairo_destroy(cairo) }
        cairo_set_scaled_font(cairo, font)
        var glyph = cairo_glyph_t(index: index, x: 0, y: 0)
        cairo_glyph_path(cairo, &glyph, 1)
        var builder = PathBuilder()
        guard let copy = cairo_copy_path(cairo) else { return nil }
        defer { cairo_path_destroy(copy) }
        guard copy.pointee.status == CAIRO_STATUS_SUCCESS else {
            onFailure()
            return nil
        }
        var at = 0
        while at < Int(copy.pointee.num_data) {
            let data = copy.pointee.data!
            func point(_ offset: Int) -> (x: Double, y: Double) {
                let point = data[at + offset].point
                return (point.x, point.y)
            }
            switch data[at].header.type {
            case CAIRO_PATH_MOVE_TO: builder.move(x: point(1).x, y: point(1).y)
            case CAIRO_PATH_LINE_TO: builder.line(x: point(1).x, y: point(1).y)
            case CAIRO_PATH_CURVE_TO:
                builder.curve(
                    x1: point(1).x, y1: point(1).y, x2: point(2).x, y2: point(2).y, x: point(3).x, y: point(3).y)
            default: builder.close()
            }
            at += Int(data[at].header.length)
        }
        let path = builder.build().findingWinding()
        if path.isEmpty {
            var extents = cairo_text_extents_t()
            cairo_scaled_font_glyph_extents(font, &glyph, 1, &extents)
            // A space that is made bold has a box as large as what bold letters gain: a 24th of the em in FreeType.
            let least = GlyphRun.unitsPerEm / 12
            if extents.width > least, extents.height > least { return nil }
        }
        return path
    }
}
