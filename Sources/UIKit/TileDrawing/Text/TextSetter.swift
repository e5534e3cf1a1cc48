import Foundation
import TileGraphics

/// The layout of text in a container: splits it into paragraphs, breaks them into lines, and stacks the lines.
struct TextSetter {
    private let text: StyledText
    private let container: TextContainer
    private(set) var size = CGSize.zero
    private(set) var lines: [TextBlock.Line] = []
    private(set) var isTruncated = false
    private(set) var marks: [TextMark] = []
    /// Lines through the text and attached images, drawn above it.
    private var strikes: [TextMark] = []

    /// The lines without their horizontal positions.
    private var placed: [PlacedLine] = []

    private struct PlacedLine {
        var line: TextLine
        var top: CGFloat
        var height: CGFloat
        var baseline: CGFloat
        var settings: ParagraphSettings
        var indent: CGFloat
        /// The index of the paragraph's first span in the text.
        var firstSpan: Int
        /// The start of the paragraph, in bytes.
        var start: Int
    }

    init(_ text: StyledText, _ container: TextContainer) {
        self.text = text
        self.container = container
    }

    mutating func set() {
        let paragraphs = TextParagraphRange.all(in: text.string)
        var y: CGFloat = 0
        var cursor = SpanCursor(text.spans)
        for (number, paragraph) in paragraphs.enumerated() {
            let spans = cursor.spans(in: paragraph.range)
            var settings = spans.settings
            if settings.alignment == .natural, let alignment = container.alignment { settings.alignment = alignment }
            let room = Room(
                width: max(0, innerWidth(settings)), height: container.height - y,
                lines: container.lineLimit > 0 ? container.lineLimit - placed.count : .max)
            if number > 0, paragraph.isAfterParagraph { y += settings.paragraphSpacingBefore }
            let hasMore = number + 1 < paragraphs.count
            let (broken, isCut) = lines(of: paragraph, spans, settings, room: room, y: y, hasMore: hasMore)
            for (index, line) in broken.enumerated() {
                let isFirst = index == 0 && paragraph.isAfterParagraph
                let (height, baseline) = measures(line, settings)
                placed.append(
                    PlacedLine(
                        line: line, top: y, height: height, baseline: y + baseline, settings: settings,
                        indent: isFirst ? settings.firstLineHeadIndent : settings.headIndent,
                        firstSpan: spans.first, start: paragraph.range.lowerBound))
                y += height
                size.height = y
                y += settings.lineSpacing
                isTruncated = isTruncated || line.isTruncated
            }
            isTruncated = isTruncated || isCut
            let isFull = container.lineLimit > 0 && placed.count >= container.lineLimit
            if isCut || (isFull && hasMore) || broken.isEmpty {
                isTruncated = true
                break
            }
            if paragraph.endsParagraph { y += settings.paragraphSpacing }
        }
        positionLines()
    }

    // MARK: Breaking

    /// The space left in the container.
    private struct Room {
        var width: CGFloat
        var height: CGFloat
        var lines: Int
    }

    private func innerWidth(_ settings: ParagraphSettings) -> CGFloat {
        let tail = settings.tailIndent
        return (tail > 0 ? min(tail, container.width) : container.width + tail) - settings.headIndent
    }

    /// Returns the wrapping, the truncation of the last line, and whether the paragraph is always a single line.
    private func breaking(
        _ settings: ParagraphSettings
    ) -> (wrapping: TextParagraph.Wrapping, truncation: TextParagraph.Truncation?, isOneLine: Bool) {
        let cut: TextParagraph.Truncation? = container.truncatesLastLine ? .tail : nil
        func label(_ truncation: TextParagraph.Truncation) -> (
            TextParagraph.Wrapping, TextParagraph.Truncation?, Bool
        ) { (.byWord, truncation, false) }
        if let mode = container.lineBreakMode {
            switch mode {
            case .byWordWrapping: return (.byWord, cut, false)
            case .byCharWrapping: return (.byCharacter, cut, false)
            case .byClipping: return (container.lineLimit == 1 ? .none : .byWord, cut, false)
            case .byTruncatingHead: return label(.head)
            case .byTruncatingMiddle: return label(.middle)
            case .byTruncatingTail: return label(.tail)
            }
        }
        switch settings.lineBreakMode {
        case .byWordWrapping: return (.byWord, cut, false)
        case .byCharWrapping: return (.byCharacter, cut, false)
        case .byClipping: return (.none, cut, false)
        case .byTruncatingHead: return (.none, .head, true)
        case .byTruncatingMiddle: return (.none, .middle, true)
        case .byTruncatingTail: return (.none, .tail, true)
        }
    }

