import Foundation
import TileDrawing
import TileLayers

extension UIView {
    func setContentMode(_ new: ContentMode) {
        guard new != mode else { return }
        mode = new
        layer.contentsGravity = new.gravity
        layer.needsDisplayOnBoundsChange = new == .redraw
        if flags.contains(.draws) { setNeedsDisplay() }
    }

    func setContentScale(_ scale: CGFloat) {
        precondition(
            scale.isFinite && scale >= 0,
            "contentScaleFactor must be finite and positive, or 0 for the screen's: \(scale)")
        flags.set(.fixedContentScale, scale != 0)
        apply(contentScale: scale != 0 ? scale : host?.screen.scale ?? 1)
    }

    /// Adopts the scale of the screen, unless the view has one of its own.
    func followScale(of screen: UIScreen) {
        if !flags.contains(.fixedContentScale) { apply(contentScale: screen.scale) }
    }

    func followScaleBelow(of screen: UIScreen) {
        followScale(of: screen)
        for child in children { child.followScaleBelow(of: screen) }
    }

    private func apply(contentScale scale: CGFloat) {
        guard scale != layer.contentsScale else { return }
        layer.contentsScale = scale
        if flags.contains(.draws) { setNeedsDisplay() }
    }

    func setSemantics(_ new: UISemanticContentAttribute) {
        guard new != semanticContentAttribute else { return }
        let before = effectiveUserInterfaceLayoutDirection
        rareState.semantics = new
        setNeedsLayout()
        if flags.contains(.draws) { setNeedsDisplay() }
        if effectiveUserInterfaceLayoutDirection != before { noteDirection() }
        // Leading and trailing margins have changed sides.
        if case .directional = rare?.margins, effectiveUserInterfaceLayoutDirection != before { spreadMargins() }
    }

    func setMask(_ new: UIView?) {
        let old = rare?.mask
        guard new !== old else { return }
        if let new {
            precondition(!isDescendant(of: new), "a view can't be masked by itself or by one that it is in")
            new.removeFromSuperview()
            if let other = new.rare?.masked { other.mask = nil }
            new.rareState.masked = self
        }
        old?.rare?.masked = nil
        rareState.mask = new
        layer.mask = new?.layer
    }
}

extension UIView.ContentMode {
    /// The corresponding gravity of the layer.
    var gravity: CALayerContentsGravity {
        switch self {
        case .scaleToFill, .redraw: .resize
        case .scaleAspectFit: .resizeAspect
        case .scaleAspectFill: .resizeAspectFill
        case .center: .center
        case .top: .top
        case .bottom: .bottom
        case .left: .left
        case .right: .right
        case .topLeft: .topLeft
        case .topRight: .topRight
        case .bottomLeft: .bottomLeft
        case .bottomRight: .bottomRight
        }
    }
}
