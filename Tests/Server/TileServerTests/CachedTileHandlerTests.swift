import NIOCore
import NIOEmbedded
import Testing
import TileEngine
import TileGraphics
import TileSupport

@testable import TileServer

@Suite("The handler of cached tiles")
struct CachedTileHandlerTests {
    /// A connection without the handlers behind the tested one. Bytes that it hands on can be read from the channel.
    struct Connection {
        let fixture: Fixture
        let channel: EmbeddedChannel
        let handler: CachedTileHandler
        let presence: ClientPresence
        let decisions = Decisions()
        let reads = ReadEnds()

        /// Records the connection's mode: whether it needs the routes, for each report.
        final class Decisions { var needRoutes: [Bool] = [] }

        /// A handler in place of the routes that counts the ends of reads.
        final class ReadEnds: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            var count = 0

            func channelReadComplete(context: ChannelHandlerContext) {
                count += 1
                context.fireChannelReadComplete()
            }
        }

        /// Creates a connection with the tiles (2, 0…3, 0) cached.
        init(
            isSecure: Bool = false, encode: @escaping @Sendable (TileImage, TileFormat) throws -> [UInt8] = describe
        ) async throws {
            let fixture = try Fixture(encode: encode)
            self.fixture = fixture
            presence = ClientPresence(isSecure: isSecure)
            for column in 0..<4 { _ = try await fixture.engine.tile(fixture.key("/tiles/plan/2/\(column)/0.png")!) }
            // The channel is created after the last suspension, because an embedded channel belongs to the thread that
            // created it.
            channel = EmbeddedChannel()
            let decisions = decisions
            handler = CachedTileHandler(
                site: fixture.site, engine: fixture.engine, date: HTTPDate(now: { 784_111_777 }),
                counters: fixture.server.counters, presence: presence, successor: fixture.successor()
            ) { decisions.needRoutes.append($0) }
            try channel.pipeline.syncOperations.addHandlers(handler, reads)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        }

        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        var answers: String {
            get throws {
                var text = ""
                while let buffer = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
                return text
            }
        }

