import Foundation
import TileDrawing

/// The fonts of bars. They follow the preferred content size from Large to XXXL, the largest size that is not an
/// accessibility size, because bars have a fixed height. Tab titles have a fixed size, as in UIKit.
enum BarFonts {
    static func button(_ traits: UITraitCollection, isBold: Bool = false) -> UIFont {
        .systemFont(ofSize: bodySize(traits), weight: weight(isBold ? .semibold : .regular, traits))
    }

    static func title(_ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: bodySize(traits), weight: weight(.semibold, traits))
    }

    static func largeTitle(_ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: size(.largeTitle, traits), weight: weight(.bold, traits))
    }

    /// Returns the font of the title above a subtitle. Both fit into the row of buttons.
    static func title(aboveSubtitle traits: UITraitCollection, isCompact: Bool) -> UIFont {
        .systemFont(ofSize: isCompact ? 14 : min(19, bodySize(traits)), weight: weight(.semibold, traits))
    }

    static func subtitle(_ traits: UITraitCollection, isCompact: Bool) -> UIFont {
        .systemFont(ofSize: isCompact ? 11 : min(15, size(.footnote, traits) - 1), weight: weight(.regular, traits))
    }

    static func largeSubtitle(_ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: size(.subheadline, traits), weight: weight(.regular, traits))
    }

    static func prompt(_ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: min(16, size(.footnote, traits)), weight: weight(.regular, traits))
    }

    static func tab(_ size: CGFloat, _ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: size, weight: weight(.medium, traits))
    }

    static func badge(_ traits: UITraitCollection) -> UIFont {
        .systemFont(ofSize: 12, weight: weight(.regular, traits))
    }

    /// Returns the font size of buttons and titles: 17 points at the size Large, 23 at the largest.
    static func bodySize(_ traits: UITraitCollection) -> CGFloat { size(.body, traits) }

    /// Returns the scale of symbols relative to the size Large.
    static func scale(_ traits: UITraitCollection) -> CGFloat { bodySize(traits) / 17 }

    private static func size(_ style: UIFont.TextStyle, _ traits: UITraitCollection) -> CGFloat {
        let wanted = traits.preferredContentSizeCategory
        let category = wanted == .unspecified ? .large : min(max(wanted, .large), .extraExtraExtraLarge)
        let limited = traits.modifyingTraits { $0.preferredContentSizeCategory = category }
        return UIFont.preferredFont(forTextStyle: style, compatibleWith: limited).pointSize
    }

    /// Returns a bolder weight if the user prefers bold text.
    private static func weight(_ weight: UIFont.Weight, _ traits: UITraitCollection) -> UIFont.Weight {
        guard traits.legibilityWeight == .bold else { return weight }
        return weight == .regular ? .semibold : weight == .bold ? .heavy : .bold
    }
}
