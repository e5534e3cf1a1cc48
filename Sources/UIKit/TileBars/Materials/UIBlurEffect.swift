public import Foundation
package import TileDrawing

/// A material that blurs and tints the content behind a view.
///
/// This implementation does not blur, because layers are recorded once and replayed without access to other layers'
/// pixels. A material is a translucent color instead. It is more opaque than Apple's, so that text stays legible over
/// the content behind it.
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

    /// The color that replaces the material.
    package var color: UIColor { style.color }
}

extension UIBlurEffect.Style {
    /// The gray levels of the material in light and dark mode, and its opacity.
    private var shades: (light: CGFloat, dark: CGFloat, cover: CGFloat) {
        switch self {
        case .extraLight, .prominent: (1, 0.14, 0.9)
        case .light: (1, 1, 0.72)
        case .dark: (0.1, 0.1, 0.78)
        case .regular: (0.97, 0.12, 0.84)
        case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark: (0.95, 0.15, 0.68)
        case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark: (0.96, 0.15, 0.78)
        case .systemMaterial, .systemMaterialLight, .systemMaterialDark: (0.97, 0.14, 0.86)
        case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark: (0.98, 0.14, 0.93)
        case .systemChromeMaterial, .systemChromeMaterialLight, .systemChromeMaterialDark: (0.976, 0.085, 0.98)
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

    fileprivate var color: UIColor {
        let (shades, fixed) = (shades, fixedStyle)
        return UIColor { traits in
            let isDark = (fixed == .unspecified ? traits.userInterfaceStyle : fixed) == .dark
            return UIColor(white: isDark ? shades.dark : shades.light, alpha: shades.cover)
        }
    }
}
