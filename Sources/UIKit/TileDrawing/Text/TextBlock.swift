public import Foundation
package import TileGraphics

/// Attributed text, laid out: lines of glyphs in a container, ready to be drawn any number of times.
///
///     let block = TextBlock(text, in: TextContainer(width: 200, lineLimit: 2, lineBreakMode: .byTruncatingTail))
///     block.draw(in: context, at: CGPoint(x: 10, y: 10))
///
/// Shaping and the search for places to break are Pango's; heights, indents and distances follow the paragraph styles
/// as TextKit does. Immutable, so it may be drawn from several threads at once. Laying out a few words costs some 20
/// µs; `TextBlock.cached` keeps what a thread laid out last.
///
/// Glyphs are outlines; one that its font has only as a picture (emoji in color) is left out, and keeps its place.
public final class TextBlock: Sendable {
    /// One line: where it is in the container, y down.
    public struct Line: Sendable {
        /// From the left end of the first glyph to the right end of the last, and as high as the line.
        public let rect: CGRect
        /// The distance of the baseline from the container's top.
        public let baseline: CGFloat
        /// The text that it shows or hides behind an ellipsis, in UTF-8 bytes of the string.
        public let range: Range<Int>
        /// Where its characters are, from left to right, `x` from the container's left edge and ranges in UTF-8 bytes
        /// of the string; empty unless the container asks for them.
        package let clusters: [TextLine.Cluster]
        package let isRightToLeft: Bool
    }

    /// What the text takes: the width of the widest line with its indents, and the height of all lines.
    public let size: CGSize
    public let lines: [Line]
    /// Whether some of the text is not shown: cut off behind an ellipsis, or beyond the container's limits.
    public let isTruncated: Bool
    let marks: [TextMark]

    public var lineCount: Int { lines.count }
    /// The distance from the container's top to the first line's baseline.
    public var firstBaseline: CGFloat { lines.first?.baseline ?? 0 }
    /// The distance from the container's top to the last line's baseline.
    public var lastBaseline: CGFloat { lines.last?.baseline ?? 0 }
    /// The distance from the last line's baseline to the bottom of the text.
    public var lastDescent: CGFloat { size.height - lastBaseline }

    /// Lays out an attributed string.
    public convenience init(_ text: NSAttributedString, in container: TextContainer = TextContainer()) {
        self.init(StyledText(text), container)
    }

    /// Lays out a string that has the same attributes everywhere.
    public convenience init(
        _ string: String, attributes: [NSAttributedString.Key: Any]? = nil,
        in container: TextContainer = TextContainer()
    ) {
        self.init(StyledText(string, TextAttributes(attributes ?? [:])), container)
    }

    package init(_ text: StyledText, _ container: TextContainer) {
        var setter = TextSetter(text, container)
        setter.set()
        size = setter.size
        lines = setter.lines
        isTruncated = setter.isTruncated
        marks = setter.marks
    }
}
