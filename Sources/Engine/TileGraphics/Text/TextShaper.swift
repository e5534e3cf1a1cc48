import CCairo
import CPango
import TileGeometry
import TileSupport

/// Shapes text with Pango, without hinting, so that it looks the same at every scale. It retains the fonts that it
/// uses. Use it on one thread at a time.
public final class TextShaper {
    let context: OpaquePointer
    /// The outlines by the address of the Pango font, which the font map retains as long as the shaper retains the map.
    private var fonts: [OpaquePointer: FontOutlines] = [:]
    private var metricsByFont: [OpaquePointer: FontMetrics] = [:]
    private var heldFonts: [OpaquePointer] = []
    /// A font that could not be opened; text that was shaped since then lacks its letters and is not to be kept.
    package private(set) var unopenedFont: UnopenedFont?
    /// The last font that could not be opened, until `takeMissingFont()`.
    private var missingFont: UnopenedFont?
    /// The number of texts that were shaped without one of their fonts.
    package private(set) var incompleteCount = 0
    private let spares: SpareDescriptors
    /// Whether text is shaped by `withFonts(_:)`, which may call itself.
    private var isWithinFonts = false
    private var lastFrame: (width: Double, outline: Path?)?
    /// The cache of shaped short texts.
    var keptShapes: [ShapeKey: ShapedText] = [:]
    /// The metrics of the first fonts of styles; nil for a style without a font.
    var firstMetrics: [CharacterStyle: FontMetrics?] = [:]
    private let embedded: EmbeddedFonts?
    /// The key of the cache of installed families: a list of CSS, and whether the text is Latin.
    private struct FamilyList: Hashable {
        var names: String
        var isLatin: Bool
    }
    /// The installed families by the lists of CSS.
    private var families: [FamilyList: String] = [:]
    private static let maxFamilies = 1024
    /// The maximum length of a list that is kept with its families, in bytes.
    private static let maxListBytes = 4096
    let map: UnsafeMutablePointer<PangoFontMap>

    public convenience init() { self.init(spares: .shared) }

    /// Creates a shaper that also has the fonts of a drawing.
    package convenience init(embedded: EmbeddedFonts?) { self.init(spares: .shared, embedded: embedded) }

    /// Whether fontconfig has read its configuration. It ignores the files of it that it can't open, for as long as the
    /// process runs, and so reads them while the spare descriptors are free.
    private static let isConfigured = SpareDescriptors.shared.lend { FcInit() != 0 }

    convenience init(spares: SpareDescriptors) { self.init(spares: spares, embedded: nil) }

    private init(spares: SpareDescriptors, embedded: EmbeddedFonts?) {
        _ = Self.isConfigured
        self.spares = spares
        self.embedded = embedded
        map = pango_cairo_font_map_new()
        if let embedded { pango_fc_font_map_set_config(OpaquePointer(map), embedded.configuration) }
        FontSubstitution.register(in: map, embedded)
        context = pango_font_map_create_context(map)
        pango_context_set_round_glyph_positions(context, 0)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        pango_cairo_context_set_resolution(context, 72)
    }

    deinit {
        fonts = [:]
        for font in heldFonts { g_object_unref(UnsafeMutableRawPointer(font)) }
        g_object_unref(UnsafeMutableRawPointer(context))
        g_object_unref(UnsafeMutableRawPointer(map))
    }

    /// The maximum size. FreeType has no glyphs larger than some ten thousand pixels, and Pango aborts the process at a
    /// million.
    static let largestSize = 2000.0
    private static let beyondSize = 1e12

    /// The maximum temporary memory per byte of text: reached if each character is of another script than the previous
    /// one.
    package static let bytesPerByte = 500

    /// Shapes one line; nil if a size or spacing is invalid.
    public func layout(_ text: String, _ attributes: TextLayout.Attributes) -> TextLayout? {
        withFonts { shapedLayout(text, attributes) }
    }

