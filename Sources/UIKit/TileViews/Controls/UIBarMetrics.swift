/// For which height of a bar something is set.
public enum UIBarMetrics: Int, Hashable, Sendable {
    case `default` = 0
    /// In a window that is not high, as a phone's on its side.
    case compact = 1
    /// With a line of text above.
    case defaultPrompt = 101
    case compactPrompt = 102
}
