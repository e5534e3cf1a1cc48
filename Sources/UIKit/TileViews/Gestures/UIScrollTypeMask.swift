/// The sources of scrolls other than fingers on the screen.
public struct UIScrollTypeMask: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// A wheel that scrolls in notches.
    public static let discrete = UIScrollTypeMask(rawValue: 1)
    /// Fingers on a trackpad.
    public static let continuous = UIScrollTypeMask(rawValue: 2)
    public static let all: UIScrollTypeMask = [.discrete, .continuous]
}
