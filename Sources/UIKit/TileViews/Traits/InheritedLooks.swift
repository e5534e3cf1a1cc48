import Foundation
import TileDrawing

/// The inherited appearance of a view, stored while it moves to detect changes.
struct InheritedLooks {
    let traits: UITraitCollection
    /// The inherited tint color; nil for the default.
    let tint: UIColor?
    let isDimmed: Bool

    init(of view: UIView) {
        traits = view.effectiveTraits
        tint = view.inheritedTint
        isDimmed = view.isDimmed
    }
}

extension UIView {
    /// Notifies the view and its subviews of changes in their inherited appearance.
    func inheritLooks(after before: InheritedLooks) {
        spreadTraits(from: before.traits)
        let tint = inheritedTint
        if isDimmed != before.isDimmed || (tint !== before.tint && tint != before.tint) {
            spreadTint { _ in true }
        }
    }

    // MARK: Tint

    /// The tint color of the view or of its closest ancestor with one; nil for the default.
    var inheritedTint: UIColor? {
        var view: UIView? = self
        while let each = view {
            if let tint = each.rare?.tint { return tint }
            view = each.parent
        }
        return nil
    }

    /// A Boolean value that indicates whether the tint is dimmed, by this view or its closest ancestor that specifies
    /// it.
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
        // The gray with the luminance of the color, using the weights of sRGB.
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

    /// Notifies the view and the subviews that inherit the change.
    private func spreadTint(to isHeir: (UIView) -> Bool) {
        tintColorDidChange()
        for child in children where isHeir(child) { child.spreadTint(to: isHeir) }
    }
}

extension UIView {
    /// The adjustment of a view's tint color.
    public enum TintAdjustmentMode: Int, Sendable {
        /// The adjustment of the superview.
        case automatic = 0
        case normal = 1
        /// The tint without its hue.
        case dimmed = 2
    }
}
