public import Foundation

/// The options of an observation: Foundation's names, which are missing on Linux.
public struct NSKeyValueObservingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Includes the value after the change.
    public static let new = NSKeyValueObservingOptions(rawValue: 1)
    /// Includes the value before the change.
    public static let old = NSKeyValueObservingOptions(rawValue: 2)
    /// Calls immediately, before `observe` returns, without an old value.
    public static let initial = NSKeyValueObservingOptions(rawValue: 4)
    /// Also calls before the change: for `addObserver(_:forKeyPath:options:context:)`. Closures are not called before.
    public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of change; always `setting` here.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// The new value; nil unless requested (`NSKeyValueObservingOptions.new`).
    public let newValue: Value?
    /// The old value; nil unless requested, and in the call for `initial`.
    public let oldValue: Value?
    /// Always nil: indexes apply to collections only.
    public var indexes: IndexSet? { nil }
    public var isPrior: Bool { false }
}

/// An observation of a property, which ends when it is invalidated or released.
public final class NSKeyValueObservation: NSObject {
    private weak var observations: KeyValueObservations?
    private let watch: KeyValueWatch

    init(_ watch: KeyValueWatch, in observations: KeyValueObservations) {
        (self.watch, self.observations) = (watch, observations)
    }

    deinit { observations?.remove(watch) }

    /// Ends the observation.
    public func invalidate() {
        observations?.remove(watch)
        observations = nil
    }
}

/// An object with observable properties: a layer, a view, or a view controller.
///
///     let observation = scrollView.observe(\.contentOffset, options: [.new, .old]) { scrollView, change in
///         header.shrink(by: change.newValue?.y ?? 0)
///     }
///
/// Linux has no key-value observing. Here the setters of commonly observed properties notify the object's observers, if
/// there are any; docs/views.md lists those properties. Subclasses' own properties are checked along with them.
public protocol KeyValueObservable: AnyObject {
    /// The object's observations, created on first use.
    var keyValueObservations: KeyValueObservations { get }

    /// Returns a property by its Objective-C name (`hidden`, not `isHidden`); nil if there is none.
    func observedProperty(named name: String) -> ObservedProperty?
}

extension KeyValueObservable {
    /// Calls a closure when a property's value has changed, on the thread of the change and within its call. Setting an
    /// equal value is not reported; for values that can't be compared, every change of the object is.
    ///
    /// - Parameters:
    ///   - keyPath: A property, or a nested one: `\.layer.bounds`. A property of another object is checked when this
    ///     object changes.
    ///   - options: The contents of the change.
    /// - Returns: The observation, which ends when it is released.
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        var last = self[keyPath: keyPath]
        func sendChange(of object: Self, old: Value?, new: Value) {
            changeHandler(
                object,
                NSKeyValueObservedChange(
                    kind: .setting, newValue: options.contains(.new) ? new : nil,
                    oldValue: options.contains(.old) ? old : nil))
        }
        // Weak, because a property may be set during the object's deinit.
        let watch = KeyValueWatch { [weak self] in
            guard let self else { return }
            let (old, new) = (last, self[keyPath: keyPath])
            guard !isSameValue(old, new) else { return }
            last = new
            sendChange(of: self, old: old, new: new)
        }
        let observations = keyValueObservations
        observations.add(watch)
        if options.contains(.initial) { sendChange(of: self, old: nil, new: last) }
        return NSKeyValueObservation(watch, in: observations)
    }
}

/// Returns whether two values are known to be the same.
func isSameValue(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    func isEqual<Known: Equatable>(_ one: Known) -> Bool { other as? Known == one }
    if let one = one as? any Equatable { return isEqual(one) }
    return type(of: one) is AnyObject.Type && type(of: other) is AnyObject.Type
        && (one as AnyObject) === (other as AnyObject)
}
