import TileGraphics

/// Walks over a text's spans, paragraph by paragraph.
struct SpanCursor {
    private let spans: [StyledText.Span]
    private var number = 0
    /// Where span `number` starts, in bytes.
    private var start = 0

    init(_ spans: [StyledText.Span]) { self.spans = spans }

    /// The spans of one paragraph.
    struct Part {
        /// The number of the first among the text's.
        var first: Int
        var spans: [TextParagraph.Span]
        var settings: ParagraphSettings
        /// Of the first character, or of the paragraph's end when it has none.
        var font: FontRequest
    }

    /// The spans that `range` has a part in, cut to it. Ranges come in order.
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
                part.spans.append(
                    TextParagraph.Span(
                        length: max(0, high - low), font: attributes.font.request,
                        letterSpacing: attributes.kern, baselineOffset: attributes.baselineOffset))
            }
            if at >= range.upperBound { break }
        }
        return part
    }
}
