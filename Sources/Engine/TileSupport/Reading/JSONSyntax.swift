import Foundation

/// A strict reader of JSON (RFC 8259) that finds syntax errors, duplicate members and unknown members, each with its
/// line and column. It produces no values: files that pass are decoded by `JSONDecoder`.
///
/// `JSONDecoder` on Linux reports neither the position nor the kind of an error, silently picks one of two members with
/// the same name, and ignores members that it does not know. Files that operators write need better answers: a
/// misspelled member that is ignored may publish what it was meant to protect.
///
/// Time is linear in the file's length, and memory in the names of the objects that are open; nothing is recursive.
package struct JSONSyntax {
    package struct Failure: Error, Hashable, CustomStringConvertible {
        package enum Problem: Hashable, Sendable {
            /// The file ends too early.
            case end
            case expected(String, found: String)
            case other(String)
            /// An object has two members of this name.
            case repeated(name: String)
            /// A member that the file may not have, and the known name that it resembles.
            case unknown(name: String, nearest: String?)
        }

        package var problem: Problem
        /// The line, counted from 1.
        package var line: Int
        /// The column, counted from 1 in characters.
        package var column: Int

        package var place: String { "line \(line), column \(column)" }

        package var description: String {
            switch problem {
            case .end: "invalid JSON in \(place): unexpected end of file"
            case .expected(let what, let found): "invalid JSON in \(place): expected \(what), found \(found)"
            case .other(let text): "invalid JSON in \(place): \(text)"
            case .repeated(let name): "\(place): duplicate member “\(name)”"
            case .unknown(let name, let nearest?): "\(place): unknown member “\(name)”; did you mean “\(nearest)”?"
            case .unknown(let name, nil): "\(place): unknown member “\(name)”"
            }
        }
    }

    /// The largest depth, the same as that of `JSONDecoder`.
    private static let deepest = 512
    /// Objects of up to this many members compare their names one by one; larger ones use a set.
    private static let fewNames = 16

    private struct Level {
        var isObject: Bool
        /// The index in `names` of the level's first name.
        var firstName: Int
        /// The members that the object, or each element of the list, may have.
        var members: JSONMembers
        /// The names without escapes; nil while they are few and none has an escape.
        var set: Set<[UInt8]>?
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var levels: [Level] = []
    /// The positions of the names in the objects that are open.
    private var names: [Range<Int>] = []
    /// The members that the next value may have.
    private var members: JSONMembers

    /// Checks a file.
    ///
    /// - Parameter members: The members that the file may have.
    package static func check(_ data: Data, members: JSONMembers = .any) throws(Failure) {
        let result = data.withUnsafeBytes { raw in
            Result { () throws(Failure) in
                var syntax = JSONSyntax(bytes: raw.bindMemory(to: UInt8.self), members: members)
                try syntax.document()
            }
        }
        try result.get()
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, members: JSONMembers) {
        (self.bytes, self.members) = (bytes, members)
    }

    // MARK: Structure

    private mutating func document() throws(Failure) {
        // Skips a byte order mark, which some editors write.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        repeat { try value() } while try !isOver()
    }

    /// Reads a value. If it is a list or an object that is not empty, reads everything through its first innermost
    /// value.
    private mutating func value() throws(Failure) {
        while true {
            skipSpace()
            switch peek {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if consume("}") { return close() }
                try memberName()
            case UInt8(ascii: "["):
                try open(isObject: false)
                if consume("]") { return close() }
            case UInt8(ascii: "\""):
                try string()
                return
            case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
            case UInt8(ascii: "t"): return try word("true")
            case UInt8(ascii: "f"): return try word("false")
            case UInt8(ascii: "n"): return try word("null")
            default: throw expected("a value")
            }
        }
    }

    /// Reads what follows a value.
    ///
    /// - Returns: Whether that value was the file's last.
    private mutating func isOver() throws(Failure) -> Bool {
        while let isObject = levels.last?.isObject {
            if consume(",") {
                if isObject { try memberName() } else { members = levels[levels.count - 1].members }
                return false
            }
            guard consume(isObject ? "}" : "]") else { throw expected(isObject ? "“,” or “}”" : "“,” or “]”") }
            close()
        }
        skipSpace()
        guard peek == nil else { throw expected("end of file") }
        return true
    }

    private mutating func open(isObject: Bool) throws(Failure) {
        guard levels.count < Self.deepest else {
            throw failure(.other("nested more than \(Self.deepest) levels deep"))
        }
        var known = JSONMembers.any
        switch members {
        case .object where isObject: known = members
        case .list(let element) where !isObject: known = element
        default: break
        }
        levels.append(Level(isObject: isObject, firstName: names.count, members: known))
        members = isObject ? .any : known
        offset += 1
        skipSpace()
    }

    private mutating func close() { names.removeSubrange(levels.removeLast().firstName...) }

    // MARK: Names

    private mutating func memberName() throws(Failure) {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
        let start = offset
        let hasEscape = try string()
        let name = (start + 1)..<(offset - 1)
        if try !isNew(name, hasEscape: hasEscape) {
            throw failure(.repeated(name: String(decoding: plain(name), as: UTF8.self)), at: start)
        }
        if case .object(let known) = levels[levels.count - 1].members {
            let text = String(decoding: plain(name), as: UTF8.self)
            guard let found = known[text] else {
                throw failure(
                    .unknown(name: text, nearest: Spelling.closestMatch(to: text, in: known.keys.sorted())), at: start)
            }
            members = found
        } else {
            members = .any
        }
        guard consume(":") else { throw expected("“:”") }
    }

    private mutating func isNew(_ name: Range<Int>, hasEscape: Bool) throws(Failure) -> Bool {
        let level = levels.count - 1
        let own = names[levels[level].firstName...]
        if levels[level].set == nil, !hasEscape, own.count < Self.fewNames {
            let isNew = !own.contains { other in
                other.count == name.count && bytes[other].elementsEqual(bytes[name])
            }
            names.append(name)
            return isNew
        }
        if levels[level].set == nil {
            levels[level].set = Set(own.map { plain($0) })
        }
        return levels[level].set!.insert(plain(name)).inserted
    }

    /// Returns a string's bytes without escapes. Half a surrogate pair reads as the replacement character.
    private func plain(_ range: Range<Int>) -> [UInt8] {
        guard bytes[range].contains(UInt8(ascii: "\\")) else { return Array(bytes[range]) }
        let quoted = Data([UInt8(ascii: "\"")] + bytes[range] + [UInt8(ascii: "\"")])
        return (try? JSONDecoder().decode(String.self, from: quoted)).map { Array($0.utf8) } ?? Array(bytes[range])
    }

    // MARK: Strings, numbers and words

    /// Reads a string.
    ///
    /// - Returns: Whether it has an escape.
    @discardableResult
    private mutating func string() throws(Failure) -> Bool {
        offset += 1
        var hasEscape = false
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return hasEscape
            case UInt8(ascii: "\\"):
                hasEscape = true
                try escape()
            case ..<0x20: throw failure(.other("control character or line break inside a string"))
            case ..<0x80: offset += 1
            default: try character()
            }
        }
        throw failure(.end)
    }

    private mutating func escape() throws(Failure) {
        let start = offset
        offset += 1
        guard let byte = peek else { throw failure(.end) }
        offset += 1
        if byte == UInt8(ascii: "u") {
            for _ in 0..<4 {
                guard let digit = peek else { throw failure(.end) }
                guard Character(Unicode.Scalar(digit)).isHexDigit else {
                    throw failure(.other("invalid escape sequence"), at: start)
                }
                offset += 1
            }
        } else if !"\"\\/bfnrt".utf8.contains(byte) {
            throw failure(.other("invalid escape sequence"), at: start)
        }
    }

    /// Reads a character of several bytes (Unicode, table 3-7).
    private mutating func character() throws(Failure) {
        let first = bytes[offset]
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard (0xC2...0xF4).contains(first) else { throw failure(.other("invalid UTF-8")) }
        for index in 1..<length {
            guard offset + index < bytes.count else {
                offset = bytes.count
                throw failure(.end)
            }
            let byte = bytes[offset + index]
            let lowest: UInt8 = index > 1 ? 0x80 : first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
            let highest: UInt8 = index > 1 ? 0xBF : first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
            guard byte >= lowest, byte <= highest else { throw failure(.other("invalid UTF-8")) }
        }
        offset += length
    }

    private mutating func number() throws(Failure) {
        if peek == UInt8(ascii: "-") { offset += 1 }
        if peek == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if peek == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
    }

    private mutating func digits() throws(Failure) {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        if offset == start { throw expected("a digit") }
    }

    private mutating func word(_ word: StaticString) throws(Failure) {
        let start = offset
        for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard peek == byte else { throw peek == nil ? failure(.end) : expected("a value", at: start) }
            offset += 1
        }
    }

    // MARK: Bytes

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Consumes white space, and then a character if it is this one.
    private mutating func consume(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    // MARK: Failures

    private func expected(_ what: String, at start: Int? = nil) -> Failure {
        let start = start ?? offset
        guard start < bytes.count else { return failure(.end) }
        // The word or the character at that position.
        let word = bytes[start...].prefix(20).prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        let byte = bytes[start]
        let found =
            !word.isEmpty
            ? "“\(String(decoding: word, as: UTF8.self))”"
            : (0x21..<0x7F).contains(byte) ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
        return failure(.expected(what, found: found), at: start)
    }

    private func failure(_ problem: Failure.Problem, at start: Int? = nil) -> Failure {
        let before = bytes[..<min(start ?? offset, bytes.count)]
        let line = 1 + before.count { $0 == 0x0A }
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Continuation bytes are part of the character before them.
        let column = 1 + bytes[lineStart..<before.endIndex].count { $0 & 0xC0 != 0x80 }
        return Failure(problem: problem, line: line, column: column)
    }
}
