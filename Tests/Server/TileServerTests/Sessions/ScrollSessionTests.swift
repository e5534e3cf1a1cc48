import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

@Suite("A scroll session")
struct ScrollSessionTests {
    let executor = SteppedExecutor()

    func ask(_ fixture: Fixture, _ path: String, session: String? = SessionPeer.id) async throws -> HTTPFields {
        let headers: HTTPFields = session.map { [.tileSession: $0] } ?? [:]
        // The executor draws everything that the request needs.
        let executor = executor
        let isDone = Lock(false)
        async let response = SiteRouterTests().ask(fixture, path, .get, headers)
        let worker = Task {
            while !isDone.withLock({ $0 }) {
                executor.runAll()
                await Task.yield()
            }
        }
        let fields = try await response.headers
        isDone.withLock { $0 = true }
        await worker.value
        return fields
    }

    @Test("has the tiles that the viewer will ask for drawn, by the very keys of its requests")
    func rendersAhead() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport(width: 200, height: 200))
        try await peer.draw(executor)
        let key = try #require(try fixture.key("/tiles/plan/2/0/0.png"))
        #expect(fixture.engine.cached(key) != nil)
        // The server draws tiles that the viewport is heading for, and not those that it leaves or will never reach.
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/1.png"))) == nil)
        try await peer.send(SessionPeer.viewport(width: 200, height: 200, velocityY: 500))
        try await peer.draw(executor)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/1.png"))) != nil)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/3/0.png"))) == nil)
    }

    @Test("draws tiles of twice the resolution where the viewer shows those, and in the format that it asked for")
    func doubled() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture, "/session/\(SessionPeer.id)?content=plan&format=webp")
        try await peer.send(SessionPeer.viewport(width: 100, height: 100, scale: 1.01))
        try await peer.draw(executor)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/0.webp"))) != nil)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/0@2x.webp"))) == nil)
        try await peer.send(SessionPeer.viewport(width: 100, height: 100, scale: 1.03))
        try await peer.draw(executor)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/0@2x.webp"))) != nil)
        #expect(fixture.engine.cached(try #require(try fixture.key("/tiles/plan/2/0/0.png"))) == nil)

        fixture.engine.invalidate(try fixture.site.entry("plan").engineID, Box(x: 10, y: 10, width: 1, height: 1))
        #expect(
            try await peer.received() == [.text(#"{"type":"changed","tiles":["2/0/0@2x"],"rects":[[10,10,1,1]]}"#)])
    }

    @Test("gives drafts while it is fast, of tiles that are not ready, to requests of its own for what it shows")
    func drafts() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        // The viewer does not move yet.
        #expect(try await ask(fixture, "/tiles/plan/2/3/2.png")[.tileQuality] == nil)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300, velocityY: 2000))

        let draft = try await ask(fixture, "/tiles/plan/2/0/0.png")
        #expect(draft[.tileQuality] == "draft" && draft[.cacheControl] == "no-store" && draft[.eTag] == nil)
        #expect(draft[.accessControlExposeHeaders] == "Tile-Quality" && draft[.contentType] == "image/png")
        // A ready tile, another format, a cropped tile, another session or none.
        #expect(try await ask(fixture, "/tiles/plan/2/3/2.png")[.tileQuality] == nil)
        for (path, session) in [
            ("/tiles/plan/2/0/0.webp", SessionPeer.id), ("/tiles/photo/0/0/0.png", SessionPeer.id),
            ("/dzi/plan_files/10/0/0.png", SessionPeer.id), ("/tiles/plan/2/1/0.png", nil),
            ("/tiles/plan/2/1/1.png", "x"), ("/tiles/plan/2/2/0.png", "\(SessionPeer.id)2"),
        ] {
            let plain = try await ask(fixture, path, session: session)
            #expect(
                plain[.tileQuality] == nil && plain[.cacheControl] != "no-store" || path.contains("/0/0.png"), "\(path)"
            )
        }
        #expect(fixture.server.sessions.counters.drafts.load(ordering: .relaxed) == 1)
        // The session is over.
        try await peer.channel.close()
        #expect(try await ask(fixture, "/tiles/plan/2/0/1.png")[.tileQuality] == nil)
    }

    @Test("answers with the same header lines as without a session, drafts apart")
    func sameHeaders() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        try await peer.draw(executor)
        let plain = try await ask(fixture, "/tiles/plan/2/0/0.png", session: nil)
        #expect(try await ask(fixture, "/tiles/plan/2/0/0.png") == plain)
    }

    @Test("tells of a draft that came after its full tile, and of none twice")
    func lateDraft() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport(width: 200, height: 200))
        try await peer.draw(executor)
        #expect(try await peer.received() == [])
        let session = try #require(fixture.server.sessions.session(SessionPeer.id))
        let key = try #require(try fixture.key("/tiles/plan/2/0/0.png"))
        // On the loop, so that the session handles both at once.
        try await peer.loop.executeInContext {
            session.gaveDraft(of: key)
            session.gaveDraft(of: key)
        }
        #expect(try await peer.received() == [.text(#"{"type":"refined","tiles":["2/0/0"]}"#)])
        await peer.loop.advanceTime(by: .seconds(1))
        #expect(try await peer.received() == [])
    }

    @Test("tells of changes in view by tiles, of those elsewhere by rects only, and of many at once by few")
    func changes() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        let content = try fixture.site.entry("plan").engineID
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        try await peer.draw(executor)
        fixture.engine.invalidate(content, Box(x: 500, y: 400, width: 10, height: 10))
        #expect(try await peer.received() == [.text(#"{"type":"changed","tiles":[],"rects":[[500,400,10,10]]}"#)])

        // Changes within the next twentieth of a second: beside an edge of a tile, outside the content, everywhere.
        fixture.engine.invalidate(content, Box(x: 255.5, y: 10, width: 0.25, height: 0.25))
        fixture.engine.invalidate(content, Box(x: -50, y: -50, width: 10, height: 10))
        #expect(try await peer.received() == [])
        for column in 0..<100 { fixture.engine.invalidate(content, Box(x: Double(column), y: 20, width: 1, height: 1)) }
        await peer.loop.advanceTime(by: .milliseconds(50))
        let received = try await peer.received()
        guard received.count == 1, case .text(let text) = received[0] else {
            Issue.record("\(received)")
            return
        }
        #expect(text.contains(#""tiles":["2/0/0","2/1/0"]"#))
        #expect(text.components(separatedBy: "[").count < 20, "\(text)")

        await peer.loop.advanceTime(by: .seconds(1))
        fixture.engine.invalidate(content)
        let all = #"{"type":"changed","tiles":["2/0/0","2/1/0","2/0/1","2/1/1"],"rects":[[0,0,1000,600]]}"#
        #expect(try await peer.received() == [.text(all)])
        // Changes of another content do not concern the session.
        fixture.engine.invalidate(try fixture.site.entry("photo").engineID)
        await peer.loop.advanceTime(by: .seconds(1))
        #expect(try await peer.received() == [])
    }

    @Test("tells of what goes on where nobody looks once in five seconds, and when the viewer comes near")
    func elsewhere() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        let content = try fixture.site.entry("plan").engineID
        try await peer.send(SessionPeer.viewport(width: 100, height: 100))
        try await peer.draw(executor)
        let far = Box(x: 700, y: 400, width: 10, height: 10)
        func text(_ tiles: String) -> SessionPeer.Received {
            .text(#"{"type":"changed","tiles":[\#(tiles)],"rects":[[700,400,10,10]]}"#)
        }
        fixture.engine.invalidate(content, far)
        #expect(try await peer.received() == [text("")])
        for _ in 0..<49 {
            await peer.loop.advanceTime(by: .milliseconds(100))
            fixture.engine.invalidate(content, far)
            #expect(try await peer.received() == [])
        }
        await peer.loop.advanceTime(by: .milliseconds(100))
        #expect(try await peer.received() == [text("")])
        fixture.engine.invalidate(content, far)
        await peer.loop.advanceTime(by: .milliseconds(100))
        #expect(try await peer.received() == [])
        try await peer.send(SessionPeer.viewport(x: 680, y: 380, width: 100, height: 100))
        #expect(try await peer.received() == [text(#""2/2/1""#)])
        // A change in the visible area is reported at once.
        await peer.loop.advanceTime(by: .milliseconds(100))
        fixture.engine.invalidate(content, far)
        #expect(try await peer.received() == [text(#""2/2/1""#)])
    }

    @Test("piles nothing up while the peer does not read, and tells the newest when it does")
    func slowReader() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        let content = try fixture.site.entry("plan").engineID
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        peer.channel.isWritable = false
        for round in 0..<1000 {
            fixture.engine.invalidate(content, Box(x: Double(round % 900), y: 10, width: 1, height: 1))
            await peer.loop.run()
        }
        #expect(try await peer.received() == [])
        peer.channel.isWritable = true
        try await peer.loop.executeInContext { peer.channel.pipeline.fireChannelWritabilityChanged() }
        let received = try await peer.received()
        #expect(received.count == 1)
    }

    /// A network that accepts nothing.
    private final class Stuck: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = ByteBuffer
        let written = Lock(0)

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            written.withLock { $0 += unwrapOutboundIn(data).readableBytes }
            if let promise { context.channel.closeFuture.cascade(to: promise) }
        }
    }

    @Test("sends a peer that takes nothing one message, and gives it up after a while")
    func stall() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        let content = try fixture.site.entry("plan").engineID
        let stuck = Stuck()
        try await peer.channel.pipeline.addHandler(stuck, position: .first).get()
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        for _ in 0..<190 {
            fixture.engine.invalidate(content)
            await peer.loop.advanceTime(by: .milliseconds(100))
        }
        let written = stuck.written.withLock { $0 }
        #expect((1..<200).contains(written), "\(written) bytes")
        #expect(peer.channel.isActive)
        await peer.loop.advanceTime(by: .seconds(1))
        #expect(!peer.channel.isActive)
        #expect(fixture.server.sessions.counters.endsByReason == ["stalled": 1])
        #expect(fixture.server.sessions.count == 0)
    }

    @Test(
        "stands when a moving viewer falls silent, and lets its model go after a while; changes are told all the same")
    func silence() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300, velocityY: 2000))
        let session = try #require(fixture.server.sessions.session(SessionPeer.id))
        let key = try #require(try fixture.key("/tiles/plan/2/0/0.png"))
        #expect(session.takesDraft(of: key))
        await peer.loop.advanceTime(by: .milliseconds(250))
        #expect(session.takesDraft(of: key))
        await peer.loop.advanceTime(by: .milliseconds(250))
        #expect(!session.takesDraft(of: key))
        for _ in 0..<20 {
            try await peer.draw(executor)
            await peer.loop.advanceTime(by: .seconds(1))
        }
        #expect(fixture.engine.cached(key) != nil)
        let rendered = fixture.engine.counters.rendered
        fixture.engine.invalidate(try fixture.site.entry("plan").engineID, Box(x: 10, y: 10, width: 1, height: 1))
        #expect(
            try await peer.received() == [.text(#"{"type":"changed","tiles":["2/0/0"],"rects":[[10,10,1,1]]}"#)])
        try await peer.draw(executor)
        #expect(fixture.engine.counters.rendered == rendered, "nothing is drawn ahead for who may not be looking")
        try await peer.send(SessionPeer.viewport(x: 1, width: 400, height: 300))
        try await peer.draw(executor)
        #expect(fixture.engine.counters.rendered > rendered)
    }

    @Test("gives up what it asked for when its peer leaves")
    func leaving() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport())
        #expect(fixture.engine.counters.waiting > 0)
        try await peer.channel.close()
        await peer.loop.run()
        #expect(fixture.engine.counters.waiting == 0)
        executor.runAll()
        #expect(fixture.engine.counters.rendered == 0)
    }

    @Test("counts in the metrics")
    func metrics() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport())
        fixture.engine.invalidate(try fixture.site.entry("plan").engineID)
        _ = try await peer.received()
        let second = try await SessionPeer.open(fixture, "/session/\(SessionPeer.id)2?content=photo")
        try await second.send(SessionPeer.frame([], opcode: 2))
        let lines = fixture.server.metrics.text.split(separator: "\n")
        for line in [
            "tilework_sessions 1", "tilework_sessions_opened_total 2", "tilework_sessions_refused_total 0",
            "tilework_sessions_ended_total{reason=\"1003\"} 1", "tilework_session_viewports_total 1",
            "tilework_session_viewports_coalesced_total 0", "tilework_session_drafts_total 0",
            "tilework_session_tiles_total 0",
            "tilework_session_messages_total{type=\"changed\"} 1", "tilework_session_update_seconds_count 1",
            "tilework_session_update_seconds_bucket{le=\"+Inf\"} 1", "tilework_http_responses_total{status=\"101\"} 2",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }
}
