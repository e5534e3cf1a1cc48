/// Who observes an object's properties.
public final class KeyValueObservations {
    private var watches: [KeyValueWatch] = []
    /// Changes under way of which only the end is to be told.
    private var holds = 0

    package init() {}

    func add(_ watch: KeyValueWatch) { watches.append(watch) }
    func remove(_ watch: KeyValueWatch) { watches.removeAll { $0 === watch } }

    /// Something of the object has changed.
    package func look() {
        guard holds == 0 else { return }
        // Whoever is told may end observations, its own too.
        for watch in watches where watches.contains(where: { $0 === watch }) { watch.look() }
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
    let look: () -> Void

    init(_ look: @escaping () -> Void) { self.look = look }
}

extension CALayer: KeyValueObservable {
    public var keyValueObservations: KeyValueObservations {
        let extras = makeExtras()
        if let known = extras.observations { return known }
        let made = KeyValueObservations()
        extras.observations = made
        return made
    }

    /// Something that may be observed has changed, of the layer or of its view.
    package func noteObserved() { extras?.observations?.look() }
}
