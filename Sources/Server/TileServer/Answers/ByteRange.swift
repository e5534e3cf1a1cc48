/// The part of a file that a request asks for (RFC 9110 section 14): one range of bytes.
enum ByteRange: Equatable {
    case all
    case part(Range<Int>)
    /// It lies beyond the file.
    case unsatisfiable

    /// - Parameters:
    ///   - range: the value of `Range`; several, and what is no range of bytes, are all of the file, as is allowed.
    ///   - ifRange: the value of `If-Range`: of another state of the file, the part is of no use.
    init(_ range: String?, ifRange: String?, of length: Int, tag: String) {
        self = .all
        guard let range, range.hasPrefix("bytes="), ifRange == nil || ifRange == tag else { return }
        let sides = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, let first = Self.number(sides[0]), let last = Self.number(sides[1]) else { return }
        switch (first, last) {
        case (nil, nil): return
        case (nil, let count?):
            self = count == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - count)..<length)
        case (let start?, let end):
            if let end, end < start { return }
            // The end may be the largest number that there is.
            self = start >= length ? .unsatisfiable : .part(start..<min(length - 1, end ?? length - 1) + 1)
        }
    }

    /// Nil for what is no number; nil within for nothing. Numbers beyond all files count as the largest.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return .some(Int(text) ?? Int.max)
    }
}
