/// The name of an action, spelled as Objective-C spells it: `tapped`, `tapped:`, `tapped:forEvent:`.
///
/// `@objc` and `#selector` do not exist on Linux, so nothing finds a method by its name at run time. A name means
/// something only to a class that has registered it: see `ActionTarget`.
///
///     button.addTarget(self, action: "tapped:", for: .touchUpInside)
///     button.addTarget(self, action: Selector("tapped:"), for: .touchUpInside)
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name with its colons.
    public let name: String

    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { self.init(value) }

    /// How many arguments the name stands for: one for each colon.
    public var argumentCount: Int { name.utf8.reduce(0) { $1 == UInt8(ascii: ":") ? $0 + 1 : $0 } }

    public var description: String { name }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
// Foundation's own name, which Foundation on Linux lacks.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

// swift-format-ignore: AlwaysUseLowerCamelCase
// Foundation's own name, which Foundation on Linux lacks.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
