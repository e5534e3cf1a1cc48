import Foundation
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing
import TileGraphics

@testable import TileServer

/// Connections that end, or do not, over real sockets.
extension TileServerTests {
    /// Returns all data until the server closes the connection.
    private func untilClosed(_ address: TileServer.Address, _ text: String) async throws -> String {
        try await Client(address).exchange(text) { _ in false }
    }

    @Test(
        "refuses what is no request with one 400, and closes",
        arguments: [
            "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\u{0}b\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nX: b\u{0}c\r\n\r\n",
            "GET /tiles/plan/0/0/0.png HTTP/1.1\r\nHost: a\r\nX: b\u{1}c\r\n\r\n", "NONSENSE\r\n\r\n",
        ])
    func refusals(request: String) async throws {
        try await withServer { _, address in
            let sound = get("/healthz")
            let text = try await untilClosed(address, sound + request + sound)
            #expect(Self.answers(in: text) == 2, "\(text)")
            #expect(text.contains("ok\nHTTP/1.1 400 Bad Request") && text.lowercased().contains("connection: close"))
            #expect(text.components(separatedBy: "X-Content-Type-Options: nosniff").count == 3)
        }
    }

    @Test(
        "closes after an answer of HTTP/1.0, unless it is asked to stay",
        arguments: ["/tiles/plan/0/0/0.png", "/contents.json", "/nothing"])
    func oldVersion(path: String) async throws {
        try await withServer { _, address in
            for lines in ["", "Host: x\r\n"] {
                let text = try await untilClosed(address, "GET \(path) HTTP/1.0\r\n\(lines)\r\n")
                #expect(Self.answers(in: text) == 1 && text.contains("Connection: close\r\n"), "\(text)")
            }
            let request = "GET \(path) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
            let text = try await untilClosed(address, request + "GET \(path) HTTP/1.0\r\n\r\n")
            #expect(Self.answers(in: text) == 2 && text.contains("Connection: keep-alive\r\n"), "\(text)")
        }
    }

