package import TileDrawing

/// The appearance proxies of a screen; see `UIAppearance`.
final class AppearanceProxies {
    private final class Entry {
        let type: UIView.Type
        let containers: [any UIAppearanceContainer.Type]
        let traits: UITraitCollection?
        /// The proxy that the program configures, and an unmodified instance to compare it with.
        let proxy: UIView
        let pristine: UIView
        let properties: [AppearanceProperty]
        /// Returns whether a view is an instance of the class.
        let fits: (UIView) -> Bool
        /// The number of classes in the class hierarchy, from the class up to its root.
        let depth: Int

        init<View: UIView>(
            _ type: View.Type, _ containers: [any UIAppearanceContainer.Type], traits: UITraitCollection?
        ) {
            (self.type, self.containers, self.traits) = (type, containers, traits)
            (proxy, pristine) = (UIView.make(of: type, .zero), UIView.make(of: type, .zero))
            properties =
                UIView.commonAppearanceProperties + ((type as? any AppearanceTaking.Type)?.appearanceProperties ?? [])
            fits = { $0 is View }
            depth = sequence(first: Mirror(reflecting: pristine), next: \.superclassMirror).reduce(0) { count, _ in
                count + 1
            }
        }

        /// Returns whether this is the entry for views of a class in the given containers and traits.
        func stands(
            for type: UIView.Type, in containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
        ) -> Bool {
            self.type == type && self.traits == traits
                && self.containers.map { ObjectIdentifier($0) } == containers.map { ObjectIdentifier($0) }
        }
    }

    /// The entries, from the most general to the most specific.
    private var entries: [Entry] = []
    /// The entries that apply to a class of views, cached by class.
    private var known: [ObjectIdentifier: [Entry]] = [:]

    static var main: AppearanceProxies {
        let screen = UIScreen.main
        if let proxies = screen.appearanceProxies { return proxies }
        let made = AppearanceProxies()
        screen.appearanceProxies = made
        return made
    }

    func proxy<View: UIView>(
        of type: View.Type, in containers: [any UIAppearanceContainer.Type], for traits: UITraitCollection?
    ) -> View {
        if let entry = entries.first(where: { $0.stands(for: type, in: containers, traits) }) {
            return unsafeDowncast(entry.proxy, to: type)
        }
        let entry = Entry(type, containers, traits: traits)
        let rank = { (entry: Entry) in (entry.depth, entry.containers.count, entry.traits == nil ? 0 : 1) }
        let place = entries.firstIndex { rank(entry) < rank($0) } ?? entries.count
        entries.insert(entry, at: place)
        known = [:]
        return unsafeDowncast(entry.proxy, to: type)
    }

    /// Applies the settings of the matching proxies to a view that has been added to a window.
    ///
    /// - Complexity: O(1) for a class without proxies; otherwise O(p) for their properties, plus a walk up the
    ///   responder chain for each proxy that names containers.
    func apply(to view: UIView) {
        let type = ObjectIdentifier(type(of: view))
        let own = known[type] ?? entries.filter { $0.fits(view) }
        known[type] = own
        for entry in own where view.isWithin(entry.containers, entry.traits) {
            for property in entry.properties where property.differs(entry.proxy, entry.pristine) {
                // A value that was set on the view itself is kept.
                let wasTaken = view.rare?.takenAppearance.contains(property.name) == true
                guard wasTaken || !property.differs(view, entry.pristine) else { continue }
                property.copy(entry.proxy, view)
                view.rareState.takenAppearance.insert(property.name)
            }
        }
    }

}

extension UIView {
    /// Returns whether the view has all of the traits and is inside an instance of the first class, which is inside one
    /// of the second, and so on.
    package final func isWithin(
        _ containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
    ) -> Bool {
        if let traits, !traitCollection.containsTraits(in: traits) { return false }
        var missing = containers[...]
        var around = next
        while let container = missing.first, let responder = around {
            if responder.isInstance(of: container) { missing.removeFirst() }
            around = responder.next
        }
        return missing.isEmpty
    }
}

extension UIResponder {
    fileprivate func isInstance<Container: UIAppearanceContainer>(of type: Container.Type) -> Bool { self is Container }
}
