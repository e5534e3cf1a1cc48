import Foundation
public import TileDrawing

/// A transformation of one color to another, for configurations. Two values are equal if one is a copy of the other.
public struct UIConfigurationColorTransformer: Hashable {
    private final class Closure {
        let call: (UIColor) -> UIColor
        init(_ call: @escaping (UIColor) -> UIColor) { self.call = call }
    }

    private let closure: Closure

    public init(_ transform: @escaping (UIColor) -> UIColor) { closure = Closure(transform) }

    /// The transformation's closure.
    public var transform: (UIColor) -> UIColor { closure.call }

    public func callAsFunction(_ input: UIColor) -> UIColor { closure.call(input) }

    /// A transformation to a gray of the same luminance.
    public static var grayscale: UIConfigurationColorTransformer {
        UIConfigurationColorTransformer { color in
            let parts = color.components
            let light = 0.2126 * parts.red + 0.7152 * parts.green + 0.0722 * parts.blue
            return UIColor(white: light, alpha: parts.alpha)
        }
    }

    /// A transformation to the preferred tint color, which returns the color unchanged.
    public static var preferredTint: UIConfigurationColorTransformer { UIConfigurationColorTransformer { $0 } }

    /// A transformation that multiplies the opacity by 0.8.
    public static var monochromeTint: UIConfigurationColorTransformer {
        UIConfigurationColorTransformer { $0.withAlphaComponent($0.components.alpha * 0.8) }
    }

    public static func == (a: UIConfigurationColorTransformer, b: UIConfigurationColorTransformer) -> Bool {
        a.closure === b.closure
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(closure)) }
}

extension UIColor {
    fileprivate var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        return (red, green, blue, alpha)
    }
}
