public import TileDrawing
public import TileGraphics
import TileLayers

extension UIView {
    /// The traits that the view inherits, without its own overrides: those of its superview, or those of its screen.
    /// Outside a window they are those it had when it was last removed from a superview, or otherwise the current
    /// traits of the thread.
    var surroundingTraits: UITraitCollection {
        var top = self
        while let view = top.parent {
            if let rare = view.rare, rare.setsTraits { return view.applying(rare, to: view.surroundingTraits) }
            top = view
        }
        return host?.windowTraits ?? top.rare?.manager?.detachedTraits ?? top.rare?.lastSurroundings ?? .current
    }

    var effectiveTraits: UITraitCollection {
        guard let rare, rare.setsTraits else { return surroundingTraits }
        return applying(rare, to: surroundingTraits)
    }

    /// Returns traits with the overrides applied. The last result is cached, because traits are read often and rarely
    /// change.
    private func applying(_ rare: RareViewState, to base: UITraitCollection) -> UITraitCollection {
        if let known = rare.knownTraits, known.base === base { return known.result }
        let result = rare.applyOverrides(to: base)
        rare.knownTraits = (base, result)
        return result
    }

    func setTraitOverrides(_ new: TraitOverrides) {
        let before = effectiveTraits
        rareState.traitOverrides = new.isEmpty ? nil : new
        rareState.knownTraits = nil
        spreadTraits(from: before)
    }

    func changeTraitOverrides(_ change: (inout TraitOverrides) -> Void) {
        var overrides = rare?.traitOverrides ?? TraitOverrides()
        change(&overrides)
        setTraitOverrides(overrides)
    }

    var textLimitsDescription: String {
        var lines: [String] = []
        var view: UIView? = self
        while let each = view {
            if let limits = each.rare?.traitOverrides, limits.smallestText != nil || limits.largestText != nil {
                let parts = [
                    limits.smallestText.map { "at least \($0.rawValue)" },
                    limits.largestText.map { "at most \($0.rawValue)" },
                ]
                lines.append("\(type(of: each)): " + parts.compactMap { $0 }.joined(separator: ", "))
            }
            view = each.parent
        }
        return lines.joined(separator: "\n")
    }

    /// Notifies the view and then its subviews after its traits have changed from `before`. Does nothing if they are
    /// equal.
    func spreadTraits(from before: UITraitCollection) {
        let after = effectiveTraits
        rare?.manager?.noteTraits()
        guard before !== after, before != after else { return }
        // A change of the scale does not affect views with a scale of their own; other views are redrawn for that
        // reason. In a tree that is not on a screen, nothing has been drawn for the idiom and size classes of one.
        let looksDiffer =
            before.modifyingTraits {
                $0.displayScale = after.displayScale
                if !before.isOfScreen || !after.isOfScreen {
                    $0.userInterfaceIdiom = after.userInterfaceIdiom
                    $0.horizontalSizeClass = after.horizontalSizeClass
                    $0.verticalSizeClass = after.verticalSizeClass
                }
            } != after
        spreadTraits(from: before, to: after, looksDiffer: looksDiffer)
    }

    private func spreadTraits(from before: UITraitCollection, to after: UITraitCollection, looksDiffer: Bool) {
        if before.layoutDirection != after.layoutDirection { noteDirection() }
        resolveBackground(from: before, to: after)
        // As in UIKit, the view is laid out and redrawn automatically when traits that it may depend on change.
        if looksDiffer {
            setNeedsLayout()
            if flags.contains(.draws) { setNeedsDisplay() }
        }
        updatePropertiesForTraits()
        traitCollectionDidChange(before)
        if let registrations = rare?.traitRegistrations, !registrations.isEmpty {
            let changed = after.changedTraits(from: before)
            for registration in registrations { registration.notify(self, from: before, changed: changed) }
        }
        for child in children where child.parent === self {
            if let rare = child.rare, rare.setsTraits || rare.manager != nil {
                child.spreadTraits(from: rare.applyOverrides(to: before))
            } else {
                child.spreadTraits(from: before, to: after, looksDiffer: looksDiffer)
            }
        }
    }

    private func resolveBackground(from before: UITraitCollection, to after: UITraitCollection) {
        // A color that was set on the layer directly is kept.
        guard let background, layer.backgroundColor == background.resolvedColor(with: before).cgColor else { return }
        let color = background.resolvedColor(with: after).cgColor
        if layer.backgroundColor != color { layer.backgroundColor = color }
    }

    /// The background of the view, or the color that was set on the layer afterwards.
    var shownBackground: UIColor? {
        guard let shown = layer.backgroundColor else { return nil }
        if let background, background.resolvedColor(with: effectiveTraits).cgColor == shown { return background }
        return UIColor(cgColor: shown)
    }

    func setBackground(_ color: UIColor?) {
        background = color
        layer.backgroundColor = color?.resolvedColor(with: effectiveTraits).cgColor
        updateLayerOpacity()
    }

    /// Makes the layer opaque if the view is declared opaque and has no translucent background. Labels and image views
    /// do not cover their bounds, so they also need an opaque background.
    func updateLayerOpacity() {
        let isSolid = layer.backgroundColor.map { $0.alpha >= 1 } ?? !type(of: self).drawsOnlyParts
        layer.isOpaque = flags.contains(.opaque) && isSolid
    }

    // MARK: Direction

    static func direction(
        for attribute: UISemanticContentAttribute, relativeTo direction: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch attribute {
        case .unspecified: direction
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }
}

extension UITraitCollection {
    /// A Boolean value that indicates whether the traits include those of a screen.
    fileprivate var isOfScreen: Bool { horizontalSizeClass != .unspecified && verticalSizeClass != .unspecified }

    var interfaceDirection: UIUserInterfaceLayoutDirection {
        layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
}

extension UIView: UITraitChangeObservable {
    @discardableResult
    public func registerForTraitChanges<Environment: UITraitEnvironment>(
        _ traits: [UITrait], handler: @escaping (Environment, UITraitCollection) -> Void
    ) -> any UITraitChangeRegistration {
        register(
            TraitChangeRegistration(traits) { environment, previous in
                guard let environment = environment as? Environment else {
                    preconditionFailure("a \(type(of: environment)) tells its own changes, not a \(Environment.self)'s")
                }
                handler(environment, previous)
            })
    }

    @discardableResult
    public func registerForTraitChanges(
        _ traits: [UITrait], target: Any, action: Selector
    ) -> any UITraitChangeRegistration {
        guard let target = target as? any ActionTarget else {
            preconditionFailure("a \(type(of: target)) can't have the action \(action): it must be an ActionTarget")
        }
        return register(
            TraitChangeRegistration(traits) { [weak target] environment, _ in
                target?.perform(action, with: environment)
            })
    }

    @discardableResult
    public func registerForTraitChanges(_ traits: [UITrait], action: Selector) -> any UITraitChangeRegistration {
        registerForTraitChanges(traits, target: self, action: action)
    }

    public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
        rare?.traitRegistrations.removeAll { $0 === registration }
    }

    private func register(_ registration: TraitChangeRegistration) -> any UITraitChangeRegistration {
        rareState.traitRegistrations.append(registration)
        return registration
    }
}
