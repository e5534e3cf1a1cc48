/// Which way text runs.
public enum NSWritingDirection: Int, Sendable {
    /// As the Unicode bidirectional algorithm finds it (rules P2 and P3).
    case natural = -1
    case leftToRight = 0
    case rightToLeft = 1
}
