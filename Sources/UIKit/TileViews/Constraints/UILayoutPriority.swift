/// The priority of a constraint, above 0 and up to 1000. A constraint is never broken in favor of constraints with
/// lower priorities, however many there are. The values are UIKit's.
public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float

    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.init(rawValue: rawValue) }

    /// A constraint that must hold.
    public static let required = UILayoutPriority(1000)
    /// The priority at which buttons resist being compressed below their content.
    public static let defaultHigh = UILayoutPriority(750)
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    public static let sceneSizeStayPut = UILayoutPriority(500)
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
    /// The priority at which views hug their content.
    public static let defaultLow = UILayoutPriority(250)
    /// The priority at which `systemLayoutSizeFitting(_:)` requests the target size.
    public static let fittingSizeLevel = UILayoutPriority(50)
}
