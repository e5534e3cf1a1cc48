/// References to custom properties in a value: `var(--name, fallback)`. CSS Custom Properties Level 1, 3.
enum SVGVariableReference {
    /// Whether a value contains a reference.
    ///
    /// - Complexity: O(bytes).
    static func isMentioned(in bytes: TextBytes) -> Bool {
        var at = 3
        while at < bytes.count {
            if bytes[at] == 0x28, endsWithName(bytes, at: at) { return next(in: bytes, from: 0) != nil }
            at += 1
        }
        return false
    }

    /// Whether the parenthesis at an index begins the arguments of a reference.
    static func isReference(_ bytes: TextBytes, parenthesis: Int) -> Bool {
        guard endsWithName(bytes, at: parenthesis) else { return false }
        return parenthesis == 3 || !(CSSText.isNameByte(bytes[parenthesis - 4]) || bytes[parenthesis - 4] == 0x5C)
    }

    /// Whether `var` precedes an index.
    static func endsWithName(_ bytes: TextBytes, at index: Int) -> Bool {
        index >= 3 && bytes[index - 1] | 0x20 == 0x72 && bytes[index - 2] | 0x20 == 0x61
            && bytes[index - 3] | 0x20 == 0x76
    }

    /// Whether all references in a value are well formed.
    ///
    /// - Complexity: O(bytes).
    static func areValid(in bytes: TextBytes) -> Bool {
        var at = 0
        while let reference = next(in: bytes, from: at) {
            guard let (_, end) = name(in: bytes, from: reference + 1),
                end >= bytes.count || bytes[end] == 0x2C || bytes[end] == 0x29
            else { return false }
            // References in the fallback follow.
            at = end
        }
        return true
    }

    /// Returns the index of the parenthesis of the next reference outside of strings and URLs.
    static func next(in bytes: TextBytes, from start: Int) -> Int? {
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case 0x22, 0x27: at = CSSText.endOfString(bytes, from: at).at
            case 0x5C: at += 2
            case 0x28:
                if isReference(bytes, parenthesis: at) { return at }
                at = CSSText.isURL(bytes, parenthesis: at) ? CSSText.endOfURL(bytes, from: at + 1).at : at + 1
            default: at += 1
            }
        }
        return nil
    }

    /// Returns the range of the name at the beginning of a reference's arguments, and the index after it and after
    /// spaces; nil if the name is invalid.
    static func name(in bytes: TextBytes, from start: Int) -> (name: Range<Int>, end: Int)? {
        let first = CSSText.endOfSpace(bytes, from: start)
        let last = CSSText.endOfName(bytes, from: first)
        guard last - first > 2, bytes[first] == 0x2D, bytes[first + 1] == 0x2D else { return nil }
        return (first..<last, CSSText.endOfSpace(bytes, from: last))
    }

    /// Returns the index of the parenthesis that closes a reference, or the end of the text.
    ///
    /// - Parameter start: An index within its outermost parentheses.
    static func closing(in bytes: TextBytes, from start: Int) -> Int {
        var brackets = CSSBrackets()
        brackets.note(0x28)
        var at = start
        while at < bytes.count {
            switch bytes[at] {
            case 0x22, 0x27:
                at = CSSText.endOfString(bytes, from: at).at
                continue
            case 0x28 where CSSText.isURL(bytes, parenthesis: at):
                at = CSSText.endOfURL(bytes, from: at + 1).at
                continue
            case 0x5C: at += 1
            default:
                brackets.note(bytes[at])
                if brackets.isEmpty { return at }
            }
            at += 1
        }
        return bytes.count
    }
}
