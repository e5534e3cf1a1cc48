public import Foundation
import TileGraphics

/// The pace of something timed: a cubic Bézier curve from (0, 0) to (1, 1), time across and progress up. Immutable.
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
    let curve: PaceCurve
    package final var paceCurve: PaceCurve { curve }

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

    /// The curve with the points (`c1x`, `c1y`) and (`c2x`, `c2y`) between its ends. The first of each pair is in 0…1;
    /// what lies beyond is cut where progress is looked up, and what is no number is taken for 0.
    public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
        curve = PaceCurve(c1x, c1y, c2x, c2y)
        super.init()
    }

    /// Writes the point of number `idx`, 0…3, to two values. Traps at other numbers.
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
