import Foundation

/// The properties of text in an HTML document that its attributes can represent. Lengths are in points, one for each
/// CSS pixel, as UIKit reads them.
struct HTMLTextStyle: Hashable {
    /// The size of text without one, as in UIKit.
    static let initialSize = 12.0
    private static let maxSize = 1000.0

    /// The font families, the preferred one first.
    var families: [String] = []
    var size = HTMLTextStyle.initialSize
    var weight = 400
    var isItalic = false
    var color = UIColor(red: 0, green: 0, blue: 0, alpha: 1)
    var background: UIColor?
    var isUnderlined = false
    var isStruckThrough = false
    var kern = 0.0
    var baselineOffset = 0.0
    var link: String?
    var alignment = NSTextAlignment.natural
    var direction = NSWritingDirection.natural
    var keepsWhitespace = false
    var isHidden = false
    /// Whether the text is never shown, whatever a style says.
    var isOmitted = false
    /// The distance of a block's lines from the leading edge.
    var indent = 0.0
    /// The distance of a list item's text from the leading edge; nil outside lists.
    var listIndent: Double?
    var paragraphSpacing = 0.0

    // MARK: Elements

    /// Applies the style that browsers give to an element.
    mutating func apply(_ element: String) {
        switch element {
        case "b", "strong", "th": weight = 700
        case "i", "em", "cite", "var", "dfn", "address": isItalic = true
        case "u", "ins": isUnderlined = true
        case "s", "strike", "del": isStruckThrough = true
        case "code", "kbd", "samp", "tt": families = ["monospace"]
        case "mark": background = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
        case "small": size /= 1.2
        case "big": size *= 1.2
        case "sub":
            baselineOffset -= size * 0.2
            size /= 1.2
        case "sup":
            baselineOffset += size * 0.33
            size /= 1.2
        case "p", "dl": paragraphSpacing = size
        case "blockquote":
            paragraphSpacing = size
            indent += 40
        case "dd": indent += 40
        case "center": alignment = .center
        case "pre":
            families = ["monospace"]
            paragraphSpacing = size
            keepsWhitespace = true
        case "head", "object", "select", "svg", "template": (isHidden, isOmitted) = (true, true)
        default: applyHeading(element)
        }
    }

    private mutating func applyHeading(_ element: String) {
        // The factors of HTML's own style sheet for font size and margin.
        let factors: (size: Double, margin: Double)
        switch element {
        case "h1": factors = (2, 0.67)
        case "h2": factors = (1.5, 0.83)
        case "h3": factors = (1.17, 1)
        case "h4": factors = (1, 1.33)
        case "h5": factors = (0.83, 1.67)
        case "h6": factors = (0.67, 2.33)
        default: return
        }
        weight = 700
        size *= factors.size
        paragraphSpacing = size * factors.margin
    }

    /// Applies the attributes of a tag that stand for style.
    mutating func apply(attributes: [String: String], of element: String) {
        if element == "font" {
            if let value = attributes["color"].flatMap({ CSSColor.color($0[...]) }) { color = value }
            if let face = attributes["face"] { families = Self.families(face[...]) }
            if let text = attributes["size"], let number = Int(text) {
                // With a sign, relative to 3.
                let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
                let index = isRelative ? 3 + min(max(number, -7), 7) : number
                size = Self.keywordSizes[min(max(index, 1), 7) - 1]
            }
        }
        if let value = attributes["align"] { setAlignment(value[...]) }
        switch attributes["dir"]?.lowercased() {
        case "rtl": direction = .rightToLeft
        case "ltr": direction = .leftToRight
        default: break
        }
        if attributes["hidden"] != nil { isHidden = true }
        if element == "a", let address = attributes["href"] {
            link = address
            color = UIColor(red: 0, green: 0, blue: 238.0 / 255, alpha: 1)
            isUnderlined = true
        }
    }

    /// The sizes of `<font size>` 1 to 7 for text of 12 points: x-small to xxx-large.
    private static let keywordSizes = [9.0, 10, 12, 14, 18, 24, 36]

    // MARK: Declarations

    /// The names of the properties that `apply(_:outer:)` reads.
    static let properties: Set = [
        "color", "background-color", "background", "font-size", "font-family", "font-weight", "font-style",
        "text-align",
        "text-decoration", "text-decoration-line", "letter-spacing", "direction", "white-space", "display",
        "margin-bottom",
    ]

