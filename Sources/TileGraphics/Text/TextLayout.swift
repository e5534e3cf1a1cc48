import CCairo
import CPango
public import TileGeometry

/// Whether and how letters slant.
public enum FontStyle: Hashable, Sendable { case normal, italic, oblique }

/// How wide a face is drawn: CSS Fonts' nine steps.
public enum FontStretch: Hashable, Sendable {
    case ultraCondensed, extraCondensed, condensed, semiCondensed, normal, semiExpanded, expanded, extraExpanded
    case ultraExpanded
}

/// One line of text in one style, shaped by Pango: glyphs, and what they measure. Without hinting, so that it looks the
/// same at every scale.
public struct TextLayout: Sendable {
    /// How the text is to look. Lengths are in the text's plane.
    public struct Attributes: Hashable, Sendable {
        /// Comma-separated, as CSS names them.
        public var family: String
        /// Of the em.
        public var size: Double
        public var style = FontStyle.normal
        /// CSS weight, 1…1000.
        public var weight = 400
        public var stretch = FontStretch.normal
        public var isSmallCaps = false
        public var letterSpacing = 0.0
        public var language: String?

        public init(family: String, size: Double) {
            self.family = family
            self.size = size
        }
    }

    /// Glyphs with the pen at the layout's top left.
    public let runs: [GlyphRun]
    /// The advance of all glyphs, and the height of the line.
    public let width: Double
    public let height: Double
    /// From the top to the baseline.
    public let baseline: Double
    /// Where the glyphs' ink is, or empty.
    public let inkBounds: Box
    /// Characters for which no font has a glyph.
    public let missingGlyphs: Int
    /// Distance from the baseline up to the top of each line, and its thickness.
    public let underline: (position: Double, thickness: Double)
    public let strikethrough: (position: Double, thickness: Double)

    /// Shapes `text`; nil when the size is not a number that Pango can take (0 up to some million).
    public init?(_ text: String, attributes: Attributes) {
        let unit = Double(PANGO_SCALE)
        let size = attributes.size * unit + 0.5
        let spacing = attributes.letterSpacing * unit + 0.5
        guard size >= 0, size < Double(Int32.max), abs(spacing) < Double(Int32.max) else { return nil }
        let map = pango_cairo_font_map_get_default()
        let context = pango_font_map_create_context(map)!
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        pango_cairo_context_set_resolution(context, 72)
        if let language = attributes.language {
            pango_context_set_language(context, pango_language_from_string(language))
        }
        let layout = pango_layout_new(context)!
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, attributes.family)
        pango_font_description_set_style(description, attributes.style.pango)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(attributes.weight)))
        pango_font_description_set_stretch(description, attributes.stretch.pango)
        pango_font_description_set_size(description, Int32(size))
        let list = pango_attr_list_new()
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert(list, pango_attr_font_desc_new(description))
        pango_attr_list_insert(list, pango_attr_letter_spacing_new(Int32(spacing)))
        if attributes.isSmallCaps { pango_attr_list_insert(list, pango_attr_font_features_new("'smcp' 1")) }
        pango_layout_set_attributes(layout, list)
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        pango_layout_set_auto_dir(layout, 0)

        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_size(layout, &width, &height)
        self.width = Double(width) / unit
        self.height = Double(height) / unit
        baseline = Double(pango_layout_get_baseline(layout)) / unit
        missingGlyphs = Int(pango_layout_get_unknown_glyphs_count(layout))
        var ink = PangoRectangle()
        pango_layout_get_extents(layout, &ink, nil)
        inkBounds =
            ink.width == 0 || ink.height == 0
            ? .empty
            : Box(
                x: Double(ink.x) / unit, y: Double(ink.y) / unit, width: Double(ink.width) / unit,
                height: Double(ink.height) / unit)

        var runs: [GlyphRun] = []
        var underline = (position: 0.0, thickness: 0.0)
        var strikethrough = (position: 0.0, thickness: 0.0)
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        repeat {
            guard let run = pango_layout_iter_get_run_readonly(iterator) else { continue }
            var logical = PangoRectangle()
            pango_layout_iter_get_run_extents(iterator, nil, &logical)
            let font = run.pointee.item.pointee.analysis.font
            if underline.thickness == 0, let metrics = pango_font_get_metrics(font, nil) {
                underline = (
                    Double(pango_font_metrics_get_underline_position(metrics)) / unit,
                    Double(pango_font_metrics_get_underline_thickness(metrics)) / unit
                )
                strikethrough = (
                    Double(pango_font_metrics_get_strikethrough_position(metrics)) / unit,
                    Double(pango_font_metrics_get_strikethrough_thickness(metrics)) / unit
                )
                pango_font_metrics_unref(metrics)
            }
            guard let glyphs = run.pointee.glyphs, let scaled = Self.scaledFont(font) else { continue }
            var x = logical.x
            let y = Double(pango_layout_iter_get_baseline(iterator)) / unit
            var placed: [cairo_glyph_t] = []
            for index in 0..<Int(glyphs.pointee.num_glyphs) {
                let info = glyphs.pointee.glyphs[index]
                // Pango's number for "nothing to draw", and its mark on characters without a glyph.
                if info.glyph != 0x0FFF_FFFF, info.glyph & 0x1000_0000 == 0 {
                    placed.append(
                        cairo_glyph_t(
                            index: UInt(info.glyph), x: Double(x + info.geometry.x_offset) / unit,
                            y: y + Double(info.geometry.y_offset) / unit))
                }
                x += info.geometry.width
            }
            if !placed.isEmpty { runs.append(GlyphRun(font: scaled, glyphs: placed)) }
        } while pango_layout_iter_next_run(iterator) != 0
        self.runs = runs
        self.underline = underline
        self.strikethrough = strikethrough
    }

    /// Pango's fonts on this font map are Cairo's.
    private static func scaledFont(_ font: UnsafeMutablePointer<PangoFont>?) -> OpaquePointer? {
        font.flatMap { pango_cairo_font_get_scaled_font(OpaquePointer($0)) }
    }
}

extension FontStyle {
    fileprivate var pango: PangoStyle {
        switch self {
        case .normal: PANGO_STYLE_NORMAL
        case .italic: PANGO_STYLE_ITALIC
        case .oblique: PANGO_STYLE_OBLIQUE
        }
    }
}

extension FontStretch {
    fileprivate var pango: PangoStretch {
        switch self {
        case .ultraCondensed: PANGO_STRETCH_ULTRA_CONDENSED
        case .extraCondensed: PANGO_STRETCH_EXTRA_CONDENSED
        case .condensed: PANGO_STRETCH_CONDENSED
        case .semiCondensed: PANGO_STRETCH_SEMI_CONDENSED
        case .normal: PANGO_STRETCH_NORMAL
        case .semiExpanded: PANGO_STRETCH_SEMI_EXPANDED
        case .expanded: PANGO_STRETCH_EXPANDED
        case .extraExpanded: PANGO_STRETCH_EXTRA_EXPANDED
        case .ultraExpanded: PANGO_STRETCH_ULTRA_EXPANDED
        }
    }
}
