import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import TileServer

@Suite("Tiles that a session delivers")
struct DeliveredTileTests {
    private let executor = SteppedExecutor()
    private static let path = "/session/\(SessionPeer.id)?content=plan&format=png&deliver=tiles"

    private struct Unwell: Error {}

    /// Returns a viewer that has its tiles and no pending messages.
    private func watching(_ fixture: Fixture, _ path: String = path) async throws -> SessionPeer {
        let peer = try await SessionPeer.open(fixture, path)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        try await peer.draw(executor)
        #expect(try await peer.received() == [])
        return peer
    }

    private func change(_ fixture: Fixture, x: Double, width: Double = 1) throws {
        fixture.engine.invalidate(
            try fixture.site.entry("plan").engineID, Box(x: x, y: 10, width: width, height: 1))
    }

    private func file(_ fixture: Fixture, _ name: String) throws -> String {
        let key = try #require(try fixture.key("/tiles/plan/\(name).png"))
        return String(buffer: ReadyTile.of(try #require(fixture.engine.cached(key))).file)
    }

    @Test("come after the change that names them, as the server answers with them")
    func brought() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 250, width: 20)
        let named = #"{"type":"changed","tiles":["2/0/0","2/1/0"],"rects":[[250,10,20,1]],"delivered":2}"#
        #expect(try await peer.received() == [.text(named)])
        try await peer.draw(executor)
        let tiles = try ["2/0/0", "2/1/0"].map { SessionPeer.Received.tile($0, try file(fixture, $0)) }
        let received = try await peer.received()
        #expect(received.count == 2 && tiles.allSatisfy(received.contains), "\(received)")
        #expect(fixture.server.sessions.counters.delivered.load(ordering: .relaxed) == 2)

        // The tile is in the cache, because another session of the same kind had it drawn.
        await peer.loop.advanceTime(by: .milliseconds(50))
        try change(fixture, x: 10)
        #expect(try await peer.received().count == 1)
        try await peer.draw(executor)
        #expect(try await peer.received() == [.tile("2/0/0", try file(fixture, "2/0/0"))])
    }

