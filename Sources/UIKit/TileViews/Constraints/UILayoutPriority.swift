/// How much a constraint matters, above 0 and up to 1000: one of a higher priority is never given up for any number of
/// lower ones. Values are UIKit's.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float

    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.init(rawValue: rawValue) }

    /// It has to hold.
    public static let required = UILayoutPriority(1000)
    /// At which buttons keep their content from being cut off.
    public static let defaultHigh = UILayoutPriority(750)
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    public static let sceneSizeStayPut = UILayoutPriority(500)
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
    /// At which views hug their content.
    public static let defaultLow = UILayoutPriority(250)
    /// At which `systemLayoutSizeFitting(_:)` wants the size that it is given.
    public static let fittingSizeLevel = UILayoutPriority(50)
}
