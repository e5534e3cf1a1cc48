public import Foundation

/// What is to be told of a change of a property: Foundation's names, which it lacks on Linux.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value after the change.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// The value before it.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// A call at once, before `observe` returns, which has no old value.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// A call before the change too: for `addObserver(_:forKeyPath:options:context:)`. Closures are not called before.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// How a property changed: always set.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// A change of a property that is observed.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// Nil unless it was asked for (`NSKeyValueObservingOptions.new`).
    public let newValue: Value?
    /// Nil unless it was asked for, and in the call that `initial` asks for.
    public let oldValue: Value?
    /// Nil: sets of indexes are told of collections alone.
    public var indexes: IndexSet? { nil }
    public var isPrior: Bool { false }
}

/// That a property is observed: until this is told so, or is gone.
public final class NSKeyValueObservation: NSObject {
    private weak var observations: KeyValueObservations?
    private let watch: KeyValueWatch

    init(_ watch: KeyValueWatch, in observations: KeyValueObservations) {
        (self.watch, self.observations) = (watch, observations)
    }

    deinit { observations?.remove(watch) }

    /// Nobody is told any more.
    public func invalidate() {
        observations?.remove(watch)
        observations = nil
    }
}

/// An object whose properties can be observed: layers, views, view controllers.
///
///     let observation = scrollView.observe(\.contentOffset, options: [.new, .old]) { scrollView, change in
///         header.shrink(by: change.newValue?.y ?? 0)
///     }
///
/// Linux has no key-value observing. Here the setters of those properties that people watch tell who observes the
/// object, if somebody does: docs/views.md names them. Subclasses' own properties are looked at along with these.
public protocol KeyValueObservable: AnyObject {
    /// Who observes the object; made when it is first asked for.
    var keyValueObservations: KeyValueObservations { get }

    /// A property by the name that it has in Objective-C (`hidden`, not `isHidden`); nil where there is none.
    func observedProperty(named name: String) -> ObservedProperty?
}

extension KeyValueObservable {
    /// Has a closure called when a property has another value than before, on the thread and within the call that
    /// changed it. A value that is set again, and is the same, is not told; of what can't be compared, every change of
    /// the object is.
    ///
    /// - Parameters:
    ///   - keyPath: a property, or a property of one: `\.layer.bounds`. What another object has is looked at when this
    ///     one changes.
    ///   - options: what the change is to hold.
    /// - Returns: what ends the observation when it goes.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        var last = self[keyPath: keyPath]
        func tell(_ object: Self, _ old: Value?, _ new: Value) {
            changeHandler(
                object,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? new : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        // Weak: a property may be set while the object goes, from its deinit.
        let watch = KeyValueWatch { [weak self] in
            guard let self else { return }
            let (old, new) = (last, self[keyPath: keyPath])
            guard !isSameValue(old, new) else { return }
            last = new
            tell(self, old, new)
        }
        let observations = keyValueObservations
        observations.add(watch)
        if options.contains(.initial) { tell(self, nil, last) }
        return NSKeyValueObservation(watch, in: observations)
    }
}

/// Whether two values are known to be the same.
func isSameValue(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    func isEqual<Known: Equatable>(_ one: Known) -> Bool { other as? Known == one }
    if let one = one as? any Equatable { return isEqual(one) }
    return type(of: one) is AnyObject.Type && type(of: other) is AnyObject.Type
        && (one as AnyObject) === (other as AnyObject)
}