    /// Applies a declaration of a style sheet or a `style` attribute. Unknown properties and invalid values are
    /// ignored.
    mutating func apply(_ declaration: CSSDeclaration, outer: HTMLTextStyle) {
        let value = declaration.value
        switch declaration.property {
        case "color": if let color = CSSColor.color(value) { self.color = color }
        case "background-color", "background":
            if let color = CSSColor.color(value) {
                background = color.cgColor.alpha > 0 ? color : nil
            }
        case "font-size": if let size = Self.size(value, outer: outer.size) { self.size = size }
        case "font-family": families = Self.families(value)
        case "font-weight": if let weight = Self.weight(value, outer: outer.weight) { self.weight = weight }
        case "font-style":
            if value == "italic" || value.hasPrefix("oblique") { isItalic = true }
            if value == "normal" { isItalic = false }
        case "text-align": setAlignment(value)
        case "text-decoration", "text-decoration-line":
            // Lines of the elements around stay, because CSS propagates decorations instead of inheriting them.
            isUnderlined = outer.isUnderlined || value.contains("underline")
            isStruckThrough = outer.isStruckThrough || value.contains("line-through")
        case "letter-spacing":
            if value == "normal" { kern = 0 } else if let kern = Self.length(value, em: size) { self.kern = kern }
        case "direction":
            if value == "rtl" { direction = .rightToLeft } else if value == "ltr" { direction = .leftToRight }
        case "white-space": keepsWhitespace = value.hasPrefix("pre") && value != "pre-line"
        case "display": isHidden = value == "none" || outer.isHidden || isOmitted
        case "margin-bottom":
            if let margin = Self.length(value, em: size) { paragraphSpacing = max(margin, 0) }
        default: break
        }
    }

    private mutating func setAlignment(_ value: Substring) {
        switch value.lowercased() {
        case "left": alignment = .left
        case "center", "middle": alignment = .center
        case "right": alignment = .right
        case "justify": alignment = .justified
        case "start": alignment = .natural
        // The text system knows no trailing alignment.
        case "end": alignment = direction == .rightToLeft ? .left : .right
        default: break
        }
    }

    private static func families(_ value: Substring) -> [String] {
        value.split(separator: ",").prefix(16).filter { $0.utf8.count <= 128 }.map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\"'")).lowercased()
        }
    }

    private static func weight(_ value: Substring, outer: Int) -> Int? {
        switch value {
        case "normal": 400
        case "bold": 700
        case "bolder": outer < 350 ? 400 : outer < 550 ? 700 : 900
        case "lighter": outer < 550 ? 100 : outer < 750 ? 400 : 700
        default: Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
        }
    }

    private static func size(_ value: Substring, outer: Double) -> Double? {
        let keywords = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"]
        let size: Double? =
            switch value {
            case "smaller": outer / 1.2
            case "larger": outer * 1.2
            case "xx-small": 9
            default:
                if let index = keywords.firstIndex(of: String(value)) {
                    keywordSizes[index]
                } else if value.hasSuffix("%") {
                    Double(value.dropLast()).map { $0 / 100 * outer }
                } else {
                    // Without a unit, pixels, as in documents without a document type.
                    length(value, em: outer) ?? Double(value).flatMap { $0.isFinite ? $0 : nil }
                }
            }
        guard let size, size > 0 else { return nil }
        return min(size, maxSize)
    }

    /// Returns a length in points; nil if it has an unknown unit or is not a number.
    private static func length(_ value: Substring, em: Double) -> Double? {
        if value == "0" { return 0 }
        // CSS has 96 pixels to the inch.
        let units: [(String, Double)] = [
            ("px", 1), ("pt", 4.0 / 3), ("rem", initialSize), ("em", em), ("ex", em / 2), ("pc", 16), ("in", 96),
            ("cm", 96 / 2.54), ("mm", 96 / 25.4),
        ]
        for (unit, factor) in units where value.hasSuffix(unit) {
            guard let number = Double(value.dropLast(unit.count)), number.isFinite else { return nil }
            return min(max(number * factor, -maxSize), maxSize)
        }
        return nil
    }
}