    @Test("are of twice the resolution where the viewer shows those")
    func doubled() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await SessionPeer.open(fixture, Self.path)
        try await peer.send(SessionPeer.viewport(width: 100, height: 100, scale: 1.5))
        try await peer.draw(executor)
        try change(fixture, x: 10)
        #expect(try await peer.received().count == 1)
        try await peer.draw(executor)
        #expect(try await peer.received() == [.tile("2/0/0@2x", try file(fixture, "2/0/0@2x"))])
    }

    @Test("come once each: what changes while it is drawn is to be asked for")
    func underWay() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 10)
        #expect(try await peer.received().count == 1)
        await peer.loop.advanceTime(by: .milliseconds(50))
        try change(fixture, x: 250, width: 20)
        let named = #"{"type":"changed","tiles":["2/1/0","2/0/0"],"rects":[[250,10,20,1]],"delivered":1}"#
        #expect(try await peer.received() == [.text(named)])
        try await peer.draw(executor)
        let names = try await peer.received().map { if case .tile(let name, _) = $0 { name } else { "" } }
        #expect(names.sorted() == ["2/0/0", "2/1/0"])
    }

    @Test("that can't be drawn come without a file, and are to be asked for")
    func failing() async throws {
        let isUnwell = Lock(false)
        let fixture = try Fixture(
            plan: Coordinates { _, _ in if isUnwell.withLock({ $0 }) { throw Unwell() } }, executor: executor)
        let peer = try await watching(fixture)
        isUnwell.withLock { $0 = true }
        try change(fixture, x: 10)
        #expect(try await peer.received().count == 1)
        try await peer.draw(executor)
        #expect(try await peer.received() == [.tile("2/0/0", "")])
    }

    @Test("are no more than the policy has it: of many, all are to be asked for")
    func many() async throws {
        let fixture = try Fixture({ $0.sessions.deliveredTiles = 1 }, executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 250, width: 20)
        let named = #"{"type":"changed","tiles":["2/0/0","2/1/0"],"rects":[[250,10,20,1]]}"#
        #expect(try await peer.received() == [.text(named)])
        try await peer.draw(executor)
        #expect(try await peer.received() == [])
    }

    @Test("wait in no greater number than one message's for a viewer that does not read")
    func slowReader() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        peer.channel.isWritable = false
        for round in 0..<100 {
            try change(fixture, x: Double(round))
            try await peer.draw(executor)
            await peer.loop.advanceTime(by: .milliseconds(50))
        }
        #expect(try await peer.received() == [])
        peer.channel.isWritable = true
        try await peer.loop.executeInContext { peer.channel.pipeline.fireChannelWritabilityChanged() }
        // The tile is drawn already.
        let received = try await peer.received()
        #expect(received.count == 2 && received.last == .tile("2/0/0", try file(fixture, "2/0/0")), "\(received)")
    }

    /// A network that accepts one frame at a time when the test says so.
    private final class Trickle: ChannelOutboundHandler, Sendable {
        typealias OutboundIn = ByteBuffer
        private let waiting = Lock<[EventLoopPromise<Void>]>([])

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { waiting.withLock { $0.append(promise) } }
        }

        func letOneGo() { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.succeed() }
    }

    @Test("may take longer than a peer may stall, as long as one after another goes")
    func slowNetwork() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        let trickle = Trickle()
        try await peer.channel.pipeline.addHandler(trickle, position: .first).get()
        try change(fixture, x: 250, width: 20)
        try await peer.draw(executor)
        // The message and its two tiles take 45 seconds; a peer that receives nothing is dropped after 20.
        for _ in 0..<3 {
            await peer.loop.advanceTime(by: .seconds(15))
            try await peer.loop.executeInContext { trickle.letOneGo() }
        }
        #expect(peer.channel.isActive)
    }

    @Test("are given up when the viewer has gone elsewhere, and it is told so")
    func elsewhere() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 250, width: 20)
        #expect(try await peer.received().count == 1)
        try await peer.send(SessionPeer.viewport(x: 300, width: 100, height: 100))
        #expect(try await peer.received() == [.tile("2/0/0", "")])
        try await peer.draw(executor)
        #expect(try await peer.received() == [.tile("2/1/0", try file(fixture, "2/1/0"))])
    }

    @Test("are none while the viewer is fast enough for drafts")
    func fast() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300, velocityY: 2000))
        try change(fixture, x: 10)
        #expect(
            try await peer.received() == [.text(#"{"type":"changed","tiles":["2/0/0"],"rects":[[10,10,1,1]]}"#)])
    }

    @Test("count as requests where those are limited: beyond them, they are to be asked for")
    func limited() async throws {
        let fixture = try Fixture({ $0.rate = RatePolicy(perSecond: 0.001, burst: 1) }, executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 250, width: 20)
        #expect(try await peer.received().count == 2)
        try await peer.draw(executor)
        #expect(try await peer.received().count == 1)
        #expect(fixture.server.sessions.counters.delivered.load(ordering: .relaxed) == 1)
    }

    @Test("are drawn for nobody's sake once the session is over")
    func over() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        try change(fixture, x: 10)
        #expect(try await peer.received().count == 1)
        try await peer.channel.close()
        try await peer.draw(executor)
        #expect(fixture.server.sessions.counters.delivered.load(ordering: .relaxed) == 0)
    }

    @Test("are asked for where each answer is asked for: of what is private, or where the program admits who asks")
    func withPermission() async throws {
        let token = "0123456789abcdef"
        let named = #"{"type":"changed","tiles":["2/0/0"],"rects":[[10,10,1,1]]}"#
        let scopes = [AccessPolicy.Scope("plan")!]
        let hidden = try Fixture(
            {
                $0.access.privateContents = scopes
                $0.access.tokens = [token: scopes]
            }, executor: executor)
        let visitor = try await watching(hidden, "/~\(token)\(Self.path)")
        try AccessGrant.$current.withValue(AccessGrant(scopes: scopes)) { try change(hidden, x: 10) }
        #expect(try await visitor.received() == [.text(named)])

        let watched = try Fixture({ $0.access.admits = { _ in true } }, executor: executor)
        let guest = try await SessionPeer(watched)
        try await guest.channel.writeInbound(ByteBuffer(string: SessionPeer.head(Self.path)))
        // The program is asked in a separate task.
        while try await guest.channel.readOutbound(as: ByteBuffer.self) == nil {
            await guest.loop.run()
            await Task.yield()
        }
        try await guest.send(SessionPeer.viewport(width: 400, height: 300))
        try await guest.draw(executor)
        #expect(try await guest.received() == [.text(#"{"type":"opened","generation":0}"#)])
        try change(watched, x: 10)
        #expect(try await guest.received() == [.text(named)])
    }

    @Test("come no more once an operator has made private what they are of")
    func becomingPrivate() async throws {
        let fixture = try Fixture(executor: executor)
        let peer = try await watching(fixture)
        var policy = AccessPolicy()
        policy.privateContents = [AccessPolicy.Scope("plan")!]
        let content = try fixture.site.entry("plan").engineID
        fixture.site.access.replace(policy)
        fixture.engine.invalidate(content, Box(x: 10, y: 10, width: 1, height: 1))
        #expect(try await peer.received().last == .tile("2/0/0", ""))
    }

    @Test("are all that can be delivered")
    func nothingElse() async throws {
        let peer = try await SessionPeer(try Fixture(executor: executor))
        let answer = try await peer.request("/session/\(SessionPeer.id)?content=plan&deliver=pizza")
        #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("“pizza”"), "\(answer)")
    }
}
