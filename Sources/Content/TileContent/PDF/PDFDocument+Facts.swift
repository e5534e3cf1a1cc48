import Foundation
import PopplerMessages
import TileSupport

/// Information about a document for its owner.
extension PDFDocument {
    /// The facts that are known without reading a page.
    var facts: [ContentDocument.Fact] {
        var facts = [
            ContentDocument.Fact(name: "format", value: description.version.replacing("PDF-", with: "PDF ")),
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

    /// The maximum number of pages that are examined.
    private static let describedPages = 500

    /// Returns facts that require examining the pages: their sizes, and fonts that are not embedded.
    ///
    /// - Complexity: O(pages), up to 500 of them.
    public func detailedFacts() throws(ContentFailure) -> (facts: [ContentDocument.Fact], notes: [String]) {
        let looked = min(pageCount, Self.describedPages)
        var counts: [CGSize: Int] = [:]
        var order: [CGSize] = []
        var damaged = 0
        for index in 0..<looked {
            let size: CGSize
            do throws(ContentFailure) {
                size = try self.size(of: index)
            } catch {
                guard case .pdf(_, _, .worker(.refused)) = error else { throw error }
                damaged += 1
                continue
            }
            if counts.updateValue(counts[size, default: 0] + 1, forKey: size) == nil { order.append(size) }
        }
        order.sort { counts[$0]! > counts[$1]! }
        let more = order.count > 5 ? ", and \(order.count - 5) more sizes" : ""
        let sizes = order.prefix(5).map { size in
            let millimeters = [size.width, size.height].map { "\(Int((Double($0) * 25.4 / 96).rounded()))" }
            return "\(counts[size]!) of \(millimeters[0]) × \(millimeters[1]) mm"
        }
        var facts = [ContentDocument.Fact(name: "page sizes", value: sizes.joined(separator: ", ") + more)]
        if looked < pageCount { facts[0].value += " in the first \(looked)" }
        var notes: [String] = []
        if damaged > 0 { notes.append("\(damaged) of its pages can't be shown.") }
        let missing = try fonts(pages: looked).filter { !$0.isEmbedded }
        if !missing.isEmpty {
            let names = Set(missing.map(Self.text)).sorted()
            let rest = names.count > 10 ? " and \(names.count - 10) more" : ""
            facts.append(
                ContentDocument.Fact(
                    name: "fonts not embedded", value: names.prefix(10).joined(separator: ", ") + rest))
        }
        return (facts, notes)
    }

    private static func text(_ font: PopplerFont) -> String {
        let name = font.name.isEmpty ? "an unnamed font" : font.name
        if font.substitute.isEmpty || font.substitute == font.name { return name }
        return "\(name) (\(font.substitute) is used instead)"
    }
}
