import Foundation

/// An evaluator of `@media` queries for a screen. All user preferences except the color scheme have their defaults.
///
/// - SeeAlso: Media Queries Level 4.
enum SVGMediaQuery {
    /// The maximum length of a list, in bytes. A longer list matches nothing.
    static let maxLength = 1000

    /// Whether one of the queries of a list matches. An empty list matches.
    static func matches(_ text: String, _ preferences: DrawingPreferences = DrawingPreferences()) -> Bool {
        guard text.utf8.count <= maxLength else { return false }
        let text = text.lowercased()
        if text.allSatisfy(\.isWhitespace) { return true }
        return text.split(separator: ",", omittingEmptySubsequences: false).contains { query in
            var words = Words(query, preferences)
            return words.query() ?? false
        }
    }

    /// A parser of one query. Syntax errors give nil, which matches nothing.
    private struct Words {
        private var rest: Substring
        private let preferences: DrawingPreferences

        init(_ text: Substring, _ preferences: DrawingPreferences) {
            rest = text
            self.preferences = preferences
        }

        mutating func query() -> Bool? {
            skipSpace()
            var isNegated = false
            let word = peekedWord
            if word == "not" || word == "only" {
                let before = rest
                takeWord()
                skipSpace()
                // Before a parenthesis, `not` or `only` is part of the condition.
                if rest.first == "(" { rest = before } else { isNegated = word == "not" }
            }
            if rest.first == "(" || peekedWord == "not" { return condition() }
            let type = takeWord()
            if type.isEmpty { return nil }
            var result = type == "all" || type == "screen"
            skipSpace()
            while !rest.isEmpty {
                guard takeWord() == "and", let more = part() else { return nil }
                result = result && more
                skipSpace()
            }
            return result != isNegated
        }

        /// Features joined by either `and` or `or`.
        private mutating func condition() -> Bool? {
            guard var result = part() else { return nil }
            var joint: String?
            skipSpace()
            while !rest.isEmpty, rest.first != ")" {
                let word = takeWord()
                guard word == "and" || word == "or", joint == nil || joint == word, let more = part() else {
                    return nil
                }
                joint = word
                result = word == "and" ? result && more : result || more
                skipSpace()
            }
            return result
        }

        private mutating func part() -> Bool? {
            skipSpace()
            if peekedWord == "not" {
                takeWord()
                return part().map { !$0 }
            }
            guard rest.first == "(" else { return nil }
            rest.removeFirst()
            skipSpace()
            if rest.first == "(" || peekedWord == "not" {
                let inner = condition()
                skipSpace()
                guard rest.first == ")" else { return nil }
                rest.removeFirst()
                return inner
            }
            guard let end = rest.firstIndex(of: ")") else { return nil }
            let feature = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            rest = rest[rest.index(after: end)...]
            return holds(feature[0], feature.count > 1 ? feature[1] : nil)
        }

        /// Whether a feature has a value; nil for unknown features, such as the size of a window.
        private func holds(_ name: String, _ value: String?) -> Bool? {
            if name == "color" { return value == nil || value != "0" }
            if name == "min-color" { return value.flatMap { Int($0) }.map { $0 <= 8 } }
            let scheme = name == "prefers-color-scheme" ? preferences.colorScheme.rawValue : nil
            guard let usual = scheme ?? Self.usual[name] else { return nil }
            // A feature without a value matches if its value is not "none" or zero.
            guard let value else { return !["none", "no-preference", "0"].contains(usual) }
            return value == usual
        }

        private static let usual = [
            "prefers-contrast": "no-preference", "forced-colors": "none",
            "prefers-reduced-motion": "no-preference", "prefers-reduced-transparency": "no-preference",
            "prefers-reduced-data": "no-preference", "inverted-colors": "none", "monochrome": "0", "grid": "0",
            "scripting": "none", "update": "none", "color-gamut": "srgb", "dynamic-range": "standard",
        ]

        private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }

        private var peekedWord: String { String(rest.prefix { $0.isLetter || $0 == "-" }) }

        @discardableResult
        private mutating func takeWord() -> String {
            skipSpace()
            let word = peekedWord
            rest = rest.dropFirst(word.count)
            return word
        }
    }
}
