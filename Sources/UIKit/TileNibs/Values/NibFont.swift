import Foundation
import TileDrawing

/// The `<fontDescription>` elements.
enum NibFont {
    static func font(_ element: NibElement, _ reading: NibReading) -> UIFont? {
        if let style = element["style"] {
            if let known = styles[style] { return UIFont.preferredFont(forTextStyle: known) }
            reading.notes.add(.property, about: element, "the text style \(style) is unknown here")
            return UIFont.preferredFont(forTextStyle: .body)
        }
        let given = element["pointSize"].flatMap { Double($0) } ?? 17
        let size = CGFloat(given.isFinite ? min(max(given, 1), 10_000) : 17)
        switch element["type"] {
        case "boldSystem": return .boldSystemFont(ofSize: size)
        case "italicSystem": return .italicSystemFont(ofSize: size)
        case "system":
            let weight = element["weight"].flatMap { weights[$0] } ?? .regular
            return .systemFont(ofSize: size, weight: weight)
        default: break
        }
        guard let name = element["name"] else { return .systemFont(ofSize: size) }
        if let font = UIFont(name: name, size: size) { return font }
        reading.notes.add(.resource, about: element, "there is no font \(name); the system's stands in for it")
        return substitute(name, size)
    }

    /// Returns a system font with the weight and slant that the name of another font suggests.
    private static func substitute(_ name: String, _ size: CGFloat) -> UIFont {
        let name = name.lowercased()
        if name.contains("italic") || name.contains("oblique") { return .italicSystemFont(ofSize: size) }
        let weight = [
            ("ultralight", UIFont.Weight.ultraLight), ("thin", .thin), ("light", .light), ("medium", .medium),
            ("semibold", .semibold), ("demibold", .semibold), ("heavy", .heavy), ("black", .black), ("bold", .bold),
        ].first { name.contains($0.0) }?.1
        return .systemFont(ofSize: size, weight: weight ?? .regular)
    }

    static let weights: [String: UIFont.Weight] = [
        "ultraLight": .ultraLight, "thin": .thin, "light": .light, "regular": .regular, "medium": .medium,
        "semibold": .semibold, "bold": .bold, "heavy": .heavy, "black": .black,
    ]

    private static let styles: [String: UIFont.TextStyle] = {
        let known: [UIFont.TextStyle] = [
            .extraLargeTitle, .extraLargeTitle2, .largeTitle, .title1, .title2, .title3, .headline, .subheadline,
            .body, .callout, .footnote, .caption1, .caption2,
        ]
        return Dictionary(uniqueKeysWithValues: known.map { ($0.rawValue, $0) })
    }()
}
