/// Who observes an object's properties.
public final class KeyValueObservations {
    private var watches: [KeyValueWatch] = []
    /// Those of them that are told before a change too.
    private var priors = 0
    /// Changes under way of which only the end is to be told.
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

    /// The one that was added last of those that an observer has.
    func watch(where isIt: (KeyValueWatch.Registration) -> Bool) -> KeyValueWatch? {
        watches.last { $0.registration.map(isIt) ?? false }
    }

    /// Something of the object has changed.
    package func look() {
        guard holds == 0 else { return }
        // Whoever is told may end observations, its own too.
        for watch in watches where watches.contains(where: { $0 === watch }) { watch.look() }
    }

    /// A property is about to have another value.
    package func prepare(_ name: String) {
        guard priors > 0 else { return }
        for watch in watches where watch.prepare != nil && watches.contains(where: { $0 === watch }) {
            watch.prepare?(name)
        }
    }

    /// Changes several things, and tells of them at the end.
    func holding(_ changes: () -> Void) {
        holds += 1
        changes()
        holds -= 1
        look()
    }
}

/// One observation: looks whether there is something to tell.
final class KeyValueWatch {
    /// By what it is found that has no object of its own to end it.
    struct Registration {
        weak var observer: (any KeyValueObserver)?
        let keyPath: String
        let context: UnsafeMutableRawPointer?
    }

    let look: () -> Void
    /// Given the name of what is about to change; nil where nobody is told before.
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

    /// Each name is one of a layer's, as `value(forKeyPath:)` has it.
    public func observedProperty(named name: String) -> ObservedProperty? {
        ObservedProperty { ($0 as? CALayer)?.value(forKeyPath: name) }
    }

    /// Something that may be observed has changed, of the layer or of its view.
    package func noteObserved() { extras?.observations?.look() }

    /// A property of the layer or of its view is about to have another value.
    package func noteObserved(before name: String) { extras?.observations?.prepare(name) }
}
