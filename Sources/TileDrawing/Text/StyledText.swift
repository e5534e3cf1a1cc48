import Foundation

/// An attributed string as a value: what text layout reads, and what laid out text is found by.
struct StyledText: Sendable, Hashable {
    struct Span: Sendable, Equatable {
        /// In UTF-8 bytes.
        var length: Int
        var attributes: TextAttributes
    }

    var string: String
    /// One after the other, all of the text; one of no length for an empty text.
    var spans: [Span]

    init(_ string: String, _ attributes: TextAttributes) {
        self.string = string
        spans = [Span(length: string.utf8.count, attributes: attributes)]
    }

    init(_ text: NSAttributedString) {
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
        // A range that parts a surrogate pair has replacement characters in its parts.
        if spans.reduce(0, { $0 + $1.length }) != string.utf8.count || spans.isEmpty {
            let attributes = spans.first?.attributes ?? TextAttributes()
            spans = [Span(length: string.utf8.count, attributes: attributes)]
        }
    }

    // Of the attributes only the font is hashed: it is what most often tells equal strings apart, and it is quick.
    func hash(into hasher: inout Hasher) {
        hasher.combine(string)
        hasher.combine(spans.count)
        hasher.combine(spans[0].attributes.font.hash)
    }
}
