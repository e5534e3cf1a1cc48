import Foundation
import TileDrawing

/// What few views have: a side object, made when something of it is first set.
final class RareViewState {
    var tag = 0
    /// A view's mask: the view, for the layer keeps only its layer.
    var mask: UIView?
    /// What clips this view, if it is a mask.
    unowned(unsafe) var masked: UIView?
    var accessibilityIdentifier: String?
    var restorationIdentifier: String?
    var interactions: [any UIInteraction] = []
    /// The names of the properties that it has of stand-ins; see `AppearanceProxies`.
    var takenAppearance: Set<AnyHashable> = []
    /// In the order in which they were added.
    var gestureRecognizers: [UIGestureRecognizer] = []

    var tint: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var semantics = UISemanticContentAttribute.unspecified

    weak var manager: (any ViewManager)?
    /// The view's own; `managedOverrides`, which come before them, are its manager's.
    var traitOverrides: TraitOverrides?
    var managedOverrides: TraitOverrides?
    var knownTraits: (base: UITraitCollection, result: UITraitCollection)?
    /// Of a view without a superview: what it took from around it while it had one. As in UIKit it keeps that until it
    /// has another, so that nothing is drawn anew that is taken out and put in again.
    var lastSurroundings: UITraitCollection?
    var traitRegistrations: [TraitChangeRegistration] = []

    var margins: LayoutMargins?
    var preservesSuperviewMargins = false
    var ignoresSafeAreaInMargins = false
    /// The safe area that the view was told of last.
    var knownSafeArea: UIEdgeInsets?
    /// Whether traits are set here.
    var setsTraits: Bool { traitOverrides != nil || managedOverrides != nil }

    /// Traits with what is set here.
    func applyOverrides(to base: UITraitCollection) -> UITraitCollection {
        let managed = managedOverrides?.applied(to: base) ?? base
        return traitOverrides?.applied(to: managed) ?? managed
    }

    var layout: LayoutNode?
    var guides: [UILayoutGuide] = []
    var systemGuides: [UILayoutGuide] = []
}

extension UIView {
    /// The side object, made now if there is none.
    var rareState: RareViewState {
        if let rare { return rare }
        let made = RareViewState()
        rare = made
        return made
    }
}
