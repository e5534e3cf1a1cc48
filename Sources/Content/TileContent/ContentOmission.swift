import TileSupport

/// A feature of a file that is not shown as it was written, with the number of its uses and the line of the first.
public struct ContentOmission: Hashable, Sendable {
    /// The feature and what happens to it.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// An element that browsers draw.
        case element
        /// An element that browsers do not draw either.
        case unknownElement = "unknown-element"
        /// An element that animates others.
        case animation
        /// A program that may draw.
        case script
        /// A property or attribute, with its value if only that value is not supported.
        case property
        /// A rule of a style sheet that begins with `@`.
        case atRule = "at-rule"
        /// An address outside of the file.
        case reference
        /// Inks that show through later ones when printed.
        case overprint
        /// A form that has other content than the page.
        case form
        /// Sound or video.
        case media
        /// Files in the file.
        case attachment
        /// An image that can't be read.
        case image
        /// A part that exceeds a limit.
        case limit
        /// The features beyond the number that is listed.
        case others

        fileprivate var outcome: String {
            switch self {
            case .element: "is not drawn"
            case .unknownElement: "is unknown and not drawn, as in browsers"
            case .animation: "is shown at its start"
            case .script: "is not run"
            case .property: "is not supported"
            case .atRule: "is not read"
            case .reference: "is not fetched"
            case .overprint: "is not simulated"
            case .form: "is not shown, only its pages are"
            case .media: "is not played"
            case .attachment: "is not opened"
            case .image: "can't be read and is not shown"
            case .limit: "is not shown"
            case .others: "are not supported either"
            }
        }
    }

    public var kind: Kind
    /// The element, property, rule, address or part: `<mesh>`, `mask-image`, `@font-face`, `photo.png`.
    public var name: String
    /// The line of the first use; nil if it is not known.
    public var line: Int?
    /// The first page with it, from 1; nil for a feature of the document as a whole, and for a file without pages.
    public var page: Int?
    /// The number of uses, or of pages with it.
    public var count: Int

    public init(_ kind: Kind, _ name: String, line: Int?, count: Int = 1) {
        (self.kind, self.name, self.line, self.count) = (kind, name, line, count)
    }

    /// The omission without a full stop: "<mesh> is not drawn (3 times, first on line 12)".
    public var text: String {
        let text = "\(name) \(kind.outcome)"
        if let page {
            let number = "page \(GroupedNumber.text(page))"
            return count == 1
                ? "\(text) (on \(number))"
                : "\(text) (on \(GroupedNumber.counted(count, "page")), first on \(number))"
        }
        let place = line.map { "line \(GroupedNumber.text($0))" }
        if kind == .others || (count == 1 && place == nil) { return text }
        if count == 1, let place { return "\(text) (\(place))" }
        return "\(text) (\(GroupedNumber.counted(count, "time"))\(place.map { ", first on \($0)" } ?? ""))"
    }

    /// The omission as clients may see it. An address outside of the file may name folders or contain a password, so it
    /// is left out.
    public var publicText: String {
        var omission = self
        switch kind {
        case .reference: omission.name = "An address outside of the file"
        case .property where name.lowercased().contains("url("): omission.name = String(name.prefix { $0 != ":" })
        case .atRule: omission.name = String(name.prefix { $0 != " " })
        default: break
        }
        return omission.text
    }

    /// Returns a sentence about omissions for logs and messages; nil if there are none. It names the first few.
    public static func summary(_ omissions: [ContentOmission]) -> String? {
        guard !omissions.isEmpty else { return nil }
        let shown = omissions.prefix(3).map(\.text).joined(separator: "; ")
        let more = omissions.count - 3
        return more > 0 ? "\(shown); and \(GroupedNumber.text(more)) more" : shown
    }
}