    /// Returns the lines of a paragraph that fit, and whether text is left over.
    private func lines(
        of paragraph: TextParagraphRange, _ spans: SpanCursor.Part, _ settings: ParagraphSettings, room: Room,
        y: CGFloat, hasMore: Bool
    ) -> (lines: [TextLine], isCut: Bool) {
        let (wrapping, truncation, isOneLine) = breaking(settings)
        var string = String(text.string[paragraph.in(text.string)])
        // A null character would end the text in Pango, as in C. A space has the same length in bytes.
        if string.utf8.contains(0) { string = string.replacingOccurrences(of: "\0", with: " ") }
        var content = TextParagraph(text: string, spans: spans.spans, font: spans.font)
        content.wrapping = wrapping
        content.isJustified = settings.alignment == .justified
        content.firstLineIndent =
            paragraph.isAfterParagraph ? settings.firstLineHeadIndent - settings.headIndent : 0
        content.direction =
            switch settings.baseWritingDirection {
            case .natural: .natural
            case .leftToRight: .leftToRight
            case .rightToLeft: .rightToLeft
            }
        content.tabs = settings.tabs
        content.measuresCharacters = container.measuresCharacters
        let shaper = TextShaper.ofThread.value
        let limit = isOneLine ? 1 : room.lines == .max ? nil : room.lines
        var broken = shaper.lines(
            of: content, width: room.width, lineLimit: limit, truncation: truncation,
            hasMore: hasMore && !isOneLine && limit != nil)
        // Lines below the container's end are left out, except for the first of all.
        var fitting = 0
        var bottom = y
        for line in broken {
            bottom += measures(line, settings).height
            if bottom > container.height + Self.slack, fitting + placed.count > 0 { break }
            bottom += settings.lineSpacing
            fitting += 1
        }
        let isCutByHeight = fitting < broken.count
        if isCutByHeight {
            if truncation != nil, fitting > 0 {
                broken = shaper.lines(
                    of: content, width: room.width, lineLimit: fitting, truncation: truncation, hasMore: false)
            } else {
                broken = Array(broken.prefix(fitting))
            }
        } else if hasMore, truncation != nil, !isOneLine, let last = broken.last, !last.isTruncated,
            bottom + measures(last, settings).height > container.height + Self.slack
        {
            // No line of the next paragraph fits, so this paragraph shows the ellipsis.
            broken = shaper.lines(
                of: content, width: room.width, lineLimit: broken.count, truncation: truncation, hasMore: true)
        }
        let shown = broken.last?.range.upperBound ?? 0
        return (broken, isCutByHeight || (limit != nil && shown < content.text.utf8.count))
    }

    /// The tolerance for rounding errors in sums of heights, so that they don't exclude a line.
    private static let slack: CGFloat = 1e-6

    /// Returns the height of a line, and the distance of its baseline from its top. Changes of the height by a style
    /// apply above the letters, as in TextKit.
    private func measures(_ line: TextLine, _ settings: ParagraphSettings) -> (height: CGFloat, baseline: CGFloat) {
        let gap = container.usesFontLeading ? line.lineGap : 0
        let natural = line.ascent + line.descent + gap
        var height = natural
        if settings.lineHeightMultiple > 0 { height *= settings.lineHeightMultiple }
        height = max(height, settings.minimumLineHeight)
        if settings.maximumLineHeight > 0 {
            height = min(height, max(settings.maximumLineHeight, settings.minimumLineHeight))
        }
        return (height, line.ascent + height - natural)
    }

    // MARK: Placing

    private mutating func positionLines() {
        for placed in placed {
            let tail = placed.settings.tailIndent
            size.width = max(size.width, placed.indent + placed.line.width + (tail < 0 ? -tail : 0))
        }
        let width = container.width.isFinite ? container.width : size.width
        var glyphs = TextGlyphMerger()
        for placed in placed {
            let x = leftEdge(of: placed, in: width)
            lines.append(
                TextBlock.Line(
                    rect: CGRect(x: x, y: placed.top, width: placed.line.width, height: placed.height),
                    baseline: placed.baseline,
                    range: placed.start + placed.line.range.lowerBound..<placed.start + placed.line.range.upperBound,
                    clusters: placed.line.clusters.map { $0.moved(by: placed.start, x: x) },
                    isRightToLeft: placed.line.isRightToLeft))
            for run in placed.line.runs {
                mark(run, text.spans[placed.firstSpan + run.span].attributes, placed: placed, x: x, into: &glyphs)
            }
        }
        let behind = marks.filter { if case .background = $0 { true } else { false } }
        let rules = marks.filter { if case .rule = $0 { true } else { false } }
        marks = behind + rules + glyphs.finish().map { .glyphs($0) } + strikes
        strikes = []
    }

