/// A finding as GitHub's workflow command `::error`, which is shown beside the code.
public struct Annotation: Sendable {
    public let text: String

    /// Creates an annotation.
    ///
    /// - Parameter file: The path of the trace's file, relative to the repository's root.
    public init(_ finding: Finding, file: String) {
        let kind = finding.kind == .regression ? "regression" : "over budget"
        self.init(title: "\(finding.trace): \(kind)", finding.message, file: file)
    }

    public init(title: String, _ message: String, file: String) {
        text =
            "::error file=\(Self.escaped(file, isProperty: true)),title=\(Self.escaped(title, isProperty: true))::"
            + Self.escaped(message, isProperty: false)
    }

    private static func escaped(_ string: String, isProperty: Bool) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "%": text += "%25"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            case ":" where isProperty: text += "%3A"
            case "," where isProperty: text += "%2C"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
