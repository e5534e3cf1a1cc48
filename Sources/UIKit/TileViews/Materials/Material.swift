import Foundation
package import TileDrawing
package import TileLayers

/// The look of a material: a blur of what is behind, a color over it, and a bright edge.
package struct Material: Hashable {
    package var backdrop: LayerBackdrop?
    /// The color over the blurred content.
    package var color: UIColor
    /// The color of the edge; nil for none.
    package var edge: UIColor?

    package init(backdrop: LayerBackdrop?, color: UIColor, edge: UIColor? = nil) {
        (self.backdrop, self.color, self.edge) = (backdrop, color, edge)
    }

    package static let none = Material(backdrop: nil, color: .clear)

    /// The width of an edge in points.
    private static let edgeWidth: CGFloat = 0.5

    /// Shows the material in a view without a drawing of its own.
    package func show(in view: UIView) {
        if view.layer.backdrop != backdrop { view.layer.backdrop = backdrop }
        view.backgroundColor = color
        view.layer.borderWidth = edge == nil ? 0 : Self.edgeWidth
        view.layer.borderColor = edge?.resolvedColor(with: view.traitCollection).cgColor
    }
}

/// The appearance of glass. The numbers were chosen by eye: regular glass keeps text on it legible over any content,
/// clear glass leaves what is behind recognizable.
package enum GlassStyle: Hashable, Sendable {
    case regular
    case clear

    /// Returns the material.
    ///
    /// - Parameter tint: The color of the glass; nil for none.
    package func material(tint: UIColor?) -> Material {
        let (blur, saturation, cover): (Double, Double, CGFloat) =
            switch self {
            case .regular: (8, 1.5, 0.55)
            case .clear: (2, 1.2, 0.12)
            }
        let plain = UIColor { traits in
            traits.userInterfaceStyle == .dark
                ? UIColor(white: 0.11, alpha: cover) : UIColor(white: 1, alpha: cover)
        }
        let edge = UIColor { UIColor(white: 1, alpha: $0.userInterfaceStyle == .dark ? 0.22 : 0.7) }
        return Material(
            backdrop: LayerBackdrop(blurRadius: blur, saturation: saturation),
            color: tint.map { $0.withGlassAlpha(self == .regular ? 0.8 : 0.45) } ?? plain, edge: edge)
    }
}

extension UIColor {
    /// Returns the color with its alpha multiplied, as a dynamic color.
    fileprivate func withGlassAlpha(_ factor: CGFloat) -> UIColor {
        UIColor { traits in
            let color = self.resolvedColor(with: traits)
            return color.withAlphaComponent(color.cgColor.alpha * factor)
        }
    }
}
