/// Whether text is to be bolder. Raw values are UIKit's.
public enum UILegibilityWeight: Int, Sendable {
    case unspecified = -1
    case regular = 0
    case bold = 1
}
