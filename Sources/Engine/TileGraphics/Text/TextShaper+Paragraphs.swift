import CPango
import TileSupport

extension TextShaper {
    /// The calling thread's shaper, so that threads shape concurrently.
    package static let ofThread = ThreadLocal { TextShaper() }

    /// Breaks a paragraph into lines.
    ///
    /// - Parameters:
    ///   - width: The width of a line; infinity for no limit.
    ///   - lineLimit: The maximum number of lines, or nil.
    ///   - truncation: The position of the ellipsis in the last line within the limit, if text remains. Nil for no
    ///     ellipsis.
    ///   - hasMore: Whether text remains after this paragraph, so that its last line gets an ellipsis.
    /// - Returns: At least one line, also for an empty text. The cost is that of shaping the text, 10 to 30 µs for a
    ///   few words.
    package func lines(
        of paragraph: TextParagraph, width: Double, lineLimit: Int? = nil,
        truncation: TextParagraph.Truncation? = nil, hasMore: Bool = false
    ) -> [TextLine] {
        forgetUnopenedFont()
        return withFonts {
            shapedLines(
                of: paragraph, width: width, lineLimit: lineLimit, truncation: truncation, hasMore: hasMore)
        }
    }

    private func shapedLines(
        of paragraph: TextParagraph, width: Double, lineLimit: Int?, truncation: TextParagraph.Truncation?,
        hasMore: Bool
    ) -> [TextLine] {
        trim()
        let largest = paragraph.spans.reduce(paragraph.font.size) { max($0, $1.font.size) }
        guard largest <= Self.largestSize else {
            // Outlines are scalable: shape at a smaller size, then enlarge.
            let factor = largest / Self.largestSize
            return shapedLines(
                of: paragraph.shrunk(by: factor), width: width / factor, lineLimit: lineLimit, truncation: truncation,
                hasMore: hasMore
            ).map { $0.enlarged(by: factor) }
        }
        guard let lineLimit, let truncation else {
            let all = broken(paragraph, width: width, wrapping: paragraph.wrapping)
            return lineLimit.map { Array(all.prefix(max(1, $0))) } ?? all
        }
        if lineLimit <= 1 {
            let line = broken(paragraph, width: .infinity, wrapping: .none)[0]
            if !hasMore, line.width <= width + Self.slack { return [line] }
            return [truncated(paragraph, from: 0, width, truncation: truncation, hasMore: hasMore)]
        }
        let all = broken(paragraph, width: width, wrapping: paragraph.wrapping)
        guard all.count > lineLimit || (all.count == lineLimit && hasMore) else { return all }
        let last = all[lineLimit - 1].range.lowerBound
        return all.prefix(lineLimit - 1) + [
            truncated(paragraph, from: last, width, truncation: truncation, hasMore: hasMore)
        ]
    }

    /// The tolerance for rounding to Pango's units before a line is truncated.
    private static let slack = 1.5 / Double(PANGO_SCALE)

    private func truncated(
        _ paragraph: TextParagraph, from start: Int, _ width: Double, truncation: TextParagraph.Truncation,
        hasMore: Bool
    ) -> TextLine {
        var rest = paragraph.suffix(from: start)
        rest.isJustified = false
        if start > 0 { rest.firstLineIndent = 0 }
        if hasMore, !rest.text.hasSuffix("…") {
            rest.text += "…"
            if rest.spans.isEmpty { rest.spans = [TextParagraph.Span(length: 0, font: rest.font)] }
            rest.spans[rest.spans.count - 1].length += "…".utf8.count
        }
        var line = broken(rest, width: width, wrapping: .none, truncation: truncation)[0]
        let end = paragraph.text.utf8.count
        line.range = start..<end
        for index in line.clusters.indices {
            let range = line.clusters[index].range
            line.clusters[index].range = min(range.lowerBound + start, end)..<min(range.upperBound + start, end)
        }
        line.isTruncated = line.isTruncated || hasMore
        // Spans of the removed start count as well.
        let cut = paragraph.spans.count - rest.spans.count
        if cut > 0 { for run in line.runs.indices { line.runs[run].span += cut } }
        return line
    }

