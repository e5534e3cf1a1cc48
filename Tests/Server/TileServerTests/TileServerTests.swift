import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing
import TileEngine
import TileGraphics
import TileSupport

@testable import TileServer

/// Real sockets on the loopback interface.
@Suite("A running server")
struct TileServerTests {
    /// A client that sends bytes and reads bytes.
    struct Client {
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

        init(_ address: TileServer.Address) async throws {
            channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true))
                    }
                }
        }

        /// Sends `text`, and reads until the received bytes satisfy `isEnough` or the server closes the connection.
        func exchange(_ text: String, until isEnough: @escaping @Sendable (String) -> Bool) async throws -> String {
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: text))
                var received = ""
                for try await buffer in inbound {
                    received += String(buffer: buffer)
                    if isEnough(received) { break }
                }
                return received
            }
        }
    }

    /// Runs a server, and `body` with its address; then shuts it down gracefully, and calls `afterShutdown` when that
    /// has begun.
    func withServer<Result: Sendable>(
        plan: Coordinates = Coordinates(), ids: [String] = [], documents: [OfferedContent] = [],
        _ change: (inout TileServerConfiguration) -> Void = { _ in },
        encode: @escaping @Sendable (TileImage, TileFormat) throws -> [UInt8] = describe,
        afterShutdown: () -> Void = {},
        _ body: @Sendable (Fixture, TileServer.Address) async throws -> Result
    ) async throws -> Result {
        let listening = AsyncStream<TileServer.Address>.makeStream()
        let fixture = try Fixture(
            plan: plan, ids: ids, documents: documents,
            { configuration in
                configuration.waitForEver()
                change(&configuration)
            }, encode: encode, onListening: { listening.continuation.yield($0) })
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [fixture.server], logger: fixture.server.logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var addresses = listening.stream.makeAsyncIterator()
            let address = try #require(await addresses.next())
            let result = try await body(fixture, address)
            await group.triggerGracefulShutdown()
            afterShutdown()
            try await tasks.waitForAll()
            return result
        }
    }

    func get(_ path: String, _ lines: String = "") -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\(lines)\r\n" }

    static func answers(in text: String) -> Int { text.components(separatedBy: "HTTP/1.1 ").count - 1 }

    @Test("answers requests sent in one go in their order, cold and cached mixed")
    func pipelining() async throws {
        try await withServer { _, address in
            let client = try await Client(address)
            let paths = ["2/0/0", "2/1/0", "0/0/0", "2/0/0", "9/0/0", "2/0/0", "1/1/1", "2/0/0@2x", "0/0/0"]
            let all = paths.map { get("/tiles/plan/\($0).png") }.joined()
            let last = get("/healthz")
            let text = try await client.exchange(get("/tiles/plan/2/0/0.png") + all + last) { $0.hasSuffix("ok\n") }
            let bodies = text.components(separatedBy: "\r\n\r\n").dropFirst().map {
                $0.components(separatedBy: "HTTP/1.1").first ?? ""
            }
            #expect(bodies.count == paths.count + 2)
            #expect(
                bodies[5].contains("no level 9: z is 0 to 2"), "the one that is not there is in its place: \(bodies)")
            #expect(bodies[8].hasPrefix("512x512"))
            #expect(bodies[0].hasPrefix("256x256") && bodies[9].hasPrefix("256x256"))
        }
    }

    @Test("gives a render up when the client that waits for it disconnects", arguments: ["GET", "render"])
    func disconnect(kind: String) async throws {
        let begun = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        let plan = Coordinates { _, context in
            begun.continuation.yield()
            // Draws until it is cancelled. If the test fails here, it hangs and shows where.
            while !context.isCancelled() { sched_yield() }
            ended.continuation.yield(true)
            throw CancellationError()
        }
        try await withServer(plan: plan) { fixture, address in
            let path = kind == "GET" ? "/tiles/plan/2/0/0.png" : "/render/plan?x=0&y=0&width=9&height=9"
            let client = try await Client(address)
            try await client.channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: get(path)))
                var begins = begun.stream.makeAsyncIterator()
                await begins.next()
            }
            var ends = ended.stream.makeAsyncIterator()
            #expect(await ends.next() == true)
            if kind == "GET" { #expect(fixture.engine.counters.cancelled == 1) }
            #expect(fixture.engine.counters.cachedTiles == 0)
        }
    }

    @Test("keeps a render that another client still waits for, when one disconnects")
    func oneOfTwoDisconnects() async throws {
        // worker                 first client           second client
        //                        asks
        // raster begins
        //                                               asks for the same
        //                        disconnects
        // (its request is gone)
        // raster ends
        //                                               gets the tile
        let begun = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        let plan = Coordinates { _, context in
            begun.continuation.yield()
            mayEnd.wait()
            #expect(!context.isCancelled())
        }
        try await withServer(plan: plan) { fixture, address in
            let engine = fixture.engine
            let first = try await Client(address)
            let second = try await Client(address)
            let answer = try await first.channel.executeThenClose { _, outbound in
                try await outbound.write(ByteBuffer(string: get("/tiles/plan/2/0/0.png")))
                var begins = begun.stream.makeAsyncIterator()
                await begins.next()
                let answer = Task {
                    try await second.exchange(get("/tiles/plan/2/0/0.png")) { $0.hasSuffix(" png") }
                }
                while engine.counters.joined < 1 { await Task.yield() }
                return answer
            }
            let counters = fixture.server.counters
            while counters.byStatus[499] == nil { await Task.yield() }
            mayEnd.signal()
            #expect(try await answer.value.hasPrefix("HTTP/1.1 200"))
            #expect(engine.counters.rendered == 1 && engine.counters.cancelled == 0)
        }
    }

    @Test("answers a cached tile while all its workers draw")
    func cachedDoesNotWait() async throws {
        let begun = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        let isSlow = Lock(false)
        let plan = Coordinates { _, _ in
            guard isSlow.withLock({ $0 }) else { return }
            begun.continuation.yield()
            mayEnd.wait()
        }
        try await withServer(plan: plan, { $0.policy.workers = 1 }) { _, address in
            let cached = get("/tiles/plan/0/0/0.png")
            _ = try await Client(address).exchange(cached) { $0.hasSuffix(" png") }
            isSlow.withLock { $0 = true }
            let slowClient = try await Client(address)
            let slow = Task { try await slowClient.exchange(get("/tiles/plan/2/0/0.png")) { $0.hasSuffix(" png") } }
            var begins = begun.stream.makeAsyncIterator()
            await begins.next()
            let answer = try await Client(address).exchange(cached) { $0.hasSuffix(" png") }
            #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.contains("Server-Timing"))
            mayEnd.signal()
            #expect(try await slow.value.contains("Server-Timing"))
        }
    }

    @Test("takes requests with bodies, other versions and closing connections through the parser")
    func otherRequests() async throws {
        try await withServer { _, address in
            for (request, start) in [
                ("POST /tiles/plan/0/0/0.png HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 405"),
                (get("/tiles/plan/0/0/0.png", "Connection: close\r\n"), "HTTP/1.1 200"),
                ("GET /healthz HTTP/1.0\r\nConnection: close\r\n\r\n", "HTTP/1.1 200"),
                ("NONSENSE\r\n\r\n", "HTTP/1.1 400"),
                (
                    "GET /tiles/plan/0/0/0.png HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                    "HTTP/1.1 400"
                ),
            ] {
                let text = try await Client(address).exchange(request) { $0.contains("\r\n\r\n") }
                #expect(text.hasPrefix(start), "\(request) → \(text.prefix(60))")
            }
            for (request, message) in [
                ("NONSENSE\r\n\r\n", "malformed request"),
                ("FOO / HTTP/1.1\r\nHost: x\r\n\r\n", "unknown method; use GET, HEAD, or OPTIONS"),
                ("GET /nothing HTTP/1.1\r\nConnection: close\r\n\r\n", "send one Host header"),
                ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n", "invalid Content-Length"),
            ] {
                let text = try await Client(address).exchange(request) {
                    $0.contains("malformed") && $0.hasSuffix("\n")
                }
                #expect(text.contains("malformed request") && text.contains(message), "\(request) → \(text)")
                #expect(text.contains("Content-Type: text/plain; charset=utf-8\r\n"), "\(text)")
            }
            let long = String(repeating: "a", count: 90 << 10)
            for (request, status, message) in [
                (
                    get("/\(long)"), "414 URI Too Long", "the address is too long: use a shorter path or query\n"
                ),
                (
                    "POST /\(long) HTTP/1.1\r\nHost: x\r\n\r\n", "414 URI Too Long",
                    "the address is too long: use a shorter path or query\n"
                ),
                (
                    get("/", "Cookie: \(long)\r\n"), "431 Request Header Fields Too Large",
                    "the request's headers are too large: send fewer or shorter headers, or delete cookies\n"
                ),
            ] {
                let text = try await Client(address).exchange(request) { $0.hasSuffix(message) }
                #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(text)")
                #expect(text.contains("Connection: close\r\n") && text.hasSuffix(message), "\(text)")
            }
            let closed = try await Client(address).exchange(
                get("/tiles/plan/0/0/0.png", "Connection: close\r\n")
            ) { _ in false }
            #expect(closed.hasSuffix(" png"), "the server closes after the answer, as asked")
        }
    }

    @Test("tells in TileJSON the address that the client used")
    func origin() async throws {
        try await withServer { _, address in
            for (lines, start) in [
                ("Host: tiles.example:81\r\n", "http://tiles.example:81/tiles/plan/"),
                ("Host: [::1]:80\r\nX-Forwarded-Proto: https\r\n", "https://[::1]:80/tiles/plan/"),
                ("Host: a\"b\r\n", "\"/tiles/plan/"),
                (
                    "Host: inner:8080\r\nX-Forwarded-Proto: https, http\r\nX-Forwarded-Host: maps.example, inner\r\n"
                        + "X-Forwarded-Prefix: /plans/\r\n", "\"https://maps.example/plans/tiles/plan/"
                ),
                ("Host: a\r\nX-Forwarded-Prefix: /p/q\r\n", "\"http://a/p/q/tiles/plan/"),
                // Invalid addresses are ignored.
                ("Host: a\r\nX-Forwarded-Host: b\"c\r\n", "\"http://a/tiles/plan/"),
                ("Host: a\r\nX-Forwarded-Prefix: //evil\r\n", "\"http://a/tiles/plan/"),
                ("Host: a\r\nX-Forwarded-Prefix: p\r\n", "\"http://a/tiles/plan/"),
                ("Host: a\r\nX-Forwarded-Prefix: /p\"q\r\n", "\"http://a/tiles/plan/"),
            ] {
                let request = "GET /tiles/plan.json HTTP/1.1\r\n\(lines)\r\n"
                let text = try await Client(address).exchange(request) { $0.hasSuffix("}") }
                #expect(text.contains(start), "\(text)")
            }
        }
    }

    @Test("has a name for the log of a service group, which would print all that it holds")
    func name() throws {
        let logger = Logger(label: "test")
        let server = try TileServer(configuration: TileServerConfiguration(), contents: [], logger: logger)
        #expect("\(server)" == "TileServer")
    }

    @Test("says that its port is in use, and which")
    func portInUse() async throws {
        try await withServer { fixture, address in
            var configuration = TileServerConfiguration()
            configuration.port = address.port
            let second = try TileServer(configuration: configuration, contents: [], logger: fixture.server.logger)
            await #expect(throws: TileServerFailure.portInUse(host: "127.0.0.1", port: address.port)) {
                try await second.run()
            }
        }
    }

    @Test("says that it can't listen at an address that is not this machine's")
    func badAddress() async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var configuration = TileServerConfiguration()
        (configuration.host, configuration.port) = ("192.0.2.1", 0)
        let server = try TileServer(configuration: configuration, contents: [], logger: logger)
        await #expect(throws: TileServerFailure.self) { try await server.run() }
        (configuration.host, configuration.port) = ("no-such-host.invalid", 0)
        let other = try TileServer(configuration: configuration, contents: [], logger: logger)
        await #expect(throws: TileServerFailure.unknownHost("no-such-host.invalid")) { try await other.run() }
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        (configuration.metricsHost, configuration.metricsPort) = ("no-such-host.invalid", 0)
        let third = try TileServer(configuration: configuration, contents: [], logger: logger)
        await #expect(throws: TileServerFailure.unknownHostForOperators("no-such-host.invalid")) {
            try await third.run()
        }
    }

    @Test("finishes the answers under way when it is shut down")
    func gracefulShutdown() async throws {
        let begun = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        let plan = Coordinates { _, _ in
            begun.continuation.yield()
            mayEnd.wait()
        }
        let answer = try await withServer(plan: plan, afterShutdown: { mayEnd.signal() }) { _, address in
            let client = try await Client(address)
            let answer = Task { try await client.exchange(get("/tiles/plan/0/0/0.png")) { $0.hasSuffix(" png") } }
            var begins = begun.stream.makeAsyncIterator()
            await begins.next()
            return answer
        }
        #expect(try await answer.value.hasPrefix("HTTP/1.1 200"))
    }
}
