/// Text without a line end in it, in several fonts, and how its lines are broken.
package struct TextParagraph: Sendable {
    /// A part of the text in one font. A change of span alone does not part letters that join.
    package struct Span: Hashable, Sendable {
        /// In UTF-8 bytes.
        package var length: Int
        package var font: FontRequest
        /// Added between characters, in the text's plane.
        package var letterSpacing: Double
        /// How far it stands above the baseline.
        package var baselineOffset: Double

        package init(length: Int, font: FontRequest, letterSpacing: Double = 0, baselineOffset: Double = 0) {
            self.length = length
            self.font = font
            self.letterSpacing = letterSpacing
            self.baselineOffset = baselineOffset
        }
    }

    package enum Wrapping: Hashable, Sendable { case none, byWord, byCharacter }

    /// Where an ellipsis stands in a line that is too long.
    package enum Truncation: Hashable, Sendable { case head, middle, tail }

    package enum Direction: Hashable, Sendable { case natural, leftToRight, rightToLeft }

    package struct Tab: Hashable, Sendable {
        package enum Alignment: Hashable, Sendable { case left, center, right }
        package var position: Double
        package var alignment: Alignment

        package init(position: Double, alignment: Alignment) {
            self.position = position
            self.alignment = alignment
        }
    }

    package var text: String
    /// Their lengths add up to the text's.
    package var spans: [Span]
    /// For an empty paragraph, whose line is as high as this font.
    package var font: FontRequest
    package var wrapping = Wrapping.byWord
    package var isJustified = false
    package var direction = Direction.natural
    /// By how much the first line is shorter than the others; longer when negative.
    package var firstLineIndent = 0.0
    package var tabs: [Tab] = []
    package var language: String?
    /// Whether lines tell where each of their characters is.
    package var measuresCharacters = false

    package init(text: String, spans: [Span], font: FontRequest) {
        self.text = text
        self.spans = spans
        self.font = font
    }
}
