/// A token of a property value: CSS Syntax Level 3, 4. Names are in lowercase, because keywords, functions and units
/// are not case-sensitive.
enum SVGToken: Equatable {
    case identifier(String)
    /// A function's name, with its opening parenthesis.
    case function(String)
    /// The address in `url()` without quotes.
    case url(String)
    case string(String)
    case hash(String)
    case number(Double)
    case percentage(Double)
    case dimension(Double, String)
    case comma
    case open
    case close
    case delimiter(UInt8)
    /// A string or an address with an error, which invalidates the value.
    case invalid
    case end
}

/// A reader of tokens. Comments and spaces separate tokens.
struct SVGTokenizer {
    private var scanner: SVGScanner

    init(_ bytes: TextBytes) { scanner = SVGScanner(bytes) }

    /// Skips spaces and comments.
    ///
    /// - Returns: Whether there was a space.
    mutating func skipSpace() -> Bool {
        var hasSpace = false
        while let byte = scanner.peek() {
            if byte == 0x2F, scanner.peek(ahead: 1) == 0x2A {
                scanner.skip(2)
                while !scanner.isAtEnd, scanner.peek() != 0x2A || scanner.peek(ahead: 1) != 0x2F { scanner.skip(1) }
                scanner.skip(2)
            } else if byte <= 0x20 {
                scanner.skip(1)
                hasSpace = true
            } else {
                break
            }
        }
        return hasSpace
    }

    /// Returns the next token, which starts at the current byte.
    mutating func next() -> SVGToken {
        guard let byte = scanner.peek() else { return .end }
        switch byte {
        case 0x28: return single(.open)
        case 0x29: return single(.close)
        case 0x2C: return single(.comma)
        case 0x22, 0x27: return string()
        case 0x23:
            scanner.skip(1)
            guard let next = scanner.peek(), Self.isName(next) || next == 0x5C else { return .delimiter(0x23) }
            return .hash(name())
        case 0x30...0x39, 0x2B, 0x2D, 0x2E:
            if let number = scanner.number() { return quantity(number) }
            if byte == 0x2D, let next = scanner.peek(ahead: 1), Self.isNameStart(next) || next == 0x2D || next == 0x5C {
                return named()
            }
            return single(.delimiter(byte))
        case 0x5C: return named()
        default: return Self.isNameStart(byte) ? named() : single(.delimiter(byte))
        }
    }

    private mutating func single(_ token: SVGToken) -> SVGToken {
        scanner.skip(1)
        return token
    }

    private mutating func quantity(_ number: Double) -> SVGToken {
        guard let byte = scanner.peek() else { return .number(number) }
        if byte == 0x25 {
            scanner.skip(1)
            return .percentage(number)
        }
        let startsName =
            Self.isNameStart(byte) || byte == 0x5C
            || (byte == 0x2D && scanner.peek(ahead: 1).map { Self.isNameStart($0) || $0 == 0x2D } == true)
        return startsName ? .dimension(number, name().lowercased()) : .number(number)
    }

    private mutating func named() -> SVGToken {
        let name = name().lowercased()
        guard scanner.peek() == 0x28 else { return .identifier(name) }
        scanner.skip(1)
        guard name == "url" else { return .function(name) }
        var ahead = self
        _ = ahead.skipAddressSpace()
        if let quote = ahead.scanner.peek(), quote == 0x22 || quote == 0x27 { return .function(name) }
        return address()
    }

    private mutating func skipAddressSpace() -> Bool {
        let start = scanner.at
        scanner.skipSpace()
        return scanner.at > start
    }

    /// Reads an address without quotes, to its parenthesis.
    private mutating func address() -> SVGToken {
        _ = skipAddressSpace()
        var bytes: [UInt8] = []
        while let byte = scanner.peek() {
            switch byte {
            case 0x29:
                scanner.skip(1)
                return .url(String(decoding: bytes, as: UTF8.self))
            case 0x5C: appendEscape(to: &bytes)
            case 0x22, 0x27, 0x28: return .invalid
            case ...0x20:
                _ = skipAddressSpace()
                guard scanner.peek() == 0x29 || scanner.isAtEnd else { return .invalid }
            default:
                bytes.append(byte)
                scanner.skip(1)
            }
        }
        return .url(String(decoding: bytes, as: UTF8.self))
    }

    private mutating func string() -> SVGToken {
        guard let quote = scanner.peek() else { return .end }
        scanner.skip(1)
        var bytes: [UInt8] = []
        while let byte = scanner.peek() {
            switch byte {
            case quote:
                scanner.skip(1)
                return .string(String(decoding: bytes, as: UTF8.self))
            case 0x0A, 0x0C, 0x0D: return .invalid
            case 0x5C where scanner.peek(ahead: 1) == 0x0A: scanner.skip(2)
            case 0x5C: appendEscape(to: &bytes)
            default:
                bytes.append(byte)
                scanner.skip(1)
            }
        }
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    private mutating func name() -> String {
        let start = scanner.at
        while let byte = scanner.peek(), Self.isName(byte) { scanner.skip(1) }
        let plain = scanner.text(from: start)
        if scanner.peek() != 0x5C { return String(decoding: plain, as: UTF8.self) }
        var bytes = Array(plain)
        while let byte = scanner.peek() {
            if byte == 0x5C {
                appendEscape(to: &bytes)
            } else if Self.isName(byte) {
                bytes.append(byte)
                scanner.skip(1)
            } else {
                break
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a backslash with the character or the hexadecimal number after it.
    private mutating func appendEscape(to bytes: inout [UInt8]) {
        scanner.skip(1)
        var code: UInt32 = 0
        var digits = 0
        while digits < 6, let byte = scanner.peek(), let digit = Self.digit(byte) {
            code = code << 4 | digit
            digits += 1
            scanner.skip(1)
        }
        if digits > 0 {
            if let space = scanner.peek(), space <= 0x20 { scanner.skip(1) }
            let scalar = code == 0 ? nil : Unicode.Scalar(code)
            bytes += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
        } else if let byte = scanner.peek() {
            bytes.append(byte)
            scanner.skip(1)
        }
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == 0x5F || byte >= 0x80
    }

    static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || byte == 0x2D || byte &- 0x30 < 10 }
}
