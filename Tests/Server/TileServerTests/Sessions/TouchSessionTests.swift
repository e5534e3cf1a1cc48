import Foundation
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

/// A content with a left half that uses touches.
private final class Pad: TouchableTileSource {
    let contentSize = CGSize(width: 1000, height: 600)
    private let log = Lock<[ContentTouch]>([])
    private let door = DispatchSemaphore(value: 1)
    /// The change that the content makes for each touch.
    let change = Lock<@Sendable () -> Void>({})

    /// Keeps the content busy until the test releases it.
    func hold() { door.wait() }
    func letGo() { door.signal() }

    func subscribe(_ onChange: @escaping @Sendable (Box) -> Void) -> TileChangeSubscription {
        TileChangeSubscription {}
    }

    func touch(_ touches: [ContentTouch]) -> Set<ContentTouch.Finger> {
        hold()
        defer { letGo() }
        change.withLock { $0 }()
        log.withLock { $0 += touches }
        return Set(touches.filter { $0.phase == .began && $0.location.x < 500 }.map(\.finger))
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        .solid(.white, width: area.width, height: area.height)
    }

    /// Returns the touches in the order of arrival, once this many have arrived.
    func touches(_ count: Int) async -> [ContentTouch] {
        while log.withLock({ $0.count }) < count { await Task.yield() }
        return log.withLock { $0 }
    }
}

@Suite("A session of a content that is to be touched")
struct TouchSessionTests {
    private let pad = Pad()
    private let executor = SteppedExecutor()

    private func fixture(isInteractive: Bool = true) throws -> Fixture {
        try Fixture(plan: pad, { $0.isInteractive = isInteractive }, executor: executor)
    }

    private func open(
        _ fixture: Fixture, name: Character = "A", options: String = ""
    ) async throws -> SessionPeer {
        let peer = try await SessionPeer(fixture)
        let id = String(repeating: name, count: 24)
        let answer = try await peer.request("/session/\(id)?content=plan\(options)")
        try #require(answer.hasPrefix("HTTP/1.1 101 "), "\(answer)")
        #expect(try await peer.received() == [.text(#"{"type":"opened","generation":0,"touchable":true}"#)])
        return peer
    }

