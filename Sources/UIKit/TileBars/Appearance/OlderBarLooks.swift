import Foundation
import TileDrawing
import TileViews

/// What is set on a bar itself, in place of an appearance, as was done before there were any. It counts for as long as
/// the bar has its first appearance, unchanged.
struct OlderBarLooks {
    /// For what a background image is set.
    struct Place: Hashable {
        var position: UIBarPosition
        var metrics: UIBarMetrics
    }

    var tint: UIColor?
    var isTranslucent = true
    var style = UIBarStyle.default
    var backgroundImages: [Place: UIImage] = [:]
    var shadowImages: [UIBarPosition: UIImage] = [:]

    /// How much of what is behind a translucent bar its own color covers.
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
            // One without pixels is how shadows were left out.
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

    /// Bars of the black styles are dark whatever is around them.
    var interfaceStyle: UIUserInterfaceStyle { style == .default ? .unspecified : .dark }
}
