public import TileGraphics
import TileSupport

/// A class whose methods can be called by name, as targets of controls and of actions along the responder chain are.
///
/// Any class may conform; `UIResponder` and all views do. A class states its names once:
///
///     final class Game: ActionTarget {
///         static let actions: ActionTable = [.action("start:", Game.start)]
///         func start(_ sender: UIButton) { … }
///     }
public protocol ActionTarget: AnyObject {
    /// The names the class answers to; asked once for each class, and kept.
    static var actions: ActionTable { get }
}

extension ActionTarget {
    /// Whether the object's class has registered the name.
    public func responds(to selector: Selector) -> Bool {
        knownActions.table(of: type(of: self)).contains(selector) || knownActions.registered(selector, for: self) != nil
    }

    /// Calls the method behind a name. A name that the class has not registered is the programmer's mistake, and traps,
    /// as an unrecognised selector does in UIKit.
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
    /// Adds an action to a class that is not one's own, for its objects and those of classes below it; returns its
    /// name. What a class states in `actions` comes before it, and of two of one name the later counts.
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

    /// What is called by a name. Only an `ActionTarget` can be.
    package static func target(_ target: Any, of selector: Selector) -> any ActionTarget {
        guard let known = target as? any ActionTarget else {
            preconditionFailure(
                "\(selector) is to be sent to a \(type(of: target)), which can't have actions: it must be an ActionTarget"
            )
        }
        return known
    }
}

/// The tables of the classes that were asked, kept because a class builds its table anew each time.
private let knownActions = KnownActions()

private final class KnownActions: Sendable {
    private let tables = Lock([ObjectIdentifier: ActionTable]())
    private let entries = Lock([Selector: [ActionTable.Entry]]())

    func add(_ entry: ActionTable.Entry) { entries.withLock { $0[entry.selector, default: []].append(entry) } }

    /// The action of a class of somebody else's that was added to it.
    func registered(_ selector: Selector, for target: AnyObject) -> ActionTable.Entry? {
        entries.withLock { $0[selector] }?.last { $0.accepts(target) }
    }

    func table(of type: any ActionTarget.Type) -> ActionTable {
        let key = ObjectIdentifier(type)
        if let table = tables.withLock({ $0[key] }) { return table }
        // Not under the lock: a class is free to ask other classes for theirs.
        let table = type.actions
        tables.withLock { $0[key] = table }
        return table
    }
}
