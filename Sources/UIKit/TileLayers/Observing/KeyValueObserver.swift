import Foundation

/// What a change of a property is told with; which of it is there, the options say.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An `NSKeyValueChange`, as its raw value: a `UInt`.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    /// The value after the change, `NSNull` for none.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The value before it, `NSNull` for none.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// Never there: nothing tells of the elements of a collection.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    /// True in the call before a change.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// An object that is told of changes by a call, as `addObserver(_:forKeyPath:options:context:)` asks: responders and
/// layers are, which override it; another class conforms itself.
public protocol KeyValueObserver: AnyObject {
    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?)
}

extension KeyValueObservable {
    /// Has an object's `observeValue(forKeyPath:of:change:context:)` called when a property has another value than
    /// before, as `observe(_:options:changeHandler:)` has a closure called.
    ///
    /// With `.prior` it is called before a change too, while the object has the old value: where a property is about to
    /// be set that the observed one depends on. The call after it comes in any case then. It is not called before
    /// `zoomScale` changes, nor before a property of the program's own does.
    ///
    /// Traps where there is no such property. A class's own can be named once they are in its `outlets`.
    ///
    /// - Parameters:
    ///   - observer: not retained, and told no more once it is gone.
    ///   - keyPath: the property's name, in Objective-C (`hidden`) or in Swift (`isHidden`); of what another object
    ///     has, which is looked at when this one changes, with a period between: `layer.cornerRadius`.
    ///   - context: handed on, and not looked at.
    public func addObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        guard let property = ObservedProperty.find(keyPath, of: self) else {
            preconditionFailure(
                "\(type(of: self)) has no property \(keyPath) that is observed by name: give it an entry in `outlets`")
        }
        let registration = KeyValueWatch.Registration(observer: observer, keyPath: keyPath, context: context)
        let course = KeyValueCourse(registration, property, options, self)
        let observations = keyValueObservations
        observations.add(
            KeyValueWatch(
                { [weak self] in if let self { course.look(self) } },
                prepare: options.contains(.prior) ? { [weak self] in if let self { course.prepare($0, self) } } : nil,
                registration: registration))
        if options.contains(.initial) { course.tell(self, old: nil, new: property.value(self), isInitial: true) }
    }

    /// Ends what `addObserver` asked for last with the same observer, key path and context; nothing where there is
    /// none.
    public func removeObserver(
        _ observer: any KeyValueObserver, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        remove { $0.observer === observer && $0.keyPath == keyPath && $0.context == context }
    }

    /// Ends what `addObserver` asked for last with the same observer and key path; nothing where there is none.
    public func removeObserver(_ observer: any KeyValueObserver, forKeyPath keyPath: String) {
        remove { $0.observer === observer && $0.keyPath == keyPath }
    }

    private func remove(where isIt: (KeyValueWatch.Registration) -> Bool) {
        let observations = keyValueObservations
        if let watch = observations.watch(where: isIt) { observations.remove(watch) }
    }
}

/// An observation by name under way: what was told last.
private final class KeyValueCourse {
    private let registration: KeyValueWatch.Registration
    private let property: ObservedProperty
    private let options: NSKeyValueObservingOptions
    private let sources: Set<String>
    private var last: Any?
    /// Told before a change, and not yet after it.
    private var isPending = false

    init(
        _ registration: KeyValueWatch.Registration, _ property: ObservedProperty, _ options: NSKeyValueObservingOptions,
        _ object: AnyObject
    ) {
        (self.registration, self.property, self.options) = (registration, property, options)
        sources = options.contains(.prior) ? ObservedProperty.sources(of: registration.keyPath) : []
        last = property.value(object)
    }

    func look(_ object: AnyObject) {
        let (old, new) = (last, property.value(object))
        guard isPending || !isSameValue(old, new) else { return }
        isPending = false
        last = new
        tell(object, old: old, new: new)
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

    func tell(_ object: AnyObject, old: Any?, new: Any?, isInitial: Bool = false) {
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
