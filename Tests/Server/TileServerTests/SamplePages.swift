import Foundation
import TileContent
import TileEngine
import TileGeometry
import TileSupport

@testable import TileServer

/// A document of pages without a file. Pages have 300 × 200 points; one may be damaged.
final class SamplePages: ContentPages {
    let count: Int
    let hasText = true
    /// The index of the damaged page, from 0.
    private let damaged: Int?
    /// The opened pages, in order.
    let opened = Lock<[Int]>([])

    init(count: Int = 3, damaged: Int? = 2) { (self.count, self.damaged) = (count, damaged) }

    func size(of index: Int) throws(ContentFailure) -> CGSize {
        if index == damaged {
            throw .pdf(path: "/secret/book.pdf", page: index, .worker(.refused(message: "it is torn")))
        }
        return CGSize(width: 300, height: 200)
    }

    func open(_ index: Int) throws(ContentFailure) -> ContentDocument {
        let size = try size(of: index)
        opened.withLock { $0.append(index) }
        return ContentDocument(
            path: "/secret/book.pdf", kind: .pdf, source: Coordinates(width: size.width, height: size.height),
            isScalable: true, facts: [], notes: [])
    }

    func links(on index: Int) throws(ContentFailure) -> [PageLink] {
        _ = try size(of: index)
        return [
            PageLink(rect: CGRect(x: 10, y: 20, width: 30.123, height: 8), target: .page(count - 1, top: 12.5)),
            PageLink(rect: CGRect(x: 10, y: 40, width: 30, height: 8), target: .address("https://a.example/?q=1")),
            PageLink(rect: CGRect(x: 10, y: 60, width: 30, height: 8), target: .address("javascript:alert(1)")),
            PageLink(rect: CGRect(x: 10, y: 80, width: 30, height: 8), target: .page(count, top: nil)),
        ]
    }

    func outline() throws(ContentFailure) -> [OutlineEntry] {
        [
            OutlineEntry(level: 0, title: "Parts", target: nil),
            OutlineEntry(level: 1, title: "Valves & “pumps”", target: .page(1, top: nil)),
        ]
    }

    /// Returns the hits of a search: “valve” is on every page, and one page is searched at a time. “turned” is on each
    /// first page, on two lines that go up.
    func search(_ text: String, on range: Range<Int>, most: Int) throws(ContentFailure) -> TextSearch? {
        if range.first == 0, text == "turned" {
            let areas = [10.0, 20].map { x in
                let corners = [(x, 50.0), (x + 20, 30), (x + 30, 40), (x + 10, 60)].map { CGPoint(x: $0, y: $1) }
                return TextSearch.Area(corners: corners, isTurned: true)
            }
            return TextSearch(matches: [.init(page: 0, areas: areas, line: "is turned")], next: range.upperBound)
        }
        guard let page = range.first, text.lowercased() == "valve" else {
            return TextSearch(matches: [], next: range.upperBound)
        }
        let rect = CGRect(x: 5, y: 6, width: 40, height: 9)
        return TextSearch(matches: [.init(page: page, rect: rect, line: "A valve")], next: page + 1)
    }

    /// The offer of these pages to a server.
    func offer(_ id: String) -> OfferedContent {
        OfferedContent(id: id, opened: { [self] in opened(id) })
    }

    private func opened(_ id: String) -> OpenedContent {
        .pages(
            ServedPages(id: id, title: "Book", pages: self, kind: "pdf") { [self] index, pageID in
                do {
                    let document = try open(index)
                    var content = ServedContent(
                        id: pageID, title: "Book", source: document.source,
                        pyramid: try TilePyramid(contentSize: document.source.contentSize, tileSize: 256),
                        isScalable: true, format: .png, kind: "pdf")
                    content.page = ServedPage(self, index: index, documentID: id)
                    return content
                } catch let failure as ContentFailure {
                    throw ContentRefusal(failure.reasonForClients)
                }
            })
    }
}
