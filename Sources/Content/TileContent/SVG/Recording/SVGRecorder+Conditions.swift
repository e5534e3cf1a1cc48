import Foundation

extension SVGRecorder {
    /// Whether an element is shown according to its conditions, in a `switch` or not. `requiredFeatures` is not
    /// checked: SVG 2 removed it.
    func isShown(_ node: Int32) -> Bool {
        if let extensions = tree.value(node, .requiredExtensions) {
            let names = SVGStyle.trimmed(extensions).split(whereSeparator: \.isWhitespace)
            guard names.allSatisfy({ Self.extensions.contains(String($0)) }) else { return false }
        }
        guard let languages = tree.value(node, .systemLanguage) else { return true }
        let language = limits.drawings.language.lowercased()
        return SVGStyle.trimmed(languages).lowercased().split(separator: ",").contains { tag in
            let tag = tag.trimmingCharacters(in: .whitespaces)
            return tag == language || tag.hasPrefix("\(language)-")
        }
    }

    /// The languages in a `foreignObject` that browsers know.
    private static let extensions: Set<String> = [
        "http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML",
    ]
}
