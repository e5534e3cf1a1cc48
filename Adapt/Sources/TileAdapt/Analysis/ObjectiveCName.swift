/// The Objective-C names of Swift declarations.
enum ObjectiveCName {
    /// Returns the selector of a method. The first label becomes part of the name, after `With` if no preposition joins
    /// them, and each argument has a colon. The rule is the Swift compiler's (`AbstractFunctionDecl::getObjCSelector`).
    static func selector(_ name: String, labels: [String?]) -> String {
        guard let first = labels.first else { return name }
        var selector = name
        if let first {
            let isJoined = isPreposition(firstWord(of: first)) || isPreposition(lastWord(of: name))
            selector += (isJoined ? "" : "With") + capitalized(first)
        }
        return selector + ":" + labels.dropFirst().map { ($0 ?? "") + ":" }.joined()
    }

    /// Returns the selector of a property's setter.
    static func setter(of property: String) -> String { "set\(capitalized(property)):" }

    /// Returns the Objective-C key of a property of UIKit or Core Animation, such as `hidden` for `isHidden`.
    static func key(ofImported property: String) -> String {
        let rest = property.dropFirst(2)
        guard property.hasPrefix("is"), let first = rest.first, first.isUppercase else { return property }
        return first.lowercased() + rest.dropFirst()
    }

    private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    private static func firstWord(of name: String) -> String {
        let end = name.dropFirst().firstIndex { $0.isUppercase || $0 == "_" } ?? name.endIndex
        return name[..<end].lowercased()
    }

    private static func lastWord(of name: String) -> String {
        guard let start = name.lastIndex(where: { $0.isUppercase || $0 == "_" }) else { return name.lowercased() }
        return name[start...].lowercased()
    }

    private static func isPreposition(_ word: String) -> Bool { prepositions.contains(word) }

    /// The prepositions of the Swift compiler's PartsOfSpeech.def.
    private static let prepositions: Set<String> = [
        "above", "after", "along", "alongside", "as", "at", "before", "below", "by", "following", "for", "from",
        "given",
        "in", "including", "inside", "into", "matching", "of", "on", "passing", "preceding", "since", "to", "until",
        "using", "via", "when", "with", "within",
    ]
}
