/// The size class of a bar for which a property is set.
public enum UIBarMetrics: Int, Hashable, Sendable {
    case `default` = 0
    /// A bar in a window of compact height, such as a phone in landscape orientation.
    case compact = 1
    /// A bar of default height with a prompt above.
    case defaultPrompt = 101
    case compactPrompt = 102
}
