public import Foundation
import TileSupport

/// The traits of a part of an interface: light or dark, scale, size classes and others. Immutable.
///
/// A collection need not specify every trait. An unspecified trait has its default value, which means "unspecified".
// @unchecked Sendable: NSObject is not marked so, but a collection adds only constants of Sendable types to it.
public final class UITraitCollection: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    let values: TraitValues
    /// Light or dark. Stored, because every dynamic color reads it.
    public let userInterfaceStyle: UIUserInterfaceStyle

    init(_ values: TraitValues) {
        self.values = values
        userInterfaceStyle = values[UITraitUserInterfaceStyle.self]
    }

    /// Creates a collection that specifies no traits.
    public override convenience init() { self.init(TraitValues()) }

    public typealias TraitMutations = (inout any UIMutableTraits) -> Void

    /// Creates a collection with the traits that `mutations` sets.
    public convenience init(mutations: TraitMutations) { self.init(TraitValues().modified(mutations)) }

    /// Creates a collection with all that others specify. The last value of each trait wins.
    public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
        var values = TraitValues()
        for collection in traitCollections { values.merge(collection.values) }
        self.init(values)
    }

    /// Returns this collection with the changes of `mutations`.
    public func modifyingTraits(_ mutations: TraitMutations) -> UITraitCollection {
        UITraitCollection(values.modified(mutations))
    }

    /// Returns this collection with one trait set.
    public func replacing<T: UITraitDefinition>(_ trait: T.Type, value: T.Value) -> UITraitCollection {
        modifyingTraits { $0[trait] = value }
    }

    /// The value of a trait, or its default.
    public subscript<T: UITraitDefinition>(trait: T.Type) -> T.Value { values[trait] }

    /// Whether all values that `trait` specifies are also specified here, and equal.
    public func containsTraits(in trait: UITraitCollection?) -> Bool {
        trait.map { values.contains($0.values) } ?? true
    }

    /// Returns the traits whose values differ, by identifier.
    public func changedTraits(from traitCollection: UITraitCollection?) -> [UITrait] {
        values.changes(from: traitCollection?.values ?? TraitValues())
    }

    /// Whether a dynamic color may look different in this collection and the other.
    public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
        changedTraits(from: traitCollection).contains { $0.affectsColorAppearance }
    }

    /// UIKit's traits that dynamic colors may depend on.
    public static var systemTraitsAffectingColorAppearance: [UITrait] {
        SystemTraits.all.filter { $0.affectsColorAppearance }
    }

    /// UIKit's traits that select an image variant.
    public static var systemTraitsAffectingImageLookup: [UITrait] {
        [
            UITraitUserInterfaceIdiom.self, UITraitUserInterfaceStyle.self, UITraitDisplayScale.self,
            UITraitDisplayGamut.self, UITraitLayoutDirection.self, UITraitHorizontalSizeClass.self,
            UITraitVerticalSizeClass.self, UITraitAccessibilityContrast.self, UITraitLegibilityWeight.self,
        ]
    }

    // MARK: The current collection

    private static let currents = ThreadLocal<UITraitCollection> { .initial }

    /// The default current traits, since no device determines them: light, one pixel per point, sRGB, left to right,
    /// text of size `large`.
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

    /// The traits used to resolve dynamic colors and preferred fonts. Each thread has its own; a view sets them before
    /// it draws or lays out its content.
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
