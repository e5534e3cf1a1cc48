@preconcurrency import Foundation
@_spi(Reflection) import Swift

/// The keys of an attribute scope, with access to their values. Foundation on Linux keeps this to itself.
struct ScopeKeys {
    private let keys: [String: any AttributedStringKey.Type]

    /// The keys of UIKit, Markdown and Foundation.
    static let standard = ScopeKeys(AttributeScopes.UIKitAttributes.self)

    /// Finds the keys of a scope and of the scopes in it. They are the types of its stored properties, as Foundation
    /// also finds them.
    init(_ scope: any AttributeScope.Type) {
        var keys: [String: any AttributedStringKey.Type] = [:]
        Self.collect(scope, into: &keys)
        self.keys = keys
    }

    private static func collect(
        _ scope: any AttributeScope.Type, into keys: inout [String: any AttributedStringKey.Type]
    ) {
        _ = _forEachField(of: scope, options: _EachFieldOptions(rawValue: 0)) { _, _, type, _ in
            if let key = type as? any AttributedStringKey.Type {
                keys[key.name] = key
            } else if let inner = type as? any AttributeScope.Type {
                collect(inner, into: &keys)
            }
            return true
        }
        // Foundation's scope on Linux lacks the attributes of Markdown.
        if scope == AttributeScopes.FoundationAttributes.self {
            collect(AttributeScopes.MarkdownAttributes.self, into: &keys)
        }
    }

    /// Returns the attributes of a run for a string of Foundation's class.
    func values(of attributes: AttributeContainer) -> [NSAttributedString.Key: Any] {
        var values: [NSAttributedString.Key: Any] = [:]
        for (name, key) in keys {
            guard let value = AnyKeyAccess.shared.value(of: key, in: attributes) else { continue }
            values[NSAttributedString.Key(name)] = Self.foundationValue(value)
        }
        return values
    }

    /// Returns the attributes of a run of a string of Foundation's class. Attributes outside the scope are omitted.
    ///
    /// - Throws: `CocoaError.coderInvalidValue` if a value has the wrong type for its key.
    func container(_ values: [NSAttributedString.Key: Any]) throws(CocoaError) -> AttributeContainer {
        try container(values) { name, value throws(CocoaError) in
            throw CocoaError(
                .coderInvalidValue,
                userInfo: [
                    NSDebugDescriptionErrorKey:
                        "the attribute \(name.rawValue) has a value of type \(type(of: value))"
                ])
        }
    }

    /// Returns the attributes of a run without values of the wrong type.
    func validContainer(_ values: [NSAttributedString.Key: Any]) -> AttributeContainer {
        container(values) { _, _ in }
    }

    /// Returns the attributes of a run, and calls a closure for each value of the wrong type.
    private func container<Failure: Error>(
        _ values: [NSAttributedString.Key: Any], invalid: (NSAttributedString.Key, Any) throws(Failure) -> Void
    ) throws(Failure) -> AttributeContainer {
        var attributes = AttributeContainer()
        for (name, value) in values {
            guard let key = keys[name.rawValue] else { continue }
            if !AnyKeyAccess.shared.set(value, of: key, in: &attributes) { try invalid(name, value) }
        }
        return attributes
    }

    /// Returns a value as strings of Foundation's class hold it: options by their raw values.
    private static func foundationValue(_ value: Any) -> Any {
        switch value {
        case let style as NSUnderlineStyle: style.rawValue
        case let intent as InlinePresentationIntent: intent.rawValue
        default: value
        }
    }
}

/// Access to attributes by keys that are known only when the program runs.
package protocol KeyAccess: Sendable {
    func value<Key: AttributedStringKey>(of key: Key.Type, in attributes: AttributeContainer) -> Any?
    func set<Key: AttributedStringKey>(_ value: Any, of key: Key.Type, in attributes: inout AttributeContainer) -> Bool
}

/// The same for keys of Sendable values, which is what Foundation requires.
///
/// The protocol and its conforming type are visible outside the module, because the optimizer removes the methods of
/// private ones that nothing calls by this protocol.
package protocol SendableKeyAccess: Sendable {
    func value<Key: AttributedStringKey>(of key: Key.Type, in attributes: AttributeContainer) -> Any?
    where Key.Value: Sendable
    func set<Key: AttributedStringKey>(_ value: Any, of key: Key.Type, in attributes: inout AttributeContainer) -> Bool
    where Key.Value: Sendable
}

private enum AnyKeyAccess {
    // A cast between two protocols with equal requirements: `Sendable` exists in the compiler only, so that witness
    // tables and calls of both have the same layout. A dynamic cast cannot find out whether a type is Sendable. The
    // values are those of attributed strings, which a program reads and sets in its own isolation.
    static let shared = unsafeBitCast(ContainerAccess() as any SendableKeyAccess, to: (any KeyAccess).self)
}

package struct ContainerAccess: SendableKeyAccess {
    package func value<Key: AttributedStringKey>(of key: Key.Type, in attributes: AttributeContainer) -> Any?
    where Key.Value: Sendable { attributes[Key.self] }

    package func set<Key: AttributedStringKey>(
        _ value: Any, of key: Key.Type, in attributes: inout AttributeContainer
    ) -> Bool where Key.Value: Sendable {
        guard let value = value as? Key.Value ?? Self.converted(value) else { return false }
        attributes[Key.self] = value
        return true
    }

    /// Converts a number to the type of an attribute: a length, or options.
    private static func converted<Value>(_ value: Any) -> Value? {
        if Value.self == URL.self { return (value as? String).flatMap(URL.init(string:)) as? Value }
        guard let number = attributeNumber(value) else { return nil }
        if Value.self == CGFloat.self { return CGFloat(number) as? Value }
        if Value.self == Double.self { return number as? Value }
        if Value.self == Float.self { return Float(number) as? Value }
        guard let integer = Int(exactly: number) else { return nil }
        if Value.self == Int.self { return integer as? Value }
        if Value.self == Bool.self, integer == 0 || integer == 1 { return (integer == 1) as? Value }
        if Value.self == NSUnderlineStyle.self { return NSUnderlineStyle(rawValue: integer) as? Value }
        if Value.self == InlinePresentationIntent.self {
            return UInt(exactly: integer).map(InlinePresentationIntent.init(rawValue:)) as? Value
        }
        return nil
    }
}
