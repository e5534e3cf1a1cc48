import Logging
import NIOCore
import Testing
import TileEngine
import TileGeometry
import TileSupport

@testable import SharedTiles

@Suite("Changes of views that servers tell each other")
struct SharedViewChangeTests {
    private let redis = FakeRedis()

    private struct Heard: Equatable {
        var state: String
        var boxes: [Box]
    }

    /// Collects the announcements that a server receives.
    private final class Ear: Sendable {
        private let all = Lock<[Heard]>([])
        var heard: [Heard] { all.withLock { $0 } }
        func note(_ state: String, _ boxes: [Box]) { all.withLock { $0.append(Heard(state: state, boxes: boxes)) } }
    }

    private func server() throws -> (server: SharedTileCache, ear: Ear) {
        let server = SharedTileCache(
            try RedisAddress("redis://redis.example"), program: "p", prefix: "t", policy: SharedTilePolicy(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, on: redis.loop, connect: redis.connector)
        let ear = Ear()
        server.listenToViews { ear.note($0, $1) }
        server.start()
        redis.settle()
        return (server, ear)
    }

    private func box(_ x: Double) -> Box { Box(x: x, y: 0.25, width: 10, height: 1e-5) }

    @Test("are heard by all others, once, and not by who tells them")
    func delivery() throws {
        let (a, b, c) = (try server(), try server(), try server())
        a.server.announce([box(1), box(2)], ofViews: "board")
        redis.settle()
        #expect(b.ear.heard == [Heard(state: "board", boxes: [box(1), box(2)])] && c.ear.heard == b.ear.heard)
        #expect(a.ear.heard.isEmpty && a.server.counts.changesSent == 1 && b.server.counts.changesHeard == 1)
        // The change is announced once more for servers without a connection. The others know it already.
        redis.pass(.seconds(30))
        #expect(b.ear.heard.count == 1 && redis.heard.filter { $0 == "PUBLISH" }.count == 2)
    }

    @Test("of one content in a row are told together, and more boxes than there may be as one that holds all")
    func gathered() throws {
        let (a, b) = (try server(), try server())
        for x in 0..<4 { a.server.announce([box(Double(x))], ofViews: "board") }
        a.server.announce([box(9)], ofViews: "other")
        redis.settle()
        #expect(b.ear.heard.map(\.boxes) == [[box(0)], [box(9)]])
        redis.pass(.milliseconds(60))
        #expect(b.ear.heard.last == Heard(state: "board", boxes: (1..<4).map { box(Double($0)) }))
        a.server.announce((0..<100).map { box(Double($0)) }, ofViews: "many")
        redis.settle()
        #expect(b.ear.heard.last == Heard(state: "many", boxes: [Box(x: 0, y: 0.25, width: 109, height: 1e-5)]))
    }

    @Test("wait for a Redis that is gone, and who was not there hears them when they are told once more")
    func gone() throws {
        let (a, b) = (try server(), try server())
        redis.mood = .gone
        redis.endConnections()
        a.server.announce([box(1)], ofViews: "board")
        a.server.announce([box(2)], ofViews: "board")
        redis.settle()
        #expect(b.ear.heard.isEmpty)
        redis.mood = .well
        redis.pass(.seconds(40))
        #expect(b.ear.heard == [Heard(state: "board", boxes: [box(1), box(2)])])

        redis.endConnections(ofSubscribers: true)
        a.server.announce([box(3)], ofViews: "board")
        redis.settle()
        #expect(b.ear.heard.count == 1)
        redis.pass(.seconds(40))
        #expect(b.ear.heard.last == Heard(state: "board", boxes: [box(3)]) && b.ear.heard.count == 2)
    }

    @Test(
        "are nothing when they are not what a server tells",
        arguments: [
            "", "x", "s 1 board", "s one board 0,0,1,1", "s 1 board 0,0,1", "s 1 board 0,0,0,1", "s 1 board 0,0,-1,1",
            "s 1 board 0,0,inf,1", "s 1 board nan,0,1,1", "s 1 board 0,0,1,1;", "s 1 board  0,0,1,1",
            "s -1 board 0,0,1,1",
            "s 1 board " + [String](repeating: "0,0,1,1", count: 33).joined(separator: ";"),
            "s 1 \(String(repeating: "b", count: 5000)) 0,0,1,1",
        ])
    func malformed(text: String) throws {
        let (_, ear) = try server()
        redis.publish("t:views", text)
        redis.settle()
        #expect(ear.heard.isEmpty && SharedViewChange(text) == nil)
        let sound = SharedViewChange(server: "s", number: 7, state: "board", boxes: [box(1)])
        #expect(SharedViewChange(sound.text) == sound)
    }
}
