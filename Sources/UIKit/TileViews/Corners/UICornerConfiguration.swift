public import Foundation

/// The radius of a rounded corner: a number of points, or one that follows the container's corner.
public struct UICornerRadius: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case fixed(CGFloat)
        case concentric(minimum: CGFloat?)
    }

    let kind: Kind

    /// Returns a radius in points. Negative numbers, NaN and infinity count as 0.
    public static func fixed(_ radius: CGFloat) -> UICornerRadius { UICornerRadius(kind: .fixed(radius.cornerRadius)) }

    /// Returns a radius with the same center as the container's corner: that corner's radius less the distance between
    /// the two corners, and not less than a minimum. It is 0 without a minimum where nothing is left.
    ///
    /// The container is the nearest superview that has a corner configuration or a layer with a corner radius. Where
    /// the distances from its two sides differ, the larger one counts.
    public static func containerConcentric(minimum: CGFloat? = nil) -> UICornerRadius {
        UICornerRadius(kind: .concentric(minimum: minimum?.cornerRadius))
    }
}

extension UICornerRadius: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) { self = .fixed(CGFloat(value)) }
    public init(integerLiteral value: Int) { self = .fixed(CGFloat(value)) }
}

extension CGFloat {
    /// The number as a radius: 0 for negative numbers, NaN and infinity.
    var cornerRadius: CGFloat { isFinite ? Swift.max(0, self) : 0 }
}

/// The radii of a view's corners.
public struct UICornerConfiguration: Hashable, Sendable {
    /// Corners that share the largest of their resolved radii.
    enum Union: Hashable, Sendable {
        case none
        case all
        case topAndBottom
        case leftAndRight
        case top
        case bottom
        case left
        case right
    }

    enum Kind: Hashable, Sendable {
        case radii(Corners<UICornerRadius>, Union)
        case capsule(maximum: CGFloat?)
    }

    let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    private init(
        top: (UICornerRadius?, UICornerRadius?), bottom: (UICornerRadius?, UICornerRadius?), union: Union
    ) {
        kind = .radii(
            Corners(
                topLeft: top.0 ?? .fixed(0), topRight: top.1 ?? .fixed(0), bottomLeft: bottom.0 ?? .fixed(0),
                bottomRight: bottom.1 ?? .fixed(0)), union)
    }

    /// The configuration of a view without rounded corners.
    static let square = corners(radius: .fixed(0))

    /// Returns a configuration that applies a radius to each corner by itself, so that concentric corners may differ.
    public static func corners(radius: UICornerRadius) -> UICornerConfiguration {
        UICornerConfiguration(top: (radius, radius), bottom: (radius, radius), union: .none)
    }

    /// Returns a configuration with a radius for each corner; corners without one are square.
    public static func corners(
        topLeftRadius: UICornerRadius?, topRightRadius: UICornerRadius?, bottomLeftRadius: UICornerRadius?,
        bottomRightRadius: UICornerRadius?
    ) -> UICornerConfiguration {
        UICornerConfiguration(
            top: (topLeftRadius, topRightRadius), bottom: (bottomLeftRadius, bottomRightRadius), union: .none)
    }

    /// Returns a configuration in which all corners have the largest of the four resolved radii.
    public static func uniformCorners(radius: UICornerRadius) -> UICornerConfiguration {
        UICornerConfiguration(top: (radius, radius), bottom: (radius, radius), union: .all)
    }

    /// Returns a configuration in which the two upper corners have an equal radius, and the two lower ones.
    public static func uniformEdges(
        topRadius: UICornerRadius, bottomRadius: UICornerRadius
    ) -> UICornerConfiguration {
        UICornerConfiguration(top: (topRadius, topRadius), bottom: (bottomRadius, bottomRadius), union: .topAndBottom)
    }

    /// Returns a configuration in which the two left corners have an equal radius, and the two right ones.
    public static func uniformEdges(leftRadius: UICornerRadius, rightRadius: UICornerRadius) -> UICornerConfiguration {
        UICornerConfiguration(top: (leftRadius, rightRadius), bottom: (leftRadius, rightRadius), union: .leftAndRight)
    }

