public import Foundation

/// The space that text is laid out in, and the treatment of text that does not fit. Lengths in points.
public struct TextContainer: Hashable, Sendable {
    /// The maximum width of lines; infinite for no limit. Without a limit, the widest line determines the width for
    /// alignment.
    public var width: CGFloat
    /// The maximum height. Lines that end below are left out, except for the first.
    public var height: CGFloat
    /// The maximum number of lines; 0 for no limit.
    public var lineLimit: Int
    /// The line break mode of the text as a whole, as in a label: lines are broken at words or characters, and a
    /// truncating mode puts its ellipsis into the last line that fits. Nil uses each paragraph's style, where a
    /// truncating mode makes the paragraph one line.
    public var lineBreakMode: NSLineBreakMode?
    /// The alignment of paragraphs with natural alignment; nil for none.
    public var alignment: NSTextAlignment?
    /// Whether the fonts' leading is added between lines.
    public var usesFontLeading: Bool
    /// Whether the last line that fits ends in an ellipsis if more text follows, regardless of the paragraphs' styles.
    public var truncatesLastLine: Bool
    /// Whether lines record the positions of their characters.
    package var measuresCharacters = false

    public init(
        width: CGFloat = .infinity, height: CGFloat = .infinity, lineLimit: Int = 0,
        lineBreakMode: NSLineBreakMode? = nil, alignment: NSTextAlignment? = nil, usesFontLeading: Bool = false,
        truncatesLastLine: Bool = false
    ) {
        precondition(
            !width.isNaN && !height.isNaN, "a text container has a width and a height, not \(width) × \(height)")
        precondition(lineLimit >= 0, "a text container has room for 0 lines (no limit) or more, not \(lineLimit)")
        self.width = width
        self.height = height
        self.lineLimit = lineLimit
        self.lineBreakMode = lineBreakMode
        self.alignment = alignment
        self.usesFontLeading = usesFontLeading
        self.truncatesLastLine = truncatesLastLine
    }
}
