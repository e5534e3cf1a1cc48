public import Foundation
import PopplerMessages

/// The pages of a PDF document as contents.
public final class PDFPages: ContentPages {
    public let document: PDFDocument

    public init(_ document: PDFDocument) { self.document = document }

    public var count: Int { document.pageCount }
    public var hasText: Bool { true }

    public func size(of index: Int) throws(ContentFailure) -> CGSize { try document.size(of: index) }

    public func open(_ index: Int) throws(ContentFailure) -> ContentDocument {
        try page(index, facts: [], notes: [], pages: nil)
    }

    /// Returns the document's first page as a content that also provides all pages, even if there is only one.
    func document(notes: [String]) throws(ContentFailure) -> ContentDocument {
        try page(0, facts: document.facts, notes: notes + document.notes, pages: self)
    }

    private func page(
        _ index: Int, facts: [ContentDocument.Fact], notes: [String], pages: PDFPages?
    ) throws(ContentFailure) -> ContentDocument {
        let document = document
        let source = PageSource(
            contentSize: try document.size(of: index), budget: document.limits.memory,
            failureMemory: document.limits.pdf.failureNanoseconds
        ) { () throws(ContentFailure) in try document.read(index).source }
        var content = ContentDocument(
            path: document.path, kind: .pdf, source: source, isScalable: true, facts: facts, notes: notes, pages: pages)
        content.physicalSize = PhysicalSize(css: source.contentSize)
        return content
    }

    public func links(on index: Int) throws(ContentFailure) -> [PageLink] {
        try document.links(index).compactMap { link in
            PageTarget(link.target).map { PageLink(rect: CGRect(link.rect), target: $0) }
        }
    }

    public func outline() throws(ContentFailure) -> [OutlineEntry] {
        try document.outlineItems().map {
            OutlineEntry(level: $0.level, title: $0.title, target: PageTarget($0.target))
        }
    }

    public func omissions(on range: Range<Int>) throws(ContentFailure) -> [ContentOmission] {
        try document.omissions(on: range.clamped(to: 0..<count))
    }

    /// Returns a line without the characters that fonts without a Unicode mapping leave in a text.
    private static func printable(_ line: String) -> String {
        String(
            String.UnicodeScalarView(
                line.unicodeScalars.filter { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .privateUse, .unassigned: false
                    default: scalar != "\u{FFFD}"
                    }
                }))
    }

    public func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch? {
        let range = range.clamped(to: 0..<count)
        guard !text.isEmpty, !range.isEmpty else { return TextSearch(matches: [], next: range.upperBound) }
        let found = try document.matches(of: text, on: range, most: most)
        return TextSearch(
            matches: found.matches.compactMap { match in
                guard range.contains(match.page) else { return nil }
                return TextSearch.Match(
                    page: match.page, areas: match.quads.map { TextSearch.Area($0) },
                    line: Self.printable(match.line))
            },
            // Always advances, so that a caller that continues the search terminates.
            next: min(max(found.next, range.lowerBound + 1), range.upperBound))
    }
}

extension PageTarget {
    fileprivate init?(_ target: PopplerTarget) {
        switch target {
        case .none: return nil
        case .page(let page, let top): self = .page(page, top: top.map { $0 * PDFDocument.pixelsPerPoint })
        case .address(let address): self = .address(address)
        }
    }
}

extension TextSearch.Area {
    /// Converts an area to CSS pixels.
    fileprivate init(_ quad: PopplerQuad) {
        let scale = PDFDocument.pixelsPerPoint
        self.init(corners: quad.corners.map { CGPoint(x: $0.x * scale, y: $0.y * scale) }, isTurned: quad.isTurned)
    }
}

extension CGRect {
    /// Converts a rectangle to CSS pixels.
    fileprivate init(_ rect: PopplerRect) {
        let scale = PDFDocument.pixelsPerPoint
        self.init(x: rect.x * scale, y: rect.y * scale, width: rect.width * scale, height: rect.height * scale)
    }
}
