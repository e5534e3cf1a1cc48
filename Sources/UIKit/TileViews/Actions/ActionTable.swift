public import TileGraphics

/// The actions of a class by name: a substitute for the method lookup of Objective-C.
///
///     override class var actions: ActionTable {
///         super.actions + [
///             .action("reload", SeatMap.reload),
///             .action("tapped:", SeatMap.tapped),
///             .action("tapped:forEvent:", SeatMap.tapped(_:event:)),
///         ]
///     }
///
/// A name has as many colons as the method has arguments, at most two: the sender, and the event that triggered it.
public struct ActionTable: Sendable, ExpressibleByArrayLiteral {
    /// One action: its name, and the method behind it.
    public struct Entry: Sendable {
        public let selector: Selector
        let body: @Sendable (AnyObject, Any?, UIEvent?) -> Void
        /// Whether an object is an instance of the class that has the method.
        let accepts: @Sendable (AnyObject) -> Bool

        /// Creates an entry for a method without arguments.
        public static func action<Target: AnyObject>(
            _ selector: Selector, _ method: @escaping @Sendable (Target) -> () -> Void
        ) -> Entry {
            Entry(selector, of: Target.self, takes: 0) { target, _, _ in method(cast(target, selector))() }
        }

        /// Creates an entry for a method with a sender. The method's parameter has the sender's type, `Any`, or an
        /// optional of either.
        public static func action<Target: AnyObject, Sender>(
            _ selector: Selector, _ method: @escaping @Sendable (Target) -> (Sender) -> Void
        ) -> Entry {
            Entry(selector, of: Target.self, takes: 1) { target, sender, _ in
                method(cast(target, selector))(cast(sender, as: Sender.self, selector))
            }
        }

        /// Creates an entry for a method with a sender and an event.
        public static func action<Target: AnyObject, Sender, Event>(
            _ selector: Selector, _ method: @escaping @Sendable (Target) -> (Sender, Event) -> Void
        ) -> Entry {
            Entry(selector, of: Target.self, takes: 2) { target, sender, event in
                method(cast(target, selector))(
                    cast(sender, as: Sender.self, selector), cast(event, as: Event.self, selector))
            }
        }

        private init<Target: AnyObject>(
            _ selector: Selector, of type: Target.Type, takes count: Int,
            _ body: @escaping @Sendable (AnyObject, Any?, UIEvent?) -> Void
        ) {
            precondition(
                selector.argumentCount == count,
                "the action \(selector) is named for \(selector.argumentCount) arguments, but its method takes \(count)"
            )
            self.selector = selector
            self.body = body
            accepts = { $0 is Target }
        }

        private static func cast<Target: AnyObject>(_ target: AnyObject, _ selector: Selector) -> Target {
            guard let target = target as? Target else {
                preconditionFailure("the action \(selector) is a method of \(Target.self), not of \(type(of: target))")
            }
            return target
        }

        private static func cast<Value>(_ value: Any?, as type: Value.Type, _ selector: Selector) -> Value {
            // Unwrapped first, because `Any` would accept the optional itself.
            guard let value = value.map({ $0 as? Value }) ?? (value as? Value) else {
                let given = value.map { "\(Swift.type(of: $0))" } ?? "nil"
                preconditionFailure("the action \(selector) takes \(Value.self), but was sent \(given)")
            }
            return value
        }
    }

    private var bodies: [Selector: @Sendable (AnyObject, Any?, UIEvent?) -> Void] = [:]

    /// Creates an empty table.
    public init() {}

    /// Creates a table of the entries. If two have the same name, the later one is used.
    public init(arrayLiteral elements: Entry...) {
        for entry in elements { bodies[entry.selector] = entry.body }
    }

    /// Combines two tables. For a name in both, the right table's action is used, as for an override.
    public static func + (left: ActionTable, right: ActionTable) -> ActionTable {
        var table = left
        table.bodies.merge(right.bodies) { $1 }
        return table
    }

    /// The names in the table, in no particular order.
    public var selectors: some Collection<Selector> { bodies.keys }

    public func contains(_ selector: Selector) -> Bool { bodies[selector] != nil }

    /// Calls the method with a name and returns true, or returns false if the table has no such name.
    func perform(_ selector: Selector, on target: AnyObject, with sender: Any?, for event: UIEvent?) -> Bool {
        guard let body = bodies[selector] else { return false }
        body(target, sender, event)
        return true
    }
}
