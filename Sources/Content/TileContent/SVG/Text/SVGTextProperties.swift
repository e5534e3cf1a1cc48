import TileGraphics

/// A baseline of a font: CSS Inline Layout 3, 4.
enum SVGBaseline: Equatable {
    case alphabetic, ideographic, middle, central, mathematical, hanging, textTop, textBottom

    /// Parses a value of `dominant-baseline`; nil if it is invalid.
    init?(dominant name: String) {
        switch name {
        case "auto", "alphabetic": self = .alphabetic
        case "ideographic", "text-after-edge", "text-bottom": self = .ideographic
        case "middle": self = .middle
        case "central": self = .central
        case "mathematical": self = .mathematical
        case "hanging": self = .hanging
        case "text-before-edge", "text-top": self = .textTop
        default: return nil
        }
    }

    /// Parses a value of `alignment-baseline`: nil if it is invalid, `.some(nil)` for the parent's dominant baseline.
    static func alignment(_ name: String) -> SVGBaseline?? {
        switch name {
        case "auto", "baseline": .some(nil)
        case "before-edge": .textTop
        case "after-edge": .textBottom
        default: SVGBaseline(dominant: name).map { .some($0) }
        }
    }

    /// Returns the height above the alphabetic baseline, in em. Like browsers, it derives the hanging and mathematical
    /// baselines, which few fonts define, from the ascent.
    func height(_ metrics: FontMetrics) -> Double {
        switch self {
        case .alphabetic: 0
        case .ideographic, .textBottom: metrics.descent
        case .middle: metrics.xHeight / 2
        case .central: (metrics.ascent + metrics.descent) / 2
        case .mathematical: metrics.ascent * 0.5
        case .hanging: metrics.ascent * 0.8
        case .textTop: metrics.ascent
        }
    }
}

/// The effect of `writing-mode` on one line.
enum SVGWritingMode: Equatable {
    /// `horizontalFromRight` only sets the base direction, as in librsvg.
    case horizontal, horizontalFromRight
    case vertical

    init?(_ name: String) {
        switch name {
        case "lr", "lr-tb", "horizontal-tb": self = .horizontal
        case "rl", "rl-tb": self = .horizontalFromRight
        case "tb", "tb-rl", "tb-lr", "vertical-rl", "vertical-lr": self = .vertical
        default: return nil
        }
    }
}

/// `unicode-bidi`: CSS Writing Modes 3, 2.2.
enum SVGBidi: String {
    case normal, embed, isolate, plaintext
    case override = "bidi-override"
    case isolateOverride = "isolate-override"

    /// Wraps the text in the equivalent control characters: 2.4.2.
    func wrapped(_ text: String, isRightToLeft: Bool) -> String {
        switch self {
        case .normal: text
        case .embed: (isRightToLeft ? "\u{202B}" : "\u{202A}") + text + "\u{202C}"
        case .isolate: (isRightToLeft ? "\u{2067}" : "\u{2066}") + text + "\u{2069}"
        case .plaintext: "\u{2068}" + text + "\u{2069}"
        case .override: (isRightToLeft ? "\u{202E}" : "\u{202D}") + text + "\u{202C}"
        case .isolateOverride:
            "\u{2068}" + (isRightToLeft ? "\u{202E}" : "\u{202D}") + text + "\u{202C}\u{2069}"
        }
    }
}

extension SVGTextStyle {
    /// Whether the style needs placement per character, which browsers support and librsvg does not.
    var placesCharacters: Bool {
        wordSpacing.value != 0 || dominantBaseline != .alphabetic || alignmentBaseline != nil
            || writingMode == .vertical
    }
}
