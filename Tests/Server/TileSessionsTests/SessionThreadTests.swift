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

    private func mailbox(_ policy: SessionPolicy = SessionPolicy()) throws -> SessionMailbox {
        SessionMailbox(try id(0), of: content, as: .png, client: client, policy: policy)
    }

    private func key(_ column: Int, _ row: Int) -> TileKey {
        TileKey(content, TileCoordinate(level: 8, column: column, row: row), as: .encoded(.png))
    }

    @Test("a session hears once of each thing that it is told, whoever tells it and whenever")
    func everythingIsHeard() throws {
        let mailbox = try mailbox()
        // The session's own thread. It is woken once for all changes before it handles them.
        let thread = DispatchQueue(label: "session")
        let heard = Lock<(drafts: [TileKey], changes: [Box], arrivals: Int)>(([], [], 0))
        mailbox.setWakeHandler {
            thread.async {
                let events = mailbox.drain()
                heard.withLock {
                    $0.drafts += events.drafts
                    $0.changes += events.changes
                    if events.hasArrivals { $0.arrivals += 1 }
                }
                mailbox.setFast(events.drafts.count % 2 == 0)
            }
        }
        let (tellers, rounds) = (8, 100)
        DispatchQueue.concurrentPerform(iterations: tellers) { teller in
            for round in 0..<rounds {
                mailbox.gaveDraft(of: key(teller, round))
                mailbox.changed(Box(x: Double(teller), y: Double(round), width: 1, height: 1))
                mailbox.arrived()
                _ = mailbox.takesDraft(of: key(teller, round))
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
        //                        opens the session: the registry knows it
        // the content changes:
        // tells it, wakes nobody
        //                        says how to wake it
        //                        (is woken)
        let mailbox = try mailbox()
        let wakes = Lock(0)
        mailbox.changed(Box(x: 0, y: 0, width: 1, height: 1))
        mailbox.setWakeHandler { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 1)
        #expect(mailbox.drain().changes == [Box(x: 0, y: 0, width: 1, height: 1)])
        mailbox.arrived()
        #expect(wakes.withLock { $0 } == 2)

        let quiet = try self.mailbox()
        quiet.setWakeHandler { wakes.withLock { $0 += 1 } }
        #expect(wakes.withLock { $0 } == 2, "there is nothing to tell it")
    }

    @Test("a session that ends while others tell it things keeps nothing, and wakes nobody afterwards")
    func endsMeanwhile() throws {
        let mailbox = try mailbox()
        let isOver = Lock(false)
        mailbox.setWakeHandler { _ = mailbox.drain() }
        DispatchQueue.concurrentPerform(iterations: 4) { teller in
            for round in 0..<100 {
                mailbox.gaveDraft(of: key(teller, round))
                mailbox.dismiss()
                if teller == 0, round == 50 { mailbox.end() }
            }
        }
        mailbox.setWakeHandler { isOver.withLock { $0 = true } }
        mailbox.arrived()
        #expect(!isOver.withLock { $0 })
        let events = mailbox.drain()
        #expect(events.drafts.isEmpty && !events.isDismissed && !events.hasArrivals)
        #expect(!mailbox.takesDraft(of: key(0, 0)))
    }

    @Test("sessions come and go on many threads while their content changes: one of a name, no more than the limits")
    func registry() throws {
        var policy = SessionPolicy()
        policy.limit = 6
        policy.limitPerClient = 4
        let registry = SessionRegistry(engine: engine, policy: policy)
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
                guard let mailbox = try? registry.open(id, of: content, as: .png, client: client) else {
                    refused.withLock { $0 += 1 }
                    continue
                }
                mailbox.setWakeHandler { _ = mailbox.drain() }
                opened.withLock { $0 += 1 }
                let isFirst = open.withLock { $0.insert(id).inserted }
                #expect(isFirst, "two sessions of one name are open")
                #expect(registry.count <= limit)
                registry.connectionDidOpen()
                open.withLock { _ = $0.remove(id) }
                registry.close(mailbox)
                registry.connectionDidClose()
            }
        }
        #expect(registry.count == 0)
        #expect(registry.counters.opened.load(ordering: .relaxed) == opened.withLock { $0 })
        #expect(registry.counters.refused.load(ordering: .relaxed) == refused.withLock { $0 })
        // Closed sessions leave nothing behind: as many as the limits allow can open.
        for number in 0..<policy.limitPerClient {
            #expect(throws: Never.self) { try registry.open(id(number), of: content, as: .png, client: client) }
        }
        #expect(throws: SessionRefusal.tooManyOfClient) {
            try registry.open(id(4), of: content, as: .png, client: client)
        }
    }

    @Test("who shuts the sessions down waits until the last connection is closed, whichever thread closes it")
    func shutDown() async throws {
        let registry = SessionRegistry(engine: engine, policy: SessionPolicy())
        let thread = DispatchQueue(label: "connections", attributes: .concurrent)
        let closed = Lock(0)
        for number in 0..<20 {
            let mailbox = try registry.open(try id(number), of: content, as: .png, client: client)
            registry.connectionDidOpen()
            mailbox.setWakeHandler {
                thread.async {
                    guard mailbox.drain().isDismissed else { return }
                    registry.close(mailbox)
                    closed.withLock { $0 += 1 }
                    registry.connectionDidClose()
                }
            }
        }
        await registry.shutDown()
        #expect(closed.withLock { $0 } == 20)
        #expect(registry.count == 0)
    }
}
