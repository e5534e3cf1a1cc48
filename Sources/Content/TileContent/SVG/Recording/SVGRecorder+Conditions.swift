import Foundation

extension SVGRecorder {
    /// Conditional processing, of the children of a `switch`: SVG 1.1, 5.8.
    func isChosen(_ node: Int32) -> Bool {
        if let features = tree.value(node, .requiredFeatures) {
            let wanted = SVGStyle.trimmed(features).split(whereSeparator: \.isWhitespace)
            guard wanted.allSatisfy({ Self.features.contains(String($0)) }) else { return false }
        }
        return isShown(node)
    }

    /// Whether an element shows by its conditions, in a `switch` or not. Which features are required SVG 2 asks no
    /// longer, and librsvg only in a `switch`.
    func isShown(_ node: Int32) -> Bool {
        if let extensions = tree.value(node, .requiredExtensions), !SVGStyle.trimmed(extensions).isEmpty {
            return false
        }
        guard let languages = tree.value(node, .systemLanguage) else { return true }
        let language = limits.drawings.language.lowercased()
        return SVGStyle.trimmed(languages).lowercased().split(separator: ",").contains { tag in
            let tag = tag.trimmingCharacters(in: .whitespaces)
            return tag == language || tag.hasPrefix("\(language)-")
        }
    }

    /// Feature strings of SVG 1.1, appendix P, as far as they are drawn.
    private static let features: Set<String> = Set(
        [
            "BasicFilter", "BasicGraphicsAttribute", "BasicPaintAttribute", "BasicStructure", "BasicText",
            "ConditionalProcessing", "ContainerAttribute", "Filter", "Gradient", "Image", "Marker", "Mask",
            "OpacityAttribute", "Pattern", "SVG", "SVG-static", "Shape", "Structure", "Style", "View",
        ].map { "http://www.w3.org/TR/SVG11/feature#" + $0 } + ["org.w3c.svg.static"])
}
