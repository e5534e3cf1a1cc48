import TileGraphics

/// An iterator over a text's spans, paragraph by paragraph.
struct SpanCursor {
    private let spans: [StyledText.Span]
    private var number = 0
    /// The start of span `number`, in bytes.
    private var start = 0

    init(_ spans: [StyledText.Span]) { self.spans = spans }

    /// The spans of one paragraph.
    struct Part {
        /// The index of the first of these spans in the text.
        var first: Int
        var spans: [TextParagraph.Span]
        var settings: ParagraphSettings
        /// The font of the first character; in an empty paragraph, of its end.
        var font: FontRequest
    }

    /// Returns the spans that intersect `range`, clipped to it. Ranges must come in order.
    mutating func spans(in range: Range<Int>) -> Part {
        while number + 1 < spans.count, start + spans[number].length <= range.lowerBound {
            start += spans[number].length
            number += 1
        }
        let attributes = spans[number].attributes
        var part = Part(
            first: number, spans: [], settings: attributes.paragraph, font: attributes.font.request)
        var at = start
        for span in spans[number...] {
            let low = max(at, range.lowerBound)
            at += span.length
            let high = min(at, range.upperBound)
            if high > low || part.spans.isEmpty {
                let attributes = span.attributes
                var piece = TextParagraph.Span(
                    length: max(0, high - low), font: attributes.font.request,
                    letterSpacing: attributes.kern, baselineOffset: attributes.baselineOffset)
                piece.box = attributes.attachment?.box
                part.spans.append(piece)
            }
            if at >= range.upperBound { break }
        }
        return part
    }
}