    private func shapedLayout(_ text: String, _ attributes: TextLayout.Attributes) -> TextLayout? {
        trim()
        guard attributes.size <= Self.largestSize else {
            // Outlines are scalable: shape at a smaller size, then enlarge.
            guard attributes.size.isFinite, attributes.size < Self.beyondSize else { return nil }
            let factor = attributes.size / Self.largestSize
            var smaller = attributes
            smaller.size = Self.largestSize
            smaller.letterSpacing /= factor
            return layout(text, smaller)?.enlarged(by: factor)
        }
        let unit = Double(PANGO_SCALE)
        let size = attributes.size * unit + 0.5
        let spacing = attributes.letterSpacing * unit + 0.5
        guard size >= 0, size < Double(Int32.max), abs(spacing) < Double(Int32.max) else { return nil }
        pango_context_set_matrix(context, nil)
        let layout = pango_layout_new(context)!
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        apply(attributes, size: Int32(size), letterSpacing: Int32(spacing), of: text, to: layout)
        pango_layout_set_text(layout, text, Int32(text.utf8.count))
        pango_layout_set_auto_dir(layout, 0)

        var result = TextLayout()
        var width: Int32 = 0
        var height: Int32 = 0
        pango_layout_get_size(layout, &width, &height)
        result.width = Double(width) / unit
        result.height = Double(height) / unit
        result.baseline = Double(pango_layout_get_baseline(layout)) / unit
        var ink = PangoRectangle()
        pango_layout_get_extents(layout, &ink, nil)
        if ink.width != 0, ink.height != 0 {
            result.inkBounds = Box(
                x: Double(ink.x) / unit, y: Double(ink.y) / unit, width: Double(ink.width) / unit,
                height: Double(ink.height) / unit)
        }
        let iterator = pango_layout_get_iter(layout)
        defer { pango_layout_iter_free(iterator) }
        repeat {
            guard let run = pango_layout_iter_get_run_readonly(iterator),
                let font = run.pointee.item.pointee.analysis.font
            else { continue }
            if result.underline.thickness == 0 { measureRules(font, &result) }
            if let glyphs = run.pointee.glyphs, Self.isExcessive(glyphs, of: run.pointee.item) {
                result.missingOutlines += 1
                continue
            }
            append(run.pointee.glyphs, font, iterator: iterator, size: attributes.size, to: &result)
        } while pango_layout_iter_next_run(iterator) != 0
        return result
    }

    /// Returns whether a run has far more glyphs than characters. Fonts of drawings may replace a letter by thousands;
    /// no script needs as many.
    static func isExcessive(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>, of item: UnsafeMutablePointer<PangoItem>
    ) -> Bool {
        Int(glyphs.pointee.num_glyphs) > 64 + 16 * Int(item.pointee.length)
    }

