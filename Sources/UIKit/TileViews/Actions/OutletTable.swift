/// A class whose properties nibs set by name: outlets, collections of outlets, and runtime attributes.
///
/// `UIResponder` conforms, and with it all views and controllers, which override `outlets`; another class conforms
/// itself.
public protocol OutletOwner: AnyObject {
    /// The names that the class answers to. Asked once for each class, and kept.
    static var outlets: OutletTable { get }
}

/// The properties of a class that nibs set, by name: what stands in for key-value coding, which Swift on Linux lacks.
///
///     override class var outlets: OutletTable {
///         super.outlets + [
///             .outlet("titleLabel", \SeatCard.titleLabel),
///             .collection("seats", \SeatCard.seats),
///             .value("cornerRadius", \SeatCard.cornerRadius),
///         ]
///     }
///
/// Properties may be private where the table is in their file.
public struct OutletTable: Sendable, ExpressibleByArrayLiteral {
    /// How setting a property went.
    public enum Outcome: Equatable, Sendable {
        case done
        /// What was given is of another type; with the one that the property takes.
        case mismatch(expected: String)
    }

    /// One property: its name, and what sets it.
    public struct Entry: Sendable {
        public let name: String
        let set: @Sendable (AnyObject, Any?) -> Outcome
        let get: (@Sendable (AnyObject) -> Any?)?

        /// A property that an outlet sets: an optional, or an implicitly unwrapped one, weak or not.
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

        /// A property that a collection of outlets sets: an array of objects.
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

        /// As the other, of a property that is optional or implicitly unwrapped.
        public static func collection<Owner: AnyObject, Value>(
            _ name: String, _ path: ReferenceWritableKeyPath<Owner, [Value]?> & Sendable
        ) -> Entry { outlet(name, path) }

        /// A property that a runtime attribute sets, optional or not. Numbers fit into each type of number.
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

        /// A property that a closure sets: given the object, and the value or nil.
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

    /// A table without properties.
    public init() {}

    /// Of two entries of one name the later one counts.
    public init(arrayLiteral elements: Entry...) { self.init(elements) }

    public init(_ elements: [Entry]) {
        for entry in elements { entries[entry.name] = entry }
    }

    /// Both tables' properties; where both have a name, the right one's.
    public static func + (left: OutletTable, right: OutletTable) -> OutletTable {
        var table = left
        table.entries.merge(right.entries) { $1 }
        return table
    }

    /// In no order.
    public var names: some Collection<String> { entries.keys }

    public func contains(_ name: String) -> Bool { entries[name] != nil }

    /// Sets a property; nil when there is none of the name.
    @discardableResult
    public func set(_ name: String, of owner: AnyObject, to value: Any?) -> Outcome? {
        entries[name]?.set(owner, value)
    }

    /// What a property is, for key paths that go on behind it.
    package func value(_ name: String, of owner: AnyObject) -> Any? {
        var value = entries[name]?.get?(owner)
        // An optional that is a value is what it holds.
        while let known = value, case let mirror = Mirror(reflecting: known), mirror.displayStyle == .optional {
            value = mirror.children.first?.value
        }
        return value
    }
}

/// Values of documents as properties take them.
private enum OutletValue {
    static func fit<Value>(_ value: Any?, into type: Value.Type) -> Value? {
        // Unwrapped first: an optional would fit into `Any` whole.
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
