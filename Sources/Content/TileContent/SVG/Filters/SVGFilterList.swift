import Foundation
import TileGeometry
import TileGraphics

/// One value in the list of the `filter` property: Filter Effects Module Level 1, 5.
enum SVGFilterValue: Equatable {
    /// A `filter` element by its id; nil if it is in another file.
    case element(String?)
    case blur(SVGLength)
    case colors(FilterColorMatrix)
    case dropShadow(x: SVGLength, y: SVGLength, deviation: SVGLength, color: SVGPaint)
}

/// The parser of the `filter` property.
enum SVGFilterList {
    /// The maximum number of values in one property. A longer list is treated as invalid.
    private static let maxCount = 64

    /// Returns the values of the property: nil if it is invalid, empty for `none`.
    ///
    /// - Parameter unitless: Whether the lengths of a shadow may lack their unit. That of a blur never does.
    static func parse(_ text: String, unitless: SVGValueParser.UnitlessLengths) -> [SVGFilterValue]? {
        if text == "none" { return [] }
        var result: [SVGFilterValue] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace }
            if rest.isEmpty { return result.isEmpty ? nil : result }
            guard let open = rest.firstIndex(of: "("), let close = end(of: rest, from: open),
                result.count < maxCount
            else { return nil }
            let name = rest[..<open].lowercased()
            let inside = rest[rest.index(after: open)..<close]
            guard let value = value(name, inside, unitless) else { return nil }
            result.append(value)
            rest = rest[rest.index(after: close)...]
        }
    }

    /// Returns the index of the parenthesis that closes the one at `open`.
    private static func end(of text: Substring, from open: Substring.Index) -> Substring.Index? {
        var depth = 0
        for index in text[open...].indices {
            switch text[index] {
            case "(": depth += 1
            case ")":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    private static func value(
        _ name: String, _ inside: Substring, _ unitless: SVGValueParser.UnitlessLengths
    ) -> SVGFilterValue? {
        let argument = inside.trimmingCharacters(in: .whitespacesAndNewlines)
        switch name {
        case "url": return .element(SVGStyle.reference("url(\(argument))"))
        case "blur":
            if argument.isEmpty { return .blur(.zero) }
            return length(argument, .zero).flatMap { $0.isNegative || $0.hasPercent ? nil : .blur($0) }
        case "drop-shadow": return shadow(argument, unitless)
        case "hue-rotate":
            return (argument.isEmpty ? 0 : angle(argument)).map { .colors(.hueRotation($0)) }
        default: break
        }
        let amount: Double
        if argument.isEmpty {
            amount = 1
        } else {
            let isPercent = argument.hasSuffix("%")
            guard let number = Double(isPercent ? String(argument.dropLast()) : argument), number >= 0, number.isFinite
            else { return nil }
            amount = isPercent ? number / 100 : number
        }
        switch name {
        case "brightness": return .colors(.linear(slope: amount))
        case "contrast": return .colors(.linear(slope: amount, intercept: 0.5 - 0.5 * amount))
        case "grayscale": return .colors(grayscale(min(1, amount)))
        case "invert":
            let part = min(1, amount)
            return .colors(.linear(slope: 1 - 2 * part, intercept: part))
        case "opacity": return .colors(.opacity(amount))
        case "saturate": return .colors(.saturation(amount))
        case "sepia": return .colors(.sepia(amount))
        default: return nil
        }
    }

    /// Filter Effects Module Level 1, 12.5: the luminance weights of 1996, to four digits.
    private static func grayscale(_ amount: Double) -> FilterColorMatrix {
        let rest = 1 - amount
        return FilterColorMatrix([
            0.2126 + 0.7874 * rest, 0.7152 - 0.7152 * rest, 0.0722 - 0.0722 * rest, 0, 0,
            0.2126 - 0.2126 * rest, 0.7152 + 0.2848 * rest, 0.0722 - 0.0722 * rest, 0, 0,
            0.2126 - 0.2126 * rest, 0.7152 - 0.7152 * rest, 0.0722 + 0.9278 * rest, 0, 0,
            0, 0, 0, 1, 0,
        ])
    }

    private static func length(
        _ text: some StringProtocol, _ unitless: SVGValueParser.UnitlessLengths
    ) -> SVGLength? {
        Array(text.utf8).withUnsafeBufferPointer { SVGValueParser.parse($0) { $0.length(unitless: unitless) } }
    }

    private static func color(_ text: Substring) -> SVGPaint? {
        Array(text.utf8).withUnsafeBufferPointer { SVGColor.paint($0) }
    }

    /// Parses an angle and returns it in radians.
    private static func angle(_ text: String) -> Double? {
        for (unit, factor) in [("deg", Double.pi / 180), ("grad", .pi / 200), ("rad", 1), ("turn", 2 * .pi)]
        where text.hasSuffix(unit) {
            return Double(text.dropLast(unit.count)).map { $0 * factor }
        }
        // Only 0 has no unit.
        return Double(text) == 0 ? 0 : nil
    }

    /// Parses a shadow: two or three lengths, with a color before or after them.
    private static func shadow(_ text: String, _ unitless: SVGValueParser.UnitlessLengths) -> SVGFilterValue? {
        var words: [Substring] = []
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace }
            guard !rest.isEmpty else { break }
            var end = rest.firstIndex { $0.isWhitespace } ?? rest.endIndex
            if let open = rest.firstIndex(of: "("), open < end, let close = Self.end(of: rest, from: open) {
                end = rest.index(after: close)
            }
            words.append(rest[..<end])
            rest = rest[end...]
        }
        var lengths: [SVGLength] = []
        var color: SVGPaint?
        for (number, word) in words.enumerated() {
            if let length = length(word, unitless) {
                guard lengths.isEmpty || color == nil || number == lengths.count + 1 else { return nil }
                lengths.append(length)
            } else if let paint = Self.color(word) {
                guard color == nil, number == 0 || number == words.count - 1 else { return nil }
                color = paint
            } else {
                return nil
            }
        }
        guard lengths.count == 2 || lengths.count == 3, lengths.allSatisfy({ !$0.hasPercent }) else { return nil }
        let deviation = lengths.count == 3 ? lengths[2] : .zero
        guard !deviation.isNegative else { return nil }
        return .dropShadow(x: lengths[0], y: lengths[1], deviation: deviation, color: color ?? .currentColor)
    }
}

/// The properties that affect filters.
struct SVGFilterStyle: Equatable {
    /// Whether steps calculate in linear light (`color-interpolation-filters`). Inherited.
    var isLinear = true
    // Not inherited.
    var filters: [SVGFilterValue] = []
    var floodColor = SVGPaint.color(.black)
    var floodOpacity = 1.0
    var lightingColor = SVGPaint.color(.white)

    func inherited() -> SVGFilterStyle {
        var child = SVGFilterStyle()
        child.isLinear = isLinear
        return child
    }
}
