import Foundation

/// The text of a document in another language, such as the file `Main.strings` in a folder `de.lproj` for
/// `Main.storyboard` in `Base.lproj`. Each key consists of an object's identifier and a property.
///
///     "dJ4-Xq-hMv.text" = "Abfahrt";
public struct NibStrings: Sendable {
    /// The texts by identifier, then by property.
    private var texts: [String: [String: String]] = [:]

    public var isEmpty: Bool { texts.isEmpty }

    /// Reads a .strings file, which contains pairs of quoted strings in UTF-8 or UTF-16. Anything else is ignored.
    public init(_ bytes: [UInt8]) {
        let text: String
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFF, 0xFE), (0xFE, 0xFF): text = String(data: Data(bytes), encoding: .utf16) ?? ""
        default: text = String(decoding: bytes, as: UTF8.self)
        }
        var scanner = StringsScanner(text)
        while let (key, value) = scanner.pair() {
            guard let dot = key.firstIndex(of: ".") else { continue }
            texts[String(key[..<dot]), default: [:]][String(key[key.index(after: dot)...])] = value
        }
    }

    func apply(to element: inout NibElement) {
        guard let id = element.id, let own = texts[id] else { return }
        for (property, text) in own { Self.set(property, to: text, in: &element) }
    }

    private static let states = ["normal", "highlighted", "disabled", "selected"]

    private static func set(_ property: String, to text: String, in element: inout NibElement) {
        if let state = states.first(where: { property == "\($0)Title" }) {
            return setChild("state", key: state, "title", text: text, element: &element)
        }
        if property.hasPrefix("configuration."), let part = property.split(separator: ".").last {
            return setChild("buttonConfiguration", key: "configuration", String(part), text: text, element: &element)
        }
        if property.hasPrefix("accessibility") || property.hasPrefix("ibExternalAccessibility") {
            let name = property.hasSuffix("Label") ? "label" : property.hasSuffix("Hint") ? "hint" : "value"
            return setChild("accessibility", key: "accessibilityConfiguration", name, text: text, element: &element)
        }
        guard let open = property.firstIndex(of: "["), let number = Int(property[open...].dropFirst().dropLast()) else {
            element.attributes[property] = text
            // Text with several lines is an element of its own.
            element.children.removeAll { ["string", "mutableString"].contains($0.name) && $0.key == property }
            return
        }
        let list = property[..<open] == "segmentTitles" ? "segments" : "userDefinedRuntimeAttributes"
        guard let place = element.children.firstIndex(where: { $0.name == list }) else { return }
        if list == "segments" {
            guard element.children[place].children.indices.contains(number) else { return }
            element.children[place].children[number].attributes["title"] = text
        } else {
            let localized = element.children[place].children.indices.filter {
                element.children[place].children[$0]["type"] == "localizedString"
            }
            guard localized.indices.contains(number) else { return }
            element.children[place].children[localized[number]].attributes["value"] = text
        }
    }

    private static func setChild(
        _ name: String, key: String, _ attribute: String, text: String, element: inout NibElement
    ) {
        if let place = element.children.firstIndex(where: { $0.name == name && $0.key == key }) {
            element.children[place].attributes[attribute] = text
            element.children[place].children.removeAll { $0.name == "string" && $0.key == attribute }
        } else {
            element.children.append(NibElement(name, ["key": key, attribute: text], line: element.line))
        }
    }
}

/// A reader for pairs of quoted strings.
private struct StringsScanner {
    private let characters: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) { characters = Array(text.unicodeScalars) }

    /// Returns the next pair, or `nil` at the end.
    mutating func pair() -> (String, String)? {
        while let key = text() {
            guard skip(), characters[place] == "=" else { continue }
            place += 1
            guard skip(), characters[place] == "\"", let value = text() else { continue }
            return (key, value)
        }
        return nil
    }

    /// Moves past white space and comments. Returns `false` at the end.
    private mutating func skip() -> Bool {
        while place < characters.count {
            let this = characters[place]
            let next = place + 1 < characters.count ? characters[place + 1] : " "
            if this.properties.isWhitespace {
                place += 1
            } else if this == "/", next == "/" {
                while place < characters.count, characters[place] != "\n" { place += 1 }
            } else if this == "/", next == "*" {
                place += 2
                while place < characters.count,
                    !(characters[place] == "*" && place + 1 < characters.count && characters[place + 1] == "/")
                { place += 1 }
                place = min(place + 2, characters.count)
            } else {
                return true
            }
        }
        return false
    }

    /// Returns the next quoted string at or after the current position.
    private mutating func text() -> String? {
        while skip(), characters[place] != "\"" { place += 1 }
        guard place < characters.count else { return nil }
        place += 1
        var text = String.UnicodeScalarView()
        while place < characters.count, characters[place] != "\"" {
            if characters[place] == "\\", place + 1 < characters.count {
                place += 1
                text.append(escaped())
            } else {
                text.append(characters[place])
                place += 1
            }
        }
        place = min(place + 1, characters.count)
        return String(text)
    }

    /// Returns the character for an escape sequence, after the backslash.
    private mutating func escaped() -> Unicode.Scalar {
        defer { place += 1 }
        switch characters[place] {
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "U", "u":
            let digits = String(String.UnicodeScalarView(characters[(place + 1)...].prefix(4)))
            guard digits.count == 4, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
                return characters[place]
            }
            place += 4
            return scalar
        case let other: return other
        }
    }
}
