public import Foundation

/// A conversion of numbers to a transform for animations. The numbers are interpolated first, so that a full turn stays
/// one.
public final class CAValueFunction: NSObject, NSSecureCoding {
    public let name: CAValueFunctionName

    /// - Returns: nil for an unknown name.
    public init?(name: CAValueFunctionName) {
        guard Self.known.contains(name) else { return nil }
        self.name = name
        super.init()
    }

    private static let known: Set<CAValueFunctionName> = [
        .rotateX, .rotateY, .rotateZ, .scale, .scaleX, .scaleY, .scaleZ, .translate, .translateX, .translateY,
        .translateZ,
    ]

    public static var supportsSecureCoding: Bool { true }

    private static let nameKey = "name"

    public convenience init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: Self.nameKey) else { return nil }
        self.init(name: CAValueFunctionName(rawValue: String(name)))
    }

    public func encode(with coder: NSCoder) { coder.encode(name.rawValue as NSString, forKey: Self.nameKey) }

    /// Returns the transform of a number, or for `scale` and `translate` of a list of three; other values count as
    /// zeros.
    func transform(_ value: AnimatedValue) -> CATransform3D {
        var numbers = SIMD3<Double>()
        switch value {
        case .numbers(let n, _): numbers = SIMD3(n.x, n.y, n.z)
        case .list(let values):
            for (index, value) in values.prefix(3).enumerated() {
                if case .numbers(let n, _) = value { numbers[index] = n.x }
            }
        default: break
        }
        let x = numbers.x
        return switch name {
        case .rotateX: CATransform3DMakeRotation(x, 1, 0, 0)
        case .rotateY: CATransform3DMakeRotation(x, 0, 1, 0)
        case .rotateZ: CATransform3DMakeRotation(x, 0, 0, 1)
        case .scale: CATransform3DMakeScale(x, numbers.y, numbers.z)
        case .scaleX: CATransform3DMakeScale(x, 1, 1)
        case .scaleY: CATransform3DMakeScale(1, x, 1)
        case .scaleZ: CATransform3DMakeScale(1, 1, x)
        case .translateX: CATransform3DMakeTranslation(x, 0, 0)
        case .translateY: CATransform3DMakeTranslation(0, x, 0)
        case .translateZ: CATransform3DMakeTranslation(0, 0, x)
        default: CATransform3DMakeTranslation(x, numbers.y, numbers.z)
        }
    }
}

/// The name of a value function.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
    public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
    public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
    /// Takes three numbers.
    public static let scale = CAValueFunctionName(rawValue: "scale")
    public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
    public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
    public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
    /// Takes three numbers.
    public static let translate = CAValueFunctionName(rawValue: "translate")
    public static let translateX = CAValueFunctionName(rawValue: "translateX")
    public static let translateY = CAValueFunctionName(rawValue: "translateY")
    public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}
