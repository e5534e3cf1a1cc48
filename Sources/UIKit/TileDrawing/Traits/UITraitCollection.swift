public import Foundation
import TileSupport

/// The traits of a part of an interface: light or dark, scale, size classes and further ones. Immutable.
///
/// A collection need not specify every trait; one that it does not has its default value, which says so.
// @unchecked Sendable: NSObject is not marked so, but a collection adds only constants of Sendable types to it.
public final class UITraitCollection: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let values: TraitValues
    /// Light or dark. Stored, because every dynamic color asks for it.
    public let userInterfaceStyle: UIUserInterfaceStyle

    init(_ values: TraitValues) {
        self.values = values
        userInterfaceStyle = values[UITraitUserInterfaceStyle.self]
    }

    /// A collection that specifies nothing.
    public override convenience init() { self.init(TraitValues()) }

    public typealias TraitMutations = (inout any UIMutableTraits) -> Void

    /// A collection of the traits that `mutations` sets.
    public convenience init(mutations: TraitMutations) { self.init(TraitValues().modified(mutations)) }

    /// All that the collections specify; of several values for a trait, the last.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var values = TraitValues()
        for collection in traitCollections { values.merge(collection.values) }
        self.init(values)
    }

    /// This collection with what `mutations` sets.
    public func modifyingTraits(_ mutations: TraitMutations) -> UITraitCollection {
        UITraitCollection(values.modified(mutations))
    }

    /// This collection with one trait set.
    public func replacing<T: UITraitDefinition>(_ trait: T.Type, value: T.Value) -> UITraitCollection {
        modifyingTraits { $0[trait] = value }
    }

    /// The value of a trait, or its default.
    public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { values[trait] }

    /// Whether all that `trait` specifies is specified here, and equal.
    public func containsTraits(in trait: UITraitCollection?) -> Bool {
        trait.map { values.contains($0.values) } ?? true
    }

    /// The traits whose values differ, by identifier.
    public func changedTraits(from traitCollection: UITraitCollection?) -> [UITrait] {
        values.changes(from: traitCollection?.values ?? TraitValues())
    }

    /// Whether a dynamic color may look different in this collection and the other.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        changedTraits(from: traitCollection).contains { $0.affectsColorAppearance }
    }

    /// UIKit's traits on which dynamic colors may depend.
    public static var systemTraitsAffectingColorAppearance: [UITrait] {
        SystemTraits.all.filter { $0.affectsColorAppearance }
    }

    /// UIKit's traits by which the fitting one of several images is chosen.
    public static var systemTraitsAffectingImageLookup: [UITrait] {
        [
            UITraitUserInterfaceIdiom.self, UITraitUserInterfaceStyle.self, UITraitDisplayScale.self,
            UITraitDisplayGamut.self, UITraitLayoutDirection.self, UITraitHorizontalSizeClass.self,
            UITraitVerticalSizeClass.self, UITraitAccessibilityContrast.self, UITraitLegibilityWeight.self,
        ]
    }

    // MARK: The current collection

    private static let currents = ThreadLocal<UITraitCollection> { .initial }

    /// What is current where nobody has set anything: there is no device to ask. Light, one pixel a point, sRGB, from
    /// left to right, text of size `large`.
    static let initial = UITraitCollection { traits in
        traits.userInterfaceStyle = .light
        traits.displayScale = 1
        traits.displayGamut = .SRGB
        traits.layoutDirection = .leftToRight
        traits.preferredContentSizeCategory = .large
        traits.accessibilityContrast = .normal
        traits.userInterfaceLevel = .base
        traits.legibilityWeight = .regular
    }

    /// The traits by which dynamic colors and preferred fonts are resolved. Each thread has its own; a view sets it
    /// before it draws or lays itself out.
    public static var current: UITraitCollection {
        get { currents.value }
        set { currents.value = newValue }
    }

    /// Calls `actions` while this collection is the thread's current one.
    public func performAsCurrent<Result, Failure: Error>(
        _ actions: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let previous = Self.current
        Self.current = self
        defer { Self.current = previous }
        return try actions()
    }

    // MARK: NSObject

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UITraitCollection else { return false }
        return self === other || values == other.values
    }

    public override var hash: Int { values.hashValue }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public static var supportsSecureCoding: Bool { true }
}

extension TraitValues {
    fileprivate func modified(_ mutations: UITraitCollection.TraitMutations) -> TraitValues {
        var traits: any UIMutableTraits = self
        mutations(&traits)
        guard let values = traits as? TraitValues else {
            preconditionFailure("mutations set traits; they do not replace what holds them by a \(type(of: traits))")
        }
        return values
    }
}
