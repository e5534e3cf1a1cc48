import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import TileContent
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// Tests with contents that are opened while they are served, one at a time, when the test says so.
@Suite("A server that opens its contents while it runs")
struct SiteOpeningTests {
    @Test("is ready when all that is opened at the start was tried, also what can't be shown")
    func readiness() async throws {
        let gates = Gates(["a", "b"])
        let server = try server([gates.offer("a"), gates.offer("b", failing: ContentRefusal("it is damaged"))])
        let operators = Application(
            responder: MetricsResponder(metrics: server.metrics, site: server.site), logger: Logger(label: "test"))
        func statuses() async throws -> [Int] {
            [
                try await server.application.test(.router) { client in
                    try await client.execute(uri: "/readyz", method: .get) { Int($0.status.code) }
                },
                try await operators.test(.router) { client in
                    try await client.execute(uri: "/readyz", method: .get) { Int($0.status.code) }
                },
            ]
        }
        server.opening.start()
        await gates.begins()
        #expect(try await statuses() == [503, 503])
        for id in ["a", "b"] { gates.release(id) }
        for slot in server.site.slots { await slot.settled() }
        #expect(try await statuses() == [200, 200])
    }

    @Test("opens others while another machine lets it wait, with one worker")
    func elsewhere() async throws {
        let gates = Gates(["a", "b"])
        let (answers, machine) = AsyncStream<Void>.makeStream()
        var remote = gates.offer("a")
        remote.prepare = { for await _ in answers { return } }
        let server = try server([remote, gates.offer("b")])
        server.opening.start()
        await gates.begins()
        #expect(gates.order == ["b"])
        gates.release("b")
        await server.site.slots[1].settled()
        machine.yield()
        gates.release("a")
        await server.site.slots[0].settled()
        #expect(gates.order == ["b", "a"])
    }

    /// Contents that are opened only when the test allows it.
    final class Gates: Sendable {
        private let begun = AsyncStream<String>.makeStream()
        private let gates: [String: DispatchSemaphore]
        private let opened = Lock<[String]>([])

        init(_ ids: [String]) {
            gates = Dictionary(uniqueKeysWithValues: ids.map { ($0, DispatchSemaphore(value: 0)) })
        }

        /// The opened contents in the order in which opening began.
        var order: [String] { opened.withLock { $0 } }

        func offer(_ id: String, failing failure: (any Error)? = nil, isListed: Bool = false) -> OfferedContent {
            let listing = OfferedContent.Listing(title: "The \(id)", kind: "svg", folder: "plans")
            return OfferedContent(id: id, listing: isListed ? listing : nil) { [self] in
                opened.withLock { $0.append(id) }
                begun.continuation.yield(id)
                gates[id]!.wait()
                if let failure { throw failure }
                let source = Coordinates(width: 300, height: 200)
                return ServedContent(
                    id: id, title: id, source: source,
                    pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256), isScalable: true,
                    format: .png)
            }
        }

        /// Waits until the next content is being opened.
        func begins() async {
            for await _ in begun.stream { return }
        }

