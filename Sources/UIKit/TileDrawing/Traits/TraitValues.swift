/// The traits that a collection specifies.
struct TraitValues: UIMutableTraits, Sendable {
    private var values: [ObjectIdentifier: any SpecifiedTrait] = [:]

    subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value {
        get { (values[ObjectIdentifier(trait)] as? Specified<T>)?.value ?? T.defaultValue }
        set {
            // The default value of a UIKit trait means "unspecified"; a custom trait is specified once it is set.
            if newValue == T.defaultValue, SystemTraits.contains(trait) {
                values[ObjectIdentifier(trait)] = nil
            } else {
                values[ObjectIdentifier(trait)] = Specified<T>(value: newValue)
            }
        }
    }

    var isEmpty: Bool { values.isEmpty }

    /// Copies the values that `other` specifies.
    mutating func merge(_ other: TraitValues) { values.merge(other.values) { _, new in new } }

    /// Copies the values that `other` specifies for some traits.
    mutating func merge(_ other: TraitValues, only traits: [UITrait]) {
        for trait in traits {
            if let value = other.values[ObjectIdentifier(trait)] { values[ObjectIdentifier(trait)] = value }
        }
    }

    /// The number of specified traits.
    var count: Int { values.count }

    /// Whether all values that `other` specifies are also specified here, and equal.
    func contains(_ other: TraitValues) -> Bool {
        other.values.allSatisfy { key, value in values[key].map(value.isEqual) ?? false }
    }

    /// The traits whose values differ.
    func changes(from other: TraitValues) -> [UITrait] {
        let keys = Set(values.keys).union(other.values.keys)
        let changed: [UITrait] = keys.compactMap { key in
            let (mine, others) = (values[key], other.values[key])
            if let mine, let others { return mine.isEqual(to: others) ? nil : mine.trait }
            guard let one = mine ?? others else { return nil }
            return one.isDefault ? nil : one.trait
        }
        return changed.sorted { $0.identifier < $1.identifier }
    }
}

extension TraitValues: Hashable {
    static func == (a: TraitValues, b: TraitValues) -> Bool {
        a.values.count == b.values.count && a.contains(b)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(Set(values.keys)) }
}

/// The value of any trait, type-erased.
private protocol SpecifiedTrait: Sendable {
    var trait: UITrait { get }
    var isDefault: Bool { get }
    func isEqual(to other: any SpecifiedTrait) -> Bool
}

private struct Specified<T: UITraitDefinition>: SpecifiedTrait {
    let value: T.Value

    var trait: UITrait { T.self }
    var isDefault: Bool { value == T.defaultValue }
    func isEqual(to other: any SpecifiedTrait) -> Bool { (other as? Specified<T>)?.value == value }
}

/// The set of UIKit's own traits.
enum SystemTraits {
    static let all: [UITrait] = [
        UITraitUserInterfaceIdiom.self, UITraitUserInterfaceStyle.self, UITraitDisplayScale.self,
        UITraitDisplayGamut.self, UITraitLayoutDirection.self, UITraitHorizontalSizeClass.self,
        UITraitVerticalSizeClass.self, UITraitForceTouchCapability.self, UITraitPreferredContentSizeCategory.self,
        UITraitAccessibilityContrast.self, UITraitUserInterfaceLevel.self, UITraitLegibilityWeight.self,
        UITraitActiveAppearance.self, UITraitToolbarItemPresentationSize.self, UITraitSceneCaptureState.self,
        UITraitImageDynamicRange.self, UITraitTypesettingLanguage.self, UITraitListEnvironment.self,
    ]

    private static let identities = Set(all.map { ObjectIdentifier($0) })

    static func contains(_ trait: UITrait) -> Bool { identities.contains(ObjectIdentifier(trait)) }
}
