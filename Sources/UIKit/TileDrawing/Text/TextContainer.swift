public import Foundation

/// Where text goes: how much room it has, and what becomes of the rest. Lengths in points.
public struct TextContainer: Hashable, Sendable {
    /// That lines may have; infinite for no limit. Where it is, lines stand as in a container as wide as the widest.
    public var width: CGFloat
    /// Lines that end below are left out, but for the first.
    public var height: CGFloat
    /// The most lines; 0 for no limit.
    public var lineLimit: Int
    /// As a label has it, for the text as a whole: lines are broken at words or characters, and a truncating mode puts
    /// its ellipsis into the last line that has room. Nil leaves it to each paragraph's style, where a truncating mode
    /// makes the paragraph one line.
    public var lineBreakMode: NSLineBreakMode?
    /// Instead of the paragraphs' own, when these are natural.
    public var alignment: NSTextAlignment?
    /// Whether lines are as far apart as their fonts want, beyond their height.
    public var usesFontLeading: Bool
    /// Whether the last line that has room ends in an ellipsis when text is left over, whatever the paragraphs' styles.
    public var truncatesLastLine: Bool
    /// Whether lines tell where each of their characters is.
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
