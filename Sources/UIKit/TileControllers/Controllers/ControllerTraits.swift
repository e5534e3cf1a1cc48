public import TileDrawing
public import TileGraphics
public import TileViews

/// The traits that a controller overrides, and the traits that it was last informed of.
struct ControllerTraits {
    /// The overrides before the view is loaded. The view then stores them.
    var unloaded = TraitOverrides()
    /// The overrides that the parent has set with the older API.
    var fromParent: UITraitCollection?
    var told: UITraitCollection?
    var registrations: [TraitChangeRegistration] = []
}

// A view inherits its traits from its surroundings; a controller without a superview inherits them from its parent. The
// controller's overrides are stored in its view and apply to everything in it.
extension UIViewController {
    var currentTraits: UITraitCollection { ownTraits.applied(to: traitsAround) }

    private var traitsAround: UITraitCollection {
        if let view = shownView { return view.traitsAround }
        return detachedTraits ?? .current
    }

    package var detachedTraits: UITraitCollection? {
        parent?.traitCollection ?? modality.presenter?.traitCollection
    }

    var ownTraits: TraitOverrides { shownView?.managedTraits ?? traits.unloaded }

    func setOwnTraits(_ new: TraitOverrides) {
        if let shownView { shownView.managedTraits = new } else { traits.unloaded = new }
        noteTraits()
    }

    package func noteTraits() {
        let current = traitCollection
        guard let told = traits.told else { return traits.told = current }
        guard told !== current, told != current else { return }
        traits.told = current
        markUnavailability()
        updatePropertiesForTraits()
        traitCollectionDidChange(told)
        if !traits.registrations.isEmpty {
            let changed = current.changedTraits(from: told)
            for registration in traits.registrations { registration.notify(self, from: told, changed: changed) }
        }
        // Children whose views are in this view are informed through the view.
        for child in children where child.shownView?.superview == nil { child.noteTraits() }
        if told.verticalSizeClass != current.verticalSizeClass { updateStatusBar() }
    }

    func setStyle(_ style: UIUserInterfaceStyle) {
        var own = ownTraits
        if style == .unspecified {
            own.remove(UITraitUserInterfaceStyle.self)
        } else {
            own.userInterfaceStyle = style
        }
        setOwnTraits(own)
    }

    func setTraitsFromParent(_ collection: UITraitCollection?) {
        var own = ownTraits
        for trait in traits.fromParent?.setTraits ?? [] { own.remove(trait) }
        traits.fromParent = collection
        for trait in collection?.setTraits ?? [] { own.copyTrait(trait, from: collection!) }
        setOwnTraits(own)
    }
}

extension UITraitCollection {
    /// The traits that the collection specifies.
    fileprivate var setTraits: [UITrait] { changedTraits(from: UITraitCollection()) }
}

extension TraitOverrides {
    fileprivate mutating func copyTrait(_ trait: UITrait, from collection: UITraitCollection) {
        func set<Trait: UITraitDefinition>(_ trait: Trait.Type) { self[trait] = collection[trait] }
        set(trait)
    }
}

extension UIViewController: UITraitChangeObservable {
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        register(
            TraitChangeRegistration(traits) { controller, previous in
                guard let environment = controller as? Environment else {
                    preconditionFailure("a \(type(of: controller)) tells its own changes, not a \(Environment.self)'s")
                }
                handler(environment, previous)
            })
    }

    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], target: Any, action: Selector
    ) -> any UITraitChangeRegistration {
        let target = ActionTable.target(target, of: action)
        return register(
            TraitChangeRegistration(traits) { [weak target] controller, _ in
                target?.perform(action, with: controller)
            })
    }

    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        registerForTraitChanges(traits, target: self, action: action)
    }

    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        traits.registrations.removeAll { $0 === registration }
    }

    private func register(_ registration: TraitChangeRegistration) -> any UITraitChangeRegistration {
        // The first change is relative to the current traits.
        if traits.told == nil { traits.told = traitCollection }
        traits.registrations.append(registration)
        return registration
    }
}
