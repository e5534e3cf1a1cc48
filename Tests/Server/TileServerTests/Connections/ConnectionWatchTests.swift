import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

/// Tests on a loop with a manual clock, and a network that accepts bytes when the test says so.
@Suite("The deadlines of a connection")
struct ConnectionWatchTests {
    /// A network that accepts no flushed bytes while it is stuck, and keeps its half of the connection open.
    final class Network: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        private(set) var isHalfClosed = false
        private var isStuck = false
        private var context: ChannelHandlerContext?

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

        func flush(context: ChannelHandlerContext) { if !isStuck { context.flush() } }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .all { return context.close(promise: promise) }
            isHalfClosed = true
            promise?.succeed()
        }

        func stick(_ channel: EmbeddedChannel) {
            isStuck = true
            channel.isWritable = false
        }

        /// Accepts all waiting bytes.
        func drain() { context?.flush() }
    }

    /// A handler in place of all handlers behind the watch.
    final class Behind: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private(set) var text = ""

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { text += String(buffer: unwrapInboundIn(data)) }
    }

    /// A connection for cached tiles, including (2, 0, 0).
    struct Connection {
        let fixture: Fixture
        let registry: ConnectionRegistry
        let channel: EmbeddedChannel
        let network = Network()
        let behind = Behind()
        let watch: ConnectionWatch
        let front: CachedTileHandler

        static let hot = "GET /tiles/plan/2/0/0.png HTTP/1.1\r\nHost: x\r\n\r\n"
        static let cold = "GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"

        init(_ change: (inout ConnectionPolicy) -> Void = { _ in }) async throws {
            let fixture = try Fixture { change(&$0.connections) }
            self.fixture = fixture
            registry = fixture.server.connections
            _ = try await fixture.engine.tile(fixture.key("/tiles/plan/2/0/0.png")!)
            // The channel is created after the last suspension, because an embedded channel belongs to the thread that
            // created it.
            channel = EmbeddedChannel()
            channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
            guard case .admitted(let record) = registry.open(channel) else { throw Broken() }
            watch = ConnectionWatch(
                record, registry: registry, idleTime: .seconds(120), now: channel.embeddedEventLoop.now)
            front = CachedTileHandler(
                site: fixture.site, engine: fixture.engine, date: HTTPDate(now: { 784_111_777 }),
                counters: fixture.server.counters, presence: ClientPresence(), watch: watch,
                successor: fixture.successor(watch))
            try channel.pipeline.syncOperations.addHandlers([network, watch, front, behind])
        }

        func pass(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        /// Sends an answer of this many bytes.
        func answer(_ count: Int) { channel.writeAndFlush(ByteBuffer(repeating: 0x61, count: count), promise: nil) }

        func ended(_ reason: ConnectionCounters.Reason) -> Int { registry.counters.ended(reason) }
    }

    // MARK: Heads

    @Test("a client that says nothing has 20 seconds")
    func silence() async throws {
        let connection = try await Connection()
        connection.pass(19)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(!connection.channel.isActive)
        #expect(connection.ended(.head) == 1)
        #expect(connection.registry.count == 0)
    }

    @Test("a head has 20 seconds from its first byte, however often another comes", arguments: ["GET ", "POST "])
    func dribble(start: String) async throws {
        let connection = try await Connection()
        try connection.send(Connection.hot)
        connection.pass(60)
        #expect(connection.channel.isActive)
        try connection.send(start)
        for _ in 0..<19 {
            connection.pass(1)
            try connection.send("/")
            #expect(connection.channel.isActive)
        }
        connection.pass(1)
        #expect(!connection.channel.isActive)
        #expect(connection.ended(.head) == 1 && connection.ended(.idle) == 0)
    }

    @Test("a connection at rest has two minutes from its last request")
    func rest() async throws {
        let connection = try await Connection()
        for _ in 0..<3 {
            try connection.send(Connection.hot)
            connection.pass(119)
            #expect(connection.channel.isActive)
        }
        connection.pass(1)
        #expect(!connection.channel.isActive)
        #expect(connection.ended(.idle) == 1)
    }

    @Test("a client that waits for an answer has no deadline; the next head has its own from the answer on")
    func waits() async throws {
        let connection = try await Connection()
        try connection.send(Connection.cold)
        connection.watch.routesDidTake()
        try connection.send("GET /hal")
        connection.pass(1000)
        #expect(connection.channel.isActive)
        connection.watch.routesDidAnswer()
        connection.pass(19)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(!connection.channel.isActive)
    }

    @Test("a session has none of these deadlines")
    func session() async throws {
        let connection = try await Connection()
        connection.watch.becomeSession()
        connection.pass(100_000)
        #expect(connection.channel.isActive)
        connection.registry.closeIdle()
        #expect(connection.channel.isActive)
    }

    // MARK: Answers

    @Test("a client that takes nothing is dropped after 15 seconds")
    func takesNothing() async throws {
        let connection = try await Connection()
        try connection.send(Connection.hot)
        connection.network.stick(connection.channel)
        connection.answer(100_000)
        #expect(connection.registry.unreadBytes == 100_000)
        connection.pass(14)
        #expect(connection.channel.isActive)
        connection.pass(1)
        #expect(!connection.channel.isActive)
        #expect(connection.ended(.slow) == 1)
        #expect(connection.registry.unreadBytes == 0)
    }

    @Test("a client has to take 1024 bytes a second on average", arguments: [(1100, true), (1000, false)])
    func rate(bytes: Int, lives: Bool) async throws {
        let connection = try await Connection()
        connection.network.stick(connection.channel)
        connection.answer(bytes)
        for _ in 0..<29 {
            connection.pass(1)
            // Bytes that the network accepts are replaced, so that there are always bytes to send.
            connection.network.drain()
            connection.answer(bytes)
        }
        #expect(connection.channel.isActive == lives)
        #expect(connection.ended(.slow) == (lives ? 0 : 1))
    }

    @Test("answers of one connection that wait are bounded")
    func unreadOfOne() async throws {
        let connection = try await Connection { $0.unreadLimitPerConnection = 50_000 }
        connection.network.stick(connection.channel)
        connection.answer(50_000)
        #expect(connection.channel.isActive)
        connection.answer(1)
        #expect(!connection.channel.isActive)
        #expect(connection.ended(.unread) == 1)
    }

    @Test("answers of all connections that wait are bounded: who has been slow for longest goes")
    func unreadOfAll() throws {
        var policy = ConnectionPolicy()
        policy.unreadLimit = 100_000
        let registry = ConnectionRegistry(policy: policy)
        let connections = try (0..<3).map { _ in try Bare(registry) }
        for (number, connection) in connections.enumerated() {
            connection.channel.embeddedEventLoop.advanceTime(by: .seconds(Int64(number) + 1))
            connection.network.stick(connection.channel)
            connection.answer(40_000)
        }
        #expect(connections.map(\.channel.isActive) == [false, true, true])
        #expect(registry.unreadBytes == 80_000)
        #expect(registry.counters.ended(.unread) == 1)
    }

    /// A watch and its network.
    struct Bare {
        let channel = EmbeddedChannel()
        let network = Network()
        let behind = Behind()
        let watch: ConnectionWatch

        init(_ registry: ConnectionRegistry) throws {
            channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1), promise: nil)
            guard case .admitted(let record) = registry.open(channel) else { throw Broken() }
            watch = ConnectionWatch(record, registry: registry, idleTime: nil, now: channel.embeddedEventLoop.now)
            try channel.pipeline.syncOperations.addHandlers([network, watch, behind])
        }

        func answer(_ count: Int) { channel.writeAndFlush(ByteBuffer(repeating: 0x61, count: count), promise: nil) }
    }

    // MARK: The end

    @Test(
        "who closes a connection does not take from its client what was written", arguments: [CloseMode.all, .output])
    func closesGently(mode: CloseMode) throws {
        let connection = try Bare(ConnectionRegistry(policy: ConnectionPolicy()))
        connection.network.stick(connection.channel)
        connection.answer(100_000)
        connection.channel.close(mode: mode, promise: nil)
        #expect(connection.channel.isActive && !connection.network.isHalfClosed)
        connection.network.drain()
        #expect(
            connection.channel.isActive == (mode == .output) && connection.network.isHalfClosed == (mode == .output))
        // A client that does not close its end is not waited for longer than two seconds.
        connection.channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(!connection.channel.isActive)
        #expect(try connection.channel.readOutbound(as: ByteBuffer.self)?.readableBytes == 100_000)
    }

    @Test("what comes after the last request is thrown away, and not more than a million bytes of it")
    func drains() throws {
        let connection = try Bare(ConnectionRegistry(policy: ConnectionPolicy()))
        try connection.channel.writeInbound(ByteBuffer(string: "head"))
        connection.watch.discardInput()
        try connection.channel.writeInbound(ByteBuffer(string: "body"))
        #expect(connection.behind.text == "head")
        connection.channel.close(mode: .output, promise: nil)
        #expect(connection.channel.isActive)
        for _ in 0..<100 { try connection.channel.writeInbound(ByteBuffer(repeating: 0x61, count: 9_999)) }
        #expect(connection.channel.isActive)
        try connection.channel.writeInbound(ByteBuffer(repeating: 0x61, count: 99))
        #expect(!connection.channel.isActive)
    }

    @Test("connections at rest make room for others; those with something under way do not")
    func room() async throws {
        let resting = try await Connection()
        try resting.send(Connection.hot)
        resting.registry.closeIdle()
        #expect(!resting.channel.isActive)
        #expect(resting.ended(.idle) == 1)
    }

    @Test("connections with something under way do not make room", arguments: 0..<3)
    func noRoom(way: Int) async throws {
        let busy = try await Connection()
        switch way {
        case 0: try busy.send("GET /hal")
        case 1:
            try busy.send(Connection.cold)
            busy.watch.routesDidTake()
        default:
            try busy.send(Connection.hot)
            busy.network.stick(busy.channel)
            busy.answer(10)
        }
        busy.registry.closeIdle()
        #expect(busy.channel.isActive)
    }

    @Test("connections that have sent no request within a quarter of a second make room", arguments: ["", "GET /hal"])
    func silent(head: String) async throws {
        let silent = try await Connection()
        if !head.isEmpty { try silent.send(head) }
        silent.pass(1)
        silent.registry.closeIdle()
        #expect(!silent.channel.isActive)
        #expect(silent.ended(.head) == 1)
    }

    @Test("connections that wait for answers do not stand between the server and those at rest")
    func roomBehindBusy() async throws {
        let resting = try await Connection()
        // More connections than are closed at a time, which were last heard of earlier.
        let busy = try (0..<20).map { number in
            let channel = EmbeddedChannel()
            channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 2 + number), promise: nil)
            guard case .admitted(let record) = resting.registry.open(channel) else {
                throw ChannelError.ioOnClosedChannel
            }
            record.lastHeard.store(0, ordering: .relaxed)
            record.isAnswering.store(true, ordering: .relaxed)
            return channel
        }
        try resting.send(Connection.hot)
        resting.registry.closeIdle()
        #expect(!resting.channel.isActive && busy.allSatisfy(\.isActive))
    }
}
