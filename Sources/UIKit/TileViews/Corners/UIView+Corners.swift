public import Foundation
public import TileDrawing
import TileLayers

/// The corner configuration of a view and its current result.
final class CornerState {
    var configuration: UICornerConfiguration
    var radii = Corners<CGFloat>(repeating: 0)
    /// Whether the view's layout read the radii, so that a change of them needs another one.
    var isReadByLayout = false

    init(_ configuration: UICornerConfiguration) { self.configuration = configuration }
}

extension UIView {
    /// The radii of the corners of the background, the border and the shadow, and with `clipsToBounds` of everything in
    /// the view. Animatable. It takes the place of the layer's `cornerRadius` and `maskedCorners`.
    public var cornerConfiguration: UICornerConfiguration {
        get { rare?.corners?.configuration ?? .square }
        set { setCornerConfiguration(newValue) }
    }

    /// Returns the current radius of a corner; for several corners the largest. A view without a corner configuration
    /// has its layer's radius.
    ///
    /// A view that calls this in `layoutSubviews()` or `updateProperties()` is updated again when the radius changes.
    public func effectiveRadius(corner: UIRectCorner) -> CGFloat { radius(of: corner) }

    func setCornerConfiguration(_ new: UICornerConfiguration) {
        // The first one takes the place of the layer's radius, even if it is the default.
        guard rare?.corners == nil || new != cornerConfiguration else { return }
        if let state = rare?.corners {
            state.configuration = new
        } else {
            rareState.corners = CornerState(new)
        }
        flags.insert(.followsCorners)
        updateCorners()
        setNeedsLayout()
    }

    /// A Boolean value that indicates whether a corner configuration was set.
    package var hasCornerConfiguration: Bool { rare?.corners != nil }

    func radius(of corner: UIRectCorner) -> CGFloat {
        guard rare?.corners != nil else {
            let layer = layer.radii
            return largest(layer, in: corner)
        }
        if !flags.isDisjoint(with: [.laysOutSubviews, .makesUpdates, .updatesProperties]) {
            rare?.corners?.isReadByLayout = true
        }
        updateCorners()
        return largest(rare?.corners?.radii ?? Corners(repeating: 0), in: corner)
    }

    private func largest(_ radii: Corners<CGFloat>, in corners: UIRectCorner) -> CGFloat {
        zip(radii.all, [UIRectCorner.topLeft, .topRight, .bottomLeft, .bottomRight])
            .reduce(0) { corners.contains($1.1) ? max($0, $1.0) : $0 }
    }

    /// Resolves the corners here, and those below that depend on them.
    func updateCorners() {
        if rare?.corners != nil { resolveCorners() }
        for child in children where child.flags.contains(.followsCorners) { child.updateCorners() }
    }

    private func resolveCorners() {
        guard let state = rare?.corners else { return }
        let new = state.configuration.resolved(size: bounds.size) { concentricRadii }
        guard new != state.radii || layer.cornerRadii == nil else { return }
        state.radii = new
        layer.cornerRadii = CornerRadii(
            topLeft: Double(new.topLeft), topRight: Double(new.topRight), bottomLeft: Double(new.bottomLeft),
            bottomRight: Double(new.bottomRight))
        if state.isReadByLayout {
            setNeedsLayout()
            setNeedsUpdateProperties()
        }
    }

    /// The radii with the same centers as the container's corners. Marks the views up to the container, so that their
    /// changes update this view.
    private var concentricRadii: Corners<CGFloat> {
        var container = parent
        while let view = container {
            view.flags.insert(.followsCorners)
            if view.rare?.corners != nil || view.layer.cornerRadius > 0 { break }
            container = view.parent
        }
        guard let container else { return Corners(repeating: 0) }
        let radii = container.rare?.corners?.radii ?? container.layer.radii
        let (outer, inner) = (container.bounds, convert(bounds, to: container))
        let (left, top) = (inner.minX - outer.minX, inner.minY - outer.minY)
        let (right, bottom) = (outer.maxX - inner.maxX, outer.maxY - inner.maxY)
        let distances = Corners(
            topLeft: (left, top), topRight: (right, top), bottomLeft: (left, bottom), bottomRight: (right, bottom))
        return radii.merged(with: distances) { radius, distance in
            // A corner outside the container, or without a position, has no center in common with the container's.
            let (near, far) = (min(distance.0, distance.1), max(distance.0, distance.1))
            return near > -Self.cornerTolerance && far.isFinite ? max(0, radius - max(0, far)) : 0
        }
    }
}

extension UIView {
    /// The distance in points by which a corner may lie outside its container because of rounding errors.
    private static let cornerTolerance: CGFloat = 0.01
}

extension CALayer {
    /// The radii of a layer that no corner configuration rounds, limited to half the shorter side.
    fileprivate var radii: Corners<CGFloat> {
        let radius = min(max(0, cornerRadius), max(0, min(bounds.width, bounds.height) / 2))
        func at(_ corner: CACornerMask) -> CGFloat { maskedCorners.contains(corner) ? radius : 0 }
        return Corners(
            topLeft: at(.layerMinXMinYCorner), topRight: at(.layerMaxXMinYCorner),
            bottomLeft: at(.layerMinXMaxYCorner), bottomRight: at(.layerMaxXMaxYCorner))
    }
}
