import Foundation

/// An attributed string as a value: the input of text layout and the key of the layout cache. Strings with uniform
/// attributes are built directly, because the way through Foundation's attributed strings took a quarter of the time to
/// show a card with two labels.
package struct StyledText: Sendable, Hashable {
    struct Span: Sendable, Equatable {
        /// The length in UTF-8 bytes.
        var length: Int
        var attributes: TextAttributes
    }

    var string: String
    /// The spans of the text, consecutive and complete; one of length 0 for an empty text.
    var spans: [Span]

    package init(_ string: String, _ attributes: TextAttributes) {
        self.string = string
        self.string.makeContiguousUTF8()
        spans = [Span(length: string.utf8.count, attributes: attributes)]
    }

    /// - Parameter spans: spans with their lengths in UTF-8 bytes, which add up to the string's.
    package init(_ string: String, spans: [(length: Int, attributes: TextAttributes)]) {
        self.string = string
        self.string.makeContiguousUTF8()
        let isWhole = !spans.isEmpty && spans.reduce(0) { $0 + $1.length } == self.string.utf8.count
        self.spans =
            isWhole
            ? spans.map { Span(length: $0.length, attributes: $0.attributes) }
            : [Span(length: self.string.utf8.count, attributes: spans.first?.attributes ?? TextAttributes())]
    }

    package init(_ text: NSAttributedString) {
        var string = text.string
        string.makeContiguousUTF8()
        self.string = string
        spans = []
        let whole = text.string as NSString
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { attributes, range, _ in
            let length = whole.substring(with: range).utf8.count
            guard length > 0 else { return }
            spans.append(Span(length: length, attributes: TextAttributes(attributes)))
        }
        // A range that splits a surrogate pair turns its parts into replacement characters.
        if spans.reduce(0, { $0 + $1.length }) != string.utf8.count || spans.isEmpty {
            let attributes = spans.first?.attributes ?? TextAttributes()
            spans = [Span(length: string.utf8.count, attributes: attributes)]
        }
    }

    package var isEmpty: Bool { string.isEmpty }

    /// The number of pixels in the images of its attachments.
    var pixelCount: Int {
        spans.reduce(0) { sum, span in
            guard let pixels = span.attributes.attachment?.image?.cgImage else { return sum }
            return sum + pixels.width * pixels.height
        }
    }

    /// Returns the text in one color.
    package func colored(_ color: UIColor) -> StyledText { changed { $0.foreground = color } }

    /// Returns the text with scaled fonts, and with letters moved closer by a fraction of their fonts' size.
    package func fonts(scaledBy scale: CGFloat, tightenedBy tightening: CGFloat) -> StyledText {
        changed {
            let size = $0.font.pointSize
            $0.font = $0.font.withSize(size * scale)
            $0.kern -= Double(size * scale * tightening)
        }
    }

    func changed(_ change: (inout TextAttributes) -> Void) -> StyledText {
        var text = self
        for index in spans.indices { change(&text.spans[index].attributes) }
        return text
    }

    // Only the font is hashed of the attributes: it is fast, and most often distinguishes equal strings.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(string)
        hasher.combine(spans.count)
        hasher.combine(spans[0].attributes.font.hash)
    }
}
