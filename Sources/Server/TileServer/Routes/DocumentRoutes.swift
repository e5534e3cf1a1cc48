import Foundation
import HTTPTypes
import Hummingbird
import TileContent
import TileSupport

/// Routes for the links, outlines and text of documents with pages.
///
///     /links/{id}
///     /outline/{id}
///     /search/{id}?q=&from=
///
/// Rects are in the units of the page's content. `{id}` is that of a page; for an outline or a search, it may be the
/// document's.
struct DocumentRoutes: SiteRoutes {
    let context: RouteContext

    /// The longest search text, in bytes.
    private static let maxSearch = 200
    /// The largest number of matches in one answer. Clients continue from the page after it.
    private static let maxMatches = 200

    func add(to router: Router<BasicRequestContext>) {
        router.read("/links", links)
        router.read("/outline", outline)
        router.read("/search", search)
    }

    var paths: [OpenAPIPath] {
        let target = JSONSchema.object(
            [:],
            optional: [
                "id": .string.described("The target page."), "page": .count, "top": .number,
                "href": .address,
            ])
        let link = JSONSchema.object(["rect": .rect, "to": target])
        let entry = JSONSchema.object(["level": .count, "title": .string], optional: ["to": target])
        let quad = JSONSchema.array(of: .number, count: 8...8)
        let match = JSONSchema.object(
            ["id": .string, "page": .count, "rect": .rect, "text": .string],
            optional: [
                "quads": .array(of: quad).described(
                    "The corners on each line, for a match that is turned or on several lines.")
            ])
        func path(
            _ name: String, _ text: String, _ parameters: [OpenAPIParameter] = [], schema: JSONSchema
        ) -> OpenAPIPath {
            OpenAPIPath(
                "/\(name)/{id}", name, tag: "Documents", text, parameters: [.id] + parameters,
                answers: .document("Positions are in units of the page's content.", "application/json", schema: schema)
                    + .ofContent)
        }
        return [
            path("links", "The links of a page.", schema: .object(["links": .array(of: link)])),
            path(
                "outline", "The outline of a document, named by the document or one of its pages.",
                schema: .object(["outline": .array(of: entry)])),
            path(
                "search", "Finds text on a page or in a document.",
                [
                    .query(
                        "q", .string(length: 1...Self.maxSearch), isRequired: true, example: "a",
                        "At most \(Self.maxSearch) bytes of UTF-8, not only spaces."),
                    .query("from", .integer(1...Int(Int32.max)), "The page to start from."),
                ],
                schema: .object(
                    ["matches": .array(of: match)],
                    optional: ["next": .count.described("The page to continue from, if there may be more matches.")])),
        ]
    }

    @Sendable
    private func links(_ id: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        try await context.opening.wait(for: id)
        let entry = try context.site.entry(id)
        struct Document: Encodable { var links: [LinkItem] }
        guard let page = entry.content.page else { return Self.json(Document(links: []), request) }
        let links = try await work(entry.content.id) { () throws(ContentFailure) in
            try page.pages.links(on: page.index)
        }
        return Self.json(Document(links: links.compactMap { LinkItem($0, of: page) }), request)
    }

    @Sendable
    private func outline(_ id: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        struct Document: Encodable { var outline: [OutlineItem] }
        guard let page = try await document(id) else { return Self.json(Document(outline: []), request) }
        let entries = try await work(page.documentID) { () throws(ContentFailure) in try page.pages.outline() }
        return Self.json(Document(outline: entries.map { OutlineItem($0, of: page) }), request)
    }

    @Sendable
    private func search(_ id: Substring, _ request: Request) async throws(HTTPProblem) -> Response {
        let query = request.uri.queryParameters
        guard let text = Self.searchText(request.uri.query)?.trimmingCharacters(in: .whitespacesAndNewlines),
            !text.isEmpty
        else { throw .malformed("q is missing: use /search/\(id.prefix(200))?q=TEXT") }
        guard text.utf8.count <= Self.maxSearch else {
            throw .malformed("q must be at most \(Self.maxSearch) bytes")
        }
        guard let page = try await document(id) else {
            throw .notFound("“\(id.prefix(200))” is not a document with searchable text")
        }
        let count = page.pages.count
        var from = 1
        if let given = query["from"] {
            guard let number = Int(given), (1...count).contains(number) else {
                throw .malformed("from must be a page number, 1 to \(GroupedNumber.text(count))")
            }
            from = number
        }
        // The name of a page limits the search to that page, unless it is the whole document.
        let isPage = page.index >= 0
        let range = isPage ? page.index..<page.index + 1 : from - 1..<count
        let found = try await work(page.documentID) { () throws(ContentFailure) in
            try page.pages.search(text, on: range, most: Self.maxMatches)
        }
        guard let found else {
            throw .notFound("“\(id.prefix(200))” is not a document with searchable text")
        }
        let answer = SearchAnswer(
            matches: found.matches.map { match in
                SearchAnswer.Match(
                    id: page.id(of: match.page), page: match.page + 1, rect: Self.numbers(match.rect),
                    quads: Self.quads(match), text: match.line)
            }, next: found.next < range.upperBound ? found.next + 1 : nil)
        return Self.json(answer, request)
    }

