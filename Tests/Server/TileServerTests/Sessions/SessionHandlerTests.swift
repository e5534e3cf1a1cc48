import NIOCore
import Synchronization
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileServer

@Suite("A session's connection")
struct SessionHandlerTests {
    @Test(
        "is closed with a code for what breaks a rule, and nothing else is",
        arguments: [
            (1002, "unmasked", SessionPeer.frame(SessionPeer.viewport().utf8, isMasked: false)),
            (1002, "reserved bits", SessionPeer.frame(SessionPeer.viewport().utf8, reserved: 0x40)),
            (1002, "unknown opcode", SessionPeer.frame([], opcode: 3)),
            (1002, "unknown control", SessionPeer.frame([], opcode: 11)),
            (1002, "fragment of nothing", SessionPeer.frame([0x7B], opcode: 0)),
            (1002, "fragmented ping", SessionPeer.frame([], opcode: 9, isLast: false)),
            (1002, "long ping", SessionPeer.frame(Array(repeating: 0, count: 126), opcode: 9)),
            (1002, "one byte of a code", SessionPeer.frame([3], opcode: 8)),
            (1002, "no code", SessionPeer.frame([0x03, 0xED], opcode: 8)),
            (1007, "reason not UTF-8", SessionPeer.frame([0x03, 0xE8, 0xFF], opcode: 8)),
            (1003, "binary", SessionPeer.frame([1, 2, 3], opcode: 2)),
            (1003, "binary fragment", SessionPeer.frame([1], opcode: 2, isLast: false)),
            (1007, "not UTF-8", SessionPeer.frame([0x7B, 0xFF, 0x7D])),
            (1007, "bad UTF-8 in a name", SessionPeer.frame([0x7B, 0x22, 0xC3, 0x28, 0x22, 0x3A, 0x31, 0x7D])),
            (1007, "UTF-16", SessionPeer.frame(Array("{}".utf8).flatMap { [$0, 0] })),
            (1007, "not JSON", SessionPeer.frame("viewport".utf8)), (1007, "empty", SessionPeer.frame([])),
            (1007, "cut", SessionPeer.frame(SessionPeer.viewport().utf8.dropLast())),
            (1007, "NaN", SessionPeer.frame(SessionPeer.viewport(x: .nan).utf8)),
            (1007, "infinity", SessionPeer.frame(SessionPeer.viewport(velocityY: .infinity).utf8)),
            (
                1007, "1e999",
                SessionPeer.frame(#"{"type":"viewport","x":1e999,"y":0,"width":1,"height":1,"scale":1}"#.utf8)
            ),
            (1008, "not an object", SessionPeer.frame("[]".utf8)), (1008, "no type", SessionPeer.frame("{}".utf8)),
            (1008, "other type", SessionPeer.frame(#"{"type":"tiles"}"#.utf8)),
            (1008, "nothing else", SessionPeer.frame(#"{"type":"viewport"}"#.utf8)),
            (
                1008, "text for a number",
                SessionPeer.frame(#"{"type":"viewport","x":"0","y":0,"width":1,"height":1,"scale":1}"#.utf8)
            ),
            (1008, "far", SessionPeer.frame(SessionPeer.viewport(x: 1e300).utf8)),
            (
                1008, "beyond Double together",
                SessionPeer.frame(SessionPeer.viewport(x: 1.7e308, width: 1.7e308, height: 1e-308).utf8)
            ),
            (
                1008, "fast",
                SessionPeer.frame(SessionPeer.viewport(width: 1e-6, height: 1e-6, scale: 1e9, velocityY: 1e300).utf8)
            ),
            (1008, "inside out", SessionPeer.frame(SessionPeer.viewport(width: -1).utf8)),
            (1008, "larger than any screen", SessionPeer.frame(SessionPeer.viewport(width: 7680, height: 4700).utf8)),
            (1008, "a sliver", SessionPeer.frame(SessionPeer.viewport(width: 16_385, height: 1e-9).utf8)),
            (
                1008, "a landing of any height",
                SessionPeer.frame(
                    (SessionPeer.viewport(width: 100, height: 100).dropLast()
                        + #","landing":{"x":0,"y":0,"width":1,"height":165}}"#).utf8)
            ),
            (1008, "all of a large content", SessionPeer.frame(SessionPeer.viewport(width: 1e6, scale: 64).utf8)),
            (1008, "no scale", SessionPeer.frame(SessionPeer.viewport(scale: 0).utf8)),
            (1008, "negative scale", SessionPeer.frame(SessionPeer.viewport(scale: -1).utf8)),
            (1009, "large", SessionPeer.frame(Array(repeating: 0x20, count: 4097))),
            (
                1009, "huge",
                ByteBuffer(bytes: [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
            ),
            (1009, "beyond Int", ByteBuffer(bytes: [0x81, 0xFF] + Array(repeating: 0xFF, count: 12))),
        ] as [(UInt16, String, ByteBuffer)])
    func broken(code: UInt16, name: String, bytes: ByteBuffer) async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let other = try await SessionPeer.open(fixture, "/session/\(SessionPeer.id)2?content=plan")
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(bytes)
        let received = try await peer.received()
        guard received.count == 1, case .close(code, let reason) = received[0] else {
            Issue.record("\(name): \(received)")
            return
        }
        #expect(!reason.isEmpty && reason.utf8.count <= 123)
        #expect(fixture.server.sessions.count == 1, "its name is free at once")
        #expect(fixture.server.sessions.counters.endsByReason == ["\(code)": 1])
        // The server waits for the peer's answer for a limited time, and ignores other input.
        #expect(peer.channel.isActive)
        try await peer.send(SessionPeer.viewport())
        await peer.loop.advanceTime(by: .seconds(2))
        #expect(!peer.channel.isActive)
        try await other.send(SessionPeer.frame([], opcode: 9))
        #expect(try await other.received() == [.pong("")])
    }

    @Test("takes a message in fragments, with control frames between, and no more than a message's bytes")
    func fragments() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        let text = Array(SessionPeer.viewport().utf8)
        try await peer.send(SessionPeer.frame(text[..<10], isLast: false))
        try await peer.send(SessionPeer.frame([], opcode: 0, isLast: false))
        try await peer.send(SessionPeer.frame("between".utf8, opcode: 9))
        try await peer.send(SessionPeer.frame(text[10...], opcode: 0))
        #expect(try await peer.received() == [.pong("between")])
        #expect(fixture.server.sessions.counters.viewports.load(ordering: .relaxed) == 1)

        try await peer.send(SessionPeer.frame(text, isLast: false))
        try await peer.send(SessionPeer.frame(text))
        #expect(try await peer.received() == [.close(1002, "a new message started before the last one ended")])

        let second = try await SessionPeer.open(fixture)
        let spaces = Array(repeating: UInt8(0x20), count: 1500)
        try await second.send(SessionPeer.frame(spaces, isLast: false))
        try await second.send(SessionPeer.frame(spaces, opcode: 0, isLast: false))
        #expect(try await second.received() == [])
        try await second.send(SessionPeer.frame(spaces, opcode: 0, isLast: false))
        #expect(try await second.received() == [.close(1009, "a message is at most 4096 bytes")])
    }

    @Test("looks only at the newest of the viewports that come together")
    func coalescing() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        var bytes = ByteBuffer()
        for y in 0..<100 { bytes.writeImmutableBuffer(SessionPeer.frame(SessionPeer.viewport(y: Double(y)).utf8)) }
        try await peer.send(bytes)
        let counters = fixture.server.sessions.counters
        #expect(counters.viewports.load(ordering: .relaxed) == 100)
        #expect(counters.coalesced.load(ordering: .relaxed) == 99)
        #expect(counters.updateTime.count == 1)
    }

    @Test("follows the largest of screens")
    func largestScreen() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        for scale in [0.25, 1, 64, 0.3, 1.7] {
            let (x, y) = (1234.5 / scale, 678.9 / scale)
            // Sides as computed by a viewer that stores edges.
            let (width, height) = (x + 7680 / scale - x, y + 4320 / scale - y)
            try await peer.send(SessionPeer.viewport(x: x, y: y, width: width, height: height, scale: scale))
        }
        #expect(try await peer.received() == [])
        #expect(fixture.server.sessions.counters.updateTime.count == 5)
    }

    /// Updates of 4 ms and a share of a quarter: the handler leaves the loop to others for 12 ms after each update.
    ///
    ///     0 ms    two viewports arrive, of which the first is handled, and a ping after the second
    ///     11 ms   a third viewport replaces the second; the content changes
    ///     12 ms   the third is handled, the ping is answered, and the viewer learns of the change
    ///     24 ms   a fourth is handled when it arrives
    @Test("leaves its loop to others, three times as long as an update took, and then follows the newest viewport")
    func share() async throws {
        let clock = Atomic(UInt64(0))
        let executor = SteppedExecutor()
        // The clock is read before and after each update.
        let fixture = try Fixture(
            executor: executor, processorTime: { clock.add(4_000_000, ordering: .relaxed).newValue })
        let counters = fixture.server.sessions.counters
        let peer = try await SessionPeer.open(fixture)

        try await peer.send(SessionPeer.viewport())
        #expect(counters.updateTime.count == 1)
        try await peer.send(SessionPeer.viewport(x: 1))
        try await peer.send(SessionPeer.frame("there?".utf8, opcode: 9))
        #expect(try await peer.received() == [])
        await peer.loop.advanceTime(by: .milliseconds(11))
        try await peer.send(SessionPeer.viewport(x: 200))
        fixture.engine.invalidate(try fixture.site.entry("plan").engineID, Box(x: 0, y: 0, width: 9, height: 9))
        #expect(try await peer.received() == [])
        #expect(counters.updateTime.count == 1)

        await peer.loop.advanceTime(by: .milliseconds(1))
        // The third viewport shows none of the change; the first two did.
        let changed = #"{"type":"changed","tiles":[],"rects":[[0,0,9,9]]}"#
        #expect(try await peer.received() == [.pong("there?"), .text(changed)])
        #expect(counters.updateTime.count == 2)
        #expect(counters.coalesced.load(ordering: .relaxed) == 1)

        // 12 ms later the handler continues, at once.
        await peer.loop.advanceTime(by: .milliseconds(12))
        try await peer.send(SessionPeer.viewport(x: 300))
        #expect(counters.updateTime.count == 3)
    }

    @Test("waits for room without a timer when its peer takes nothing, and tells it all then")
    func noRoom() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let content = try fixture.site.entry("plan").engineID
        let peer = try await SessionPeer.open(fixture)
        try await peer.send(SessionPeer.viewport(x: 500, width: 400, height: 300))
        fixture.engine.invalidate(content, Box(x: 400, y: 0, width: 9, height: 9))
        #expect(try await peer.received() == [.text(#"{"type":"changed","tiles":[],"rects":[[400,0,9,9]]}"#)])

        let channel = peer.channel
        channel.isWritable = false
        fixture.engine.invalidate(content, Box(x: 401, y: 1, width: 9, height: 9))
        #expect(try await peer.received() == [])
        // The loop would never finish a time at which work is always due.
        await peer.loop.advanceTime(by: .seconds(1))
        #expect(try await peer.received() == [])
        channel.isWritable = true
        try await peer.loop.executeInContext { channel.pipeline.fireChannelWritabilityChanged() }
        #expect(try await peer.received() == [.text(#"{"type":"changed","tiles":[],"rects":[[401,1,9,9]]}"#)])
    }

    @Test("is closed when it floods, but not for a burst that a slow network piled up")
    func flood() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        var bytes = ByteBuffer()
        for _ in 0..<480 { bytes.writeImmutableBuffer(SessionPeer.frame([], opcode: 10)) }
        try await peer.send(bytes)
        #expect(try await peer.received() == [])
        await peer.loop.advanceTime(by: .milliseconds(500))
        var more = ByteBuffer()
        for _ in 0..<120 { more.writeImmutableBuffer(SessionPeer.frame([], opcode: 10)) }
        try await peer.send(more)
        #expect(try await peer.received() == [])
        try await peer.send(SessionPeer.frame([], opcode: 10))
        #expect(try await peer.received() == [.close(1008, "more than 240 frames a second")])
    }

    @Test("answers a ping after what came before it was looked at, and only the newest while the peer does not read")
    func pings() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        var bytes = SessionPeer.frame(SessionPeer.viewport().utf8)
        bytes.writeImmutableBuffer(SessionPeer.frame("1".utf8, opcode: 9))
        bytes.writeImmutableBuffer(SessionPeer.frame(SessionPeer.viewport(y: 1).utf8))
        try await peer.send(bytes)
        #expect(fixture.server.sessions.counters.updateTime.count == 2)
        #expect(try await peer.received() == [.pong("1")])

        peer.channel.isWritable = false
        for name in ["2", "3", "4"] { try await peer.send(SessionPeer.frame(name.utf8, opcode: 9)) }
        #expect(try await peer.received() == [])
        peer.channel.isWritable = true
        try await peer.loop.executeInContext { peer.channel.pipeline.fireChannelWritabilityChanged() }
        #expect(try await peer.received() == [.pong("4")])
    }

    @Test("asks a peer that is silent whether it is there, and gives it up when it is not")
    func silence() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let peer = try await SessionPeer.open(fixture)
        await peer.loop.advanceTime(by: .seconds(29))
        #expect(try await peer.received() == [])
        await peer.loop.advanceTime(by: .seconds(1))
        #expect(try await peer.received() == [.ping("")])
        await peer.loop.advanceTime(by: .seconds(29))
        try await peer.send(SessionPeer.frame([], opcode: 10))
        await peer.loop.advanceTime(by: .seconds(30))
        #expect(try await peer.received() == [.ping("")])
        await peer.loop.advanceTime(by: .seconds(30))
        #expect(!peer.channel.isActive)
        #expect(fixture.server.sessions.counters.endsByReason == ["dead": 1])
        #expect(fixture.server.sessions.count == 0)
    }

    @Test("closes with the peer's own code, and tells viewers that the server goes away")
    func ends() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let leaving = try await SessionPeer.open(fixture)
        try await leaving.send(SessionPeer.frame([0x03, 0xE8] + "bye".utf8, opcode: 8))
        #expect(try await leaving.received() == [.close(1000, "")])
        #expect(!leaving.channel.isActive)

        let wordless = try await SessionPeer.open(fixture)
        try await wordless.send(SessionPeer.frame([], opcode: 8))
        #expect(try await wordless.received() == [.close(nil, "")])

        let staying = try await SessionPeer.open(fixture)
        try await staying.loop.executeInContext {
            staying.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
        #expect(try await staying.received() == [.close(1001, "the server is shutting down")])
        try await staying.send(SessionPeer.frame([0x03, 0xE9], opcode: 8))
        #expect(!staying.channel.isActive)

        let gone = try await SessionPeer.open(fixture)
        try await gone.loop.executeInContext {
            gone.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
        #expect(!gone.channel.isActive)
        #expect(
            fixture.server.sessions.counters.endsByReason == ["1000": 1, "1005": 1, "1001": 1, "1006": 1])
        #expect(fixture.server.sessions.count == 0)
    }

    @Test("is closed with the reason when the server ends, which waits until the connections are closed")
    func shutDown() async throws {
        let fixture = try Fixture(executor: SteppedExecutor())
        let sessions = fixture.server.sessions
        // No session is open.
        await sessions.shutDown()
        let quick = try await SessionPeer.open(fixture)
        let silent = try await SessionPeer.open(fixture, "/session/another-\(SessionPeer.id)?content=plan")
        let isOver = Lock(false)
        let ending = Task {
            await sessions.shutDown()
            isOver.withLock { $0 = true }
        }
        for peer in [quick, silent] {
            var received: [SessionPeer.Received] = []
            while received.isEmpty { received = try await peer.received() }
            #expect(received == [.close(1001, "the server is shutting down")])
        }
        #expect(sessions.count == 0, "their names are free")
        try await quick.send(SessionPeer.frame([0x03, 0xE9], opcode: 8))
        #expect(!quick.channel.isActive && silent.channel.isActive)
        #expect(!isOver.withLock { $0 })
        // The server waits for the answer for a limited time.
        await silent.loop.advanceTime(by: .seconds(2))
        #expect(!silent.channel.isActive)
        // A closed channel lets go of its handlers in the next turn of its loop.
        await quick.loop.run()
        await silent.loop.run()
        await ending.value
    }
}
