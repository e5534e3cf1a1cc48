/// The observations of an object's properties.
public final class KeyValueObservations {
    private var watches: [KeyValueWatch] = []
    /// The number of watches that are also notified before a change.
    private var priors = 0
    /// The number of changes in progress that are reported only at their end.
    private var holds = 0

    package init() {}

    func add(_ watch: KeyValueWatch) {
        watches.append(watch)
        if watch.prepare != nil { priors += 1 }
    }

    func remove(_ watch: KeyValueWatch) {
        guard let index = watches.firstIndex(where: { $0 === watch }) else { return }
        watches.remove(at: index)
        if watch.prepare != nil { priors -= 1 }
    }

    /// Returns the last added watch that matches.
    func watch(where isIt: (KeyValueWatch.Registration) -> Bool) -> KeyValueWatch? {
        watches.last { $0.registration.map(isIt) ?? false }
    }

    /// Checks all watches after a change of the object.
    package func checkForChanges() {
        guard holds == 0 else { return }
        // A handler may end observations, including its own.
        for watch in watches where watches.contains(where: { $0 === watch }) { watch.look() }
    }

    /// Notifies watches that a property is about to change.
    package func prepare(_ name: String) {
        guard priors > 0 else { return }
        for watch in watches where watch.prepare != nil && watches.contains(where: { $0 === watch }) {
            watch.prepare?(name)
        }
    }

    /// Makes several changes and reports them at the end.
    func holding(_ changes: () -> Void) {
        holds += 1
        changes()
        holds -= 1
        checkForChanges()
    }
}

/// An observation, which checks whether there is a change to report.
final class KeyValueWatch {
    /// The identity of a watch that is ended by name rather than by an observation object.
    struct Registration {
        weak var observer: (any KeyValueObserver)?
        let keyPath: String
        let context: UnsafeMutableRawPointer?
    }

    let look: () -> Void
    /// Called with the name of a property that is about to change; nil if it is not observed in advance.
    let prepare: ((String) -> Void)?
    let registration: Registration?

    init(_ look: @escaping () -> Void, prepare: ((String) -> Void)? = nil, registration: Registration? = nil) {
        (self.look, self.prepare, self.registration) = (look, prepare, registration)
    }
}

extension CALayer: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations {
        let extras = makeExtras()
        if let known = extras.observations { return known }
        let made = KeyValueObservations()
        extras.observations = made
        return made
    }

    /// Returns a property of a layer by a name that `value(forKeyPath:)` supports.
    public func observedProperty(named name: String) -> ObservedProperty? {
        ObservedProperty { ($0 as? CALayer)?.value(forKeyPath: name) }
    }

    /// Notes that an observable property of the layer or its view has changed.
    package func noteObserved() { extras?.observations?.checkForChanges() }

    /// Notes that a property of the layer or its view is about to change.
    package func noteObserved(before name: String) { extras?.observations?.prepare(name) }
}
