import Foundation

/// The keys of a change dictionary. The options determine which are present.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind of change: the raw value of an `NSKeyValueChange`, a `UInt`.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The value after the change; `NSNull` for nil.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The value before the change; `NSNull` for nil.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// The indexes of a collection's change; never present, because collections are not observed by element.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    /// Whether the call precedes the change; present if true.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An object that is notified of changes by a method, as registered with `addObserver(_:forKeyPath:options:context:)`.
/// Responders and layers conform and let subclasses override it; other classes add the conformance.
public protocol KeyValueObserver: AnyObject {
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension KeyValueObservable {
    /// Registers an object whose `observeValue(forKeyPath:of:change:context:)` is called when a property's value has
    /// changed, like the closure of `observe(_:options:changeHandler:)`.
    ///
    /// With `.prior` it is also called before a change, while the object has the old value: when a property is about to
    /// be set that the observed one depends on. The call after the change then always follows. There is no call before
    /// changes of `zoomScale` and of custom properties.
    ///
    /// Traps if there is no such property. A class's own properties can be named if they are in its `outlets`.
    ///
    /// - Parameters:
    ///   - observer: The observer. Not retained, and not notified after it is deallocated.
    ///   - keyPath: The property's name in Objective-C (`hidden`) or in Swift (`isHidden`). A period addresses a
    ///     property of another object, which is checked when this object changes: `layer.cornerRadius`.
    ///   - context: Passed to the observer unchanged.
    public func addObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let property = ObservedProperty.find(keyPath, of: self) else {
            preconditionFailure(
                "\(type(of: self)) has no property \(keyPath) that is observed by name: give it an entry in `outlets`")
        }
        let registration = KeyValueWatch.Registration(observer: observer, keyPath: keyPath, context: context)
        let course = KeyValueCourse(registration, property, options: options, object: self)
        let observations = keyValueObservations
        observations.add(
            KeyValueWatch(
                { [weak self] in if let self { course.checkForChange(of: self) } },
                prepare: options.contains(.prior) ? { [weak self] in if let self { course.prepare($0, self) } } : nil,
                registration: registration))
        if options.contains(.initial) {
            course.sendChange(of: self, old: nil, new: property.value(self), isInitial: true)
        }
    }

    /// Ends the last registration with the same observer, key path and context; does nothing if there is none.
    public func removeObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        remove { $0.observer === observer && $0.keyPath == keyPath && $0.context == context }
    }

    /// Ends the last registration with the same observer and key path; does nothing if there is none.
    public func removeObserver(_ observer: any KeyValueObserver, forKeyPath keyPath: String) {
        remove { $0.observer === observer && $0.keyPath == keyPath }
    }

    private func remove(where isIt: (KeyValueWatch.Registration) -> Bool) {
        let observations = keyValueObservations
        if let watch = observations.watch(where: isIt) { observations.remove(watch) }
    }
}

/// The state of an observation by name: the last value reported.
private final class KeyValueCourse {
    private let registration: KeyValueWatch.Registration
    private let property: ObservedProperty
    private let options: NSKeyValueObservingOptions
    private let sources: Set<String>
    private var last: Any?
    /// Whether the observer was notified before a change but not yet after it.
    private var isPending = false

    init(
        _ registration: KeyValueWatch.Registration, _ property: ObservedProperty, options: NSKeyValueObservingOptions,
        object: AnyObject
    ) {
        (self.registration, self.property, self.options) = (registration, property, options)
        sources = options.contains(.prior) ? ObservedProperty.sources(of: registration.keyPath) : []
        last = property.value(object)
    }

    func checkForChange(of object: AnyObject) {
        let (old, new) = (last, property.value(object))
        guard isPending || !isSameValue(old, new) else { return }
        isPending = false
        last = new
        sendChange(of: object, old: old, new: new)
    }

    func prepare(_ name: String, _ object: AnyObject) {
        guard !isPending, sources.contains(name) else { return }
        isPending = true
        var change: [NSKeyValueChangeKey: Any] = [
            .kindKey: NSKeyValueChange.setting.rawValue, .notificationIsPriorKey: true,
        ]
        if options.contains(.old) { change[.oldKey] = last ?? NSNull() }
        call(object, change)
    }

    func sendChange(of object: AnyObject, old: Any?, new: Any?, isInitial: Bool = false) {
        var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
        if options.contains(.new) { change[.newKey] = new ?? NSNull() }
        if options.contains(.old), !isInitial { change[.oldKey] = old ?? NSNull() }
        call(object, change)
    }

    private func call(_ object: AnyObject, _ change: [NSKeyValueChangeKey: Any]) {
        registration.observer?.observeValue(
            forKeyPath: registration.keyPath, of: object, change: change, context: registration.context)
    }
}