    private func broken(
        _ paragraph: TextParagraph, width: Double, wrapping: TextParagraph.Wrapping,
        truncation: TextParagraph.Truncation? = nil
    ) -> [TextLine] {
        let unit = Double(PANGO_SCALE)
        pango_context_set_matrix(context, nil)
        pango_context_set_language(context, paragraph.language.flatMap { pango_language_from_string($0) })
        pango_context_set_base_dir(
            context, paragraph.direction == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR)
        let layout = pango_layout_new(context)!
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let description = paragraph.font.pango
        defer { pango_font_description_free(description) }
        pango_layout_set_font_description(layout, description)
        pango_layout_set_auto_dir(layout, paragraph.direction == .natural ? 1 : 0)
        let attributes = attributes(of: paragraph)
        defer { pango_attr_list_unref(attributes) }
        pango_layout_set_attributes(layout, attributes)
        pango_layout_set_single_paragraph_mode(layout, 1)
        if wrapping != .none || truncation != nil {
            let units = ((width - (truncation != nil ? paragraph.firstLineIndent : 0)) * unit).rounded(.up) + 1
            if units < Double(Int32.max) { pango_layout_set_width(layout, Int32(max(0, units))) }
        }
        switch truncation {
        case .head: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_START)
        case .middle: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_MIDDLE)
        case .tail: pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        case nil: break
        }
        // A word longer than the line is broken, as in UIKit.
        pango_layout_set_wrap(layout, wrapping == .byCharacter ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
        if wrapping != .none {
            let indent = paragraph.firstLineIndent * unit
            if abs(indent) < Double(Int32.max) { pango_layout_set_indent(layout, Int32(indent)) }
        }
        pango_layout_set_justify(layout, paragraph.isJustified ? 1 : 0)
        let tabs = tabs(of: paragraph)
        defer { if let tabs { pango_tab_array_free(tabs) } }
        if let tabs { pango_layout_set_tabs(layout, tabs) }
        pango_layout_set_text(layout, paragraph.text, Int32(clamping: paragraph.text.utf8.count))

        let isTruncated = truncation != nil && pango_layout_is_ellipsized(layout) != 0
        var ends: [Int] = []
        ends.reserveCapacity(paragraph.spans.count)
        for span in paragraph.spans { ends.append((ends.last ?? 0) + span.length) }
        var lines: [TextLine] = []
        var node = pango_layout_get_lines_readonly(layout)
        while let current = node {
            let line = current.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
            lines.append(measured(line, paragraph, ends: ends, isTruncated: isTruncated))
            node = current.pointee.next
        }
        if lines.isEmpty { lines.append(TextLine(range: 0..<0)) }
        if lines[0].runs.isEmpty { for index in lines.indices { giveHeight(to: &lines[index], of: paragraph.font) } }
        return lines
    }

    /// Gives an empty line the height of its font.
    private func giveHeight(to line: inout TextLine, of font: FontRequest) {
        guard line.runs.isEmpty, let metrics = loadedMetrics(of: font) else { return }
        line.ascent = metrics.ascent * font.size
        line.descent = -metrics.descent * font.size
        line.lineGap = metrics.lineGap * font.size
    }

    private func measured(
        _ pangoLine: UnsafeMutablePointer<PangoLayoutLine>, _ paragraph: TextParagraph, ends: [Int],
        isTruncated: Bool
    ) -> TextLine {
        let unit = Double(PANGO_SCALE)
        let start = Int(pangoLine.pointee.start_index)
        var line = TextLine(range: start..<start + Int(pangoLine.pointee.length))
        line.isRightToLeft = pangoLine.pointee.resolved_dir == PANGO_DIRECTION_RTL.rawValue
        line.isTruncated = isTruncated
        let text = pango_layout_get_text(pangoLine.pointee.layout)
        var x = 0
        var node = pangoLine.pointee.runs
        while let current = node {
            node = current.pointee.next
            let run = current.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            guard let item = run.pointee.item, let glyphs = run.pointee.glyphs, let font = item.pointee.analysis.font,
                let outlines = outlines(font), let metrics = metrics(font)
            else { continue }
            if Int32(item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 { narrow(glyphs, font) }
            let offset = Int(item.pointee.offset)
            let number = min(ends.firstIndex { offset < $0 } ?? ends.count - 1, ends.count - 1)
            let span = paragraph.spans[max(0, number)]
            var placed = PlacedGlyphs()
            let end = positionGlyphs(
                glyphs, outlines: outlines, size: span.font.size, x: x, y: -span.baselineOffset, into: &placed)
            let isEllipsis = Int32(item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0
            let box = span.box.flatMap { isEllipsis || !isBox(text, at: offset) ? nil : $0 }
            if box == nil { line.unknownCharacters += placed.unknownCharacters }
            line.runs.append(
                TextLine.Run(
                    glyphs: placed.glyphs.isEmpty || box != nil
                        ? nil : GlyphRun(glyphs: placed.glyphs, size: span.font.size),
                    span: max(0, number), x: Double(x) / unit, width: Double(end - x) / unit, size: span.font.size,
                    baselineOffset: span.baselineOffset, metrics: metrics,
                    words: words(glyphs, text?.advanced(by: offset), x: x),
                    boxes: box == nil ? 0 : Int(glyphs.pointee.num_glyphs)))
            if paragraph.measuresCharacters { line.appendClusters(of: item.pointee, glyphs, x: x) }
            // Raised text increases the line's ascent without changing its descent, as in TextKit.
            x = end
            if let box {
                line.ascent = max(line.ascent, box.ascent + span.baselineOffset)
                line.descent = max(line.descent, box.descent - span.baselineOffset)
                continue
            }
            line.ascent = max(line.ascent, metrics.ascent * span.font.size + max(0, span.baselineOffset))
            line.descent = max(line.descent, -metrics.descent * span.font.size + max(0, -span.baselineOffset))
            line.lineGap = max(line.lineGap, metrics.lineGap * span.font.size)
        }
        line.width = Double(x) / unit
        if let last = line.runs.last {
            // Pango omits the spacing after the last character; UIKit does not.
            let spacing = paragraph.spans[last.span].letterSpacing
            line.width += spacing
            line.runs[line.runs.count - 1].width += spacing
            if !line.clusters.isEmpty { line.clusters[line.clusters.count - 1].width += spacing }
        }
        return line
    }

    /// Whether the character at an offset of a text is the object replacement character.
    private func isBox(_ text: UnsafePointer<CChar>?, at offset: Int) -> Bool {
        guard let text else { return false }
        return zip(0..<3, TextParagraph.boxCharacter).allSatisfy { UInt8(bitPattern: text[offset + $0]) == $1 }
    }

    /// Pango widens an ellipsis until the line has its maximum width, which leaves a gap.
    private func narrow(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>, _ font: UnsafeMutablePointer<PangoFont>
    ) {
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            var logical = PangoRectangle()
            pango_font_get_glyph_extents(font, glyphs.pointee.glyphs[index].glyph, nil, &logical)
            glyphs.pointee.glyphs[index].geometry.width = min(
                glyphs.pointee.glyphs[index].geometry.width, logical.width)
        }
    }

    /// Returns the extents of the run's words, without white space.
    private func words(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>, _ text: UnsafePointer<CChar>?, x: Int
    ) -> [ClosedRange<Double>] {
        guard let text else { return [] }
        let unit = Double(PANGO_SCALE)
        var words: [ClosedRange<Double>] = []
        var left = x
        for index in 0..<Int(glyphs.pointee.num_glyphs) {
            let right = left + Int(glyphs.pointee.glyphs[index].geometry.width)
            let first = text[Int(glyphs.pointee.log_clusters[index])]
            if first != 0x20, first != 0x09, right > left {
                if let last = words.last, last.upperBound * unit >= Double(left) {
                    words[words.count - 1] = last.lowerBound...Double(right) / unit
                } else {
                    words.append(Double(left) / unit...Double(right) / unit)
                }
            }
            left = right
        }
        return words
    }

    /// Returns fonts and spacings, and an attribute that differs from span to span, so that runs end at spans.
    private func attributes(of paragraph: TextParagraph) -> OpaquePointer? {
        let list = pango_attr_list_new()
        // Otherwise Pango inserts a hyphen when it breaks a word that is too long, and does not break if the hyphen
        // does not fit.
        pango_attr_list_insert(list, pango_attr_insert_hyphens_new(0))
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?, _ range: Range<Int>) {
            guard let attribute else { return }
            attribute.pointee.start_index = UInt32(clamping: range.lowerBound)
            attribute.pointee.end_index = UInt32(clamping: range.upperBound)
            pango_attr_list_insert(list, attribute)
        }
        var start = 0
        // The start of the spans that are shaped like the last one: letters join across them.
        var first = 0
        for (number, span) in paragraph.spans.enumerated() {
            let end = start + span.length
            if paragraph.spans.count > 1 {
                insert(
                    pango_attr_foreground_new(UInt16(truncatingIfNeeded: number), UInt16(clamping: number >> 16), 0),
                    start..<end)
            }
            if let box = span.box {
                for range in paragraph.boxes(in: start..<end) { insert(box.pango, range) }
            }
            start = end
            if number + 1 < paragraph.spans.count, paragraph.spans[number + 1].isShaped(like: span) { continue }
            let description = span.font.pango
            insert(pango_attr_font_desc_new(description), first..<end)
            pango_font_description_free(description)
            let spacing = span.letterSpacing * Double(PANGO_SCALE)
            if spacing != 0, abs(spacing) < Double(Int32.max) {
                insert(pango_attr_letter_spacing_new(Int32(spacing.rounded())), first..<end)
            }
            if let features = span.font.features { insert(pango_attr_font_features_new(features), first..<end) }
            first = end
        }
        return list
    }

    private func tabs(of paragraph: TextParagraph) -> OpaquePointer? {
        guard !paragraph.tabs.isEmpty, paragraph.text.utf8.contains(0x09) else { return nil }
        let tabs = pango_tab_array_new(Int32(clamping: paragraph.tabs.count), 0)
        for (number, tab) in paragraph.tabs.enumerated() {
            let alignment =
                switch tab.alignment {
                case .left: PANGO_TAB_LEFT
                case .center: PANGO_TAB_CENTER
                case .right: PANGO_TAB_RIGHT
                }
            pango_tab_array_set_tab(
                tabs, Int32(number), alignment, Int32(clamping: Int(min(1e6, tab.position) * Double(PANGO_SCALE))))
        }
        return tabs
    }

    /// Returns the metrics of the face that matches a request; nil if fontconfig has no font at all.
    package func metrics(of request: FontRequest) -> FontMetrics? {
        forgetUnopenedFont()
        return withFonts { loadedMetrics(of: request) }
    }

    private func loadedMetrics(of request: FontRequest) -> FontMetrics? {
        let description = request.pango
        defer { pango_font_description_free(description) }
        guard let font = pango_font_map_load_font(map, context, description) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(font)) }
        return metrics(font)
    }
}

