package import TileDrawing

/// The stand-ins of a screen, and who takes what of them; see `UIAppearance`.
final class AppearanceProxies {
    private final class Entry {
        let type: UIView.Type
        let containers: [any UIAppearanceContainer.Type]
        let traits: UITraitCollection?
        /// What the program sets, and one on which nothing is set.
        let proxy: UIView
        let pristine: UIView
        let properties: [AppearanceProperty]
        /// Whether a view is of the class.
        let fits: (UIView) -> Bool
        /// How many classes are above the class.
        let depth: Int

        init<View: UIView>(
            _ type: View.Type, _ containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
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

        /// Whether it is the one for views of a class in such containers and traits.
        func stands(
            for type: UIView.Type, in containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
        ) -> Bool {
            self.type == type && self.traits == traits
                && self.containers.map { ObjectIdentifier($0) } == containers.map { ObjectIdentifier($0) }
        }
    }

    /// From the most general to the most special.
    private var entries: [Entry] = []
    /// Those that are for a class of views.
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
        let entry = Entry(type, containers, traits)
        let rank = { (entry: Entry) in (entry.depth, entry.containers.count, entry.traits == nil ? 0 : 1) }
        let place = entries.firstIndex { rank(entry) < rank($0) } ?? entries.count
        entries.insert(entry, at: place)
        known = [:]
        return unsafeDowncast(entry.proxy, to: type)
    }

    /// Sets on a view that has come into a window what was set on its stand-ins.
    ///
    /// - Complexity: O(1) for a class without stand-ins; else O(p) for their properties, and the containers of those
    ///   that ask for some.
    func apply(to view: UIView) {
        let type = ObjectIdentifier(type(of: view))
        let own = known[type] ?? entries.filter { $0.fits(view) }
        known[type] = own
        for entry in own where view.isWithin(entry.containers, entry.traits) {
            for property in entry.properties where property.differs(entry.proxy, entry.pristine) {
                // What was set on the view itself stays.
                let wasTaken = view.rare?.takenAppearance.contains(property.name) == true
                guard wasTaken || !property.differs(view, entry.pristine) else { continue }
                property.copy(entry.proxy, view)
                view.rareState.takenAppearance.insert(property.name)
            }
        }
    }

}

extension UIView {
    /// Whether it is in an object of the first class, which is in one of the second, and so on, and has all of the
    /// traits.
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
