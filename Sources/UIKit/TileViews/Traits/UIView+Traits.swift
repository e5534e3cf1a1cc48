public import TileDrawing
public import TileGraphics
import TileLayers

extension UIView {
    /// The traits that the view takes from around it, before its own overrides: its superview's, its screen's, or where
    /// it is in no window, those that it had when it was last taken out of a superview. Without such they are the
    /// thread's current ones.
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

    /// The last result is kept: traits are asked for often, and seldom change.
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

    /// Tells the view, and then those in it, that its traits are no longer `before`; where they are the same after all,
    /// nobody.
    func spreadTraits(from before: UITraitCollection) {
        let after = effectiveTraits
        rare?.manager?.noteTraits()
        guard before !== after, before != after else { return }
        // A change of scale alone changes nothing for a view that has a scale of its own; others draw because of that.
        // And nobody has drawn for a screen's kind and size in a tree that is on none.
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
        // As in UIKit, what a view arranges and draws by its traits follows them without being asked to.
        if looksDiffer {
            setNeedsLayout()
            if flags.contains(.draws) { setNeedsDisplay() }
        }
        traitCollectionDidChange(before)
        if let registrations = rare?.traitRegistrations, !registrations.isEmpty {
            let changed = after.changedTraits(from: before)
            for registration in registrations { registration.tell(self, from: before, changed: changed) }
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
        // What the layer was given itself stays.
        guard let background, layer.backgroundColor == background.resolvedColor(with: before).cgColor else { return }
        let color = background.resolvedColor(with: after).cgColor
        if layer.backgroundColor != color { layer.backgroundColor = color }
    }

    /// The view's background, or what its layer was given since that was set.
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

    /// The layer is opaque where the view promises it and no translucent background breaks the promise. Text and images
    /// leave parts of their views clear, so a label's promise counts only where a background keeps it.
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
    /// Whether a screen has had its say.
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
