/// A class with properties that nibs set by name: outlets, outlet collections and user-defined runtime attributes.
///
/// `UIResponder` conforms, and so do all views and controllers, which override `outlets`. Any other class can conform.
public protocol OutletOwner: AnyObject {
    /// The names of the properties. Read once for each class and cached.
    static var outlets: OutletTable { get }
}

/// The properties of a class that nibs set by name: a substitute for key-value coding, which Swift on Linux lacks.
///
///     override class var outlets: OutletTable {
///         super.outlets + [
///             .outlet("titleLabel", \SeatCard.titleLabel),
///             .collection("seats", \SeatCard.seats),
///             .value("cornerRadius", \SeatCard.cornerRadius),
///         ]
///     }
///
/// A property may be private if the table is in the same file.
public struct OutletTable: Sendable, ExpressibleByArrayLiteral {
    /// The result of setting a property.
    public enum Outcome: Equatable, Sendable {
        case done
        /// The value has another type than the property, which is `expected`.
        case mismatch(expected: String)
    }

    /// A property: its name, and the code that sets and reads it.
    public struct Entry: Sendable {
        public let name: String
        let set: @Sendable (AnyObject, Any?) -> Outcome
        let get: (@Sendable (AnyObject) -> Any?)?

        /// Creates an entry for an outlet: a property that is optional or implicitly unwrapped, weak or strong.
        public static func outlet<Owner: AnyObject, Value>(
            _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value?> & Sendable
        ) -> Entry {
            Entry(name: name) { owner, value in
                guard let owner = owner as? Owner else { return .mismatch(expected: "\(Owner.self)") }
                guard let value else {
                    owner[keyPath: path] = nil
                    return .done
                }
                guard let fitting = value as? Value else { return .mismatch(expected: "\(Value.self)") }
                owner[keyPath: path] = fitting
                return .done
            } get: {
                ($0 as? Owner)?[keyPath: path]
            }
        }

        /// Creates an entry for an outlet collection: an array of objects.
        public static func collection<Owner: AnyObject, Value>(
            _ name: String, _ path: ReferenceWritableKeyPath<Owner, [Value]> & Sendable
        ) -> Entry {
            Entry(name: name) { owner, value in
                guard let owner = owner as? Owner else { return .mismatch(expected: "\(Owner.self)") }
                guard let values = value as? [Value] else { return .mismatch(expected: "\([Value].self)") }
                owner[keyPath: path] = values
                return .done
            } get: {
                ($0 as? Owner)?[keyPath: path]
            }
        }

        /// Creates an entry for an outlet collection that is optional or implicitly unwrapped.
        public static func collection<Owner: AnyObject, Value>(
            _ name: String, _ path: ReferenceWritableKeyPath<Owner, [Value]?> & Sendable
        ) -> Entry { outlet(name, path) }

        /// Creates an entry for a user-defined runtime attribute, optional or not. A number converts to any numeric
        /// type.
        public static func value<Owner: AnyObject, Value>(
            _ name: String, _ path: ReferenceWritableKeyPath<Owner, Value> & Sendable
        ) -> Entry {
            Entry(name: name) { owner, value in
                guard let owner = owner as? Owner else { return .mismatch(expected: "\(Owner.self)") }
                guard let fitting = OutletValue.fit(value, into: Value.self) else {
                    return .mismatch(expected: "\(Value.self)")
                }
                owner[keyPath: path] = fitting
                return .done
            } get: {
                ($0 as? Owner)?[keyPath: path]
            }
        }

        /// Creates an entry with a setter. The closure receives the object and the value, which may be nil.
        public static func property<Owner: AnyObject>(
            _ name: String, _ set: @escaping @Sendable (Owner, Any?) -> Void
        ) -> Entry {
            Entry(name: name) { owner, value in
                guard let owner = owner as? Owner else { return .mismatch(expected: "\(Owner.self)") }
                set(owner, value)
                return .done
            } get: { _ in
                nil
            }
        }

        private init(
            name: String, set: @escaping @Sendable (AnyObject, Any?) -> Outcome,
            get: (@Sendable (AnyObject) -> Any?)?
        ) {
            (self.name, self.set, self.get) = (name, set, get)
        }
    }

    private var entries: [String: Entry] = [:]

    /// Creates an empty table.
    public init() {}

    /// Creates a table of the entries. If two have the same name, the later one is used.
    public init(arrayLiteral elements: Entry...) { self.init(elements) }

    public init(_ elements: [Entry]) {
        for entry in elements { entries[entry.name] = entry }
    }

    /// Combines two tables. For a name in both, the right table's property is used.
    public static func + (left: OutletTable, right: OutletTable) -> OutletTable {
        var table = left
        table.entries.merge(right.entries) { $1 }
        return table
    }

    /// The names of the properties, in no particular order.
    public var names: some Collection<String> { entries.keys }

    public func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Sets a property. Returns nil if the table has no such name.
    @discardableResult
    public func set(_ name: String, of owner: AnyObject, to value: Any?) -> Outcome? {
        entries[name]?.set(owner, value)
    }

    /// Returns the value of a property, for key paths that continue beyond it.
    package func value(_ name: String, of owner: AnyObject) -> Any? {
        var value = entries[name]?.get?(owner)
        // A value that is an optional itself is unwrapped.
        while let known = value, case let mirror = Mirror(reflecting: known), mirror.displayStyle == .optional {
            value = mirror.children.first?.value
        }
        return value
    }
}

/// Conversions of values in documents to the types of properties.
private enum OutletValue {
    static func fit<Value>(_ value: Any?, into type: Value.Type) -> Value? {
        // Unwrapped first, because `Any` would accept the optional itself.
        guard let value else { return Optional<Any>.none as? Value }
        if let fitting = value as? Value { return fitting }
        if let wrapped = type as? any AnyOptional.Type { return wrapped.wrap(value) as? Value }
        return number(value, as: type) as? Value
    }

    static func number(_ value: Any, as type: Any.Type) -> Any? {
        let number: Double
        switch value {
        case let value as Double: number = value
        case let value as Int: number = Double(value)
        case let value as Bool: number = value ? 1 : 0
        default: return nil
        }
        switch type {
        case let type as any BinaryFloatingPoint.Type: return type.init(number)
        case let type as any FixedWidthInteger.Type: return integer(number, type)
        case is Bool.Type: return number != 0
        default: return nil
        }
    }

    private static func integer<Number: FixedWidthInteger>(_ number: Double, _ type: Number.Type) -> Number? {
        Number(exactly: number.rounded(.towardZero))
    }
}

private protocol AnyOptional {
    static func wrap(_ value: Any) -> Any?
}

extension Optional: AnyOptional {
    fileprivate static func wrap(_ value: Any) -> Any? {
        if let fitting = value as? Wrapped { return fitting }
        return OutletValue.number(value, as: Wrapped.self)
    }
}
