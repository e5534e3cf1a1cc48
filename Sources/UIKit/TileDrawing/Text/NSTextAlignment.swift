/// Where the lines of a paragraph stand between its edges. Raw values are those of iOS.
public enum NSTextAlignment: Int, Sendable {
    case left = 0
    case center = 1
    case right = 2
    /// Lines but the last fill the width.
    case justified = 3
    /// By the direction in which the paragraph is written.
    case natural = 4
}
