/// The single range of bytes that a request asks for (RFC 9110 section 14).
enum ByteRange: Equatable {
    case all
    case part(Range<Int>)
    /// The range begins beyond the end of the file.
    case unsatisfiable

    /// Parses the headers of a range request.
    ///
    /// - Parameters:
    ///   - range: The value of `Range`. Several ranges, and anything that is not a range of bytes, mean the whole file,
    ///     which the specification allows.
    ///   - ifRange: The value of `If-Range`. If it names another version of the file, the range is ignored.
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
            // `end` may be the largest representable integer.
            self = start >= length ? .unsatisfiable : .part(start..<min(length - 1, end ?? length - 1) + 1)
        }
    }

    /// Parses one side of a range. Returns nil if the text is not a number, and a nested nil if it is empty. A number
    /// too large for `Int` becomes `Int.max`.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return .some(Int(text) ?? Int.max)
    }
}
