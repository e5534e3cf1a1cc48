import Foundation
import TileSupport

/// Information about a document for its owner.
extension PDFDocument {
    /// The facts that are known without reading a page.
    var facts: [ContentDocument.Fact] {
        var facts = [
            ContentDocument.Fact(name: "format", value: format),
            ContentDocument.Fact(name: "pages", value: GroupedNumber.text(pageCount)),
        ]
        for (name, value) in [
            ("title", description.title), ("producer", description.producer), ("creator", description.creator),
        ] where !value.isEmpty {
            facts.append(ContentDocument.Fact(name: name, value: value))
        }
        if !password.isEmpty {
            facts.append(ContentDocument.Fact(name: "encrypted", value: "yes, opened with a password"))
        } else if description.isRestricted {
            facts.append(ContentDocument.Fact(name: "encrypted", value: "yes, readable without a password"))
        }
        facts.append(
            ContentDocument.Fact(name: "read by", value: "Poppler, each page when it is first requested"))
        return facts
    }

    var notes: [String] {
        guard description.attachments > 0 else { return [] }
        let count = description.attachments
        return ["\(count == 1 ? "A file is" : "\(GroupedNumber.text(count)) files are") embedded and not served."]
    }

    /// The PDF version, such as “PDF 1.7”.
    var format: String { description.version.replacing("PDF-", with: "PDF ") }
}

extension PDFDetails {
    /// The maximum number of names in a line.
    private static let shownNames = 10

    /// The lines for `tilework info`.
    public var facts: [ContentDocument.Fact] {
        var facts = [ContentDocument.Fact(name: "page sizes", value: sizes)]
        if let labels { facts.append(ContentDocument.Fact(name: "page labels", value: labels)) }
        let missing = fonts.filter { !$0.isEmbedded }
        for (name, values) in [
            ("fonts not embedded", Set(missing.map(Self.text)).sorted()),
            ("layers", layers.map { ($0.name.isEmpty ? "unnamed" : $0.name) + ($0.isShown ? "" : " (hidden)") }),
            ("attachments", attachments.map(Self.text)),
        ] where !values.isEmpty {
            facts.append(ContentDocument.Fact(name: name, value: Self.list(values)))
        }
        return facts
    }

    /// Sentences about surprises.
    public var notes: [String] {
        let damaged = pages.reduce(0) { $0 + ($1.size == nil ? 1 : 0) }
        return damaged > 0 ? ["\(damaged) of its pages can't be shown."] : []
    }

    private var sizes: String {
        var counts: [CGSize: Int] = [:]
        var order: [CGSize] = []
        for case let size? in pages.map(\.size) {
            if counts.updateValue(counts[size, default: 0] + 1, forKey: size) == nil { order.append(size) }
        }
        order.sort { counts[$0]! > counts[$1]! }
        let more = order.count > 5 ? ", and \(order.count - 5) more sizes" : ""
        let sizes = order.prefix(5).map { size in
            let millimeters = [size.width, size.height].map { "\(Int(min(1e9, (Double($0) * 25.4 / 96).rounded())))" }
            return "\(counts[size]!) of \(millimeters[0]) × \(millimeters[1]) mm"
        }
        let part = pages.count < pageCount ? " in the first \(pages.count)" : ""
        return sizes.joined(separator: ", ") + more + part
    }

    /// The first labels and the last; nil if the document has none.
    private var labels: String? {
        guard pages.contains(where: { $0.label != nil }) else { return nil }
        let labels = pages.map { $0.label ?? "none" }
        guard labels.count > Self.shownNames else { return labels.joined(separator: ", ") }
        return labels.prefix(Self.shownNames - 1).joined(separator: ", ") + ", … \(labels[labels.count - 1])"
    }

    private static func list(_ values: [String]) -> String {
        let rest = values.count > shownNames ? " and \(values.count - shownNames) more" : ""
        return values.prefix(shownNames).joined(separator: ", ") + rest
    }

    private static func text(_ font: Font) -> String {
        let name = font.name.isEmpty ? "an unnamed font" : font.name
        guard let substitute = font.substitute, substitute != font.name else { return name }
        return "\(name) (\(substitute) is used instead)"
    }

    private static func text(_ attachment: Attachment) -> String {
        let name = attachment.name.isEmpty ? "unnamed" : attachment.name
        return attachment.byteCount.map { "\(name) (\(GroupedNumber.counted($0, "byte")))" } ?? name
    }
}
