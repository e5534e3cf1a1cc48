import TileGraphics

/// Where on a font's letters a line runs: CSS Inline Layout 3, 4.
enum SVGBaseline: Equatable {
    case alphabetic, ideographic, middle, central, mathematical, hanging, textTop, textBottom

    /// Of `dominant-baseline`; nil when it is no value of it.
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

    /// Of `alignment-baseline`: nil when it is no value of it, and `.some(nil)` where the line's own baseline counts.
    static func alignment(_ name: String) -> SVGBaseline?? {
        switch name {
        case "auto", "baseline": .some(nil)
        case "before-edge": .textTop
        case "after-edge": .textBottom
        default: SVGBaseline(dominant: name).map { .some($0) }
        }
    }

    /// How far above the alphabetic baseline it lies, in parts of the em. Browsers take the hanging and the
    /// mathematical one, which few fonts have, for parts of the ascent.
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

/// `writing-mode`, by what it does to one line.
enum SVGWritingMode: Equatable {
    /// The second stands for a base direction, as librsvg has it.
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

    /// The text within the control characters that mean the same: 2.4.2.
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
    /// Whether it asks for what librsvg does not do, and browsers do by character.
    var placesCharacters: Bool {
        wordSpacing.value != 0 || dominantBaseline != .alphabetic || alignmentBaseline != nil
            || writingMode == .vertical
    }
}