    private func apply(
        _ attributes: TextLayout.Attributes, size: Int32, letterSpacing: Int32, of text: String,
        to layout: OpaquePointer
    ) {
        pango_context_set_language(context, attributes.language.flatMap { pango_language_from_string($0) })
        pango_context_set_base_dir(context, attributes.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, installedFamilies(for: attributes.family, of: text))
        pango_font_description_set_style(description, attributes.style.pango)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(attributes.weight)))
        pango_font_description_set_stretch(description, attributes.stretch.pango)
        pango_font_description_set_size(description, size)
        let list = pango_attr_list_new()
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert(list, pango_attr_font_desc_new(description))
        // Any spacing, even 0, has Pango leave out ligatures.
        if letterSpacing != 0 { pango_attr_list_insert(list, pango_attr_letter_spacing_new(letterSpacing)) }
        let features = attributes.features.text
        if !features.isEmpty { pango_attr_list_insert(list, pango_attr_font_features_new(features)) }
        pango_layout_set_attributes(layout, list)
    }

    /// Returns the installed families for a text with a list of CSS, as Pango expects them.
    func installedFamilies(for list: String, of text: String) -> String {
        let key = FamilyList(names: list, isLatin: FontMatch.isLatin(text))
        if let known = families[key] { return known }
        let found = FontFamilies.installed.families(for: list, isLatin: key.isLatin, embedded: embedded)
        if families.count >= Self.maxFamilies { families = [:] }
        if list.utf8.count <= Self.maxListBytes { families[key] = found }
        return found
    }

    func measureRules(_ font: UnsafeMutablePointer<PangoFont>, _ result: inout TextLayout) {
        guard let metrics = pango_font_get_metrics(font, nil) else { return }
        defer { pango_font_metrics_unref(metrics) }
        let unit = Double(PANGO_SCALE)
        result.underline = TextLayout.Rule(
            position: Double(pango_font_metrics_get_underline_position(metrics)) / unit,
            thickness: Double(pango_font_metrics_get_underline_thickness(metrics)) / unit)
        result.strikethrough = TextLayout.Rule(
            position: Double(pango_font_metrics_get_strikethrough_position(metrics)) / unit,
            thickness: Double(pango_font_metrics_get_strikethrough_thickness(metrics)) / unit)
    }

    private func append(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>?, _ font: UnsafeMutablePointer<PangoFont>,
        iterator: OpaquePointer?, size: Double, to result: inout TextLayout
    ) {
        guard let glyphs, let outlines = outlines(font) else { return }
        let unit = Double(PANGO_SCALE)
        var logical = PangoRectangle()
        pango_layout_iter_get_run_extents(iterator, nil, &logical)
        let y = Double(pango_layout_iter_get_baseline(iterator)) / unit
        var placed = PlacedGlyphs()
        // Not with Pango's 32-bit sums, which a long line overflows.
        positionGlyphs(glyphs, outlines: outlines, size: size, x: Int(logical.x), y: y, into: &placed)
        result.unknownCharacters += placed.unknownCharacters
        result.missingOutlines += placed.missingOutlines
        if !placed.glyphs.isEmpty { result.runs.append(GlyphRun(glyphs: placed.glyphs, size: size)) }
    }

    /// The glyphs of a line, and counts of those that could not be placed.
    struct PlacedGlyphs {
        var glyphs: [GlyphRun.Glyph] = []
        var unknownCharacters = 0
        var missingOutlines = 0
    }

    /// Positions the glyphs of one font in sequence.
    ///
    /// - Parameters:
    ///   - x: The position of the first glyph, in Pango's units.
    ///   - y: The height of the baseline, in the text's plane.
    /// - Returns: The position after the last glyph, in Pango's units.
    @discardableResult
    func positionGlyphs(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>, outlines: FontOutlines, size: Double, x: Int, y: Double,
        into placed: inout PlacedGlyphs
    ) -> Int {
        let unit = Double(PANGO_SCALE)
        var x = x
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let info = glyphs.pointee.glyphs[index]
            // Pango's number for "nothing to draw", and its flag on characters without a glyph.
            let isUnknown = info.glyph & 0x1000_0000 != 0
            if info.glyph != 0x0FFF_FFFF {
                let width = info.geometry.width
                let outline =
                    isUnknown
                    ? frame(width: Double(width) / unit / size * GlyphRun.unitsPerEm)
                    : outlines.outline(UInt(info.glyph))
                if isUnknown { placed.unknownCharacters += 1 }
                if let outline {
                    if !outline.isEmpty {
                        placed.glyphs.append(
                            GlyphRun.Glyph(
                                outline: outline, x: Double(x + Int(info.geometry.x_offset)) / unit,
                                y: y + Double(info.geometry.y_offset) / unit))
                    }
                } else {
                    placed.missingOutlines += 1
                }
            }
            x += Int(info.geometry.width)
        }
        return x
    }

    /// Returns the frame for an unknown character, reusing the last one if the width is equal.
    func frame(width: Double) -> Path? {
        if let lastFrame, lastFrame.width == width { return lastFrame.outline }
        let outline = Self.frame(width: width)
        lastFrame = (width, outline)
        return outline
    }

    /// Returns the placeholder for a character that no font has: an empty frame as tall as a capital.
    private static func frame(width: Double) -> Path? {
        guard width > 0, width.isFinite else { return .some(PathBuilder().build()) }
        let em = GlyphRun.unitsPerEm
        let left = width * 0.1
        let pen = min(em / 20, width * 0.1)
        var builder = PathBuilder()
        builder.rectangle(x: left, y: -0.7 * em, width: width - 2 * left, height: 0.7 * em)
        // In the opposite direction, so that the inside is a hole.
        builder.rectangle(
            x: width - left - pen, y: -0.7 * em + pen, width: -(width - 2 * (left + pen)), height: 0.7 * em - 2 * pen)
        return builder.build()
    }

    func outlines(_ font: UnsafeMutablePointer<PangoFont>) -> FontOutlines? {
        let key = OpaquePointer(font)
        if let known = fonts[key] { return known }
        if let unopened = UnopenedFont(font) { unopenedFont = unopened }
        guard let scaled = pango_cairo_font_get_scaled_font(key) else { return nil }
        let outlines = FontOutlines(scaled) { [unowned self] in
            // Cairo opens a font's file again when it has closed it for others.
            if let unopened = UnopenedFont.shortage(opening: font) { unopenedFont = unopened }
        }
        fonts[key] = outlines
        hold(font)
        return outlines
    }

    /// Returns the face's metrics, which are independent of the size.
    func metrics(_ font: UnsafeMutablePointer<PangoFont>) -> FontMetrics? {
        let key = OpaquePointer(font)
        if let known = metricsByFont[key] { return known }
        if fonts[key] == nil, let unopened = UnopenedFont(font) { unopenedFont = unopened }
        guard let shaped = pango_font_get_hb_font(font) else { return nil }
        let metrics = FontMetrics(shaped)
        metricsByFont[key] = metrics
        hold(font)
        return metrics
    }

    /// The maximum number of fonts. Each size of a face is a font, and untrusted text may use any size; beyond the
    /// limit, all are released.
    private static let maxFonts = 512

    /// Releases the fonts if there are too many. Call it only between texts, because a text's runs refer to fonts by
    /// address.
    func trim() {
        guard heldFonts.count > Self.maxFonts else { return }
        fonts = [:]
        metricsByFont = [:]
        for font in heldFonts { g_object_unref(UnsafeMutableRawPointer(font)) }
        heldFonts = []
    }

    /// Shapes text. If a font could not be opened, the text is shaped once more while the process's spare descriptors
    /// are closed.
    func withFonts<Result>(_ shape: () -> Result) -> Result {
        // Text without letters precedes it, and only all of it together can be shaped again.
        guard !isWithinFonts, unopenedFont == nil else { return shape() }
        isWithinFonts = true
        defer { isWithinFonts = false }
        let first = shape()
        guard unopenedFont != nil else { return first }
        let second = spares.lend {
            forgetUnopenedFont()
            return shape()
        }
        if let unopenedFont {
            missingFont = unopenedFont
            incompleteCount += 1
        }
        return second
    }

    /// Returns a font that could not be opened since the last call, so that text lacks its letters.
    package func takeMissingFont() -> UnopenedFont? {
        defer { missingFont = nil }
        return missingFont
    }

    /// Forgets a font that could not be opened, so that the next text opens it again. Pango's font map holds its empty
    /// face, and the kept shapes its letters.
    func forgetUnopenedFont() {
        guard unopenedFont != nil else { return }
        pango_fc_font_map_cache_clear(OpaquePointer(map))
        keptShapes = [:]
        firstMetrics = [:]
        unopenedFont = nil
    }

    /// Keeps the font for as long as its address is a key.
    private func hold(_ font: UnsafeMutablePointer<PangoFont>) {
        heldFonts.append(OpaquePointer(g_object_ref(UnsafeMutableRawPointer(font))))
    }
}

extension FontStyle {
    var pango: PangoStyle {
        switch self {
        case .normal: PANGO_STYLE_NORMAL
        case .italic: PANGO_STYLE_ITALIC
        case .oblique: PANGO_STYLE_OBLIQUE
        }
    }
}

extension FontStretch {
    var pango: PangoStretch {
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
