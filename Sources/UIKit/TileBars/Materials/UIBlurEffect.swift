public import Foundation
package import TileDrawing
internal import TileLayers
import TileViews

/// A material that blurs and tints the content behind a view.
///
/// The blur is that of `PictureBackdrop`: a tile draws what is behind the view again with larger pixels. Where there is
/// nothing behind, such as in a mask, only the tint is visible.
public final class UIBlurEffect: UIVisualEffect {
    /// The kinds of materials. Those without "light" or "dark" in their name follow the traits.
    public enum Style: Int, Hashable, Sendable, CaseIterable {
        case extraLight = 0
        case light = 1
        case dark = 2
        case regular = 4
        case prominent = 5
        case systemUltraThinMaterial = 6
        case systemThinMaterial = 7
        case systemMaterial = 8
        case systemThickMaterial = 9
        /// The material of bars.
        case systemChromeMaterial = 10
        case systemUltraThinMaterialLight = 11
        case systemThinMaterialLight = 12
        case systemMaterialLight = 13
        case systemThickMaterialLight = 14
        case systemChromeMaterialLight = 15
        case systemUltraThinMaterialDark = 16
        case systemThinMaterialDark = 17
        case systemMaterialDark = 18
        case systemThickMaterialDark = 19
        case systemChromeMaterialDark = 20
    }

    let style: Style

    public init(style: Style) {
        self.style = style
        super.init()
    }

    public required init?(coder: NSCoder) {
        style = coder.archivedCase("UIBlurEffectStyle") ?? .regular
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) { coder.encode(style.rawValue, forKey: "UIBlurEffectStyle") }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UIBlurEffect)?.style == style }
    public override var hash: Int { style.rawValue }

    /// The color over the blurred content.
    package var color: UIColor { style.color }

    override var material: Material { Material(backdrop: style.backdrop, color: style.color) }
}

extension UIBlurEffect.Style {
    /// The gray levels of the material's tint in light and dark mode, and its opacity.
    private var shades: (light: CGFloat, dark: CGFloat, cover: CGFloat) {
        switch self {
        case .extraLight, .prominent: (1, 0.14, 0.8)
        case .light: (1, 1, 0.4)
        case .dark: (0.1, 0.1, 0.6)
        case .regular: (0.97, 0.12, 0.66)
        case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark: (0.95, 0.15, 0.44)
        case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark: (0.96, 0.15, 0.58)
        case .systemMaterial, .systemMaterialLight, .systemMaterialDark: (0.97, 0.14, 0.7)
        case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark: (0.98, 0.14, 0.84)
        case .systemChromeMaterial, .systemChromeMaterialLight, .systemChromeMaterialDark: (0.976, 0.085, 0.8)
        }
    }

    private var fixedStyle: UIUserInterfaceStyle {
        switch self {
        case .extraLight, .light: .light
        case .dark: .dark
        case _ where rawValue >= Self.systemUltraThinMaterialDark.rawValue: .dark
        case _ where rawValue >= Self.systemUltraThinMaterialLight.rawValue: .light
        default: .unspecified
        }
    }

    /// The blur and saturation, in points: bars and the two old styles blur most, as in UIKit.
    fileprivate var backdrop: LayerBackdrop {
        switch self {
        case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark:
            LayerBackdrop(blurRadius: 14, saturation: 1.5)
        default: LayerBackdrop(blurRadius: 20, saturation: 1.8)
        }
    }

    fileprivate var color: UIColor {
        let (shades, fixed) = (shades, fixedStyle)
        return UIColor { traits in
            let isDark = (fixed == .unspecified ? traits.userInterfaceStyle : fixed) == .dark
            return UIColor(white: isDark ? shades.dark : shades.light, alpha: shades.cover)
        }
    }
}
