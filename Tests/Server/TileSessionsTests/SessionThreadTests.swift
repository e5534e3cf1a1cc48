import Dispatch
import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileSessions

/// Tests of the session state that a server's threads share, without the network. They also run under the thread
/// sanitizer.
@Suite("What threads share of sessions")
struct SessionThreadTests {
    /// A source of one color.
    private final class Plain: TileSource {
        let contentSize = CGSize(width: 1024, height: 1024)

        func raster(_ area: RasterArea, in context: RasterContext) -> TileImage {
            .solid(.white, width: area.width, height: area.height)
        }
    }

    private let engine = TileEngine(services: EngineServices())
    private let content: ContentID
    private let client = ClientAddress(bytes: 1, isNetwork: false)

    init() throws {
        let source = Plain()
        content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
    }

    private func id(_ number: Int) throws -> SessionID {
        try #require(SessionID("session-of-threads-\(1000 + number)"))
    }

    private func standing(_ policy: SessionPolicy = SessionPolicy()) throws -> SessionStanding {
        SessionStanding(try id(0), of: content, as: .png, client: client, policy: policy)
    }

    private func key(_ column: Int, _ row: Int) -> TileKey {
        TileKey(content, TileCoordinate(level: 8, column: column, row: row), as: .encoded(.png))
    }

    @Test("a session hears once of each thing that it is told, whoever tells it and whenever")
    func everythingIsHeard() throws {
        let standing = try standing()
        // The session's own thread. It is woken once for all changes before it handles them.
        let thread = DispatchQueue(label: "session")
        let heard = Lock<(drafts: [TileKey], changes: [Box], arrivals: Int)>(([], [], 0))
        standing.wakes {
            thread.async {
                let news = standing.takeNews()
                heard.withLock {
                    $0.drafts += news.drafts
                    $0.changes += news.changes
                    if news.hasArrivals { $0.arrivals += 1 }
                }
                standing.setFast(news.drafts.count % 2 == 0)
            }
        }
        let (tellers, rounds) = (8, 100)
        DispatchQueue.concurrentPerform(iterations: tellers) { teller in
            for round in 0..<rounds {
                standing.gaveDraft(of: key(teller, round))
                standing.changed(Box(x: Double(teller), y: Double(round), width: 1, height: 1))
                standing.arrived()
                _ = standing.takesDraft(of: key(teller, round))
            }
        }
        thread.sync {}
        let all = heard.withLock { $0 }
        #expect(all.drafts.count == tellers * rounds)
        #expect(Set(all.drafts).count == tellers * rounds)
        #expect(all.arrivals > 0)
        for teller in 0..<tellers {
            for round in 0..<rounds {
                let box = Box(x: Double(teller), y: Double(round), width: 1, height: 1)
                #expect(all.changes.contains { $0.contains(box) })
            }
        }
    }

    @Test("a session that was told something before it could be woken is woken as soon as it can")
    func toldBefore() throws {
        // engine's thread        connection's thread
        //                        opens the session: the book knows it
        // the content changes:
        // tells it, wakes nobody
        //                        says how to wake it
        //                        (is woken)
        let standing = try standing()
        let wakes = Lock(0)
        standing.changed(Box(x: 0, y: 0, width: 1, height: 1))
        standing.wakes { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 1)
        #expect(standing.takeNews().changes == [Box(x: 0, y: 0, width: 1, height: 1)])
        standing.arrived()
        #expect(wakes.withLock { $0 } == 2)

        let quiet = try self.standing()
        quiet.wakes { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 2, "there is nothing to tell it")
    }

    @Test("a session that ends while others tell it things keeps nothing, and wakes nobody afterwards")
    func endsMeanwhile() throws {
        let standing = try standing()
        let isOver = Lock(false)
        standing.wakes { _ = standing.takeNews() }
        DispatchQueue.concurrentPerform(iterations: 4) { teller in
            for round in 0..<100 {
                standing.gaveDraft(of: key(teller, round))
                standing.dismiss()
                if teller == 0, round == 50 { standing.end() }
            }
        }
        standing.wakes { isOver.withLock { $0 = true } }
        standing.arrived()
        #expect(!isOver.withLock { $0 })
        let news = standing.takeNews()
        #expect(news.drafts.isEmpty && !news.isDismissed && !news.hasArrivals)
        #expect(!standing.takesDraft(of: key(0, 0)))
    }

    @Test("sessions come and go on many threads while their content changes: one of a name, no more than the limits")
    func book() throws {
        var policy = SessionPolicy()
        policy.limit = 6
        policy.limitPerClient = 4
        let book = SessionBook(engine: engine, policy: policy)
        let ids = try (0..<5).map(id)
        let limit = policy.limit
        let open = Lock<Set<SessionID>>([])
        let opened = Lock(0)
        let refused = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            for round in 0..<100 {
                if worker == 0 {
                    engine.invalidate(content)
                    continue
                }
                let id = ids[(worker * 3 + round) % ids.count]
                let client = ClientAddress(bytes: UInt64(worker % 2), isNetwork: false)
                guard let standing = try? book.open(id, of: content, as: .png, client: client) else {
                    refused.withLock { $0 += 1 }
                    continue
                }
                standing.wakes { _ = standing.takeNews() }
                opened.withLock { $0 += 1 }
                let isFirst = open.withLock { $0.insert(id).inserted }
                #expect(isFirst, "two sessions of one name are open")
                #expect(book.count <= limit)
                book.connectionDidOpen()
                open.withLock { _ = $0.remove(id) }
                book.close(standing)
                book.connectionDidClose()
            }
        }
        #expect(book.count == 0)
        #expect(book.counters.opened.load(ordering: .relaxed) == opened.withLock { $0 })
        #expect(book.counters.refused.load(ordering: .relaxed) == refused.withLock { $0 })
        // Closed sessions leave nothing behind: as many as the limits allow can open.
        for number in 0..<policy.limitPerClient {
            #expect(throws: Never.self) { try book.open(id(number), of: content, as: .png, client: client) }
        }
        #expect(throws: SessionRefusal.tooManyOfClient) {
            try book.open(id(4), of: content, as: .png, client: client)
        }
    }

    @Test("who shuts the sessions down waits until the last connection is closed, whichever thread closes it")
    func shutDown() async throws {
        let book = SessionBook(engine: engine, policy: SessionPolicy())
        let thread = DispatchQueue(label: "connections", attributes: .concurrent)
        let closed = Lock(0)
        for number in 0..<20 {
            let standing = try book.open(try id(number), of: content, as: .png, client: client)
            book.connectionDidOpen()
            standing.wakes {
                thread.async {
                    guard standing.takeNews().isDismissed else { return }
                    book.close(standing)
                    closed.withLock { $0 += 1 }
                    book.connectionDidClose()
                }
            }
        }
        await book.shutDown()
        #expect(closed.withLock { $0 } == 20)
        #expect(book.count == 0)
    }
}
