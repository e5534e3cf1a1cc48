import Foundation

/// The radii of a layer's corners, in points; y points down.
package struct CornerRadii: Hashable, Sendable {
    package var topLeft: Double
    package var topRight: Double
    package var bottomLeft: Double
    package var bottomRight: Double

    package init(topLeft: Double, topRight: Double, bottomLeft: Double, bottomRight: Double) {
        (self.topLeft, self.topRight, self.bottomLeft, self.bottomRight) = (topLeft, topRight, bottomLeft, bottomRight)
    }

    /// Creates radii of which some have a value and the others are 0.
    init(radius: Double, corners: CACornerMask) {
        func at(_ corner: CACornerMask) -> Double { corners.contains(corner) ? radius : 0 }
        self.init(
            topLeft: at(.layerMinXMinYCorner), topRight: at(.layerMaxXMinYCorner),
            bottomLeft: at(.layerMinXMaxYCorner), bottomRight: at(.layerMaxXMaxYCorner))
    }

    var largest: Double { max(max(topLeft, topRight), max(bottomLeft, bottomRight)) }

    /// Returns radii that are smaller by an amount, and within 0 and a limit.
    func reduced(by amount: Double, limit: Double) -> CornerRadii {
        func reduced(_ radius: Double) -> Double { min(max(0, radius - amount), limit) }
        return CornerRadii(
            topLeft: reduced(topLeft), topRight: reduced(topRight), bottomLeft: reduced(bottomLeft),
            bottomRight: reduced(bottomRight))
    }
}

extension CALayer {
    /// The radius of each corner, for a view with a corner configuration; nil if `cornerRadius` and `maskedCorners`
    /// apply. Animatable. Negative radii and NaN count as 0, and infinity as the largest number.
    package var cornerRadii: CornerRadii? {
        get { styleValue(\.cornerRadii, default: nil) }
        set { setLook(\.cornerRadii, newValue?.reduced(by: 0, limit: .greatestFiniteMagnitude), "cornerRadii") }
    }

    /// Tells the owner that the corner radius, or the corners that have it, changed.
    func tellCorners() {
        guard !marks.contains(.isPresentation) else { return }
        (owner as? any TileDrawingOwner)?.layerCornersDidChange()
    }

    /// The rounded corners; nil if all are square.
    var cornerShape: CornerShape? {
        guard let styling else { return nil }
        let radii =
            styling.cornerRadii ?? CornerRadii(radius: styling.cornerRadius, corners: styling.maskedCorners)
        // A radius without corners still counts as rounded, as it always has.
        guard styling.cornerRadii != nil ? radii.largest > 0 : styling.cornerRadius > 0 else { return nil }
        return CornerShape(radii, isContinuous: styling.cornerCurve == .continuous)
    }

    /// The radii as a list of numbers, the form in which animations interpolate them.
    var cornerRadiusList: [CGFloat] {
        get {
            let radii = cornerRadii ?? CornerRadii(radius: Double(cornerRadius), corners: maskedCorners)
            return [radii.topLeft, radii.topRight, radii.bottomLeft, radii.bottomRight].map { CGFloat($0) }
        }
        set {
            guard newValue.count == 4 else {
                cornerRadii = nil
                return
            }
            cornerRadii = CornerRadii(
                topLeft: Double(newValue[0]), topRight: Double(newValue[1]), bottomLeft: Double(newValue[2]),
                bottomRight: Double(newValue[3]))
        }
    }
}
