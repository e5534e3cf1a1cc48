public import TileDrawing

/// Traits that a part of an interface sets for itself and for all in it.
public protocol UITraitOverrides: UIMutableTraits {
    func contains(_ trait: UITrait) -> Bool
    mutating func remove(_ trait: UITrait)
}

/// The traits set on one view, window, screen or controller.
package struct TraitOverrides: UITraitOverrides {
    /// Sets one trait in a collection that is being made.
    private struct Override: Sendable {
        let value: any Sendable
        let apply: @Sendable (inout any UIMutableTraits) -> Void
    }

    private var overrides: [ObjectIdentifier: Override] = [:]
    /// Between which text may be large, whatever the reader prefers.
    var smallestText: UIContentSizeCategory?
    var largestText: UIContentSizeCategory?

    package var isEmpty: Bool { overrides.isEmpty && smallestText == nil && largestText == nil }

    package init() {}

    /// What was set somewhere; what is none of these traps.
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
                // A largest size below the smallest one counts last, as a limit should.
                if let smallestText, traits.preferredContentSizeCategory < smallestText {
                    traits.preferredContentSizeCategory = smallestText
                }
                if let largestText, traits.preferredContentSizeCategory > largestText {
                    traits.preferredContentSizeCategory = largestText
                }
            }
    }
}