        func release(_ id: String) { gates[id]!.signal() }
    }

    func server(
        _ offers: [OfferedContent], workers: Int = 1, maxOpenedAtStart: Int = 100
    ) throws -> TileServer {
        var configuration = TileServerConfiguration()
        configuration.openingWorkers = workers
        configuration.maxOpenedAtStart = maxOpenedAtStart
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return try TileServer(configuration: configuration, offers: offers, logger: logger)
    }

    func get(_ path: String, from server: TileServer) async throws -> TestResponse {
        try await server.application.test(.router) { client in
            try await client.execute(uri: path, method: .get) { $0 }
        }
    }

    func listing(of server: TileServer) async throws -> (ids: [String], opening: Int) {
        struct Listing: Decodable {
            struct Item: Decodable { var id: String }
            var contents: [Item]
            var opening: Int
        }
        let body = try await get("/contents.json", from: server).body
        let listing = try JSONDecoder().decode(Listing.self, from: Data(buffer: body))
        return (listing.contents.map(\.id), listing.opening)
    }

    @Test("answers for what is open while another file is being opened, and lists how many are not")
    func listsProgress() async throws {
        let gates = Gates(["first", "second"])
        let server = try server([gates.offer("first"), gates.offer("second")])
        server.opening.start()
        await gates.begins()
        var listing = try await listing(of: server)
        #expect(listing.ids.isEmpty && listing.opening == 2)
        #expect(try await get("/healthz", from: server).status == .ok)
        gates.release("first")
        await gates.begins()
        #expect(try await get("/tiles/first/0/0/0.png", from: server).status == .ok)
        listing = try await self.listing(of: server)
        #expect(listing.ids == ["first"] && listing.opening == 1)
        gates.release("second")
        #expect(try await get("/tiles/second.json", from: server).status == .ok)
        listing = try await self.listing(of: server)
        #expect(listing.ids == ["first", "second"] && listing.opening == 0)
    }

    @Test("has a request wait until its content is open, and opens that before the others")
    func wantedFirst() async throws {
        let ids = ["a", "b", "c", "d"]
        let gates = Gates(ids)
        let server = try server(ids.map { gates.offer($0) })
        server.opening.start()
        await gates.begins()
        let answer = Task { try await get("/dzi/d.dzi", from: server) }
        while server.site.slot(for: "d")?.isWaitedFor != true { await Task.yield() }
        for id in ["a", "d", "b", "c"] { gates.release(id) }
        #expect(try await answer.value.status == .ok)
        _ = try await get("/tiles/c.json", from: server)
        #expect(gates.order == ["a", "d", "b", "c"])
    }

    @Test("says of what can't be shown why, without where it is, and has the viewer's page for what is being opened")
    func refused() async throws {
        let gates = Gates(["damaged", "odd", "late"])
        let server = try server([
            gates.offer("damaged", failing: ContentRefusal("its file is damaged")),
            gates.offer("odd", failing: ContentFailure.notFound(path: "/home/someone/odd.svg")), gates.offer("late"),
        ])
        server.opening.start()
        gates.release("damaged")
        gates.release("odd")
        let damaged = try await get("/tiles/damaged/0/0/0.png", from: server)
        #expect(damaged.status == .notFound)
        #expect(String(buffer: damaged.body) == "“damaged” can't be shown: its file is damaged\n")
        let odd = try await get("/render/odd?x=0&y=0&width=1&height=1", from: server)
        #expect(odd.status == .notFound && !String(buffer: odd.body).contains("home"))
        #expect(try await get("/view/odd", from: server).status == .notFound)
        #expect(try await get("/view/late", from: server).status == .ok)
        #expect(try await get("/view/nothing", from: server).status == .notFound)
        #expect(try await get("/tiles/nothing/0/0/0.png", from: server).status == .notFound)
        gates.release("late")
        #expect(try await get("/tiles/late/0/0/0.png", from: server).status == .ok)
    }

    @Test("stops waiting for a content when the client leaves")
    func clientLeaves() async throws {
        let gates = Gates(["slow"])
        let server = try server([gates.offer("slow")])
        server.opening.start()
        await gates.begins()
        let presence = ClientPresence()
        let answer = Task {
            try await ClientPresence.$current.withValue(presence) {
                try await get("/tiles/slow/0/0/0.png", from: server)
            }
        }
        while server.site.slot(for: "slow")?.isWaitedFor != true { await Task.yield() }
        presence.clientLeft()
        #expect(try await answer.value.status.code != 200)
        #expect(server.site.slot(for: "slow")?.isWaitedFor == false)
        gates.release("slow")
    }

    @Test("lists many by name, and opens those alone that are asked for and those that have no listing")
    func many() async throws {
        let ids = ["a", "b", "c", "odd"]
        let gates = Gates(ids)
        let server = try server(ids.map { gates.offer($0, isListed: $0 != "odd") }, maxOpenedAtStart: 3)
        for id in ids { gates.release(id) }
        var listing = try await listing(of: server)
        #expect(listing.ids == ["a", "b", "c"] && listing.opening == 1)
        server.opening.start()
        _ = try await get("/tiles/odd.json", from: server)
        #expect(try await get("/tiles/b/0/0/0.png", from: server).status == .ok)
        #expect(try await get("/view/c", from: server).status == .ok)
        #expect(gates.order == ["odd", "b"])
        listing = try await self.listing(of: server)
        #expect(listing.ids == ids && listing.opening == 0)
        let items = String(buffer: try await get("/contents.json", from: server).body)
        #expect(items.contains(#"{"folder":"plans","id":"a","kind":"svg","title":"The a"}"#), "\(items)")
        #expect(items.contains(#"{"height":200,"id":"b","title":"b","width":300}"#), "\(items)")
        // A session does not wait, but has its content opened for the next attempt.
        #expect(throws: HTTPProblem.self) {
            try SessionAddress("/session/0123456789abcdef0123?content=c", of: server.site) {
                server.opening.wish(for: $0)
            }
        }
        #expect(try await get("/tiles/c.json", from: server).status == .ok)
        #expect(gates.order == ["odd", "b", "c"])
    }

    /// The client of `b` disconnects before `b` is opened.
    @Test("does not open what nobody waits for any more")
    func scrolledPast() async throws {
        let ids = ["a", "b", "c"]
        let gates = Gates(ids)
        let server = try server(ids.map { gates.offer($0, isListed: true) }, maxOpenedAtStart: 0)
        server.opening.start()
        let first = Task { try await get("/tiles/a.json", from: server) }
        await gates.begins()
        let presence = ClientPresence()
        let second = Task {
            try await ClientPresence.$current.withValue(presence) { try await get("/tiles/b.json", from: server) }
        }
        while server.site.slot(for: "b")?.isWaitedFor != true { await Task.yield() }
        let third = Task { try await get("/tiles/c.json", from: server) }
        while server.site.slot(for: "c")?.isWaitedFor != true { await Task.yield() }
        presence.clientLeft()
        _ = try await second.value
        for id in ids { gates.release(id) }
        #expect(try await first.value.status == .ok)
        #expect(try await third.value.status == .ok)
        #expect(gates.order == ["a", "c"])
        // A later request opens it after all.
        #expect(try await get("/tiles/b.json", from: server).status == .ok)
    }

    @Test("opens none after its end")
    func end() async throws {
        let gates = Gates(["first", "second"])
        let server = try server([gates.offer("first"), gates.offer("second")])
        server.opening.start()
        await gates.begins()
        server.opening.end()
        gates.release("first")
        _ = try await get("/tiles/first.json", from: server)
        server.opening.start()
        #expect(gates.order == ["first"])
    }
}