extension FontRequest {
    /// The Pango description. The caller frees it.
    fileprivate var pango: OpaquePointer? {
        let description = pango_font_description_new()
        pango_font_description_set_family(
            description, postScriptName.flatMap(ExactFace.family(postScriptName:)) ?? family)
        pango_font_description_set_style(description, style.pango)
        pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(min(1000, max(1, weight)))))
        pango_font_description_set_stretch(description, stretch.pango)
        let units = size * Double(PANGO_SCALE)
        pango_font_description_set_absolute_size(description, min(units, TextShaper.largestSize * Double(PANGO_SCALE)))
        return description
    }

    /// The OpenType features in CSS syntax.
    fileprivate var features: String? {
        let names = [isSmallCaps ? "'smcp' 1" : nil, hasTabularDigits ? "'tnum' 1" : nil].compactMap { $0 }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension TextParagraph.Span {
    fileprivate func isShaped(like other: TextParagraph.Span) -> Bool {
        font == other.font && letterSpacing == other.letterSpacing
    }
}

extension TextParagraph.Box {
    /// The Pango attribute. The list that it is inserted into frees it.
    fileprivate var pango: UnsafeMutablePointer<PangoAttribute>? {
        func units(_ length: Double) -> Int32 { Int32(clamping: Int((length * Double(PANGO_SCALE)).rounded())) }
        var extent = PangoRectangle(
            x: 0, y: units(-ascent), width: units(width), height: units(max(0, ascent + descent)))
        return pango_attr_shape_new(&extent, &extent)
    }
}

extension TextParagraph {
    /// The object replacement character, in UTF-8.
    fileprivate static let boxCharacter: [UInt8] = [0xEF, 0xBF, 0xBC]

    /// The ranges of object replacement characters in a range, in bytes.
    fileprivate func boxes(in range: Range<Int>) -> [Range<Int>] {
        let bytes = Array(text.utf8.dropFirst(range.lowerBound).prefix(range.count))
        guard bytes.count >= 3 else { return [] }
        return (0...bytes.count - 3).filter { bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] == 0xBC }
            .map { range.lowerBound + $0..<range.lowerBound + $0 + 3 }
    }

    fileprivate func shrunk(by factor: Double) -> TextParagraph {
        var paragraph = self
        paragraph.font.size /= factor
        paragraph.firstLineIndent /= factor
        for index in paragraph.spans.indices {
            paragraph.spans[index].font.size /= factor
            paragraph.spans[index].letterSpacing /= factor
            paragraph.spans[index].baselineOffset /= factor
            if let box = paragraph.spans[index].box {
                paragraph.spans[index].box = Box(
                    width: box.width / factor, ascent: box.ascent / factor, descent: box.descent / factor)
            }
        }
        for index in paragraph.tabs.indices { paragraph.tabs[index].position /= factor }
        return paragraph
    }

    /// Returns the paragraph without its first `start` bytes.
    fileprivate func suffix(from start: Int) -> TextParagraph {
        guard start > 0 else { return self }
        var paragraph = self
        paragraph.text = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
        var left = start
        while let first = paragraph.spans.first, first.length <= left, paragraph.spans.count > 1 {
            left -= first.length
            paragraph.spans.removeFirst()
        }
        if !paragraph.spans.isEmpty { paragraph.spans[0].length -= min(left, paragraph.spans[0].length) }
        return paragraph
    }
}

