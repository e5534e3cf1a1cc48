import Foundation

/// A layer's effect on what is behind it.
package struct LayerBackdrop: Hashable, Sendable {
    /// The standard deviation of the blur, in points.
    package var blurRadius: Double
    /// The factor of the saturation.
    package var saturation: Double

    package init(blurRadius: Double, saturation: Double = 1) {
        (self.blurRadius, self.saturation) = (blurRadius, saturation)
    }

    /// The effect that changes nothing.
    static let none = LayerBackdrop(blurRadius: 0)

    /// Whether the layer has to draw what is behind it again.
    var isVisible: Bool { blurRadius > 0 || (saturation != 1 && saturation >= 0) }
}

extension CALayer {
    /// The blur and the saturation of what is behind the layer, within its rounded corners; nil for no effect.
    /// Animatable. What is behind the layer within its own group counts as well as what is behind that group.
    package var backdrop: LayerBackdrop? {
        get { styleValue(\.backdrop, default: nil) }
        set { setLook(\.backdrop, newValue, "backdrop") }
    }

    /// The backdrop as a list of numbers, the form in which animations interpolate it.
    var backdropList: [CGFloat] {
        get {
            let backdrop = backdrop ?? .none
            return [CGFloat(backdrop.blurRadius), CGFloat(backdrop.saturation)]
        }
        set {
            let made =
                newValue.count == 2
                ? LayerBackdrop(blurRadius: Double(newValue[0]), saturation: Double(newValue[1])) : .none
            backdrop = made == .none ? nil : made
        }
    }
}
