/// A trait: a value that a part of an interface takes from its surroundings. UIKit's own are
/// `UITraitUserInterfaceStyle` and its kin; further ones are types that conform.
public protocol UITraitDefinition: Sendable {
    // UIKit asks nothing of values; here they are compared, and shared by threads.
    associatedtype Value: Equatable & Sendable

    /// The value where nobody sets one.
    static var defaultValue: Value { get }
    /// Whether dynamic colors may depend on it.
    static var affectsColorAppearance: Bool { get }
    static var name: String { get }
    /// Unique among all traits.
    static var identifier: String { get }
}

extension UITraitDefinition {
    public static var affectsColorAppearance: Bool { false }
    public static var name: String { String(describing: Self.self) }
    public static var identifier: String { String(reflecting: Self.self) }
}

public typealias UITrait = any UITraitDefinition.Type

/// Traits that can be set.
public protocol UIMutableTraits {
    subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { get set }
}
