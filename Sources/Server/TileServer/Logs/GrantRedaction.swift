/// Removes grants from the targets of requests before they are logged or traced, so that a log gives its readers no
/// access to private contents.
///
/// A malformed, refused or misplaced grant may be one typing error away from a valid one. So every path segment with a
/// tilde is cut at the tilde, however the tilde and the slashes are escaped: no content's name contains a tilde. In a
/// query, which may contain other addresses as values, a tilde counts after a slash.
enum GrantRedaction {
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func redacted(_ target: String) -> String {
        guard target.utf8.contains(where: { $0 == tilde || $0 == percent }) else { return target }
        let bytes = Array(target.utf8)
        var kept: [UInt8] = []
        var (index, isQuery, isBehindSlash) = (0, false, true)
        while index < bytes.count {
            if let length = length(of: slash, in: bytes, at: index) {
                kept += bytes[index..<index + length]
                (index, isBehindSlash) = (index + length, true)
            } else if !isQuery || isBehindSlash, let length = length(of: tilde, in: bytes, at: index) {
                kept += "~…".utf8
                index += length
                while index < bytes.count, !ends(bytes, at: index, isQuery: isQuery) { index += 1 }
            } else {
                if bytes[index] == UInt8(ascii: "?") { isQuery = true }
                kept.append(bytes[index])
                (index, isBehindSlash) = (index + 1, false)
            }
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static let slash = UInt8(ascii: "/")
    private static let tilde = UInt8(ascii: "~")
    private static let percent = UInt8(ascii: "%")

    /// Returns whether a path segment or a query value ends at an index.
    private static func ends(_ bytes: [UInt8], at index: Int, isQuery: Bool) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "?"), UInt8(ascii: "#"): true
        case UInt8(ascii: "&"): isQuery
        default: length(of: slash, in: bytes, at: index) != nil
        }
    }

    /// Returns how many bytes spell a character at an index, or nil if they spell another. The spellings of a tilde are
    /// `~`, `%7E`, `%7e`, and these escaped again, as `%257E`.
    private static func length(of character: UInt8, in bytes: [UInt8], at index: Int) -> Int? {
        if bytes[index] == character { return 1 }
        guard bytes[index] == percent else { return nil }
        var digits = index + 1
        while bytes[digits...].starts(with: "25".utf8) { digits += 2 }
        guard digits + 2 <= bytes.count,
            UInt8(String(decoding: bytes[digits..<digits + 2], as: UTF8.self), radix: 16) == character
        else { return nil }
        return digits + 2 - index
    }
}
