import Foundation
import TileDrawing

/// The properties that few views have, in a separate object that is created when one of them is first set.
final class RareViewState {
    var tag = 0
    /// The view's mask. Stored as a view, because the layer stores only the mask's layer.
    var mask: UIView?
    /// The view that this view masks, if any.
    unowned(unsafe) var masked: UIView?
    var accessibilityIdentifier: String?
    var restorationIdentifier: String?
    var interactions: [any UIInteraction] = []
    /// The names of the properties that were copied from appearance proxies; see `AppearanceProxies`.
    var takenAppearance: Set<AnyHashable> = []
    /// The recognizers in the order of their addition.
    var gestureRecognizers: [UIGestureRecognizer] = []

    var tint: UIColor?
    var tintAdjustmentMode = UIView.TintAdjustmentMode.automatic
    var semantics = UISemanticContentAttribute.unspecified

    weak var manager: (any ViewControlling)?
    /// The trait overrides of the view itself. They take precedence over `managedOverrides`, those of its manager.
    var traitOverrides: TraitOverrides?
    var managedOverrides: TraitOverrides?
    var knownTraits: (base: UITraitCollection, result: UITraitCollection)?
    /// The inherited traits of a view that was removed from its superview. As in UIKit, it keeps them until it has
    /// another superview, so that a view that is removed and added again is not redrawn.
    var lastSurroundings: UITraitCollection?
    var traitRegistrations: [TraitChangeRegistration] = []
    var updateTrackings: UpdateTrackings?

    var corners: CornerState?
    /// The edge effects of a scroll view.
    var edgeEffects: ScrollEdgeEffects?
    var margins: LayoutMargins?
    var preservesSuperviewMargins = false
    var ignoresSafeAreaInMargins = false
    /// The safe area of the last notification.
    var knownSafeArea: UIEdgeInsets?
    /// A Boolean value that indicates whether traits are overridden here.
    var setsTraits: Bool { traitOverrides != nil || managedOverrides != nil }

    /// Returns traits with the overrides of the manager and the view applied.
    func applyOverrides(to base: UITraitCollection) -> UITraitCollection {
        let managed = managedOverrides?.applied(to: base) ?? base
        return traitOverrides?.applied(to: managed) ?? managed
    }

    var layout: LayoutNode?
    var guides: [UILayoutGuide] = []
    var systemGuides: [UILayoutGuide] = []
}

extension UIView {
    /// The object with rarely used properties, created on first access.
    var rareState: RareViewState {
        if let rare { return rare }
        let made = RareViewState()
        rare = made
        return made
    }
}
