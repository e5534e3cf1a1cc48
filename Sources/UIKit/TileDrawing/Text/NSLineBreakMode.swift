/// The treatment of a line that is wider than its container.
public enum NSLineBreakMode: Int, Sendable {
    /// The line is broken between words.
    case byWordWrapping = 0
    /// The line is broken between characters.
    case byCharWrapping = 1
    /// The line is clipped at the edge.
    case byClipping = 2
    /// The end of the line is shown after an ellipsis.
    case byTruncatingHead = 3
    /// The beginning of the line is shown before an ellipsis.
    case byTruncatingTail = 4
    /// The beginning and the end are shown with an ellipsis between them.
    case byTruncatingMiddle = 5
}
