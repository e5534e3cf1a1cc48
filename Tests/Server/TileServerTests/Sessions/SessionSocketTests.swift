import NIOCore
import Testing
import TileEngine

@testable import TileServer

/// Real sockets on the loopback interface.
@Suite("A session over the network")
struct SessionSocketTests {
    let server = TileServerTests()

    @Test(
        "speaks first or after other requests of its connection, beside others that misbehave, until the server goes away",
        arguments: [true, false])
    func whole(isFirst: Bool) async throws {
        let isReady = AsyncStream<Void>.makeStream()
        let viewer = try await server.withServer { fixture, address in
            let viewer = Task {
                let client = try await TileServerTests.Client(address)
                return try await client.channel.executeThenClose { inbound, outbound in
                    var received = ByteBuffer()
                    var iterator = inbound.makeAsyncIterator()
                    func read(until text: String) async throws {
                        while !String(decoding: received.readableBytesView, as: UTF8.self).contains(text),
                            var more = try await iterator.next()
                        {
                            received.writeBuffer(&more)
                        }
                    }
                    // A proxy may reuse a connection, including for tiles that have to be drawn.
                    if !isFirst {
                        try await outbound.write(ByteBuffer(string: server.get("/tiles/plan/2/0/0.png")))
                        try await read(until: "ff000040 png")
                        received.clear()
                    }
                    let path = "/session/\(SessionPeer.id)?content=plan"
                    try await outbound.write(ByteBuffer(string: SessionPeer.head(path)))
                    try await read(until: #"{"type":"opened","generation":0}"#)
                    var frames = SessionPeer.frame(SessionPeer.viewport().utf8)
                    frames.writeImmutableBuffer(SessionPeer.frame("looked".utf8, opcode: 9))
                    try await outbound.write(frames)
                    try await read(until: "looked")
                    fixture.engine.invalidate(try fixture.site.entry("plan").engineID)
                    try await read(until: #""rects":[[0,0,1000,600]]"#)
                    isReady.continuation.yield()
                    try await read(until: "shutting down")
                    var answer = received.getSlice(at: received.writerIndex - 28, length: 2)!
                    try await outbound.write(SessionPeer.frame(answer.readBytes(length: 2)!, opcode: 8))
                    while try await iterator.next() != nil {}
                    return String(decoding: received.readableBytesView.suffix(28), as: UTF8.self)
                }
            }
            var ready = isReady.stream.makeAsyncIterator()
            await ready.next()
            let rudeness = [
                SessionPeer.frame([], opcode: 2), SessionPeer.frame("x".utf8), ByteBuffer(repeating: 0xFF, count: 5000),
            ]
            for (number, bytes) in rudeness.enumerated() {
                let rude = try await TileServerTests.Client(address)
                let head = SessionPeer.head("/session/\(SessionPeer.id)-\(number)?content=plan")
                let text = try await rude.exchange(head + String(buffer: bytes)) { $0.contains("opened") }
                #expect(text.contains("HTTP/1.1 101"))
            }
            let plain = try await TileServerTests.Client(address)
            let health = try await plain.exchange(server.get("/healthz")) { $0.hasSuffix("ok\n") }
            #expect(health.hasSuffix("ok\n"))
            #expect(fixture.server.sessions.session(SessionPeer.id) != nil)
            return viewer
        }
        #expect(try await viewer.value.hasSuffix("the server is shutting down"))
    }

    @Test("is told why when the task of the server is cancelled, which then ends")
    func cancelled() async throws {
        let listening = AsyncStream<TileServer.Address>.makeStream()
        let fixture = try Fixture({ $0.waitForEver() }, onListening: { listening.continuation.yield($0) })
        let running = Task { try await fixture.server.run() }
        var addresses = listening.stream.makeAsyncIterator()
        let address = try #require(await addresses.next())
        let client = try await TileServerTests.Client(address)
        let text = try await client.exchange(SessionPeer.head("/session/\(SessionPeer.id)?content=plan")) { text in
            if text.contains("opened") { running.cancel() }
            return text.contains("shutting down")
        }
        #expect(text.hasSuffix("the server is shutting down"))
        _ = await running.result
        #expect(fixture.server.sessions.count == 0)
    }
}
