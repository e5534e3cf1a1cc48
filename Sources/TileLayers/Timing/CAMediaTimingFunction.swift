public import Foundation

/// The pace of something timed: a cubic Bézier curve from (0, 0) to (1, 1), time across and progress up. Immutable.
open class CAMediaTimingFunction: NSObject {
    /// The two points between.
    private let points: [(x: Float, y: Float)]

    /// One of the named paces; an unknown name is `linear`.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// The curve with the points (`c1x`, `c1y`) and (`c2x`, `c2y`) between its ends. The first of each pair is in 0…1.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        points = [(0, 0), (c1x, c1y), (c2x, c2y), (1, 1)]
        super.init()
    }

    /// Writes the point of number `idx`, 0…3, to two values. Traps at other numbers.
    open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
        precondition(points.indices.contains(idx), "a timing function has the points 0…3, not \(idx)")
        ptr[0] = points[idx].x
        ptr[1] = points[idx].y
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CAMediaTimingFunction else { return false }
        return zip(points, other.points).allSatisfy { $0 == $1 }
    }

    open override var hash: Int {
        var hasher = Hasher()
        for point in points { hasher.combine(point.x + 2 * point.y) }
        return hasher.finalize()
    }
}

/// A named pace.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
