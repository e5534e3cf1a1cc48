import TileGraphics

/// The parts of a `font` property value: CSS 2.1, 15.8, with the widths of CSS Fonts Level 3.
struct SVGFontShorthand: Equatable {
    /// The parts, as text of the individual properties.
    var style = "normal"
    var variant = "normal"
    var weight = "normal"
    var stretch = "normal"
    var size: String
    var lineHeight = "normal"
    var family: String

    /// Parses a value; nil if it is invalid or the name of a system font.
    init?(_ text: String) {
        var words = text.split(maxSplits: 16, whereSeparator: \.isWhitespace).map(String.init)
        var found: Set<String> = []
        func accept(_ property: String, from values: Set<String>, word: String) -> Bool {
            values.contains(word) && found.insert(property).inserted
        }
        while let word = words.first?.lowercased() {
            if word == "normal" {
            } else if accept("style", from: ["italic", "oblique"], word: word) {
                style = word
            } else if accept("variant", from: ["small-caps"], word: word) {
                variant = word
            } else if accept("weight", from: Self.weights, word: word) {
                weight = word
            } else if accept("stretch", from: Self.stretches, word: word) {
                stretch = word
            } else {
                break
            }
            words.removeFirst()
        }
        guard let first = words.first, words.count > 1 else { return nil }
        words.removeFirst()
        // There may be spaces around the slash before the line height.
        let parts = first.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        size = parts[0]
        var height = parts.count == 2 ? parts[1] : nil
        if height == nil, let word = words.first, word.hasPrefix("/") {
            height = String(word.dropFirst())
            words.removeFirst()
        }
        if height == "" {
            height = words.first
            words.removeFirst(min(1, words.count))
        }
        lineHeight = height ?? "normal"
        family = words.joined(separator: " ")
        if size.isEmpty || family.isEmpty { return nil }
    }

    private static let weights: Set<String> = Set(
        ["bold", "bolder", "lighter"] + (1...9).map { "\($0 * 100)" })

    private static let stretches: Set<String> = [
        "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "semi-expanded", "expanded",
        "extra-expanded", "ultra-expanded",
    ]
}

extension SVGStyle {
    /// Sets all properties of the shorthand.
    ///
    /// - Returns: Whether all parts are valid.
    mutating func apply(_ font: SVGFontShorthand, parent: SVGStyle) throws(SVGUnsupported) -> Bool {
        let parts: [(SVGAttribute, String)] = [
            (.fontStyle, font.style), (.fontVariant, font.variant), (.fontWeight, font.weight),
            (.fontStretch, font.stretch), (.fontSize, font.size), (.lineHeight, font.lineHeight),
            (.fontFamily, font.family),
        ]
        // The shorthand resets these, without a way to give them.
        (text.featureSettings, text.hasKerning) = (FontFeatures(), true)
        var areValid = true
        for (property, text) in parts {
            let bytes = Array(text.utf8)
            var failure: SVGUnsupported?
            bytes.withUnsafeBufferPointer { bytes in
                do throws(SVGUnsupported) {
                    if try !apply(property, bytes, parent: parent) { areValid = false }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
        return areValid
    }
}
