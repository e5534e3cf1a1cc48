/// What becomes of a line that is wider than its container.
public enum NSLineBreakMode: Int, Sendable {
    /// It goes on in the next line, from a word on.
    case byWordWrapping = 0
    /// It goes on in the next line, from a character on.
    case byCharWrapping = 1
    /// It goes past the edge.
    case byClipping = 2
    /// Its end is shown after an ellipsis.
    case byTruncatingHead = 3
    /// Its beginning is shown before an ellipsis.
    case byTruncatingTail = 4
    /// Its beginning and its end are shown with an ellipsis between them.
    case byTruncatingMiddle = 5
}
