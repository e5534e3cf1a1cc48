/// Pieces of CSS text: escapes, strings, URLs and comments. CSS Syntax Level 3, 4.3.
enum CSSText {
    /// Whether a byte may be part of a name. Bytes above ASCII are parts of letters.
    @inline(__always)
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte | 0x20 &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F || byte >= 0x80
    }

    /// Whether a byte ends a line and so an unclosed string.
    @inline(__always)
    static func isNewline(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D || byte == 0x0C }

    static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

    /// Whether the bytes are a word, in any case.
    static func equals(_ bytes: some Collection<UInt8>, _ word: StaticString) -> Bool {
        bytes.count == word.utf8CodeUnitCount
            && word.withUTF8Buffer { word in zip(bytes, word).allSatisfy { lower($0) == $1 } }
    }

    /// Appends the character of an escape sequence.
    ///
    /// - Parameter at: The index of the backslash; afterwards that of the next byte.
    /// - Returns: False if a newline follows, which is not an escape.
    static func unescape(_ bytes: TextBytes, _ at: inout Int, into result: inout [UInt8]) -> Bool {
        at += 1
        guard at < bytes.count, !isNewline(bytes[at]) else { return false }
        var value: UInt32 = 0
        var count = 0
        while count < 6, at < bytes.count, let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue {
            value = value << 4 | UInt32(digit)
            count += 1
            at += 1
        }
        if count == 0 {
            // The rest of a character of several bytes follows on its own.
            result.append(bytes[at])
            at += 1
            return true
        }
        if at < bytes.count, bytes[at] == 0x0D, at + 1 < bytes.count, bytes[at + 1] == 0x0A { at += 1 }
        if at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 || isNewline(bytes[at]) { at += 1 }
        result += Array(String(Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}").utf8)
        return true
    }

    /// Returns a name without escapes.
    static func name(_ bytes: TextBytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] == 0x5C {
                if !unescape(bytes, &at, into: &result) { return result }
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        return result
    }

    /// Returns the index after the name that begins at `start`; `start` if none does.
    ///
    /// - Complexity: O(length).
    static func endOfName(_ bytes: TextBytes, from start: Int) -> Int {
        var at = start
        while at < bytes.count {
            if isNameByte(bytes[at]) {
                at += 1
            } else if bytes[at] == 0x5C, at + 1 < bytes.count, !isNewline(bytes[at + 1]) {
                at = endOfEscape(bytes, from: at)
            } else {
                break
            }
        }
        return at
    }

    /// Returns the index after the escape sequence that begins at `start`. A space that ends a number is part of it.
    static func endOfEscape(_ bytes: TextBytes, from start: Int) -> Int {
        var at = start + 1
        while at < bytes.count, at <= start + 6, isHexDigit(bytes[at]) { at += 1 }
        if at == start + 1 { return min(bytes.count, at + 1) }
        if at + 1 < bytes.count, bytes[at] == 0x0D, bytes[at + 1] == 0x0A { return at + 2 }
        return at < bytes.count && (bytes[at] == 0x20 || bytes[at] == 0x09 || isNewline(bytes[at])) ? at + 1 : at
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }

    /// Returns the index after the comment that begins at `start`, or the end.
    static func endOfComment(_ bytes: TextBytes, from start: Int) -> Int {
        var at = start + 2
        while at + 1 < bytes.count, bytes[at] != 0x2A || bytes[at + 1] != 0x2F { at += 1 }
        return min(bytes.count, at + 2)
    }

    /// Whether a comment begins at an index.
    @inline(__always)
    static func isComment(_ bytes: TextBytes, at index: Int) -> Bool {
        bytes[index] == 0x2F && index + 1 < bytes.count && bytes[index + 1] == 0x2A
    }

    /// Returns the index after spaces and comments.
    static func endOfSpace(_ bytes: TextBytes, from start: Int) -> Int {
        var at = start
        while at < bytes.count {
            if bytes[at] <= 0x20 {
                at += 1
            } else if isComment(bytes, at: at) {
                at = endOfComment(bytes, from: at)
            } else {
                break
            }
        }
        return at
    }

    /// The end of a string or an unquoted URL.
    enum Ending { case closed, unclosed, invalid }

    /// Returns the index after the string that begins at `start`. A newline ends an invalid string and is not part of
    /// it; the end of the text closes a string.
    static func endOfString(_ bytes: TextBytes, from start: Int) -> (at: Int, ending: Ending) {
        let quote = bytes[start]
        var at = start + 1
        while at < bytes.count {
            if bytes[at] == quote { return (at + 1, .closed) }
            if isNewline(bytes[at]) { return (at, .invalid) }
            if bytes[at] == 0x5C {
                let isBreak = at + 2 < bytes.count && bytes[at + 1] == 0x0D && bytes[at + 2] == 0x0A
                at += isBreak ? 3 : 2
            } else {
                at += 1
            }
        }
        return (bytes.count, .unclosed)
    }

    /// Whether the parenthesis at an index begins the content of an unquoted URL.
    static func isURL(_ bytes: TextBytes, parenthesis: Int) -> Bool {
        guard parenthesis >= 3, bytes[parenthesis - 1] | 0x20 == 0x6C, bytes[parenthesis - 2] | 0x20 == 0x72,
            bytes[parenthesis - 3] | 0x20 == 0x75
        else { return false }
        if parenthesis > 3, isNameByte(bytes[parenthesis - 4]) || bytes[parenthesis - 4] == 0x5C { return false }
        var at = parenthesis + 1
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        return at >= bytes.count || (bytes[at] != 0x22 && bytes[at] != 0x27)
    }

    /// Returns the index after the parenthesis that closes an unquoted URL.
    ///
    /// - Parameter start: The index after the opening parenthesis.
    static func endOfURL(_ bytes: TextBytes, from start: Int) -> (at: Int, ending: Ending) {
        var at = start
        var isValid = true
        var hasEnded = false
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        while at < bytes.count {
            let byte = bytes[at]
            if byte == 0x29 { return (at + 1, isValid ? .closed : .invalid) }
            if byte <= 0x20 {
                hasEnded = true
            } else if hasEnded || byte == 0x22 || byte == 0x27 || byte == 0x28 {
                isValid = false
            }
            if byte == 0x5C {
                if at + 1 < bytes.count, isNewline(bytes[at + 1]) { isValid = false }
                at = endOfEscape(bytes, from: at)
            } else {
                at += 1
            }
        }
        return (bytes.count, isValid ? .unclosed : .invalid)
    }

    /// Parses `url(…)`, with or without quotes, at the beginning of a text.
    ///
    /// - Returns: The address without escapes, and the text after the closing parenthesis; nil if there is no valid
    ///   URL.
    static func url(_ bytes: TextBytes) -> (address: [UInt8], rest: TextBytes)? {
        guard bytes.count >= 4, bytes[3] == 0x28, equals(bytes[0..<3], "url") else { return nil }
        func part(_ range: Range<Int>) -> TextBytes { TextBytes(rebasing: bytes[range]) }
        if isURL(bytes, parenthesis: 3) {
            let (end, ending) = endOfURL(bytes, from: 4)
            guard ending != .invalid else { return nil }
            var (first, last) = (4, ending == .closed ? end - 1 : end)
            while first < last, bytes[first] <= 0x20 { first += 1 }
            // A backslash before the last space escapes it.
            while last > first, bytes[last - 1] <= 0x20, !(last - 2 >= first && bytes[last - 2] == 0x5C) { last -= 1 }
            return (name(part(first..<last)), part(end..<bytes.count))
        }
        var at = 4
        while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
        let (end, ending) = endOfString(bytes, from: at)
        guard ending != .invalid else { return nil }
        let address = string(part(at..<end))
        at = endOfSpace(bytes, from: end)
        guard at >= bytes.count || bytes[at] == 0x29 else { return nil }
        return (address, part(min(bytes.count, at + 1)..<bytes.count))
    }

    /// Returns the content of a quoted string without escapes.
    static func string(_ bytes: TextBytes) -> [UInt8] {
        guard let quote = bytes.first else { return [] }
        var result: [UInt8] = []
        var at = 1
        while at < bytes.count, bytes[at] != quote {
            if bytes[at] != 0x5C {
                result.append(bytes[at])
                at += 1
            } else if !unescape(bytes, &at, into: &result), at < bytes.count {
                // An escaped newline continues the string on the next line.
                at += bytes[at] == 0x0D && at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
            }
        }
        return result
    }

    /// Returns a value with spaces in place of comments, with names free of unnecessary escapes, and with the closing
    /// brackets and quotes that the end of the text implies.
    ///
    /// - Complexity: O(bytes).
    static func plain(_ bytes: TextBytes) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 2)
        var brackets = CSSBrackets()
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case 0x2F where isComment(bytes, at: at):
                at = endOfComment(bytes, from: at)
                result.append(0x20)
            case 0x22, 0x27:
                let (end, ending) = endOfString(bytes, from: at)
                result += bytes[at..<end]
                if ending == .unclosed {
                    if result.last == 0x5C { result.removeLast() }
                    result.append(byte)
                }
                at = end
            case 0x28 where isURL(bytes, parenthesis: at):
                let (end, ending) = endOfURL(bytes, from: at + 1)
                result += bytes[at..<end]
                if ending == .unclosed { result.append(0x29) }
                at = end
            case 0x5C:
                let start = at
                var character: [UInt8] = []
                guard unescape(bytes, &at, into: &character) else {
                    result.append(byte)
                    at = start + 1
                    continue
                }
                // A digit would begin a number.
                let isFirst = start == 0 || !(isNameByte(bytes[start - 1]))
                let isPlain = character.allSatisfy(isNameByte) && !(isFirst && character[0] &- 0x30 < 10)
                if isPlain { result += character } else { result += bytes[start..<at] }
            default:
                brackets.note(byte)
                result.append(byte)
                at += 1
            }
        }
        while let closing = brackets.closing {
            result.append(closing)
            brackets.note(closing)
        }
        return result
    }
}

/// The open brackets in a text.
struct CSSBrackets {
    /// Two bits for each of the innermost brackets; the lowest two are the innermost.
    private var recent: UInt64 = 0
    private(set) var count = 0
    /// The brackets before the last 32.
    private var older: [UInt8] = []

    var isEmpty: Bool { count == 0 }

    /// The bracket that closes the innermost open one; nil if none is open.
    var closing: UInt8? {
        if count == 0 { return nil }
        switch recent & 3 {
        case 0: return 0x29
        case 1: return 0x5D
        default: return 0x7D
        }
    }

    mutating func open(_ code: UInt64) {
        if count >= 32 { older.append(UInt8(recent >> 62)) }
        recent = recent << 2 | code
        count += 1
    }

    /// Registers a byte that may be a bracket.
    ///
    /// - Returns: False if it is a closing bracket that closes nothing.
    @discardableResult
    mutating func note(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x28: open(0)
        case 0x5B: open(1)
        case 0x7B: open(2)
        case 0x29, 0x5D, 0x7D:
            guard byte == closing else { return false }
            count -= 1
            recent >>= 2
            if let code = older.popLast() { recent |= UInt64(code) << 62 }
        default: break
        }
        return true
    }
}
