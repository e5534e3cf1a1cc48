/// The name of an action, spelled as Objective-C spells it: `tapped`, `tapped:`, `tapped:forEvent:`.
///
/// Linux lacks `@objc` and `#selector`, so methods cannot be found by name at run time. A name only has a meaning for
/// classes that registered it: see `ActionTarget`.
///
///     button.addTarget(self, action: "tapped:", for: .touchUpInside)
///     button.addTarget(self, action: Selector("tapped:"), for: .touchUpInside)
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, including colons.
    public let name: String

    public init(_ name: String) { self.name = name }

    public init(stringLiteral value: String) { self.init(value) }

    /// The number of arguments: one per colon.
    public var argumentCount: Int { name.utf8.reduce(0) { $1 == UInt8(ascii: ":") ? $0 + 1 : $0 } }

    public var description: String { name }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
// Foundation's own name, which Foundation on Linux lacks.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.name }

// swift-format-ignore: AlwaysUseLowerCamelCase
// Foundation's own name, which Foundation on Linux lacks.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }
