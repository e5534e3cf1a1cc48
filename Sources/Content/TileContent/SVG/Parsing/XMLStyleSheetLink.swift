/// A processing instruction `<?xml-stylesheet …?>`: Associating Style Sheets with XML documents 1.0.
struct XMLStyleSheetLink {
    /// The maximum number of links that are read.
    static let maxCount = 100

    var href: String?
    var media: String?
    private var type: String?
    private var isAlternate = false

    /// Whether the style sheet is written in CSS and not an alternative to choose from.
    var isApplied: Bool { !isAlternate && (type.map { $0.isEmpty || $0.lowercased() == "text/css" } ?? true) }

    /// Parses the text after the target, which has the form of attributes.
    init(_ text: String) {
        var rest = text[...]
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
            rest = rest[rest.index(after: equals)...].drop(while: \.isWhitespace)
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return }
            rest.removeFirst()
            guard let end = rest.firstIndex(of: quote) else { return }
            let value = Self.resolved(rest[..<end])
            rest = rest[rest.index(after: end)...]
            switch name {
            case "href": href = value
            case "media": media = value
            case "type": type = value
            case "alternate": isAlternate = value == "yes"
            default: break
            }
        }
    }

    /// Replaces the character references that XML predefines, and numeric ones.
    private static func resolved(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        var result = ""
        var rest = text
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            guard let end = rest[start...].prefix(12).firstIndex(of: ";") else {
                result += "&"
                rest = rest[rest.index(after: start)...]
                continue
            }
            let name = rest[rest.index(after: start)..<end]
            let number =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16)
                : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            if let known = references[String(name)] {
                result += known
            } else if let scalar = number.flatMap(Unicode.Scalar.init) {
                result.unicodeScalars.append(scalar)
            }
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let references = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
}
