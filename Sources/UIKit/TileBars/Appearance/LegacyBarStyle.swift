import Foundation
import TileDrawing
import TileViews

/// The customizations made on a bar itself, as before appearance objects existed. They apply as long as the bar's
/// initial appearance is neither replaced nor changed.
struct LegacyBarStyle {
    /// The position and metrics that a background image is set for.
    struct Place: Hashable {
        var position: UIBarPosition
        var metrics: UIBarMetrics
    }

    var tint: UIColor?
    var isTranslucent = true
    var style = UIBarStyle.default
    var backgroundImages: [Place: UIImage] = [:]
    var shadowImages: [UIBarPosition: UIImage] = [:]

    /// The opacity of a translucent bar's tint color.
    private static let cover: CGFloat = 0.9

    func applied(to looks: BarBackgroundLooks, position: UIBarPosition, isCompact: Bool) -> BarBackgroundLooks {
        var looks = looks
        if let image = backgroundImage(position, isCompact: isCompact) {
            (looks.effect, looks.color, looks.image) = (nil, nil, image)
        } else if let tint {
            looks.color = isTranslucent ? tint.withAlphaComponent(Self.cover) : tint
            if !isTranslucent { looks.effect = nil }
        } else if !isTranslucent {
            (looks.effect, looks.color) = (nil, .systemBackground)
        }
        if let shadow = shadowImages[position] ?? shadowImages[.any] {
            // An image without pixels is the traditional way to hide the shadow.
            looks.shadowImage = shadow.size.height > 0 ? shadow : nil
            looks.shadowColor = nil
        }
        return looks
    }

    func backgroundImage(_ position: UIBarPosition, isCompact: Bool) -> UIImage? {
        for metrics in isCompact ? [UIBarMetrics.compact, .default] : [.default] {
            for position in [position, .any] {
                if let image = backgroundImages[Place(position: position, metrics: metrics)] { return image }
            }
        }
        return nil
    }

    /// The interface style: bars of the black styles are always dark.
    var interfaceStyle: UIUserInterfaceStyle { style == .default ? .unspecified : .dark }
}