        var handedOn: String {
            get throws {
                var text = ""
                while let buffer = try channel.readInbound(as: ByteBuffer.self) { text += String(buffer: buffer) }
                return text
            }
        }
    }

    func get(_ column: Int, _ lines: String = "", method: String = "GET") -> String {
        "\(method) /tiles/plan/2/\(column)/0.png HTTP/1.1\r\nHost: x\r\n\(lines)\r\n"
    }

    /// All tiles start at a column with 0 as its lowest byte.
    func body(_ column: Int) -> String { "256x256 ff000040 png" }

    @Test("answers with status, date, validator, caching, cross-origin permission, type, length and file")
    func answer() async throws {
        let connection = try await Connection()
        try connection.send(get(1))
        let key = try #require(try connection.fixture.key("/tiles/plan/2/1/0.png"))
        let tag = ReadyTile.entityTag(try #require(connection.fixture.engine.cached(key)).validator)
        #expect(
            try connection.answers == """
                HTTP/1.1 200 OK\r
                Date: Sun, 06 Nov 1994 08:49:37 GMT\r
                X-Content-Type-Options: nosniff\r
                ETag: \(tag)\r
                Cache-Control: public, max-age=60, must-revalidate\r
                Access-Control-Allow-Origin: *\r
                Cross-Origin-Resource-Policy: cross-origin\r
                Content-Type: image/png\r
                Content-Length: 20\r
                \r
                \(body(1))
                """)
        #expect(try connection.handedOn == "")

        try connection.send(get(1, method: "HEAD"))
        let head = try connection.answers
        #expect(head.hasSuffix("Content-Length: 20\r\n\r\n"))

        for condition in [tag, "*", "W/\(tag)", "\"other\", \(tag)", "\"other\",W/\(tag) , \"x\""] {
            try connection.send(get(1, "If-None-Match: \(condition)\r\n"))
            #expect(
                try connection.answers == """
                    HTTP/1.1 304 Not Modified\r
                    Date: Sun, 06 Nov 1994 08:49:37 GMT\r
                    X-Content-Type-Options: nosniff\r
                    ETag: \(tag)\r
                    Cache-Control: public, max-age=60, must-revalidate\r
                    Access-Control-Allow-Origin: *\r
                    Cross-Origin-Resource-Policy: cross-origin\r
                    \r

                    """)
        }
        for condition in [
            "\"other\"", tag.replacing("\"", with: ""), "", "\(tag.dropLast())x\"", "\(tag)garbage", "\"x\" \(tag)",
        ] {
            try connection.send(get(1, "If-None-Match: \(condition)\r\n"))
            #expect(try connection.answers.hasPrefix("HTTP/1.1 200 OK"))
        }
        #expect(connection.fixture.server.counters.byStatus == [200: 8, 304: 5])
    }

    @Test("over TLS, the answers to what came in one read are one write, in order and as they are without it")
    func records() async throws {
        let (plain, secure) = try await (Connection(), Connection(isSecure: true))
        let requests = get(0) + get(1, method: "HEAD") + get(2, "If-None-Match: *\r\n") + get(3)
        try plain.send(requests)
        try secure.send(requests)
        let whole = try secure.channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        #expect(try whole == plain.answers)
        #expect(try secure.channel.readOutbound(as: ByteBuffer.self) == nil)
        // The tile is sent before the routes' answer.
        try secure.send(get(0) + "GET /contents.json HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try secure.answers.hasSuffix(body(0)))
        #expect(try secure.handedOn.hasPrefix("GET /contents.json"))
    }

    /// A handler in the place of TLS. It counts the bytes that it holds until a flush, and stops the client's reading
    /// after a number of flushes.
    final class Keeper: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        var (kept, most, flushes) = (0, 0, 0)
        var limit = Int.max

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            kept += unwrapOutboundIn(data).readableBytes
            most = max(most, kept)
            context.write(data, promise: promise)
        }

        func flush(context: ChannelHandlerContext) {
            (kept, flushes) = (0, flushes + 1)
            if flushes >= limit { (context.channel as? EmbeddedChannel)?.isWritable = false }
            context.flush()
        }
    }

    @Test("over TLS, which keeps what it is given until a flush, no more than a record of long tiles is ever there")
    func longTiles() async throws {
        let connection = try await Connection(isSecure: true) { _, _ in [UInt8](repeating: 0x61, count: 40_000) }
        let plain = try await Connection { _, _ in [UInt8](repeating: 0x61, count: 40_000) }
        let keeper = Keeper()
        try connection.channel.pipeline.syncOperations.addHandler(keeper, position: .first)
        let requests = (0..<20).map { get($0 % 4) + get($0 % 4, method: "HEAD") }.joined()
        try connection.send(requests)
        try plain.send(requests)
        #expect(keeper.most <= 16_000 && keeper.flushes < 80)
        #expect(try connection.answers == plain.answers)
    }

    @Test("over TLS, a long tile is encrypted as the client takes it, and what comes after it waits behind it")
    func longTileInParts() async throws {
        let connection = try await Connection(isSecure: true) { _, _ in [UInt8](repeating: 0x61, count: 40_000) }
        let keeper = Keeper()
        keeper.limit = 1
        try connection.channel.pipeline.syncOperations.addHandler(keeper, position: .first)
        let cold = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        try connection.send(get(0) + cold)
        var whole = try connection.answers
        #expect(whole.utf8.count == 16_000 && whole.hasPrefix("HTTP/1.1 200 OK"))
        #expect(try connection.handedOn == "")
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        whole += try connection.answers
        #expect(whole.utf8.count == 32_000)
        #expect(try connection.handedOn == "")
        keeper.limit = .max
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        whole += try connection.answers
        #expect(whole.hasSuffix("\r\n\r\n" + String(repeating: "a", count: 40_000)))
        #expect(try connection.handedOn == cold)
    }

    @Test("over TLS, who says that it sends no more still gets all of a long tile")
    func longTileAtTheEnd() async throws {
        let connection = try await Connection(isSecure: true) { _, _ in [UInt8](repeating: 0x61, count: 40_000) }
        let keeper = Keeper()
        keeper.limit = 1
        try connection.channel.pipeline.syncOperations.addHandler(keeper, position: .first)
        try connection.send(get(0))
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try connection.answers.hasSuffix("\r\n\r\n" + String(repeating: "a", count: 40_000)))
        #expect(connection.decisions.needRoutes == [false] && !connection.channel.isActive)
    }

    @Test("answers the same, however the bytes come in pieces", arguments: [1, 2, 3, 7, 50])
    func pieces(length: Int) async throws {
        let connection = try await Connection()
        let text = get(0) + get(1, method: "HEAD") + get(2, "Accept: image/webp,image/*\r\n") + get(3)
        try connection.send(text)
        let whole = try connection.answers
        #expect(whole.components(separatedBy: "HTTP/1.1 200 OK").count == 5)
        var bytes = text.utf8[...]
        while !bytes.isEmpty {
            try connection.channel.writeInbound(ByteBuffer(bytes: bytes.prefix(length)))
            bytes = bytes.dropFirst(length)
        }
        #expect(try connection.answers == whole)
        #expect(try connection.handedOn == "")
    }

    @Test("hands on whole requests for all else: what is not cached, not there, not a tile")
    func handsOn() async throws {
        let connection = try await Connection()
        for path in ["/tiles/plan/2/0/1.png", "/tiles/plan/9/0/0.png", "/tiles/x/0/0/0.png", "/", "/metrics?x=1"] {
            let request = "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
            // The bytes before the last line end, and the rest.
            try connection.channel.writeInbound(ByteBuffer(bytes: request.utf8.dropLast(3)))
            #expect(try connection.handedOn == "")
            try connection.channel.writeInbound(ByteBuffer(bytes: request.utf8.suffix(3)))
            #expect(try connection.handedOn == request)
            connection.handler.routesDidAnswer()
        }
        #expect(try connection.answers == "")
        try connection.send(get(0))
        #expect(try connection.answers.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test("hands on a query that may choose bands or a range, and answers others as if they were not there")
    func queries() async throws {
        let connection = try await Connection()
        func request(_ query: String) -> String {
            "GET /tiles/plan/2/0/0.png?\(query) HTTP/1.1\r\nHost: x\r\n\r\n"
        }
        for query in ["range=0:1", "bands=1", "a=b&range", "r%61nge=0:1"] {
            try connection.send(request(query))
            #expect(try connection.answers == "")
            #expect(try connection.handedOn == request(query))
            connection.handler.routesDidAnswer()
        }
        for query in ["", "v=1", "orange=0:1&&="] {
            try connection.send(request(query))
            #expect(try connection.answers.hasSuffix(body(0)))
            #expect(try connection.handedOn == "")
        }
    }

    @Test("keeps the order of answers: while the routes have a request, those after it go there too")
    func order() async throws {
        let connection = try await Connection()
        let cold = "GET /tiles/plan/2/0/1.png HTTP/1.1\r\nHost: x\r\n\r\n"
        try connection.send(get(0) + cold + get(1) + get(2))
        let first = try connection.answers
        #expect(first.hasSuffix(body(0)) && first.components(separatedBy: "HTTP/1.1").count == 2)
        #expect(try connection.handedOn == cold + get(1) + get(2))
        for _ in 0..<2 {
            connection.handler.routesDidAnswer()
            try connection.send(get(3))
            #expect(try connection.answers == "")
            #expect(try connection.handedOn == get(3))
            connection.handler.routesDidAnswer()
        }
        connection.handler.routesDidAnswer()
        try connection.send(get(3))
        #expect(try connection.answers.hasSuffix(body(3)))
    }

    @Test(
        "hands on the rest of the connection unread once it can't tell where a request ends",
        arguments: [
            "POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nGET ", "\u{16}\u{3}",
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX: \u{0}\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u{81}",
        ])
    func transparent(request: String) async throws {
        let connection = try await Connection()
        try connection.send(get(0) + request + get(1))
        try connection.send(get(2))
        #expect(try connection.answers.hasSuffix(body(0)))
        #expect(try connection.handedOn == request + get(1) + get(2))
    }

    @Test("answers no more and reads no more while the client does not take what it asked for")
    func backPressure() async throws {
        let connection = try await Connection()
        connection.channel.isWritable = false
        try connection.send(get(0) + get(1))
        #expect(try connection.answers == "")
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        #expect(try connection.answers.components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    }

    @Test("ends the read for the routes, when it hands on what waited behind answers that the client had to take first")
    func readEnds() async throws {
        let connection = try await Connection()
        let cold = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        connection.channel.isWritable = false
        try connection.send(get(0) + cold)
        #expect(try connection.handedOn == "")
        let before = connection.reads.count
        connection.channel.isWritable = true
        connection.channel.pipeline.fireChannelWritabilityChanged()
        #expect(try connection.handedOn == cold)
        #expect(connection.reads.count == before + 1)
        connection.channel.pipeline.fireChannelWritabilityChanged()
        #expect(connection.reads.count == before + 1, "nothing was handed on since")
    }

    @Test("has the routes set up for the first request that is theirs, and not before")
    func routes() async throws {
        let connection = try await Connection()
        try connection.send(get(0) + get(1))
        #expect(connection.decisions.needRoutes == [])
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n" + get(1))
        #expect(connection.decisions.needRoutes == [true])
        _ = try connection.channel.finish()
        #expect(connection.decisions.needRoutes == [true])
    }

    @Test("does without the routes for a session, for one it refuses, and for a client that leaves", arguments: 0..<4)
    func noRoutes(way: Int) async throws {
        let connection = try await Connection()
        try connection.send(get(0))
        switch way {
        case 0: try connection.send(SessionPeer.head("/session/\(SessionPeer.id)?content=plan"))
        case 1: try connection.send(SessionPeer.head("/session/short?content=plan"))
        case 2: connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        default: _ = try connection.channel.finish()
        }
        #expect(connection.decisions.needRoutes == [false])
    }

    @Test(
        "closes a connection of cached tiles once they have left, when the client or the server has no more to say",
        arguments: [true, false])
    func end(byClient: Bool) async throws {
        let connection = try await Connection()
        let event: any Sendable = byClient ? ChannelEvent.inputClosed : ChannelShouldQuiesceEvent()
        try connection.send(get(0) + (byClient ? "" : "GET /tiles/pl"))
        connection.channel.pipeline.fireUserInboundEventTriggered(event)
        #expect(try connection.answers.hasSuffix(body(0)))
        #expect(!connection.channel.isActive)
        #expect(connection.decisions.needRoutes == [false])
        #expect(try connection.handedOn == "")
    }

    @Test("leaves the end to the routes, once they have had a request")
    func endWithRoutes() async throws {
        let connection = try await Connection()
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(connection.channel.isActive)
        #expect(connection.decisions.needRoutes == [true])
    }

    @Test("says that the client left when the connection ends, and not when it closes its half: it may read")
    func departure() async throws {
        let work = try await workOfClient()
        #expect(try await work.value == "cancelled")
    }

    /// Work for a client that has left. The connection ends here: an embedded channel ends on the thread that it
    /// belongs to.
    private func workOfClient() async throws -> Task<String, any Error> {
        let connection = try await Connection()
        let presence = connection.presence
        let work = Task {
            try await ClientPresence.$current.withValue(presence) {
                try await ClientPresence.whilePresent {
                    while !Task.isCancelled { await Task.yield() }
                    return "cancelled"
                }
            }
        }
        try connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        connection.channel.embeddedEventLoop.run()
        #expect(!presence.hasLeft)
        _ = try connection.channel.finish()
        #expect(presence.hasLeft)
        return work
    }

    @Test("work for a client that does not take what it asked for before begins when it does")
    func untilItTakes() async throws {
        let presence = ClientPresence()
        presence.clientTakes(false)
        let hasBegun = Lock(false)
        let work = Task {
            try await ClientPresence.$current.withValue(presence) {
                try await ClientPresence.whilePresent { hasBegun.withLock { $0 = true } }
            }
        }
        while !presence.isWaitedFor { await Task.yield() }
        #expect(!hasBegun.withLock { $0 })
        presence.clientTakes(true)
        try await work.value
        #expect(hasBegun.withLock { $0 })
    }

    @Test("hands on an unfinished request when the connection ends, so that the parser can judge it")
    func unfinished() async throws {
        let connection = try await Connection()
        try connection.send("GET /tiles/plan")
        connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(try connection.handedOn == "GET /tiles/plan")
    }
}

@Suite("The date of answers")
struct HTTPDateTests {
    @Test(
        "is written as RFC 9110 has it",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
        ])
    func text(second: Int, expected: String) {
        #expect(HTTPDate.text(second) == expected)
    }
}
