import Foundation

extension SVGRecorder {
    /// Conditional processing, of the children of a `switch`: SVG 1.1, 5.8. librsvg does not ask elsewhere.
    func isChosen(_ node: Int32) throws(Failure) -> Bool {
        if let extensions = tree.value(node, .requiredExtensions), !SVGStyle.trimmed(extensions).isEmpty {
            return false
        }
        if let features = tree.value(node, .requiredFeatures) {
            let wanted = SVGStyle.trimmed(features).split(whereSeparator: \.isWhitespace)
            guard wanted.allSatisfy({ Self.features.contains(String($0)) }) else { return false }
        }
        // Which languages it is asked in depends on the environment, in ways that only librsvg knows.
        if tree.value(node, .systemLanguage) != nil { throw .unsupported(SVGUnsupported("systemLanguage in a switch")) }
        return true
    }

    /// Feature strings of SVG 1.1, appendix P, as far as they are drawn.
    private static let features: Set<String> = Set(
        [
            "BasicFilter", "BasicGraphicsAttribute", "BasicPaintAttribute", "BasicStructure", "BasicText",
            "ConditionalProcessing", "ContainerAttribute", "Filter", "Gradient", "Image", "Marker", "Mask",
            "OpacityAttribute", "Pattern", "SVG", "SVG-static", "Shape", "Structure", "Style", "View",
        ].map { "http://www.w3.org/TR/SVG11/feature#" + $0 } + ["org.w3c.svg.static"])
}
