import Foundation

/// Identifiers as parts of URLs: UTF-8 in normalization form C. All bytes are percent-encoded except the unreserved
/// characters of RFC 3986, section 2.3, and `*`, which separates a content from the name of a viewer's own copy.
enum IdentifierEncoding {
    static func encoded(_ id: some StringProtocol) -> String {
        if id.utf8.allSatisfy(isPlain) { return String(id) }
        var text = ""
        for byte in String(id).precomposedStringWithCanonicalMapping.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%"
                for digit in [byte >> 4, byte & 0xF] { text.append(Character(Unicode.Scalar(hexadecimal[Int(digit)]))) }
            }
        }
        return text
    }

    /// Returns the canonical spelling of an identifier that a client wrote with lower-case or needless escapes, without
    /// escapes, or in another normalization form.
    ///
    /// - Returns: nil if the spelling is canonical already, or is not UTF-8.
    static func canonical(_ written: UnsafeRawBufferPointer) -> [UInt8]? {
        guard written.contains(where: { !isPlain($0) }) else { return nil }
        guard let decoded = decoded(written) else { return nil }
        let canonical = Array(encoded(decoded).utf8)
        return canonical.elementsEqual(written) ? nil : canonical
    }

    /// Returns the normal form of a part of a URL (RFC 3986 section 6.2.2): escapes of unreserved characters are
    /// decoded, and the digits of all others are in upper case. Parts with different meanings, such as `%2F` and `/`,
    /// stay different.
    static func normalized(_ written: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(written.count)
        var index = 0
        while index < written.count {
            guard written[index] == UInt8(ascii: "%"), index + 2 < written.count,
                let high = digit(written[index + 1]), let low = digit(written[index + 2])
            else {
                bytes.append(written[index])
                index += 1
                continue
            }
            let byte = high << 4 | low
            // The asterisk is reserved.
            if isPlain(byte), byte != UInt8(ascii: "*") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexadecimal[Int(high)], hexadecimal[Int(low)]]
            }
            index += 3
        }
        return bytes
    }

    /// Returns an identifier in readable form, or nil if its decoded bytes are not UTF-8.
    static func decoded(_ written: UnsafeRawBufferPointer) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(written.count)
        var index = 0
        while index < written.count {
            guard written[index] == UInt8(ascii: "%"), index + 2 < written.count,
                let high = digit(written[index + 1]), let low = digit(written[index + 2])
            else {
                bytes.append(written[index])
                index += 1
                continue
            }
            bytes.append(high << 4 | low)
            index += 3
        }
        return String(validating: bytes, as: UTF8.self)?.precomposedStringWithCanonicalMapping
    }

    static func decoded(_ written: some StringProtocol) -> String {
        Array(written.utf8).withUnsafeBytes { decoded($0) } ?? String(written)
    }

    /// Returns the end of a `Content-Disposition` for a file with this name (RFC 6266, section 4).
    static func fileName(_ name: String) -> String {
        if name.utf8.allSatisfy(isPlain) { return "filename=\"\(name)\"" }
        let plain = String(decoding: name.utf8.map { isPlain($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        return "filename=\"\(plain)\"; filename*=UTF-8''\(encoded(name))"
    }

    /// Returns whether a content may have an identifier. It consists of letters, marks and digits of any script, and
    /// `-`, `_` and `.`. It does not begin with `.`, because “.” and “..” have another meaning in a URL.
    static func isUsable(_ id: String) -> Bool {
        guard !id.isEmpty, !id.hasPrefix(".") else { return false }
        return id.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return isPlain(UInt8(scalar.value)) && scalar != "~" && scalar != "*" }
            return switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
                true
            default: false
            }
        }
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "~"), UInt8(ascii: "*"):
            true
        default: false
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
