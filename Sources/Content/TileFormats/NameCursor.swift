import Foundation

/// A parser that reads a name or a path from left to right. It works on bytes and allocates no strings except for
/// errors, because a server parses a name for every request.
///
/// The results point into the memory that it was created with.
package struct NameCursor {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    package var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

    /// Skips `text` if it is next.
    package mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, UnsafeRawBufferPointer(rebasing: bytes[position..<end]).isEqual(to: text) else {
            return false
        }
        position = end
        return true
    }

    /// Reads up to the next slash or the end.
    package mutating func segment() -> UnsafeRawBufferPointer {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<position])
    }

    /// Reads an integer and the following separator. Huge numbers are clamped to one that is too large for any tile.
    ///
    /// - Parameter part: The name of the number in errors.
    mutating func number(_ part: StaticString, before separator: StaticString = "") throws(TileNameProblem) -> Int {
        let start = position
        let isNegative = skip("-")
        let firstDigit = position
        var number = 0
        while position < bytes.count, case let digit = bytes[position], (0x30...0x39).contains(digit) {
            number = min(number * 10 + Int(digit) - 0x30, Self.beyondEveryTile)
            position += 1
        }
        guard position > firstDigit, separator.utf8CodeUnitCount == 0 || skip(separator) else {
            while position < bytes.count, bytes[position] != UInt8(ascii: "/") { position += 1 }
            throw .notNumber(part: "\(part)", found: Self.text(bytes[start..<position]))
        }
        return isNegative ? -number : number
    }

    private static let beyondEveryTile = 1_000_000_000

    /// Reads the rest as a dot and a file extension.
    func fileExtension() throws(TileNameProblem) -> UnsafeRawBufferPointer {
        var rest = self
        guard rest.skip(".") else { throw .noFileExtension(found: Self.text(self.rest[...])) }
        return rest.rest
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: bytes.prefix(40), as: UTF8.self)
    }
}

extension UnsafeRawBufferPointer {
    package func isEqual(to text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && (count == 0 || memcmp(baseAddress!, text.utf8Start, count) == 0)
    }
}
