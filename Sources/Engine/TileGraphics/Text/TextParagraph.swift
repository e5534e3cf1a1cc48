/// Text without a line break in it, in several fonts, and its line breaking settings.
package struct TextParagraph: Sendable {
    /// The extents of an image in a line of text, which takes the place of a character.
    package struct Box: Hashable, Sendable {
        package var width: Double
        /// The distance from the baseline up to the top; negative if the top is below the baseline.
        package var ascent: Double
        /// The distance from the baseline down to the bottom; negative if the bottom is above the baseline.
        package var descent: Double

        package init(width: Double, ascent: Double, descent: Double) {
            (self.width, self.ascent, self.descent) = (width, ascent, descent)
        }
    }

    /// A part of the text in one font. A change of span alone does not separate letters that join.
    package struct Span: Hashable, Sendable {
        /// The length in UTF-8 bytes.
        package var length: Int
        package var font: FontRequest
        /// The space added between characters, in the text's plane.
        package var letterSpacing: Double
        /// The height above the baseline.
        package var baselineOffset: Double

        /// The box that replaces each object replacement character (U+FFFC); nil for none.
        package var box: Box?

        package init(length: Int, font: FontRequest, letterSpacing: Double = 0, baselineOffset: Double = 0) {
            self.length = length
            self.font = font
            self.letterSpacing = letterSpacing
            self.baselineOffset = baselineOffset
        }
    }

    package enum Wrapping: Hashable, Sendable { case none, byWord, byCharacter }

    /// The position of the ellipsis in a line that is too long.
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
    /// The spans. Their lengths add up to the text's.
    package var spans: [Span]
    /// The font that determines the height of an empty paragraph.
    package var font: FontRequest
    package var wrapping = Wrapping.byWord
    package var isJustified = false
    package var direction = Direction.natural
    /// The amount by which the first line is shorter than the others; negative if it is longer.
    package var firstLineIndent = 0.0
    package var tabs: [Tab] = []
    package var language: String?
    /// Whether lines include the position of each character.
    package var measuresCharacters = false

    package init(text: String, spans: [Span], font: FontRequest) {
        self.text = text
        self.spans = spans
        self.font = font
    }
}
