/// The direction of text.
public enum NSWritingDirection: Int, Sendable {
    /// Determined by the Unicode bidirectional algorithm (rules P2 and P3).
    case natural = -1
    case leftToRight = 0
    case rightToLeft = 1
}