    /// Returns the line's left end.
    private func leftEdge(of placed: PlacedLine, in width: CGFloat) -> CGFloat {
        let settings = placed.settings
        let isRightToLeft = placed.line.isRightToLeft
        let trailing = settings.tailIndent > 0 ? max(0, width - settings.tailIndent) : -settings.tailIndent
        let start = isRightToLeft ? trailing : placed.indent
        let end = width - (isRightToLeft ? placed.indent : trailing)
        let free = end - start - placed.line.width
        switch settings.alignment {
        case .left: return start
        case .right: return start + free
        case .center: return start + free / 2
        case .natural, .justified: return isRightToLeft ? start + free : start
        }
    }

    private mutating func mark(
        _ run: TextLine.Run, _ attributes: TextAttributes, placed: PlacedLine, x: CGFloat,
        into glyphs: inout TextGlyphMerger
    ) {
        let left = x + run.x
        if let color = attributes.background {
            marks.append(
                .background(CGRect(x: left, y: placed.top, width: run.width, height: placed.height), color))
        }
        let baseline = placed.baseline - run.baselineOffset
        if run.boxes > 0 {
            guard let attachment = attributes.attachment, let image = attachment.image(in: attributes.foreground)
            else { return }
            // Letters' spacing is a part of each box's advance.
            let advance = run.width / Double(run.boxes)
            for index in 0..<run.boxes {
                let frame = attachment.frame(at: left + CGFloat(index) * advance, baseline: baseline)
                if !frame.isEmpty { strikes.append(.image(image, frame)) }
            }
            return
        }
        let metrics = run.metrics
        if let line = attributes.underline {
            let rule = TextRule(
                left: left, right: left + run.width, y: baseline - metrics.underlinePosition * run.size,
                thickness: metrics.underlineThickness * run.size, dashes: [])
            for rule in rule.parts(line.style, run.words.map { x + $0.lowerBound...x + $0.upperBound }) {
                marks.append(.rule(rule, line.color ?? attributes.foreground, attributes.shadow))
            }
        }
        if let line = attributes.strikethrough {
            let rule = TextRule(
                left: left, right: left + run.width, y: baseline - metrics.strikethroughPosition * run.size,
                thickness: metrics.strikethroughThickness * run.size, dashes: [])
            for rule in rule.parts(line.style, run.words.map { x + $0.lowerBound...x + $0.upperBound }) {
                strikes.append(.rule(rule, line.color ?? attributes.foreground, attributes.shadow))
            }
        }
        guard let outlines = run.glyphs else { return }
        let stroke = attributes.stroke.map {
            (width: CGFloat(abs($0.width) / 100 * run.size), color: $0.color ?? attributes.foreground)
        }
        let isFilled = attributes.stroke.map { $0.width < 0 } ?? true
        glyphs.append(
            outlines.moved(x: x, y: placed.baseline),
            TextGlyphs(
                run: outlines, fill: isFilled ? attributes.foreground : nil, stroke: stroke,
                shadow: attributes.shadow))
    }
}

extension ParagraphSettings {
    /// The tabs for Pango: the paragraph's own, or one each `defaultTabInterval`.
    fileprivate var tabs: [TextParagraph.Tab] {
        let stops = shownTabStops
        if stops.isEmpty {
            let interval = defaultTabInterval > 0 ? defaultTabInterval : 28
            return (1...12).map { TextParagraph.Tab(position: interval * CGFloat($0), alignment: .left) }
        }
        return stops.map { stop in
            let alignment: TextParagraph.Tab.Alignment =
                switch stop.alignment {
                case .center: .center
                case .right: .right
                case .left, .justified, .natural: .left
                }
            return TextParagraph.Tab(position: max(0, stop.location), alignment: alignment)
        }
    }
}

extension TextLine.Cluster {
    fileprivate func moved(by bytes: Int, x: CGFloat) -> TextLine.Cluster {
        var cluster = self
        cluster.range = range.lowerBound + bytes..<range.upperBound + bytes
        cluster.x += Double(x)
        return cluster
    }
}
