/// The declarations in a rule's braces or a style attribute (`name: value; name: value`), parsed in place. Unknown
/// properties are skipped.
///
/// - Complexity: O(bytes) for one iteration.
struct SVGDeclarations: Sequence, IteratorProtocol {
    struct Declaration {
        var property: SVGAttribute
        var value: TextBytes
        var isImportant: Bool
    }

    private let bytes: TextBytes
    private var at = 0

    /// Creates a sequence of declarations.
    ///
    /// - Parameter bytes: The text, without comments.
    init(_ bytes: TextBytes) { self.bytes = bytes }

    mutating func next() -> Declaration? {
        while at < bytes.count {
            while at < bytes.count, bytes[at] <= 0x20 || bytes[at] == 0x3B { at += 1 }
            let start = at
            var colon = -1
            var mark = -1
            while at < bytes.count, bytes[at] != 0x3B {
                if colon < 0, bytes[at] == 0x3A { colon = at }
                if bytes[at] == 0x21 { mark = at }
                at += 1
            }
            guard colon > start else { continue }
            var end = colon
            while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
            guard let property = SVGPropertyTable.property(TextBytes(rebasing: bytes[start..<end])) else { continue }
            let isImportant = mark > colon && Self.isImportant(TextBytes(rebasing: bytes[mark..<at]))
            let value = TextBytes(rebasing: bytes[(colon + 1)..<(isImportant ? mark : at)])
            return Declaration(property: property, value: value, isImportant: isImportant)
        }
        return nil
    }

    /// Whether the bytes start with `!important`.
    private static func isImportant(_ bytes: TextBytes) -> Bool {
        let word = "!important".utf8
        return bytes.count >= word.count && zip(bytes, word).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }
}

/// Handling of CSS comments.
enum SVGStyleComments {
    /// Whether the bytes may contain the start of a comment.
    ///
    /// - Complexity: O(bytes).
    static func mayBe(in bytes: TextBytes) -> Bool {
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x2A, last == 0x2F { return true }
            last = byte
        }
        return false
    }

    /// Returns the text without comments, including an unterminated one.
    ///
    /// - Complexity: O(bytes).
    static func removed(from bytes: TextBytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x2F, at + 1 < bytes.count, bytes[at + 1] == 0x2A {
                at += 2
                while at + 1 < bytes.count, bytes[at] != 0x2A || bytes[at + 1] != 0x2F { at += 1 }
                at += 2
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }

    /// Returns the text without comments and without `<!--` and `-->`, which once hid style sheets from old browsers.
    static func removedWithMarks(from bytes: TextBytes) -> [UInt8] {
        let plain = removed(from: bytes)
        guard plain.contains(0x3E) || plain.contains(0x3C) else { return plain }
        var result: [UInt8] = []
        result.reserveCapacity(plain.count)
        var at = 0
        while at < plain.count {
            if plain[at] == 0x3C, plain[at...].starts(with: "<!--".utf8) {
                at += 4
            } else if plain[at] == 0x2D, plain[at...].starts(with: "-->".utf8) {
                at += 3
            } else {
                result.append(plain[at])
                at += 1
            }
        }
        return result
    }
}
