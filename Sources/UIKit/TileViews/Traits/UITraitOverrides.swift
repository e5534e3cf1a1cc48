public import TileDrawing

/// Trait values that a part of an interface overrides, also for everything in it.
public protocol UITraitOverrides: UIMutableTraits {
    func contains(_ trait: UITrait) -> Bool
    mutating func remove(_ trait: UITrait)
}

/// The trait overrides of a view, window, screen or controller.
package struct TraitOverrides: UITraitOverrides {
    /// The override of one trait.
    private struct Override: Sendable {
        let value: any Sendable
        let apply: @Sendable (inout any UIMutableTraits) -> Void
    }

    private var overrides: [ObjectIdentifier: Override] = [:]
    /// The limits of the content size category.
    var smallestText: UIContentSizeCategory?
    var largestText: UIContentSizeCategory?

    package var isEmpty: Bool { overrides.isEmpty && smallestText == nil && largestText == nil }

    package init() {}

    /// Creates a copy of overrides. Traps if they have another type.
    package init(_ overrides: any UITraitOverrides) {
        guard let overrides = overrides as? TraitOverrides else {
            preconditionFailure("trait overrides are changed in place, not replaced by a \(type(of: overrides))")
        }
        self = overrides
    }

    package subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
        get { overrides[ObjectIdentifier(trait)]?.value as? T.Value ?? T.defaultValue }
        set { overrides[ObjectIdentifier(trait)] = Override(value: newValue) { $0[T.self] = newValue } }
    }

    package func contains(_ trait: UITrait) -> Bool { overrides[ObjectIdentifier(trait)] != nil }

    package mutating func remove(_ trait: UITrait) { overrides[ObjectIdentifier(trait)] = nil }

    package func applied(to base: UITraitCollection) -> UITraitCollection {
        isEmpty
            ? base
            : base.modifyingTraits { traits in
                for override in overrides.values { override.apply(&traits) }
                // The maximum is applied last, so it takes precedence over a larger minimum.
                if let smallestText, traits.preferredContentSizeCategory < smallestText {
                    traits.preferredContentSizeCategory = smallestText
                }
                if let largestText, traits.preferredContentSizeCategory > largestText {
                    traits.preferredContentSizeCategory = largestText
                }
            }
    }
}