extension TextLine {
    /// Appends the positions of a run's characters: glyphs of the same characters form one cluster.
    ///
    /// - Parameter x: The run's left end, in Pango's units.
    fileprivate mutating func appendClusters(
        of item: PangoItem, _ glyphs: UnsafeMutablePointer<PangoGlyphString>, x: Int
    ) {
        let unit = Double(PANGO_SCALE)
        let isRightToLeft = item.analysis.level % 2 == 1
        let (start, count) = (Int(item.offset), Int(glyphs.pointee.num_glyphs))
        let first = clusters.count
        var left = x
        for index in 0..<count {
            let right = left + Int(glyphs.pointee.glyphs[index].geometry.width)
            let byte = start + Int(glyphs.pointee.log_clusters[index])
            if clusters.count > first, clusters[clusters.count - 1].range.lowerBound == byte {
                clusters[clusters.count - 1].width += Double(right - left) / unit
            } else {
                clusters.append(
                    Cluster(
                        range: byte..<byte, x: Double(left) / unit, width: Double(right - left) / unit,
                        isRightToLeft: isRightToLeft))
            }
            left = right
        }
        // Each cluster ends where the next in reading order begins.
        var end = start + Int(item.length)
        let order = isRightToLeft ? Array(first..<clusters.count) : (first..<clusters.count).reversed()
        for index in order {
            let begin = clusters[index].range.lowerBound
            clusters[index].range = begin..<max(begin, end)
            end = begin
        }
    }
}
