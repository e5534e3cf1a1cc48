import CPango

/// The metrics of a font face. Lengths are fractions of the em, up from the baseline.
package final class FontMetrics: Sendable {
    package let ascent: Double
    /// The descent below the baseline; negative.
    package let descent: Double
    /// The additional space that the face requests between two lines.
    package let lineGap: Double
    package let capHeight: Double
    package let xHeight: Double
    /// The center of the line.
    package let underlinePosition: Double
    package let underlineThickness: Double
    /// The center of the line.
    package let strikethroughPosition: Double
    package let strikethroughThickness: Double

    package let familyName: String
    package let postScriptName: String

    /// Reads the metrics from a face's own tables (`hhea`, `OS/2`, `post`, `name`), which hold for every size.
    init(_ scaled: OpaquePointer) {
        let face = hb_font_get_face(scaled)
        // A new font object: its scale is the em's design units.
        let font = hb_font_create(face)
        defer { hb_font_destroy(font) }
        let em = Double(max(1, hb_face_get_upem(face)))
        func metric(_ tag: hb_ot_metrics_tag_t) -> Double? {
            var value: hb_position_t = 0
            return hb_ot_metrics_get_position(font, tag, &value) != 0 ? Double(value) / em : nil
        }
        func name(_ id: UInt32) -> String? {
            var count: UInt32 = 0
            let length = Int(hb_ot_name_get_utf8(face, id, nil, &count, nil))
            guard length > 0 else { return nil }
            var bytes = [CChar](repeating: 0, count: length + 1)
            count = UInt32(bytes.count)
            hb_ot_name_get_utf8(face, id, nil, &count, &bytes)
            return String(decoding: bytes.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        var extents = hb_font_extents_t()
        hb_font_get_h_extents(font, &extents)
        let isHigh = extents.ascender > extents.descender
        // A face without heights gets common values.
        ascent = isHigh ? Double(extents.ascender) / em : 0.8
        descent = isHigh ? Double(extents.descender) / em : -0.2
        lineGap = Double(extents.line_gap) / em
        capHeight = metric(HB_OT_METRICS_TAG_CAP_HEIGHT) ?? Self.height(of: "H", font, em) ?? ascent * 0.75
        xHeight = metric(HB_OT_METRICS_TAG_X_HEIGHT) ?? Self.height(of: "x", font, em) ?? ascent * 0.5
        let thickness = metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE) ?? 0.05
        underlineThickness = thickness > 0 ? thickness : 0.05
        // The table's value is the top of the line in OpenType 1.8 and later, and HarfBuzz returns it unchanged.
        underlinePosition = (metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET) ?? -0.1) - underlineThickness / 2
        let strike = metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE) ?? underlineThickness
        strikethroughThickness = strike > 0 ? strike : underlineThickness
        strikethroughPosition =
            (metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET) ?? xHeight / 2 + strikethroughThickness / 2)
            - strikethroughThickness / 2
        // The typographic family (16), or else the one limited to four styles (1).
        familyName = name(16) ?? name(1) ?? "unknown"
        postScriptName = name(6) ?? name(4) ?? familyName
    }

    private init() {
        (ascent, descent, lineGap, capHeight, xHeight) = (0.8, -0.2, 0, 0.7, 0.5)
        (underlinePosition, underlineThickness) = (-0.1, 0.05)
        (strikethroughPosition, strikethroughThickness) = (0.25, 0.05)
        (familyName, postScriptName) = ("none", "none")
    }

    private static func height(of letter: Unicode.Scalar, _ font: OpaquePointer?, _ em: Double) -> Double? {
        var glyph: hb_codepoint_t = 0
        var extents = hb_glyph_extents_t()
        guard hb_font_get_nominal_glyph(font, letter.value, &glyph) != 0,
            hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.y_bearing > 0
        else { return nil }
        return Double(extents.y_bearing) / em
    }
}

extension FontMetrics {
    /// The metrics if no font is installed at all, so that layout still works.
    package static let withoutFonts = FontMetrics()
}
