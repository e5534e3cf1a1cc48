import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TileGeometry

@testable import TileServer

@Suite("Other names of contents")
struct ContentAliasTests {
    /// Returns a server of files at these paths, in addition to a program's contents `plan` and `photo`.
    static func fixture(
        _ paths: [String], _ change: (inout TileServerConfiguration) -> Void = { _ in }
    ) throws -> Fixture { try Fixture(documents: offers(paths), change) }

    static func offers(_ paths: [String]) throws -> [OfferedContent] {
        let files = paths.map { path in
            FileNaming.File(
                names: ContentNames(
                    writtenPath: "served/\(path)", folders: path.split(separator: "/").dropLast().map(String.init)),
                absolutePath: "/\(path)", mayHavePages: path.hasSuffix("pdf"), isContentByName: true)
        }
        let naming = FileNaming(files)
        let source = Coordinates(width: 300, height: 200)
        return try zip(naming.ids, naming.names).map { id, names in
            var offer: OfferedContent
            if names.path.hasSuffix("pdf") {
                offer = SamplePages().offer(id)
            } else {
                offer = OfferedContent(
                    ServedContent(
                        id: id, title: names.path, source: source,
                        pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256), isScalable: false,
                        format: .png))
            }
            offer.names = names
            return offer
        }
    }

    static func hashed(_ path: String) -> String {
        ContentNames(writtenPath: path, folders: path.split(separator: "/").dropLast().map(String.init)).hashed
    }

    static func ask(
        _ fixture: Fixture, _ path: String, _ headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: path, method: .get, headers: headers) { $0 }
        }
    }

    /// Addresses of every protocol, with `%` in place of the name.
    private static let paths = [
        "/view/%", "/tiles/%.json", "/tiles/%/0/0/0.png", "/tiles/%/0/0/0", "/dzi/%.dzi", "/dzi/%_files/0/0_0.png",
        "/iiif/3/%/info.json", "/iiif/3/%/full/max/0/default.png", "/iiif/2/%/info.json",
        "/iiif/presentation/3/%/manifest.json", "/tms/1.0.0/%", "/tms/1.0.0/%/0/0/0.png",
        "/zoomify/%/ImageProperties.xml", "/zoomify/%/TileGroup0/0-0-0.jpg", "/static/%?width=50", "/links/%",
        "/render/%?x=0&y=0&width=10&height=10&scale=1", "/wmts/1.0.0/%/default/square-256-1/0/0/0.png",
        "/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=%&STYLE=default&FORMAT=image/png"
            + "&TILEMATRIXSET=square-256-1&TILEMATRIX=0&TILEROW=0&TILECOL=0",
        "/wmts/1.0.0/WMTSCapabilities.xml?layer=%",
    ]

    private func address(_ path: String, _ name: String) -> String {
        path.replacingOccurrences(of: "%", with: IdentifierEncoding.encoded(name))
    }

    /// Returns the path and query that a relative reference refers to (RFC 3986, section 5.2).
    private func resolved(_ reference: String, from path: String) -> String {
        let url = URL(string: reference, relativeTo: URL(string: "http://x\(path)"))!.absoluteURL
        return url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
    }

    @Test("in any script are answered in every protocol, however they are spelled", arguments: paths)
    func unicode(path: String) async throws {
        let fixture = try Self.fixture(["東京/Zürich.svg"])
        let id = "東京.Zürich"
        let found = try await Self.ask(fixture, address(path, id))
        #expect(found.status.code < 400 && found.headers[.location]?.contains("東") != true, "\(found.status)")
        let lower = path.replacingOccurrences(
            of: "%",
            with: IdentifierEncoding.encoded(id).lowercased()
                .replacingOccurrences(of: "z%c3", with: "Z%c3"))
        #expect(try await Self.ask(fixture, lower).status == found.status)
        let decomposed = path.replacingOccurrences(
            of: "%", with: IdentifierEncoding.encoded("東京.") + "Zu%CC%88rich")
        #expect(try await Self.ask(fixture, decomposed).status == found.status)
    }

    @Test("lead to the identifier in every protocol", arguments: paths)
    func redirects(path: String) async throws {
        let fixture = try Self.fixture(["東京.svg", "site.svg"])
        for (name, id) in [("content", "東京"), (Self.hashed("東京.svg"), "東京"), (Self.hashed("site.svg"), "site")] {
            let answer = try await Self.ask(fixture, address(path, name))
            #expect(answer.status == .found && answer.headers[.cacheControl] == "no-cache", "\(answer.status)")
            let location = try #require(answer.headers[.location])
            #expect(resolved(location, from: address(path, name)) == address(path, id))
        }
    }

    @Test("that could mean several contents show none, and name those that may be seen", arguments: paths)
    func ambiguous(path: String) async throws {
        let fixture = try Self.fixture(["a+b.svg", "a#b.svg", "secret/x.svg", "other.svg"]) { configuration in
            configuration.access.privateContents = [AccessPolicy.Scope("a#b.svg")!]
            configuration.access.tokens = ["0123456789abcdef": [AccessPolicy.Scope("a#b.svg")!]]
        }
        let (seen, hidden) = (Self.hashed("a+b.svg"), Self.hashed("a#b.svg"))
        for name in ["a-b", "a-b-2"] {
            let answer = try await Self.ask(fixture, address(path, name))
            #expect(answer.status == .notFound)
            let body = String(buffer: answer.body)
            #expect(body.contains("could mean several contents") && body.contains(seen) && !body.contains(hidden))
            if !path.hasPrefix("/wmts?") {
                let link = try #require(answer.headers[.link])
                let reference = try #require(link.split(separator: ">").first?.dropFirst())
                #expect(resolved(String(reference), from: address(path, name)) == address(path, seen))
                #expect(!link.contains(hidden))
            }
            let granted = try await Self.ask(fixture, address(path, name), [.authorization: "Bearer 0123456789abcdef"])
            #expect(granted.status == .notFound && String(buffer: granted.body).contains(hidden))
        }
        #expect(try await Self.ask(fixture, address(path, "a-b-3")).status.code >= 400)
        #expect(!String(buffer: try await Self.ask(fixture, address(path, "a-b-3")).body).contains(seen))
    }

    @Test("never lead to a private content without a grant, and do not tell that it exists", arguments: paths)
    func hidden(path: String) async throws {
        let fixture = try Self.fixture(["東京.svg", "book.pdf"]) { configuration in
            configuration.access.privateContents = ["東京.svg", "book"].map { AccessPolicy.Scope($0)! }
        }
        for name in ["content", "東京", Self.hashed("東京.svg"), "book", "book-p2", Self.hashed("book.pdf")] {
            let (denied, missing) = (
                try await Self.ask(fixture, address(path, name)), try await Self.ask(fixture, address(path, "nowhere"))
            )
            #expect(denied.status == missing.status && denied.headers[.location] == nil, "\(name)")
            #expect(
                denied.headers[.link] == nil
                    && String(buffer: denied.body)
                        .replacingOccurrences(of: "“\(name)”", with: "“nowhere”") == String(buffer: missing.body),
                "\(name)")
        }
    }

    @Test("of a document lead to its pages")
    func pages() async throws {
        let fixture = try Self.fixture(["bok.pdf", "plan.pdf", "plan-p2.svg"])
        let hashed = Self.hashed("plan.pdf")
        fixture.server.opening.start()
        defer { fixture.server.opening.end() }
        for slot in fixture.site.slots { _ = try? await fixture.server.opening.settle(slot.offer.id) }
        // The file has the name of a page, so neither keeps it.
        let both = try await Self.ask(fixture, "/tiles/plan-p2.json")
        #expect(both.status == .notFound)
        #expect(both.headers[.link]?.contains("\(hashed)-p2.json") == true)
        #expect(both.headers[.link]?.contains(Self.hashed("plan-p2.svg")) == true)
        let page = try await Self.ask(fixture, "/tiles/\(Self.hashed("bok.pdf"))-p2.json")
        #expect(page.status == .found && page.headers[.location] == "bok-p2.json")
        // The page does not exist, and the address does not redirect to itself.
        #expect(try await Self.ask(fixture, "/tiles/bok-p9999.json").status == .notFound)
    }

    @Test("lead a scroll session to the content, which has no redirects")
    func session() throws {
        let fixture = try Self.fixture(["東京.svg", "a+b.svg", "a#b.svg"])
        func content(_ name: String) throws -> String {
            try SessionAddress("/session/0123456789abcdefghij-_?content=\(name)", of: fixture.site)
                .content.content.id
        }
        #expect(try content("content") == "東京" && content("%E6%9D%B1%E4%BA%AC") == "東京")
        #expect(throws: HTTPProblem.self) { try content("a-b") }
    }

    @Test("are found at a connection's front, too")
    func front() throws {
        let fixture = try Self.fixture(["東京.svg", "a+b.svg", "a#b.svg"])
        func named(_ name: String) -> Bool {
            Array("/tiles/\(name)/0/0/0.png".utf8).withUnsafeBytes { fixture.site.namedTile(atPath: $0) } != nil
        }
        #expect(named("%E6%9D%B1%E4%BA%AC") && named("%e6%9d%b1%e4%ba%ac"))
        #expect(!named("content") && !named("a-b") && named(Self.hashed("a+b.svg")))
    }
}
