/// How a string is measured and drawn. Raw values are UIKit's.
public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The rect's origin is the text's top left, and lines are broken at its width; else it is the start of the
    /// baseline of one line.
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1 << 0)
    /// Lines are as far apart as their fonts want.
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 1 << 1)
    /// Bounds are those of the ink.
    public static let usesDeviceMetrics = NSStringDrawingOptions(rawValue: 1 << 3)
    /// The last line that has room ends in an ellipsis when text is left over.
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 1 << 5)
}
