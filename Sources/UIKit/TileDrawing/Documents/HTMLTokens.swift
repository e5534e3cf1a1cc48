/// A reader that splits HTML into tags and text. It accepts any bytes, as browsers do, and needs time proportional to
/// their number.
struct HTMLTokens {
    struct Tag {
        /// The name in lowercase.
        var name: String
        /// The first value of each attribute, by its name in lowercase.
        var attributes: [String: String] = [:]
    }

    enum Token {
        case text(String)
        case start(Tag)
        case end(String)
        /// The content of a `style` element.
        case styleSheet(String)
        /// The content of a `title` element.
        case title(String)
    }

    /// The maximum number of attributes kept for a tag. Tags of documents have fewer.
    private static let maxAttributes = 64
    /// The length of the longest name of a character reference, "thetasym".
    private static let maxEntityName = 8

    private let bytes: [UInt8]
    private var position = 0
    /// The content of an element that is plain text, to be returned next.
    private var pending: Token?

    /// The elements in which tags mean nothing. Their contents are read with their tags.
    static let plainTextElements: Set = ["script", "style", "title", "textarea", "noscript", "iframe", "xmp"]

    /// Creates tokens of a text. Ends of lines become line feeds, and zeros are dropped, as browsers do.
    init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isAfterReturn = false
        for byte in text.utf8 where byte != 0 {
            if byte == 0x0D || byte != 0x0A || !isAfterReturn { bytes.append(byte == 0x0D ? 0x0A : byte) }
            isAfterReturn = byte == 0x0D
        }
        self.bytes = bytes
    }

    mutating func next() -> Token? {
        if let token = pending {
            pending = nil
            return token
        }
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") { return .text(text()) }
            switch byte(at: position + 1) {
            case UInt8(ascii: "!"), UInt8(ascii: "?"): skipDeclaration()
            case UInt8(ascii: "/"):
                guard let first = byte(at: position + 2), Self.isLetter(first) else {
                    // "</" before anything else starts a comment up to the next ">".
                    skip(past: UInt8(ascii: ">"))
                    continue
                }
                position += 2
                let name = name()
                skip(past: UInt8(ascii: ">"))
                return .end(name)
            case let first? where Self.isLetter(first):
                position += 1
                let tag = tag()
                readPlainText(of: tag.name)
                return .start(tag)
            default:
                return .text(text())
            }
        }
        return nil
    }

    // MARK: Text

    /// Reads text up to the next "<" after the current position.
    private mutating func text() -> String {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return Self.decoded(bytes[start..<position])
    }

    /// Returns text with its character references replaced.
    private static func decoded(_ bytes: ArraySlice<UInt8>, inAttribute: Bool = false) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        var result = String.UnicodeScalarView()
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result.append(contentsOf: rest[..<start].unicodeScalars)
            rest = rest[rest.index(after: start)...]
            if let (scalar, end) = reference(rest, inAttribute: inAttribute) {
                result.append(scalar)
                rest = rest[end...]
            } else {
                result.append("&")
            }
        }
        result.append(contentsOf: rest.unicodeScalars)
        return String(result)
    }

    /// Returns the character of a reference at the start of a text, and the number of its characters.
    static func reference(in text: String) -> (Unicode.Scalar, count: Int)? {
        guard text.first == "&", let (scalar, end) = reference(text.dropFirst()),
            text[..<end].last == ";"
        else { return nil }
        return (scalar, text.unicodeScalars.distance(from: text.startIndex, to: end))
    }

    /// Reads a character reference after its "&". The semicolon may be missing after numbers and old names, but after
    /// these not in front of a letter, a digit or "=" in an attribute, where it is probably a parameter of an address.
    private static func reference(
        _ text: Substring, inAttribute: Bool = false
    ) -> (Unicode.Scalar, Substring.Index)? {
        if text.first == "#" {
            var digits = text.dropFirst()
            let isHexadecimal = digits.first == "x" || digits.first == "X"
            if isHexadecimal { digits = digits.dropFirst() }
            let number = digits.prefix { isHexadecimal ? $0.isASCII && $0.isHexDigit : $0.isASCII && $0.isNumber }
            guard !number.isEmpty else { return nil }
            // More than 7 digits exceed Unicode, unless they are zeros.
            let value = number.count > 12 ? nil : UInt32(number, radix: isHexadecimal ? 16 : 10)
            let end = text[number.endIndex...].first == ";" ? text.index(after: number.endIndex) : number.endIndex
            return (HTMLEntities.scalar(numbered: value ?? 0), end)
        }
        let name = text.prefix(maxEntityName + 1).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        if text[name.endIndex...].first == ";", let scalar = HTMLEntities.scalar(named: name) {
            return (scalar, text.index(after: name.endIndex))
        }
        guard let open = HTMLEntities.openName(at: name), let scalar = HTMLEntities.scalar(named: open) else {
            return nil
        }
        if inAttribute, let next = text[open.endIndex...].first,
            next == "=" || next.isASCII && (next.isLetter || next.isNumber)
        {
            return nil
        }
        return (scalar, open.endIndex)
    }

    // MARK: Tags

    private mutating func name() -> String {
        let start = position
        while let byte = byte(at: position), !Self.isSpace(byte), byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    private mutating func tag() -> Tag {
        var tag = Tag(name: name())
        while let byte = byte(at: position) {
            if byte == UInt8(ascii: ">") {
                position += 1
                break
            }
            if Self.isSpace(byte) || byte == UInt8(ascii: "/") {
                position += 1
                continue
            }
            let (name, value) = attribute()
            if tag.attributes.count < Self.maxAttributes, tag.attributes[name] == nil { tag.attributes[name] = value }
        }
        return tag
    }

    private mutating func attribute() -> (name: String, value: String) {
        let start = position
        // A "=" in front belongs to the name.
        position += 1
        while let byte = byte(at: position), !Self.isSpace(byte), byte != UInt8(ascii: "="), byte != UInt8(ascii: ">"),
            byte != UInt8(ascii: "/")
        {
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        skipSpace()
        guard byte(at: position) == UInt8(ascii: "=") else { return (name, "") }
        position += 1
        skipSpace()
        guard let quote = byte(at: position) else { return (name, "") }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let first = position + 1
            position = first
            while let byte = byte(at: position), byte != quote { position += 1 }
            let value = Self.decoded(bytes[first..<position], inAttribute: true)
            if position < bytes.count { position += 1 }
            return (name, value)
        }
        let first = position
        while let byte = byte(at: position), !Self.isSpace(byte), byte != UInt8(ascii: ">") { position += 1 }
        return (name, Self.decoded(bytes[first..<position], inAttribute: true))
    }

    /// Reads the content of an element in which tags mean nothing, and its end tag.
    private mutating func readPlainText(of name: String) {
        guard Self.plainTextElements.contains(name) else { return }
        let end = Array("</\(name)".utf8)
        let start = position
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "<"), isNext(end), isNameEnd(position + end.count) { break }
            position += 1
        }
        let content = bytes[start..<position]
        skip(past: UInt8(ascii: ">"))
        switch name {
        case "style": pending = .styleSheet(String(decoding: content, as: UTF8.self))
        case "title": pending = .title(Self.decoded(content))
        default: break
        }
    }

    /// Skips a comment, a document type or a processing instruction.
    private mutating func skipDeclaration() {
        guard isNext(Array("<!--".utf8)) else { return skip(past: UInt8(ascii: ">")) }
        // "<!-->" is a whole comment.
        position += 2
        let end = Array("-->".utf8)
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "-"), isNext(end) {
                position += end.count
                return
            }
            position += 1
        }
    }

    // MARK: Bytes

    private func isNameEnd(_ index: Int) -> Bool {
        byte(at: index).map { Self.isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") } ?? true
    }

    private func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private func isNext(_ text: [UInt8]) -> Bool {
        guard position + text.count <= bytes.count else { return false }
        return zip(bytes[position...], text).allSatisfy { byte, other in
            byte == other || (Self.isLetter(byte) && byte | 0x20 == other)
        }
    }

    private mutating func skipSpace() {
        while let byte = byte(at: position), Self.isSpace(byte) { position += 1 }
    }

    private mutating func skip(past end: UInt8) {
        while let byte = byte(at: position) {
            position += 1
            if byte == end { return }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }
}
