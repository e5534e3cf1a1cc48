import NIOCore
import Testing

@testable import TileServer

@Suite("A request for a session")
struct SessionUpgradeTests {
    let path = "/session/\(SessionPeer.id)?content=plan"

    func status(_ fixture: Fixture, _ path: String, lines: String = "") async throws -> String {
        let answer = try await SessionPeer(fixture).request(path, lines)
        return String(answer.prefix(12).suffix(3))
    }

    @Test("is granted with the key's answer of RFC 6455, section 1.3, and then no HTTP is spoken")
    func granted() async throws {
        let fixture = try Fixture()
        let peer = try await SessionPeer(fixture)
        let answer = try await peer.request(path)
        #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
        let lines = Set(answer.components(separatedBy: "\r\n").map { $0.lowercased() })
        #expect(
            lines.isSuperset(of: [
                "upgrade: websocket", "connection: upgrade",
                "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=",
            ]), "\(answer)")
        #expect(try await peer.received() == [.text(#"{"type":"opened","generation":0}"#)])
        #expect(fixture.server.sessions.count == 1)
        try await peer.channel.writeInbound(
            ByteBuffer(string: "GET /\(String(repeating: "x", count: 80)) HTTP/1.1\r\n\r\n"))
        #expect(try await peer.received().contains { if case .close = $0 { true } else { false } })
        #expect(fixture.server.counters.byStatus[101] == 1)
    }

    @Test(
        "is refused with a status that says why",
        arguments: [
            ("/session/short?content=plan", "", "400"), ("/session/?content=plan", "", "400"),
            ("/session/\(SessionPeer.id)%20?content=plan", "", "400"),
            ("/session/\(String(repeating: "a", count: 65))?content=plan", "", "400"),
            ("/session/\(SessionPeer.id)", "", "400"), ("/session/\(SessionPeer.id)?content=", "", "404"),
            ("/session/\(SessionPeer.id)?content=nothing", "", "404"),
            ("/session/\(SessionPeer.id)?content=plan&format=gif", "", "400"),
            ("/session/\(SessionPeer.id)?content=plan", "Sec-WebSocket-Version: 12\r\n", "426"),
            ("/session/\(SessionPeer.id)?content=plan", "Sec-WebSocket-Key: dGhl\r\n", "400"),
        ])
    func refused(path: String, lines: String, status: String) async throws {
        let fixture = try Fixture()
        let peer = try await SessionPeer(fixture)
        let answer = try await peer.request(path, lines)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) ") && answer.contains("Connection: close\r\n"), "\(answer)")
        #expect(!peer.channel.isActive)
        #expect(fixture.server.sessions.count == 0)
    }

    @Test("comes from a page of the server itself, of an allowed origin, or from no page at all")
    func origins() async throws {
        let fixture = try Fixture { $0.web.origins = .listed(["https://maps.example"]) }
        for origin in [
            "http://tiles.example", "https://tiles.example", "https://TILES.example:443", "http://tiles.example:80",
            "https://maps.example",
        ] {
            let peer = try await SessionPeer(fixture)
            #expect(try await peer.request(path, "Origin: \(origin)\r\n").hasPrefix("HTTP/1.1 101"), "\(origin)")
            try await peer.channel.close()
        }
        for origin in [
            "null", "http://tiles.example.evil", "http://evil", "http://tiles.example:8080", "http://maps.example",
            "file://tiles.example", "tiles.example",
        ] {
            #expect(try await status(fixture, path, lines: "Origin: \(origin)\r\n") == "403", "\(origin)")
        }
        // A request through a proxy with another host name.
        let forwarded = "X-Forwarded-Host: plans.example, tiles.example\r\nOrigin: https://plans.example\r\n"
        let peer = try await SessionPeer(fixture)
        #expect(try await peer.request(path, forwarded).hasPrefix("HTTP/1.1 101"))
        try await peer.channel.close()
        let other = "X-Forwarded-Host: plans.example\r\nOrigin: https://evil\r\n"
        #expect(try await status(fixture, path, lines: other) == "403")
        let twice = "Origin: http://tiles.example\r\nOrigin: http://evil\r\n"
        #expect(try await status(fixture, path, lines: twice) == "403")
    }

    @Test("is refused while its name is in use, and granted once that session is over")
    func names() async throws {
        let fixture = try Fixture()
        let first = try await SessionPeer.open(fixture)
        #expect(try await status(fixture, path) == "409")
        try await first.send(SessionPeer.viewport())
        #expect(first.channel.isActive, "the first is not touched")
        try await first.channel.close()
        #expect(try await status(fixture, path) == "101")
    }

    @Test("is refused when there are too many, of all or of one client")
    func limits() async throws {
        let fixture = try Fixture {
            $0.sessions.limit = 3
            $0.sessions.limitPerClient = 2
        }
        func open(_ number: Int, _ address: String) async throws -> (SessionPeer, String) {
            let peer = try await SessionPeer(fixture, address: address)
            return (peer, try await peer.request("/session/\(SessionPeer.id)\(number)?content=plan"))
        }
        let (first, answer) = try await open(1, "2001:db8::1")
        #expect(answer.hasPrefix("HTTP/1.1 101"))
        // Both addresses belong to one network.
        #expect(try await open(2, "2001:db8::2").1.hasPrefix("HTTP/1.1 101"))
        let refused = try await open(3, "2001:db8::3").1
        #expect(refused.hasPrefix("HTTP/1.1 429 Too Many Requests") && refused.contains("Retry-After: 60"))
        #expect(try await open(4, "2001:db8:0:1::1").1.hasPrefix("HTTP/1.1 101"))
        #expect(try await open(5, "192.0.2.7").1.hasPrefix("HTTP/1.1 503 Service Unavailable"))
        try await first.channel.close()
        #expect(try await open(6, "192.0.2.7").1.hasPrefix("HTTP/1.1 101"))
        #expect(fixture.server.sessions.count == 3)
    }

    @Test("that is plain HTTP, or comes while another request is answered, is told to be a WebSocket")
    func plain() async throws {
        let fixture = try Fixture()
        let tests = SiteRouterTests()
        let answer = try await tests.ask(fixture, path)
        #expect(answer.status.code == 426)
        #expect(answer.headers[.upgrade] == "websocket" && answer.headers[.secWebSocketVersion] == "13")

        let peer = try await SessionPeer(fixture)
        let cold = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
        try await peer.channel.writeInbound(ByteBuffer(string: cold + SessionPeer.head(path)))
        var handedOn = ""
        while let more = try await peer.channel.readInbound(as: ByteBuffer.self) { handedOn += String(buffer: more) }
        #expect(handedOn == cold + SessionPeer.head(path))
    }

    @Test("may be followed at once by frames, in however many pieces", arguments: [1, 10, 1000])
    func pieces(length: Int) async throws {
        let fixture = try Fixture()
        let peer = try await SessionPeer(fixture)
        var bytes = ByteBuffer(string: SessionPeer.head(path))
        bytes.writeImmutableBuffer(SessionPeer.frame("abc".utf8, opcode: 9))
        while bytes.readableBytes > 0 {
            let piece = bytes.readSlice(length: min(length, bytes.readableBytes))!
            try await peer.channel.writeInbound(piece)
        }
        _ = try await peer.channel.readOutbound(as: ByteBuffer.self)
        let received = try await peer.received()
        #expect(received == [.text(#"{"type":"opened","generation":0}"#), .pong("abc")])
    }
}
