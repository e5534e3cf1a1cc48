import Foundation

extension SVGRecorder {
    /// Whether a child of a `switch` passes its conditional processing attributes: SVG 1.1, 5.8.
    func isChosen(_ node: Int32) -> Bool {
        if let features = tree.value(node, .requiredFeatures) {
            let wanted = SVGStyle.trimmed(features).split(whereSeparator: \.isWhitespace)
            guard wanted.allSatisfy({ Self.features.contains(String($0)) }) else { return false }
        }
        return isShown(node)
    }

    /// Whether an element is shown according to its conditions, in a `switch` or not. `requiredFeatures` is not
    /// checked: SVG 2 removed it, and librsvg checks it only in a `switch`.
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

    /// The supported feature strings of SVG 1.1, appendix P.
    private static let features: Set<String> = Set(
        [
            "BasicFilter", "BasicGraphicsAttribute", "BasicPaintAttribute", "BasicStructure", "BasicText",
            "ConditionalProcessing", "ContainerAttribute", "Filter", "Gradient", "Image", "Marker", "Mask",
            "OpacityAttribute", "Pattern", "SVG", "SVG-static", "Shape", "Structure", "Style", "View",
        ].map { "http://www.w3.org/TR/SVG11/feature#" + $0 } + ["org.w3c.svg.static"])
}