    /// Returns the text to search for. A plus sign is a space, as forms and `URLSearchParams` write it; nil for none.
    private static func searchText(_ query: String?) -> String? {
        for pair in (query ?? "").split(separator: "&") where pair.hasPrefix("q=") {
            let text = pair.dropFirst(2).replacing("+", with: " ")
            return text.removingPercentEncoding ?? String(text)
        }
        return nil
    }

    /// Returns the document that a name belongs to, with the index of the page that it names or -1; nil for a content
    /// that is not a document.
    private func document(_ id: Substring) async throws(HTTPProblem) -> ServedPage? {
        try await context.opening.wait(for: id)
        guard let slot = context.site.slot(for: id) else { throw context.site.problem(named: id) }
        if let pages = slot.pages?.served { return ServedPage(pages.pages, index: -1, documentID: pages.id) }
        return try slot.openEntry().content.page
    }

    /// The number of concurrent reads is limited, because each blocks a thread while it waits for a process. The others
    /// wait without a thread.
    private static let asking = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 4
        queue.qualityOfService = .userInitiated
        return queue
    }()

    /// Runs work that waits for a process on a thread that may block. Does nothing if the client has disconnected by
    /// then.
    private func work<Value: Sendable>(
        _ id: String, _ body: @escaping @Sendable () throws(ContentFailure) -> Value
    ) async throws(HTTPProblem) -> Value {
        let presence = ClientPresence.current
        let result: Result<Value, ContentFailure>? = try await ClientPresence.work(for: id) {
            await withCheckedContinuation { waiter in
                Self.asking.addOperation {
                    if presence?.hasLeft == true { return waiter.resume(returning: nil) }
                    waiter.resume(returning: Result { () throws(ContentFailure) in try body() })
                }
            }
        }
        guard let result else { throw .clientLeft }
        do {
            return try result.get()
        } catch {
            throw .unavailable(
                "“\(id)” can't be read: \(error.reasonForClients)", retryAfter: 60, logged: error.description)
        }
    }

    private static func json(_ document: some Encodable, _ request: Request) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings, whole numbers and finite lengths can always be represented in JSON.
        return .document([UInt8](try! encoder.encode(document)), "application/json", to: request)
    }

    /// Returns the left, top, width and height, rounded to a hundredth.
    fileprivate static func numbers(_ rect: CGRect) -> [Double] {
        [rect.minX, rect.minY, rect.width, rect.height].map { rounded(Double($0)) }
    }

    /// Returns the corners of a match, if its rectangle does not describe it.
    fileprivate static func quads(_ match: TextSearch.Match) -> [[Double]]? {
        guard match.areas.count > 1 || match.areas[0].isTurned else { return nil }
        return match.areas.map { area in area.corners.flatMap { [rounded(Double($0.x)), rounded(Double($0.y))] } }
    }

    /// Rounds to a hundredth. A file may name any number, and JSON has no infinity.
    fileprivate static func rounded(_ length: Double) -> Double {
        length.isNaN ? 0 : (min(1e15, max(-1e15, length)) * 100).rounded() / 100
    }
}

private struct SearchAnswer: Encodable {
    struct Match: Encodable {
        var id: String
        var page: Int
        var rect: [Double]
        /// The corners of each line, x before y; nil for a match on one line that is not turned.
        var quads: [[Double]]?
        var text: String
    }

    var matches: [Match]
    /// The page from which to continue.
    var next: Int?
}

/// The target of a link or outline entry, in the format of the viewer.
private struct TargetItem: Encodable {
    var id: String?
    var page: Int?
    var top: Double?
    var href: String?

    /// Returns nil for a target that a page should not link to, such as a script or a file.
    init?(_ target: PageTarget, of page: ServedPage) {
        switch target {
        case .page(let index, let top):
            guard (0..<page.pages.count).contains(index) else { return nil }
            id = page.id(of: index)
            self.page = index + 1
            self.top = top.map(DocumentRoutes.rounded)
        case .address(let address):
            let schemes = ["http:", "https:", "mailto:"]
            guard schemes.contains(where: { address.lowercased().hasPrefix($0) }), address.utf8.count <= 2000 else {
                return nil
            }
            href = address
        }
    }
}

private struct LinkItem: Encodable {
    var rect: [Double]
    var to: TargetItem

    init?(_ link: PageLink, of page: ServedPage) {
        guard let to = TargetItem(link.target, of: page) else { return nil }
        self.to = to
        rect = DocumentRoutes.numbers(link.rect)
    }
}

private struct OutlineItem: Encodable {
    var level: Int
    var title: String
    var to: TargetItem?

    init(_ entry: OutlineEntry, of page: ServedPage) {
        level = entry.level
        title = entry.title
        to = entry.target.flatMap { TargetItem($0, of: page) }
    }
}