    /// Returns a configuration in which the two upper corners have an equal radius.
    public static func uniformTopRadius(
        _ topRadius: UICornerRadius, bottomLeftRadius: UICornerRadius? = nil, bottomRightRadius: UICornerRadius? = nil
    ) -> UICornerConfiguration {
        UICornerConfiguration(top: (topRadius, topRadius), bottom: (bottomLeftRadius, bottomRightRadius), union: .top)
    }

    /// Returns a configuration in which the two lower corners have an equal radius.
    public static func uniformBottomRadius(
        _ bottomRadius: UICornerRadius, topLeftRadius: UICornerRadius? = nil, topRightRadius: UICornerRadius? = nil
    ) -> UICornerConfiguration {
        UICornerConfiguration(
            top: (topLeftRadius, topRightRadius), bottom: (bottomRadius, bottomRadius), union: .bottom)
    }

    /// Returns a configuration in which the two left corners have an equal radius.
    public static func uniformLeftRadius(
        _ leftRadius: UICornerRadius, topRightRadius: UICornerRadius? = nil, bottomRightRadius: UICornerRadius? = nil
    ) -> UICornerConfiguration {
        UICornerConfiguration(top: (leftRadius, topRightRadius), bottom: (leftRadius, bottomRightRadius), union: .left)
    }

    /// Returns a configuration in which the two right corners have an equal radius.
    public static func uniformRightRadius(
        _ rightRadius: UICornerRadius, topLeftRadius: UICornerRadius? = nil, bottomLeftRadius: UICornerRadius? = nil
    ) -> UICornerConfiguration {
        UICornerConfiguration(top: (topLeftRadius, rightRadius), bottom: (bottomLeftRadius, rightRadius), union: .right)
    }

    /// Returns the configuration of a capsule: the radii are half the shorter side, or a maximum if that is less.
    public static func capsule(maximumRadius: CGFloat? = nil) -> UICornerConfiguration {
        UICornerConfiguration(.capsule(maximum: maximumRadius.map { $0.isNaN ? 0 : max(0, $0) }))
    }

    /// Whether a corner depends on the container.
    var isConcentric: Bool {
        guard case .radii(let radii, _) = kind else { return false }
        return radii.all.contains { if case .concentric = $0.kind { true } else { false } }
    }

    /// Returns the radii of a view.
    ///
    /// - Parameter concentric: Returns the concentric radii in the container; called only if a corner is concentric.
    func resolved(size: CGSize, concentric: () -> Corners<CGFloat>) -> Corners<CGFloat> {
        let half = max(0, min(size.width, size.height) / 2)
        switch kind {
        case .capsule(let maximum): return Corners(repeating: min(half, maximum ?? half))
        case .radii(let radii, let union):
            let inContainer = isConcentric ? concentric() : Corners(repeating: 0)
            var all = radii.merged(with: inContainer) { radius, concentric in
                switch radius.kind {
                case .fixed(let radius): radius
                case .concentric(let minimum): max(concentric, minimum ?? 0)
                }
            }
            let top = max(all.topLeft, all.topRight)
            let bottom = max(all.bottomLeft, all.bottomRight)
            let (left, right) = (max(all.topLeft, all.bottomLeft), max(all.topRight, all.bottomRight))
            if union == .all { all = Corners(repeating: max(top, bottom)) }
            if union == .top || union == .topAndBottom { (all.topLeft, all.topRight) = (top, top) }
            if union == .bottom || union == .topAndBottom { (all.bottomLeft, all.bottomRight) = (bottom, bottom) }
            if union == .left || union == .leftAndRight { (all.topLeft, all.bottomLeft) = (left, left) }
            if union == .right || union == .leftAndRight { (all.topRight, all.bottomRight) = (right, right) }
            return all.mapped { min($0, half) }
        }
    }
}
