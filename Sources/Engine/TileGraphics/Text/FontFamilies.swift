import CPango
import TileSupport

/// The installed families for lists of CSS families, as Chromium on Linux finds them.
///
/// Fontconfig has a font for every name. Chromium uses it only if it has the name that was asked for, is a substitute
/// with the same metrics, or is what fontconfig's configuration puts in the first place. It skips other names, and ends
/// with its standard font.
package final class FontFamilies: Sendable {
    /// The families of the installed fonts.
    static let installed = FontFamilies { FontMatch($0, configuration: nil) }

    /// The maximum number of names of a list, and of bytes of a name (the latter as in Skia). Others are skipped.
    static let maxNames = 100
    private static let maxBytes = 2048
    /// The maximum number of known matches; beyond it, all are dropped.
    private static let maxMatches = 4096

    private let find: @Sendable (String) -> FontMatch?
    private let matches = Lock<[String: FontMatch?]>([:])

    /// - Parameter find: Returns the font that fontconfig has for a name in lowercase; nil if Chromium skips it.
    init(find: @escaping @Sendable (String) -> FontMatch?) { self.find = find }

    /// Returns the installed families for a list.
    ///
    /// - Parameters:
    ///   - list: Names separated by commas, without spaces around these. A generic family in quotation marks is an
    ///     ordinary name.
    ///   - isLatin: Whether the text is one that `FontMatch.isLatin` accepts. The list then ends with the first font
    ///     that has all Latin letters, because fontconfig takes a million instructions to find another.
    ///   - embedded: The fonts of a drawing, which precede installed ones.
    /// - Returns: Names for Pango, separated by commas. Empty if fontconfig has no font.
    func families(for list: String, isLatin: Bool = false, embedded: EmbeddedFonts? = nil) -> String {
        var found: [String] = []
        var isWhole = false
        func append(_ family: String?) {
            if let family, !found.contains(family) { found.append(family) }
        }
        func append(_ match: FontMatch?) {
            append(match?.family)
            isWhole = isLatin && match?.hasLatin == true
        }
        for name in list.split(separator: ",", maxSplits: Self.maxNames).prefix(Self.maxNames)
        where name.utf8.count <= Self.maxBytes {
            let name = name.lowercased()
            if let names = Self.generic[name] {
                append(names.lazy.compactMap { self.match($0) }.first)
            } else {
                let name = Self.unquoted(name)
                if let standIn = embedded?.standIn(for: name) { append(standIn) } else { append(match(name)) }
            }
            if isWhole { return found.joined(separator: ",") }
        }
        // The standard font, or else the last resort.
        append(match("times new roman") ?? match("sans"))
        return found.joined(separator: ",")
    }

    /// Returns whether a name in lowercase is a generic family.
    package static func isGeneric(_ name: String) -> Bool { generic[name] != nil }

    /// The families of Chromium's settings on Linux, and what follows them if they are not installed.
    private static let generic: [String: [String]] = [
        "serif": ["times new roman", "serif"], "sans-serif": ["arial", "sans-serif"], "monospace": ["monospace"],
        "cursive": ["comic sans ms"], "fantasy": ["impact"], "math": ["latin modern math"], "system-ui": ["sans"],
    ]

    /// Names that Chromium tries in place of one another.
    private static let alternates = [
        "arial": "helvetica", "helvetica": "arial", "times": "times new roman", "times new roman": "times",
        "courier": "courier new", "courier new": "courier",
    ]

    private static func unquoted(_ name: String) -> String {
        name.utf8.count > 2 && name.hasPrefix("\"") && name.hasSuffix("\"") ? String(name.dropFirst().dropLast()) : name
    }

    /// Returns the installed font for a name in lowercase.
    ///
    /// - Complexity: O(1) for a known name; otherwise O(n) for the installed fonts.
    private func match(_ name: String) -> FontMatch? {
        if let known = matches.withLock({ $0[name] }) { return known }
        let found = find(name) ?? Self.alternates[name].flatMap(find)
        matches.withLock { matches in
            if matches.count >= Self.maxMatches { matches = [:] }
            matches[name] = .some(found)
        }
        return found
    }
}
