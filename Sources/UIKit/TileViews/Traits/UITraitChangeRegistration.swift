public import TileDrawing
public import TileGraphics

/// A registration for trait changes. Pass it to `unregisterForTraitChanges(_:)` to end it.
public protocol UITraitChangeRegistration: AnyObject {}

/// An object that reports changes of its traits.
public protocol UITraitChangeObservable: AnyObject {
    /// Registers a handler that is called after one of the traits has changed, with the previous traits.
    func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration

    /// Registers an action of a target that is sent after one of the traits has changed. The target is held weakly.
    func registerForTraitChanges(
        _ traits: [UITrait], target: Any, action: Selector
    ) -> any UITraitChangeRegistration

    /// Registers an action of the object itself that is sent after one of the traits has changed.
    func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration

    func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration)
}

/// A registration with a view or a controller.
package final class TraitChangeRegistration: UITraitChangeRegistration {
    private let traits: Set<ObjectIdentifier>
    private let handler: (any UITraitEnvironment, UITraitCollection) -> Void

    package init(_ traits: [UITrait], handler: @escaping (any UITraitEnvironment, UITraitCollection) -> Void) {
        self.traits = Set(traits.map { ObjectIdentifier($0) })
        self.handler = handler
    }

    package func notify(_ environment: any UITraitEnvironment, from previous: UITraitCollection, changed: [UITrait]) {
        if changed.contains(where: { traits.contains(ObjectIdentifier($0)) }) { handler(environment, previous) }
    }
}
