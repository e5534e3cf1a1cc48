public import TileGraphics
import TileSupport

/// A class with methods that can be called by name, as controls and the responder chain call them.
///
/// Any class can conform; `UIResponder` and all views do. A class lists its names once:
///
///     final class Game: ActionTarget {
///         static let actions: ActionTable = [.action("start:", Game.start)]
///         func start(_ sender: UIButton) { … }
///     }
public protocol ActionTarget: AnyObject {
    /// The names that the class responds to. Read once for each class and cached.
    static var actions: ActionTable { get }
}

extension ActionTarget {
    /// Returns whether the object's class has registered the name.
    public func responds(to selector: Selector) -> Bool {
        knownActions.table(of: type(of: self)).contains(selector) || knownActions.registered(selector, for: self) != nil
    }

    /// Calls a method by name. Traps if the class has not registered the name, as UIKit does for an unrecognized
    /// selector.
    public func perform(_ selector: Selector, with sender: Any? = nil, for event: UIEvent? = nil) {
        if knownActions.table(of: type(of: self)).perform(selector, on: self, with: sender, for: event) { return }
        let registered = knownActions.registered(selector, for: self)
        registered?.body(self, sender, event)
        precondition(
            registered != nil,
            "unrecognized selector \(selector) sent to a \(type(of: self)); register it in \(type(of: self)).actions")
    }
}

extension ActionTable {
    /// Adds an action to a class that you did not write, for its instances and those of its subclasses, and returns its
    /// name. Actions that a class lists in `actions` take precedence. If a name is registered twice, the later entry is
    /// used.
    ///
    ///     extension UIViewController {
    ///         static let goBackAction = ActionTable.register(.action("goBack", UIViewController.goBack))
    ///         func goBack() { … }
    ///     }
    ///     button.addTarget(controller, action: UIViewController.goBackAction, for: .touchUpInside)
    @discardableResult
    public static func register(_ entry: Entry) -> Selector {
        knownActions.add(entry)
        return entry.selector
    }

    /// Returns the object as an action target. Traps if it is not an `ActionTarget`.
    package static func target(_ target: Any, of selector: Selector) -> any ActionTarget {
        guard let known = target as? any ActionTarget else {
            preconditionFailure(
                "\(selector) is to be sent to a \(type(of: target)), which can't have actions: it must be an ActionTarget"
            )
        }
        return known
    }
}

/// The action tables by class. Cached because a class builds its table on each access.
private let knownActions = KnownActions()

private final class KnownActions: Sendable {
    private let tables = Lock([ObjectIdentifier: ActionTable]())
    private let entries = Lock([Selector: [ActionTable.Entry]]())

    func add(_ entry: ActionTable.Entry) { entries.withLock { $0[entry.selector, default: []].append(entry) } }

    /// Returns the action that was added to an object's class with `register(_:)`.
    func registered(_ selector: Selector, for target: AnyObject) -> ActionTable.Entry? {
        entries.withLock { $0[selector] }?.last { $0.accepts(target) }
    }

    func table(of type: any ActionTarget.Type) -> ActionTable {
        let key = ObjectIdentifier(type)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Built outside the lock, because a class may read the tables of other classes.
        let table = type.actions
        tables.withLock { $0[key] = table }
        return table
    }
}
