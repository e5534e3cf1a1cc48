public import TileDrawing
public import TileGraphics

/// A registration for trait changes; `unregisterForTraitChanges(_:)` takes it to end it.
public protocol UITraitChangeRegistration: AnyObject {}

/// Something that tells of its traits' changes.
public protocol UITraitChangeObservable: AnyObject {
    /// Calls `handler` after one of the traits has changed, with the traits from before.
    func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration

    /// Sends an action to `target`, which is held weakly, after one of the traits has changed.
    func registerForTraitChanges(
        _ traits: [UITrait], target: Any, action: Selector
    ) -> any UITraitChangeRegistration

    /// Sends an action to the object itself after one of the traits has changed.
    func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration

    func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration)
}

/// A registration with a view, or a controller.
package final class TraitChangeRegistration: UITraitChangeRegistration {
    private let traits: Set<ObjectIdentifier>
    private let handler: (any UITraitEnvironment, UITraitCollection) -> Void

    package init(_ traits: [UITrait], handler: @escaping (any UITraitEnvironment, UITraitCollection) -> Void) {
        self.traits = Set(traits.map { ObjectIdentifier($0) })
        self.handler = handler
    }

    package func tell(_ environment: any UITraitEnvironment, from previous: UITraitCollection, changed: [UITrait]) {
        if changed.contains(where: { traits.contains(ObjectIdentifier($0)) }) { handler(environment, previous) }
    }
}
