import Foundation
import TileDrawing

/// What a view has from those above it: kept while it moves, to see whether it is still the same afterwards.
struct InheritedLooks {
    let traits: UITraitCollection
    /// Nil for the standard one.
    let tint: UIColor?
    let isDimmed: Bool

    init(of view: UIView) {
        traits = view.effectiveTraits
        tint = view.inheritedTint
        isDimmed = view.isDimmed
    }
}

extension UIView {
    /// Tells the view, and those in it, of what it has from others now.
    func inheritLooks(after before: InheritedLooks) {
        spreadTraits(from: before.traits)
        let tint = inheritedTint
        if isDimmed != before.isDimmed || (tint !== before.tint && tint != before.tint) {
            spreadTint { _ in true }
        }
    }

    // MARK: Tint

    /// The tint of its own, or of the next view above that has one; nil for the standard one.
    var inheritedTint: UIColor? {
        var view: UIView? = self
        while let each = view {
            if let tint = each.rare?.tint { return tint }
            view = each.parent
        }
        return nil
    }

    /// Whether it, or the next view above that says how, shows its tint dimmed.
    var isDimmed: Bool {
        var view: UIView? = self
        while let each = view {
            if let mode = each.rare?.tintAdjustmentMode, mode != .automatic { return mode == .dimmed }
            view = each.parent
        }
        return false
    }

    var effectiveTint: UIColor {
        let tint = inheritedTint ?? .systemBlue
        guard isDimmed else { return tint }
        let color = tint.resolvedColor(with: effectiveTraits)
        var (red, green, blue, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return tint }
        // As bright as the color, by the weights that sRGB gives red, green and blue.
        return UIColor(white: 0.2126 * red + 0.7152 * green + 0.0722 * blue, alpha: alpha)
    }

    func setTint(_ color: UIColor?) {
        guard color != rare?.tint else { return }
        rareState.tint = color
        spreadTint { $0.rare?.tint == nil }
    }

    func setTintAdjustmentMode(_ mode: TintAdjustmentMode) {
        guard mode != rare?.tintAdjustmentMode ?? .automatic else { return }
        let wasDimmed = isDimmed
        rareState.tintAdjustmentMode = mode
        if isDimmed != wasDimmed { spreadTint { ($0.rare?.tintAdjustmentMode ?? .automatic) == .automatic } }
    }

    /// Tells the view, and those in it that take the change from it.
    private func spreadTint(to isHeir: (UIView) -> Bool) {
        tintColorDidChange()
        for child in children where isHeir(child) { child.spreadTint(to: isHeir) }
    }
}

extension UIView {
    /// How a view shows its tint.
    public enum TintAdjustmentMode: Int, Sendable {
        /// As its superview.
        case automatic = 0
        case normal = 1
        /// Without its hue.
        case dimmed = 2
    }
}
