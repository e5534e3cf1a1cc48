/// The drawings of system symbols by name, and the icons of the desktop theme for others.
///
/// Names are those that programs for iOS use; the drawings are Tilework's own. Variants such as `.fill`, `.circle` and
/// `.slash` are made from them by `SymbolLibrary`.
enum SymbolTable {
    static let texts = rows(shapes).merging(rows(things)) { first, _ in first }
    /// Icon names, without "-symbolic".
    static let icons = rows(themeIcons)

    /// Signs that the system font draws.
    static let signs = [
        "at": "@", "dollarsign": "$", "eurosign": "€", "sterlingsign": "£", "yensign": "¥", "percent": "%", "sum": "∑",
        "ampersand": "&", "textformat": "Aa", "textformat.size": "Aa", "textformat.alt": "Aa", "abc": "abc",
        "infinity": "∞", "questionmark.text": "?", "section": "§", "paragraphsign": "¶", "bitcoinsign": "₿",
        "command": "⌘", "option": "⌥", "shift": "⇧", "control": "⌃", "return": "↩",
    ]

    /// The colors of multicolor variants by level. Other symbols are shown in the tint color.
    static let ownColors: [String: [UIColor]] = [
        "heart.fill": [.systemRed], "star.fill": [.systemYellow], "bolt.fill": [.systemYellow],
        "flame.fill": [.systemOrange], "drop.fill": [.systemBlue], "leaf.fill": [.systemGreen],
        "sun.max.fill": [.systemYellow], "moon.fill": [.systemIndigo], "trash": [.systemRed],
        "trash.fill": [.systemRed], "checkmark.circle.fill": [.white, .systemGreen],
        "xmark.circle.fill": [.white, .systemRed], "plus.circle.fill": [.white, .systemGreen],
        "minus.circle.fill": [.white, .systemRed], "exclamationmark.circle.fill": [.white, .systemRed],
        "exclamationmark.triangle.fill": [.white, .systemYellow], "info.circle.fill": [.white, .systemBlue],
        "questionmark.circle.fill": [.white, .systemBlue], "checkmark.seal.fill": [.white, .systemBlue],
    ]

    private static func rows(_ text: String) -> [String: String] {
        var result: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let sign = line.firstRange(of: " = ") else { continue }
            result[String(line[..<sign.lowerBound])] = String(line[sign.upperBound...])
        }
        return result
    }
}
