/// The address and the conditions of an `@import` rule: CSS Cascading and Inheritance Level 5, 2.
struct SVGStyleImport {
    /// The content of a data URL; nil for any other address.
    var data: [UInt8]?
    /// The name of the layer, empty for one without a name; nil if there is none.
    var layer: [UInt8]?
    /// The condition in `supports()`.
    var supports: [UInt8]?
    /// The media query.
    var media: String

    /// Parses the text between `@import` and the semicolon; nil if it is invalid.
    init?(_ bytes: TextBytes) {
        let address: [UInt8]
        var rest: TextBytes
        if let first = bytes.first, first == 0x22 || first == 0x27 {
            let (end, ending) = CSSText.endOfString(bytes, from: 0)
            guard ending != .invalid else { return nil }
            address = CSSText.string(TextBytes(rebasing: bytes[..<end]))
            rest = TextBytes(rebasing: bytes[end...])
        } else {
            guard let url = CSSText.url(bytes) else { return nil }
            (address, rest) = url
        }
        data = address.withUnsafeBufferPointer { Self.sheet(at: $0) }
        Self.skipSpace(&rest)
        if let argument = Self.function("layer", &rest) {
            layer = argument
        } else {
            let end = CSSText.endOfName(rest, from: 0)
            if CSSText.equals(rest[..<end], "layer") {
                layer = []
                rest = TextBytes(rebasing: rest[end...])
            }
        }
        Self.skipSpace(&rest)
        if let argument = Self.function("supports", &rest) {
            // A declaration may stand without parentheses of its own.
            supports = argument.contains(0x28) && !argument.contains(0x3A) ? argument : [0x28] + argument + [0x29]
        }
        media = String(decoding: rest.prefix(SVGMediaQuery.maxLength + 1), as: UTF8.self)
    }

    /// Returns the style sheet in a data URL; nil for another address or type.
    static func sheet(at address: TextBytes) -> [UInt8]? {
        guard let url = SVGDataURL(address), url.type == "text/css" else { return nil }
        return Array(url.data)
    }

    private static func skipSpace(_ bytes: inout TextBytes) {
        bytes = TextBytes(rebasing: bytes[CSSText.endOfSpace(bytes, from: 0)...])
    }

    /// Reads a function, and returns the text in its parentheses.
    private static func function(_ name: StaticString, _ bytes: inout TextBytes) -> [UInt8]? {
        let end = CSSText.endOfName(bytes, from: 0)
        guard CSSText.equals(bytes[..<end], name), end < bytes.count, bytes[end] == 0x28 else { return nil }
        var brackets = CSSBrackets()
        var at = end
        repeat {
            brackets.note(bytes[at])
            at += 1
        } while at < bytes.count && !brackets.isEmpty
        let argument = Array(bytes[(end + 1)..<(brackets.isEmpty ? at - 1 : at)])
        bytes = TextBytes(rebasing: bytes[at...])
        return argument
    }
}
