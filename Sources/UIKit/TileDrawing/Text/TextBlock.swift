public import Foundation
package import TileGraphics

/// Attributed text laid out as lines of glyphs in a container. It can be drawn any number of times.
///
///     let block = TextBlock(text, in: TextContainer(width: 200, lineLimit: 2, lineBreakMode: .byTruncatingTail))
///     block.draw(in: context, at: CGPoint(x: 10, y: 10))
///
/// Pango shapes the text and finds line breaks; heights, indents and distances follow the paragraph styles as TextKit
/// does. A block is immutable, so several threads can draw it at once. Laying out a few words takes about 20 µs;
/// `TextBlock.cached` keeps the recent blocks of each thread.
///
/// Glyphs are outlines. A glyph that its font has only as a bitmap (color emoji) is left blank and keeps its width.
public final class TextBlock: Sendable {
    /// A line and its place in the container, y down.
    public struct Line: Sendable {
        /// The rect from the left end of the first glyph to the right end of the last, with the height of the line.
        public let rect: CGRect
        /// The distance of the baseline from the container's top.
        public let baseline: CGFloat
        /// The text that the line shows or hides behind an ellipsis, in UTF-8 bytes of the string.
        public let range: Range<Int>
        /// The positions of the line's characters from left to right, with `x` from the container's left edge and
        /// ranges in UTF-8 bytes of the string. Empty unless the container requests them.
        package let clusters: [TextLine.Cluster]
        package let isRightToLeft: Bool
    }

    /// The size of the text: the width of the widest line with its indents, and the height of all lines.
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

    /// Lays out a string with uniform attributes.
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
