public import Foundation
import TileGraphics

/// A pacing function: a cubic Bézier curve from (0, 0) to (1, 1), with time on the x axis and progress on the y axis.
/// Immutable.
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
    let curve: PaceCurve
    package final var paceCurve: PaceCurve { curve }

    /// Creates a named pacing function; an unknown name is `linear`.
    public convenience init(name: CAMediaTimingFunctionName) {
        switch name {
        case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
        case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
        case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
        case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
        default: self.init(controlPoints: 0, 0, 1, 1)
        }
    }

    /// Creates the curve with control points (`c1x`, `c1y`) and (`c2x`, `c2y`). The x coordinates are in 0…1; others
    /// are clamped during evaluation, and NaN counts as 0.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        curve = PaceCurve(x1: c1x, y1: c1y, x2: c2x, y2: c2y)
        super.init()
    }

    /// Stores control point `idx`, 0…3, as two values. Traps for other indices.
    open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
        precondition((0...3).contains(idx), "a timing function has the points 0…3, not \(idx)")
        switch idx {
        case 0: (ptr[0], ptr[1]) = (0, 0)
        case 1: (ptr[0], ptr[1]) = (curve.points.x, curve.points.y)
        case 2: (ptr[0], ptr[1]) = (curve.points.z, curve.points.w)
        default: (ptr[0], ptr[1]) = (1, 1)
        }
    }

    public static var supportsSecureCoding: Bool { true }

    private static let pointsKey = "controlPoints"

    public required convenience init?(coder: NSCoder) {
        guard let points = coder.archivedNumbers(Self.pointsKey), points.count == 4 else { return nil }
        self.init(controlPoints: Float(points[0]), Float(points[1]), Float(points[2]), Float(points[3]))
    }

    open func encode(with coder: NSCoder) {
        let points = curve.points
        coder.archive(numbers: [points.x, points.y, points.z, points.w].map(Double.init), forKey: Self.pointsKey)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CAMediaTimingFunction)?.curve.points == curve.points
    }

    open override var hash: Int { curve.points.hashValue }
}

/// The name of a pacing function.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
    public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
    public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
    public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
    public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}
