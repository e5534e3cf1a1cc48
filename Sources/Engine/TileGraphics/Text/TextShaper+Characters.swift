import CPango
import TileGeometry

extension TextShaper {
    /// The part of a style that affects shaping, independent of size.
    package struct CharacterStyle: Hashable, Sendable {
        /// Comma-separated family names, as in CSS (`FontFamilies`).
        package var family: String
        package var style = FontStyle.normal
        package var weight = 400
        package var stretch = FontStretch.normal
        package var features = FontFeatures()
        package var language: String?
        package var isRightToLeft = false
        /// Whether optional ligatures are used.
        package var hasLigatures = true
        /// Whether the line is vertical, with upright wide characters.
        package var isVertical = false

        package init(family: String) { self.family = family }
    }

    struct ShapeKey: Hashable {
        var text: String
        var style: CharacterStyle
    }

    /// The limits of cached shapes: words of labels recur, and single letters most of all.
    private static let maxKeptShapes = 4096
    private static let longestKeptShape = 24

    /// Shapes a line whose characters will be positioned individually.
    ///
    /// - Complexity: O(n) for the text, some 10 µs for a few words; O(1) for a cached short text.
    package func characters(of text: String, _ style: CharacterStyle) -> ShapedText {
        if text.utf8.count > Self.longestKeptShape { return withFonts { shape(text, style) } }
        let key = ShapeKey(text: text, style: style)
        if let known = keptShapes[key] { return known }
        let shaped = withFonts { shape(text, style) }
        if keptShapes.count >= Self.maxKeptShapes { keptShapes = [:] }
        keptShapes[key] = shaped
        return shaped
    }

