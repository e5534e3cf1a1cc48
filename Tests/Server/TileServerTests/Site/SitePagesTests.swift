import Foundation
import Testing
import TileContent
import TileEngine

@testable import TileServer

@Suite("Pages of a document in a site")
struct SitePagesTests {
    private func parts(_ id: String) -> (document: String, index: Int)? {
        Array(id.utf8).withUnsafeBytes { bytes in
            PageName(bytes).map { (String(decoding: $0.document, as: UTF8.self), $0.index) }
        }
    }

    @Test(
        "names of pages",
        arguments: [
            ("plan-p1", "plan", 0), ("plan-p12", "plan", 11), ("a-p2-p3", "a-p2", 2),
            ("x-p999999999", "x", 999_999_998),
        ])
    func names(id: String, document: String, index: Int) throws {
        let name = try #require(parts(id))
        #expect(name.document == document && name.index == index)
    }

    @Test(
        "what names no page",
        arguments: [
            "", "plan", "plan-p", "plan-p0", "plan-p01", "-p1", "p1", "plan-q1", "planp1", "x-p1234567890", "7", "-p",
        ])
    func noNames(id: String) {
        #expect(parts(id) == nil)
    }

    @Test("a page is opened when it is asked for, and no other")
    func lateOpening() async throws {
        let pages = SamplePages(count: 5000, damaged: nil)
        let fixture = try Fixture(documents: [pages.offer("book")])
        let opening = SiteOpening(fixture.site, workers: 1, logger: fixture.server.logger)
        #expect(fixture.site.slot(for: "book-p4") == nil, "the document is not open")
        opening.start()
        let wasClosed = try await opening.wait(for: "book-p4")
        #expect(wasClosed)
        let opened = pages.opened.withLock { $0 }
        #expect(opened == [3])
        let entry = try fixture.site.entry("book-p4")
        #expect(entry.content.page?.index == 3 && entry.content.page?.documentID == "book")
        let isClosed = try await opening.wait(for: "book-p4")
        #expect(!isClosed)
        #expect(fixture.site.slot(for: "book-p5001") == nil)
        #expect(fixture.site.entries.map(\.content.id) == ["plan", "photo", "book-p4"])
        #expect(fixture.site.entry(of: entry.engineID)?.content.id == "book-p4")
        opening.end()
    }

    @Test("a content that is named as a page would be keeps its name")
    func collision() async throws {
        let pages = SamplePages()
        let fixture = try Fixture(ids: ["book-p1"], documents: [pages.offer("book")])
        let opening = SiteOpening(fixture.site, workers: 1, logger: fixture.server.logger)
        opening.start()
        try await opening.wait(for: "book")
        #expect(try fixture.site.entry("book-p1").content.page == nil)
        try await opening.wait(for: "book-p2")
        #expect(try fixture.site.entry("book-p2").content.page?.index == 1)
        opening.end()
    }
}
