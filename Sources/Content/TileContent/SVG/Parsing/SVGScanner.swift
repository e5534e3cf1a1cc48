import Foundation
import TileGeometry
import TileGraphics

/// A scanner for numbers, lengths, lists, transforms and path data in the bytes of an attribute, with the number
/// grammars of SVG 2 and CSS.
struct SVGScanner {
    private let bytes: TextBytes
    private(set) var at = 0

    init(_ bytes: TextBytes) { self.bytes = bytes }

    var isAtEnd: Bool { at >= bytes.count }

    func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

    /// Returns the byte that is `distance` bytes after the current one, if there is one.
    func peek(ahead distance: Int) -> UInt8? { at + distance < bytes.count ? bytes[at + distance] : nil }

    /// Returns the bytes that were read since `start`.
    func text(from start: Int) -> TextBytes { TextBytes(rebasing: bytes[start..<at]) }

    /// Advances by at most `count` bytes.
    mutating func skip(_ count: Int) { at = min(at + count, bytes.count) }

    @inline(__always)
    mutating func skipSpace() {
        while at < bytes.count {
            switch bytes[at] {
            case 0x20, 0x09, 0x0A, 0x0D, 0x0C: at += 1
            default: return
            }
        }
    }

    /// Skips spaces with at most one comma.
    @inline(__always)
    mutating func skipSeparator() {
        skipSpace()
        if at < bytes.count, bytes[at] == 0x2C {
            at += 1
            skipSpace()
        }
    }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard at < bytes.count, bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private static let powersOfTen: [Double] = (0...22).map { pow(10, Double($0)) }

