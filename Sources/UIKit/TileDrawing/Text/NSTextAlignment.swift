/// The horizontal alignment of the lines of a paragraph. Raw values are those of iOS.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    /// All lines except the last fill the width.
    case justified = 3
    /// Aligned by the paragraph's writing direction.
    case natural = 4
}