    @Test(
        "throws away a body that nobody wants, and closes instead of reading it for as long as it comes",
        arguments: ["Content-Length: 100000000000", "Transfer-Encoding: chunked"])
    func endlessBody(framing: String) async throws {
        try await withServer { _, address in
            let client = try await Client(address)
            let text = try await client.channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "POST / HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n"))
                var received = ""
                for try await buffer in inbound {
                    received += String(buffer: buffer)
                    if received.hasSuffix("OPTIONS\n") { break }
                }
                // An endless body is sent until the server ends the connection.
                var piece = ByteBuffer(string: framing.hasPrefix("T") ? "8000\r\n" : "")
                piece.writeRepeatingByte(0x61, count: 0x8000)
                piece.writeString("\r\n")
                do {
                    while true { try await outbound.write(piece) }
                } catch {}
                return received
            }
            #expect(text.hasPrefix("HTTP/1.1 405 ") && text.contains("Connection: close\r\n"))
        }
    }

    @Test("gives a client that closed its half its whole answer, however large, cold or cached")
    func halfClosed() async throws {
        let begun = AsyncStream<Void>.makeStream()
        let mayEnd = DispatchSemaphore(value: 0)
        let plan = Coordinates { _, _ in
            begun.continuation.yield()
            mayEnd.wait()
        }
        // More bytes than the network holds at once.
        let size = 24_000_000
        try await withServer(plan: plan, encode: { _, _ in [UInt8](repeating: 0x61, count: size) }) { _, address in
            for isCold in [true, false] {
                let client = try await Client(address)
                let text = try await client.channel.executeThenClose { inbound, outbound in
                    try await outbound.write(ByteBuffer(string: get("/tiles/plan/2/0/0.png")))
                    outbound.finish()
                    var received = ByteBuffer()
                    for try await var buffer in inbound {
                        received.writeBuffer(&buffer)
                        // A probe has arrived: the server has seen the end of the client's half.
                        if isCold, received.readableBytes == 25 { mayEnd.signal() }
                    }
                    return String(buffer: received)
                }
                let final = text.replacing("HTTP/1.1 100 Continue\r\n\r\n", with: "")
                #expect(final.hasPrefix("HTTP/1.1 200 OK"))
                #expect(text.components(separatedBy: "\r\n\r\n").last?.utf8.count == size)
            }
        }
    }

    @Test("bounds what waits for clients that do not read, and drops those that have not for longest")
    func nobodyReads() async throws {
        let size = 16_000_000
        let limit = 40_000_000
        try await withServer(
            { $0.connections.unreadLimit = limit }, encode: { _, _ in [UInt8](repeating: 0x61, count: size) }
        ) { fixture, address in
            let connections = fixture.server.connections
            let clients = try await withThrowingTaskGroup(of: (any Channel).self) { tasks in
                for _ in 0..<8 {
                    tasks.addTask {
                        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                            .channelOption(ChannelOptions.autoRead, value: false)
                            .connect(host: address.host, port: address.port).get()
                        try await channel.writeAndFlush(ByteBuffer(string: get("/tiles/plan/0/0/0.png")))
                        return channel
                    }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            // All connections together exceed the limit for a moment.
            while connections.counters.ended(.unread) < 3 || connections.unreadBytes > limit { await Task.yield() }
            let health = try await Client(address).exchange(get("/healthz")) { $0.hasSuffix("ok\n") }
            #expect(health.hasPrefix("HTTP/1.1 200"))
            for client in clients { try? await client.close() }
        }
    }

    @Test("lets no more in than may be, tells them, and lets others in when there is room", arguments: [503, 429])
    func tooMany(status: Int) async throws {
        try await withServer { configuration in
            if status == 503 {
                configuration.connections.limit = 2
            } else {
                configuration.connections.limitPerClient = 2
            }
        } _: { _, address in
            let first = try await Client(address)
            let second = try await Client(address)
            try await first.channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: get("/healthz")))
                var answers = inbound.makeAsyncIterator()
                _ = try await answers.next()
                // Neither connection is idle; an idle one would be closed to make room.
                try await outbound.write(ByteBuffer(string: "GET "))
                try await second.channel.executeThenClose { inbound, outbound in
                    try await outbound.write(ByteBuffer(string: get("/healthz")))
                    var answers = inbound.makeAsyncIterator()
                    _ = try await answers.next()
                    try await outbound.write(ByteBuffer(string: "GET "))
                    let refused = try await untilClosed(address, get("/healthz"))
                    #expect(refused.hasPrefix("HTTP/1.1 \(status) ") && refused.contains("Retry-After: 5\r\n"))
                    #expect(refused.contains("Connection: close\r\n") && refused.hasSuffix("\n"))
                }
            }
            // The server notices the closed connections after some time.
            while !(try await Client(address).exchange(get("/healthz")) { $0.hasSuffix("\n") }).hasPrefix(
                "HTTP/1.1 200")
            {}
        }
    }

    @Test("tells operators at a port of their own, where other sites' pages cannot read, and nobody at the tiles'")
    func operators() async throws {
        try await withServer { configuration in
            configuration.metricsPort = 0
        } _: { _, address in
            let metrics = try #require(address.metrics)
            #expect(metrics.hasPrefix("127.0.0.1:"))
            let port = try #require(metrics.split(separator: ":").last.flatMap { Int($0) })
            let elsewhere = TileServer.Address(host: "127.0.0.1", port: port)
            let text = try await untilClosed(elsewhere, get("/metrics", "Connection: close\r\n"))
            #expect(text.hasPrefix("HTTP/1.1 200") && text.contains("\ntilework_connections 0\n"), "\(text)")
            #expect(!text.contains("Access-Control-Allow-Origin"))
            #expect(try await untilClosed(elsewhere, get("/healthz", "Connection: close\r\n")).hasSuffix("ok\n"))
            #expect(try await untilClosed(elsewhere, get("/readyz", "Connection: close\r\n")).hasSuffix("ready\n"))
            #expect(try await untilClosed(elsewhere, get("/", "Connection: close\r\n")).hasPrefix("HTTP/1.1 404"))
            let here = try await untilClosed(address, get("/metrics", "Connection: close\r\n"))
            #expect(here.hasPrefix("HTTP/1.1 404"))
            // The message names a socket that is in use, and nothing is served.
            var configuration = TileServerConfiguration()
            configuration.port = 0
            configuration.metricsPort = port
            let second = try TileServer(
                configuration: configuration, contents: [],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            await #expect {
                try await second.run()
            } throws: { error in
                if case TileServerFailure.portInUseForOperators(_, port) = error { true } else { false }
            }
        }
    }
}
