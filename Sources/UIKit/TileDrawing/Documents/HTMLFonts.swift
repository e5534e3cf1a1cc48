import Foundation
import TileGraphics

/// The fonts of an HTML document, each found once.
struct HTMLFonts {
    private struct Key: Hashable {
        var families: [String]
        var size: Double
        var weight: Int
        var isItalic: Bool
    }

    /// The maximum number of family names that are looked up among the installed fonts. A lookup searches all of them.
    private static let maxLookups = 100

    private var fonts: [Key: UIFont] = [:]
    private var requests: [String: FontRequest?] = [:]

    mutating func font(_ style: HTMLTextStyle) -> UIFont {
        let key = Key(families: style.families, size: style.size, weight: style.weight, isItalic: style.isItalic)
        if let font = fonts[key] { return font }
        var request = FontRequest(family: UIFont.serifFamily, size: style.size)
        for family in style.families {
            guard let found = self.request(family) else { continue }
            request = found
            break
        }
        request.size = style.size
        if style.weight != 400 { request.weight = style.weight }
        if style.isItalic { request.style = .italic }
        let font = UIFont(request)
        fonts[key] = font
        return font
    }

    /// Returns a request for a family or face with a name in lowercase; nil if it is not installed.
    private mutating func request(_ name: String) -> FontRequest? {
        switch name {
        case "-apple-system", "blinkmacsystemfont", "system-ui", "ui-sans-serif", "sans-serif":
            return FontRequest(family: UIFont.systemFamily, size: 12)
        case "monospace", "ui-monospace": return FontRequest(family: UIFont.monospacedFamily, size: 12)
        case "serif", "ui-serif": return FontRequest(family: UIFont.serifFamily, size: 12)
        default: break
        }
        if let known = requests[name] { return known }
        guard requests.count < Self.maxLookups else { return nil }
        let request = FontCatalog.installed.face(named: name)?.request
        requests.updateValue(request, forKey: name)
        return request
    }
}