    /// Reads a number without leading spaces. Returns nil, and reads nothing, if there is none.
    ///
    /// In the CSS grammar a decimal point requires a following digit ("15." is not a number); in path data it does not.
    ///
    /// Up to 15 digits and powers of ten to 22 are exact in one division or multiplication (Clinger, "How to read
    /// floating point numbers accurately", 1990). Other numbers are read by the C library.
    mutating func number(allowsTrailingPoint: Bool = false) -> Double? {
        let start = at
        if let value = shortNumber(allowsTrailingPoint: allowsTrailingPoint) { return value }
        at = start
        var index = at
        let count = bytes.count
        var negative = false
        if index < count, bytes[index] == 0x2D || bytes[index] == 0x2B {
            negative = bytes[index] == 0x2D
            index += 1
        }
        var mantissa: UInt64 = 0
        var digits = 0
        var exponent = 0
        var any = false
        while index < count, case let digit = bytes[index] &- 0x30, digit < 10 {
            any = true
            if digits < 18 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                if mantissa != 0 { digits += 1 }
            } else {
                digits += 1
                exponent += 1
            }
            index += 1
        }
        if index < count, bytes[index] == 0x2E {
            var fraction = index + 1
            while fraction < count, case let digit = bytes[fraction] &- 0x30, digit < 10 {
                any = true
                if digits < 18 {
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                    if mantissa != 0 { digits += 1 }
                    exponent -= 1
                } else {
                    digits += 1
                }
                fraction += 1
            }
            if fraction > index + 1 || (any && allowsTrailingPoint) { index = fraction }
        }
        guard any else { return nil }
        if index < count, bytes[index] | 0x20 == 0x65 {
            var power = index + 1
            var negativePower = false
            if power < count, bytes[power] == 0x2D || bytes[power] == 0x2B {
                negativePower = bytes[power] == 0x2D
                power += 1
            }
            // "1em" is a length: an exponent requires a digit.
            if power < count, bytes[power] &- 0x30 < 10 {
                var value = 0
                while power < count, bytes[power] &- 0x30 < 10 {
                    value = min(99999, value * 10 + Int(bytes[power] &- 0x30))
                    power += 1
                }
                exponent += negativePower ? -value : value
                index = power
            }
        }
        at = index
        if digits <= 15, exponent >= -22, exponent <= 22 {
            let value = Double(mantissa)
            let scaled = exponent < 0 ? value / Self.powersOfTen[-exponent] : value * Self.powersOfTen[exponent]
            return negative ? -scaled : scaled
        }
        let text = String(decoding: TextBytes(rebasing: bytes[start..<index]), as: UTF8.self)
        guard let value = Double(text.hasPrefix("+") ? String(text.dropFirst()) : text), value.isFinite else {
            at = start
            return nil
        }
        return value
    }

    /// Reads a number of at most 15 digits without an exponent, which nearly all are; nil for any other.
    @inline(__always)
    private mutating func shortNumber(allowsTrailingPoint: Bool) -> Double? {
        var index = at
        let count = bytes.count
        var isNegative = false
        if index < count, bytes[index] == 0x2D || bytes[index] == 0x2B {
            isNegative = bytes[index] == 0x2D
            index += 1
        }
        var mantissa: UInt64 = 0
        let first = index
        while index < count, case let digit = bytes[index] &- 0x30, digit < 10 {
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index += 1
        }
        var digits = index - first
        var decimals = 0
        if index < count, bytes[index] == 0x2E {
            var fraction = index + 1
            while fraction < count, case let digit = bytes[fraction] &- 0x30, digit < 10 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                fraction += 1
            }
            decimals = fraction - index - 1
            digits += decimals
            if decimals > 0 || (digits > 0 && allowsTrailingPoint) { index = fraction }
        }
        guard digits > 0, digits <= 15, index == count || bytes[index] | 0x20 != 0x65 else { return nil }
        at = index
        let value = Double(mantissa) / Self.powersOfTen[decimals]
        return isNegative ? -value : value
    }

    /// Reads a number after an optional separator.
    @inline(__always)
    mutating func nextNumber() -> Double? {
        skipSeparator()
        return number(allowsTrailingPoint: true)
    }

    /// Reads an arc flag: a single 0 or 1, which may directly precede the next number.
    mutating func nextFlag() -> Bool? {
        skipSeparator()
        guard at < bytes.count, bytes[at] == 0x30 || bytes[at] == 0x31 else { return nil }
        at += 1
        return bytes[at - 1] == 0x31
    }

    /// Reads an identifier of letters, digits, hyphens and underscores, in lowercase.
    mutating func identifier() -> String {
        let start = at
        while at < bytes.count {
            let byte = bytes[at]
            let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
            guard isLetter || byte == 0x2D || byte == 0x5F || byte >= 0x80 || (at > start && byte &- 0x30 < 10) else {
                break
            }
            at += 1
        }
        return String(decoding: TextBytes(rebasing: bytes[start..<at]), as: UTF8.self).lowercased()
    }

    /// Returns the bytes before the next occurrence of `stop`, or all remaining bytes.
    mutating func read(upTo stop: UInt8) -> TextBytes {
        let start = at
        while at < bytes.count, bytes[at] != stop { at += 1 }
        return TextBytes(rebasing: bytes[start..<at])
    }

    var rest: TextBytes { TextBytes(rebasing: bytes[at...]) }

    /// Returns all numbers of a list; nil if it contains anything else, including a trailing comma.
    static func numbers(_ bytes: TextBytes) -> [Double]? {
        var scanner = SVGScanner(bytes)
        var result: [Double] = []
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard let number = scanner.number() else { return nil }
            result.append(number)
            scanner.skipSpace()
            if scanner.consume(0x2C) {
                scanner.skipSpace()
                if scanner.isAtEnd { return nil }
            }
        }
        return result
    }

    /// Parses a `transform` attribute: a list of functions, outermost first. Nil if it is invalid.
    static func transform(_ bytes: TextBytes) -> CGAffineTransform? {
        var scanner = SVGScanner(bytes)
        var result = CGAffineTransform.identity
        scanner.skipSpace()
        while !scanner.isAtEnd {
            let name = scanner.identifier()
            scanner.skipSpace()
            guard scanner.consume(0x28) else { return nil }
            let arguments = scanner.read(upTo: 0x29)
            // As in CSS, the end of the text closes open parentheses.
            guard scanner.consume(0x29) || scanner.isAtEnd, let values = numbers(arguments) else { return nil }
            let next: CGAffineTransform
            switch (name, values.count) {
            case ("matrix", 6):
                next = CGAffineTransform(
                    a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
            case ("translate", 1): next = CGAffineTransform(translationX: values[0], y: 0)
            case ("translate", 2): next = CGAffineTransform(translationX: values[0], y: values[1])
            case ("scale", 1): next = CGAffineTransform(scaleX: values[0], y: values[0])
            case ("scale", 2): next = CGAffineTransform(scaleX: values[0], y: values[1])
            case ("rotate", 1): next = CGAffineTransform(rotationAngle: values[0] * .pi / 180)
            case ("rotate", 3):
                next = CGAffineTransform(translationX: -values[1], y: -values[2])
                    .concatenating(CGAffineTransform(rotationAngle: values[0] * .pi / 180))
                    .concatenating(CGAffineTransform(translationX: values[1], y: values[2]))
            case ("skewx", 1): next = CGAffineTransform(a: 1, b: 0, c: tan(values[0] * .pi / 180), d: 1, tx: 0, ty: 0)
            case ("skewy", 1): next = CGAffineTransform(a: 1, b: tan(values[0] * .pi / 180), c: 0, d: 1, tx: 0, ty: 0)
            default: return nil
            }
            result = next.concatenating(result)
            scanner.skipSeparator()
        }
        return result
    }
}
