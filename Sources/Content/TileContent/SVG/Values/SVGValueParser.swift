import Foundation
import TileGraphics

/// A parser of property values by tokens, one token ahead: CSS Values Level 4.
struct SVGValueParser {
    private var tokenizer: SVGTokenizer
    private(set) var token = SVGToken.end
    /// Whether a space precedes the current token.
    private(set) var isAfterSpace = false
    /// The nesting of functions and parentheses that are being parsed recursively.
    private var depth = 0
    /// The number of nodes in all calculations so far.
    var calculationSize = 0

    /// The maximum nesting. A deeper value is invalid.
    static let maxDepth = 32

    init(_ bytes: TextBytes) {
        tokenizer = SVGTokenizer(bytes)
        advance()
    }

    /// Parses the whole text; nil if `body` refuses it or leaves a rest.
    static func parse<Value>(_ bytes: TextBytes, _ body: (inout SVGValueParser) -> Value?) -> Value? {
        var parser = SVGValueParser(bytes)
        guard let value = body(&parser), parser.isAtEnd else { return nil }
        return value
    }

    /// Parses the whole text; nil if `body` refuses it or leaves a rest.
    static func parse<Value>(text: String, _ body: (inout SVGValueParser) -> Value?) -> Value? {
        var text = text
        return text.withUTF8 { parse($0, body) }
    }

    var isAtEnd: Bool { token == .end }

    mutating func advance() {
        isAfterSpace = tokenizer.skipSpace()
        token = tokenizer.next()
    }

    mutating func consume(_ wanted: SVGToken) -> Bool {
        guard token == wanted else { return false }
        advance()
        return true
    }

    mutating func consume(identifier name: String) -> Bool { consume(.identifier(name)) }

    /// Reads the slash between two parts of a value.
    mutating func consumeSlash() -> Bool { consume(.delimiter(0x2F)) }

    /// Reads a parenthesis that ends a function. The end of the text ends all functions.
    mutating func close() -> Bool { token == .end || consume(.close) }

    /// Returns the name of the current function without reading it.
    var functionName: String? {
        if case .function(let name) = token { return name }
        return nil
    }

    /// Reads an identifier that is a key of `values`.
    mutating func keyword<Value>(_ values: [String: Value]) -> Value? {
        guard case .identifier(let name) = token, let value = values[name] else { return nil }
        advance()
        return value
    }

    /// Parses something nested; nil if it is nested too deeply.
    mutating func nested<Value>(_ body: (inout SVGValueParser) -> Value?) -> Value? {
        guard depth < Self.maxDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    /// Parses alternatives: returns to the current token if `body` gives nil.
    mutating func attempt<Value>(_ body: (inout SVGValueParser) -> Value?) -> Value? {
        let before = self
        if let value = body(&self) { return value }
        self = before
        return nil
    }

    // MARK: Quantities

    /// The units of a length without a unit, in the source of a value.
    enum UnitlessLengths { case refused, zero, accepted }

    /// Reads a length, a percentage or a calculation of both.
    ///
    /// - Parameters:
    ///   - unitless: Whether a number without a unit is a length in pixels.
    ///   - allowsNegative: Whether a plain length may be below 0. Calculations are bounded where they are used.
    mutating func length(
        unitless: UnitlessLengths = .zero, allowsNegative: Bool = true, allowsPercent: Bool = true
    ) -> SVGLength? {
        let length: SVGLength
        switch token {
        case .number(let value):
            guard unitless == .accepted || (unitless == .zero && value == 0) else { return nil }
            length = SVGLength(value)
        case .percentage(let value):
            guard allowsPercent else { return nil }
            length = SVGLength(value, .percent)
        case .dimension(let value, let name):
            guard let unit = SVGLength.units[name] else { return nil }
            length = SVGLength(value, unit)
        case .function:
            guard let calculation = calculation(percent: allowsPercent ? .length : .refused) else { return nil }
            if calculation.dimension == .length {
                let length = SVGLength(calculation.node)
                return allowsNegative || !length.isNegative ? length : .zero
            }
            guard calculation.dimension == .number, unitless == .accepted, let value = calculation.node.constant else {
                return nil
            }
            let bounded = SVGCalculation.bounded(value)
            return SVGLength(allowsNegative ? bounded : max(0, bounded))
        default: return nil
        }
        guard allowsNegative || length.value >= 0 else { return nil }
        advance()
        return length
    }

    /// Reads a number or a calculation of one.
    mutating func number() -> Double? {
        switch token {
        case .number(let value):
            advance()
            return value
        case .function:
            guard let calculation = calculation(percent: .refused), calculation.dimension == .number else { return nil }
            return calculation.node.constant.map(SVGCalculation.bounded)
        default: return nil
        }
    }

    /// Reads a number, or a percentage as its hundredth.
    mutating func numberOrPercentage() -> Double? {
        switch token {
        case .number(let value):
            advance()
            return value
        case .percentage(let value):
            advance()
            return value / 100
        case .function:
            guard let calculation = calculation(percent: .percent) else { return nil }
            let scale = calculation.dimension == .percent ? 0.01 : calculation.dimension == .number ? 1 : nil
            guard let scale, let value = calculation.node.constant else { return nil }
            return SVGCalculation.bounded(value) * scale
        default: return nil
        }
    }

    /// Reads an angle and returns it in degrees.
    ///
    /// - Parameter unitless: Whether a number without a unit is an angle in degrees.
    mutating func angle(unitless: UnitlessLengths = .zero) -> Double? {
        switch token {
        case .number(let value):
            guard unitless == .accepted || (unitless == .zero && value == 0) else { return nil }
            advance()
            return value
        case .dimension(let value, let unit):
            guard let factor = SVGCalculation.degrees[unit] else { return nil }
            advance()
            return value * factor
        case .function:
            guard let calculation = calculation(percent: .refused) else { return nil }
            guard calculation.dimension == .angle || (calculation.dimension == .number && unitless == .accepted) else {
                return nil
            }
            return calculation.node.constant.map(SVGCalculation.bounded)
        default: return nil
        }
    }

    /// Reads an address: `url()` with or without quotes.
    mutating func address() -> String? {
        switch token {
        case .url(let address):
            advance()
            return address
        case .function("url"):
            advance()
            guard case .string(let address) = token else { return nil }
            advance()
            return close() ? address : nil
        default: return nil
        }
    }

    /// Reads the id of an element of this document in `url()`. An address elsewhere gives an empty id, which no element
    /// has.
    mutating func reference() -> String? {
        guard let address = address() else { return nil }
        guard address.hasPrefix("#") else { return "" }
        let id = address.dropFirst()
        return id.contains("%") ? id.removingPercentEncoding ?? String(id) : String(id)
    }
}