    /// Returns the metrics of the first font of a style, which browsers use for lines even if it lacks their letters.
    /// Fonts in drawings are often subsets. Nil if there is no font.
    package func firstMetrics(of style: CharacterStyle) -> FontMetrics? {
        if let known = firstMetrics[style] { return known }
        let metrics = withFonts { () -> FontMetrics? in
            trim()
            pango_context_set_matrix(context, nil)
            pango_context_set_language(context, style.language.flatMap { pango_language_from_string($0) })
            let description = description(style, of: "")
            defer { pango_font_description_free(description) }
            guard let font = pango_font_map_load_font(map, context, description) else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(font)) }
            return self.metrics(font)
        }
        if firstMetrics.count >= Self.maxKeptShapes { firstMetrics = [:] }
        firstMetrics.updateValue(metrics, forKey: style)
        return metrics
    }

    /// Large enough that Pango's rounding to 1/1024 is negligible.
    private static let emSize = 1000.0

    private func shape(_ text: String, _ style: CharacterStyle) -> ShapedText {
        trim()
        pango_context_set_matrix(context, nil)
        pango_context_set_base_dir(context, style.isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        defer { pango_context_set_base_dir(context, PANGO_DIRECTION_LTR) }
        let layout = pango_layout_new(context)!
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        apply(style, of: text, to: layout)
        pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
        pango_layout_set_auto_dir(layout, 0)
        pango_layout_set_single_paragraph_mode(layout, 1)

        let em = Self.emSize * Double(PANGO_SCALE)
        let bytes = Array(text.utf8)
        var result = ShapedText()
        var x = 0
        guard let line = pango_layout_get_line_readonly(layout, 0) else { return result }
        var node = line.pointee.runs
        while let current = node {
            node = current.pointee.next
            let run = current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            guard let item = run.pointee.item, let glyphs = run.pointee.glyphs, let font = item.pointee.analysis.font,
                let outlines = outlines(font)
            else { continue }
            if result.metrics == nil { measure(font, &result) }
            if Self.isExcessive(glyphs, of: item) {
                result.missingOutlines += 1
                continue
            }
            let offset = Int(item.pointee.offset)
            var last = -1
            for index in 0..<Int(glyphs.pointee.num_glyphs) {
                let info = glyphs.pointee.glyphs[index]
                let cluster = offset + Int(glyphs.pointee.log_clusters[index])
                if cluster != last {
                    last = cluster
                    var made = ShapedText.Cluster(
                        offset: cluster, position: Double(x) / em, advance: 0,
                        glyphs: result.glyphs.count..<result.glyphs.count)
                    if style.isVertical, let scalar = Self.scalar(at: cluster, of: bytes),
                        g_unichar_iswide(scalar) != 0
                    {
                        made.upright = upright(font, info.glyph)
                    }
                    result.clusters.append(made)
                }
                let number = result.clusters.count - 1
                let pen = Int((result.clusters[number].position * em).rounded())
                add(info, outlines, x: Double(x - pen) / em, to: &result)
                result.clusters[number].glyphs = result.clusters[number].glyphs.lowerBound..<result.glyphs.count
                result.clusters[number].advance += Double(info.geometry.width) / em
                x += Int(info.geometry.width)
            }
        }
        result.width = Double(x) / em
        return result
    }

    private func add(_ info: PangoGlyphInfo, _ outlines: FontOutlines, x: Double, to result: inout ShapedText) {
        // Pango's number for "nothing to draw", and its flag on characters without a glyph.
        guard info.glyph != 0x0FFF_FFFF else { return }
        let em = Self.emSize * Double(PANGO_SCALE)
        let isUnknown = info.glyph & 0x1000_0000 != 0
        if isUnknown { result.unknownCharacters += 1 }
        let outline =
            isUnknown
            ? frame(width: Double(info.geometry.width) / em * GlyphRun.unitsPerEm) : outlines.outline(UInt(info.glyph))
        guard let outline else {
            result.missingOutlines += 1
            return
        }
        guard !outline.isEmpty else { return }
        result.glyphs.append(
            GlyphRun.Glyph(
                outline: outline, x: x + Double(info.geometry.x_offset) / em, y: Double(info.geometry.y_offset) / em))
    }

    /// Returns Pango's description of the fonts for a text. The caller frees it.
    private func description(_ style: CharacterStyle, of text: String) -> OpaquePointer? {
        let description = pango_font_description_new()
        pango_font_description_set_family(description, installedFamilies(for: style.family, of: text))
        pango_font_description_set_style(description, style.style.pango)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(clamping: style.weight)))
        pango_font_description_set_stretch(description, style.stretch.pango)
        pango_font_description_set_size(description, Int32(Self.emSize) * PANGO_SCALE)
        return description
    }

    private func apply(_ style: CharacterStyle, of text: String, to layout: OpaquePointer) {
        pango_context_set_language(context, style.language.flatMap { pango_language_from_string($0) })
        let description = description(style, of: text)
        defer { pango_font_description_free(description) }
        let list = pango_attr_list_new()
        defer { pango_attr_list_unref(list) }
        pango_attr_list_insert(list, pango_attr_font_desc_new(description))
        var features = FontFeatures()
        if !style.hasLigatures { features.set(["liga", "clig"], 0) }
        features.append(style.features)
        if style.isVertical { features.set("vert") }
        if !features.text.isEmpty { pango_attr_list_insert(list, pango_attr_font_features_new(features.text)) }
        pango_layout_set_attributes(layout, list)
    }

    private func measure(_ font: UnsafeMutablePointer<PangoFont>, _ result: inout ShapedText) {
        result.metrics = metrics(font)
        var rules = TextLayout()
        measureRules(font, &rules)
        func inEms(_ rule: TextLayout.Rule) -> TextLayout.Rule {
            TextLayout.Rule(position: rule.position / Self.emSize, thickness: rule.thickness / Self.emSize)
        }
        (result.underline, result.strikethrough) = (inEms(rules.underline), inEms(rules.strikethrough))
    }

    /// Returns the font's metrics; a font without vertical metrics is centered, with its line's height as the advance.
    private func upright(_ font: UnsafeMutablePointer<PangoFont>, _ glyph: PangoGlyph) -> ShapedText.Upright? {
        guard glyph & 0x1000_0000 == 0, let shaped = pango_font_get_hb_font(font) else {
            return ShapedText.Upright(advance: 1, x: 0.5, y: -0.88)
        }
        let face = hb_font_get_face(shaped)
        let design = hb_font_create(face)
        defer { hb_font_destroy(design) }
        let em = Double(max(1, hb_face_get_upem(face)))
        var x: hb_position_t = 0
        var y: hb_position_t = 0
        hb_font_get_glyph_v_origin(design, glyph, &x, &y)
        // Downwards is negative in HarfBuzz.
        let advance = -Double(hb_font_get_glyph_v_advance(design, glyph)) / em
        return ShapedText.Upright(advance: advance > 0 ? advance : 1, x: Double(x) / em, y: -Double(y) / em)
    }

    private static func scalar(at offset: Int, of bytes: [UInt8]) -> UInt32? {
        guard offset < bytes.count else { return nil }
        var decoder = UTF8()
        var rest = bytes[offset...].makeIterator()
        if case .scalarValue(let scalar) = decoder.decode(&rest) { return scalar.value }
        return nil
    }
}