    private func touch(_ text: String) -> String { #"{"type":"touch","touches":[\#(text)]}"# }

    /// Returns the next message, which another thread sends.
    private func answer(_ peer: SessionPeer) async throws -> [SessionPeer.Received] {
        while true {
            await peer.loop.run()
            let received = try await peer.received()
            if !received.isEmpty { return received }
            await Task.yield()
        }
    }

    @Test("sends the effect of a lift without a pause, and has its tiles drawn before others that wait")
    func effect() async throws {
        let fixture = try fixture()
        let peer = try await open(fixture, options: "&format=png&deliver=tiles")
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        try await peer.draw(executor)
        try await peer.send(touch(#"[3,"began",700,50]"#))
        _ = try await answer(peer)
        await peer.loop.advanceTime(by: .seconds(10))
        try await peer.draw(executor)
        _ = try await peer.received()
        let content = try fixture.site.entry("plan").engineID
        func change(x: Double) { fixture.engine.invalidate(content, Box(x: x, y: 10, width: 1, height: 1)) }
        func changed(_ x: Int, _ tile: String) -> [SessionPeer.Received] {
            [.text(#"{"type":"changed","tiles":["\#(tile)"],"rects":[[\#(x),10,1,1]],"delivered":1}"#)]
        }
        change(x: 10)
        #expect(try await peer.received() == changed(10, "2/0/0"))
        try await peer.draw(executor)
        #expect(try await peer.received().count == 1)
        // A change that follows a lift doesn't wait.
        try await peer.send(touch(#"[3,"ended",700,50]"#))
        change(x: 300)
        let order = Lock<[String]>([])
        func ask(_ name: String) throws {
            let key = try #require(try fixture.key("/tiles/plan/\(name).png"))
            fixture.engine.request(key) { _ in order.withLock { $0.append(name) } }
        }
        try ask("2/3/1")
        #expect(try await peer.received() == changed(300, "2/1/0"))
        try ask("2/1/0")
        executor.runAll()
        #expect(order.withLock { $0 } == ["2/1/0", "2/3/1"])
        // The next change is at the usual pace again.
        try await peer.draw(executor)
        _ = try await peer.received()
        change(x: 10)
        #expect(try await peer.received() == [])
        await peer.loop.advanceTime(by: .milliseconds(50))
        #expect(try await peer.received() == changed(10, "2/0/0"))
    }

    @Test("sends the effect of a lift without a pause if the content has changed by itself in between")
    func effectAfterChange() async throws {
        let fixture = try fixture()
        let (engine, content) = (fixture.engine, try fixture.site.entry("plan").engineID)
        let peer = try await open(fixture)
        try await peer.send(SessionPeer.viewport(width: 400, height: 300))
        try await peer.draw(executor)
        try await peer.send(touch(#"[3,"began",700,50]"#))
        _ = try await answer(peer)
        await peer.loop.advanceTime(by: .seconds(10))
        try await peer.draw(executor)
        _ = try await peer.received()
        func changed(_ x: Int, _ tile: String) -> [SessionPeer.Received] {
            [.text(#"{"type":"changed","tiles":["\#(tile)"],"rects":[[\#(x),10,1,1]]}"#)]
        }
        pad.change.withLock { $0 = { engine.invalidate(content, Box(x: 300, y: 10, width: 1, height: 1)) } }
        pad.hold()
        try await peer.send(touch(#"[3,"ended",700,50]"#))
        engine.invalidate(content, Box(x: 10, y: 10, width: 1, height: 1))
        #expect(try await peer.received() == changed(10, "2/0/0"))
        pad.letGo()
        _ = await pad.touches(2)
        await peer.loop.run()
        #expect(try await peer.received() == changed(300, "2/1/0"))
    }

    @Test("gives it what fingers do, and says which of them it makes something of, without a pause")
    func answers() async throws {
        let peer = try await open(try fixture())
        try await peer.send(touch(#"[3,"began",100,50.5]"#))
        #expect(try await answer(peer) == [.text(#"{"type":"touched","fingers":[[3,true]]}"#)])
        try await peer.send(touch(#"[4,"began",700,50],[3,"moved",110,60]"#))
        #expect(try await answer(peer) == [.text(#"{"type":"touched","fingers":[[4,false]]}"#)])
        try await peer.send(touch(#"[3,"ended",110,60]"#))
        let touches = await pad.touches(4)
        #expect(touches.map(\.finger.number) == [3, 4, 3, 3])
        #expect(touches.map(\.phase) == [.began, .began, .moved, .ended])
        #expect(touches[0].location == CGPoint(x: 100, y: 50.5))
    }

    @Test("tells people's fingers apart, and takes theirs away who leave")
    func leaving() async throws {
        let fixture = try fixture()
        let (one, other) = (try await open(fixture, name: "A"), try await open(fixture, name: "B"))
        try await one.send(touch(#"[0,"began",1,1],[1,"began",2,2]"#))
        try await one.send(touch(#"[1,"ended",2,2]"#))
        _ = await pad.touches(3)
        try await other.send(touch(#"[0,"began",9,9]"#))
        _ = await pad.touches(4)
        try await one.channel.close()
        let touches = await pad.touches(5)
        #expect(touches[4].phase == .cancelled && touches[4].location == CGPoint(x: 1, y: 1))
        #expect(touches[4].finger == touches[0].finger && touches[3].finger != touches[0].finger)
    }

    @Test("does not wait for a content that is busy, and keeps of a finger's moves the last")
    func busy() async throws {
        let peer = try await open(try fixture())
        pad.hold()
        try await peer.send(touch(#"[0,"began",1,1]"#))
        for x in 0..<100 { try await peer.send(touch(#"[0,"moved",\#(x),1]"#)) }
        for _ in 0..<10 { try await peer.send(SessionPeer.viewport(width: 400, height: 300)) }
        pad.letGo()
        try await peer.send(touch(#"[0,"ended",100,1]"#))
        var touches: [ContentTouch] = []
        while touches.last?.phase != .ended { touches = await pad.touches(touches.count) }
        #expect(touches.count <= 5 && touches.dropLast().last?.location.x == 99, "\(touches.count)")
    }

    @Test(
        "ends with who says what can't be",
        arguments: [
            (#"{"type":"touch"}"#, "touches is missing"),
            (#"{"type":"touch","touches":[]}"#, "touches must be of 1 to 20 fingers"),
            (#"{"type":"touch","touches":[[0,"began",1,1],[0,"moved",1,1]]}"#, "touches names a finger twice"),
            (#"{"type":"touch","touches":[[0,"pressed",1,1]]}"#, "a finger is [number, began"),
            (#"{"type":"touch","touches":[[0,"began",1e13,1]]}"#, "a finger is [number, began"),
            (#"{"type":"touch","touches":[[1001,"began",1,1]]}"#, "a finger is [number, began"),
            (#"{"type":"touch","touches":[["0","began",1,1]]}"#, "is of the wrong type"),
        ])
    func refusals(message: String, reason: String) async throws {
        let peer = try await open(try fixture())
        try await peer.send(message)
        guard case .close(1008, let text)? = try await peer.received().first else {
            Issue.record("it goes on")
            return
        }
        #expect(text.contains(reason), "\(text)")
    }

    @Test("is off unless the server is told: then the message is one that there is not")
    func off() async throws {
        let peer = try await SessionPeer.open(try fixture(isInteractive: false))
        try await peer.send(touch(#"[0,"began",1,1]"#))
        #expect(try await peer.received() == [.close(1008, "unknown message type “touch”")])
    }
}
