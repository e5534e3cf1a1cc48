import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import TileServer

@Suite("Rules for web pages")
struct WebRulesTests {
    private let tile = "/tiles/plan/2/1/1.png"

    private func local(_ change: @escaping @Sendable (inout WebPolicy) -> Void = { _ in }) -> (
        inout TileServerConfiguration
    ) ->
        Void
    {
        { configuration in
            configuration.web.reach = nil
            change(&configuration.web)
        }
    }

    /// Sends a request to the routes without a connection.
    private func ask(
        _ fixture: Fixture, _ path: String, _ headers: HTTPFields = [:], host: String = "127.0.0.1:8080"
    ) async throws -> Response {
        try await answer(fixture.server.responder, path, headers, host: host)
    }

    private func answer(
        _ responder: some HTTPResponder<BasicRequestContext>, _ path: String, _ headers: HTTPFields = [:], host: String
    ) async throws -> Response {
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: path, headerFields: headers)
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test"))
        return try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
            context: BasicRequestContext(source: source))
    }

    @Test(
        "take a server for one of this machine by the address that it listens on",
        arguments: [
            ("127.0.0.1", true), ("127.9.8.7", true), ("::1", true), ("localhost", true), ("0.0.0.0", false),
            ("::", false), ("192.0.2.1", false), ("2001:db8::1", false), ("no-such-host.invalid", false),
        ])
    func reach(host: String, isLocal: Bool) {
        #expect((TileListener.Endpoint.host(host, port: 0).reach == .thisMachine) == isLocal)
        #expect(TileListener.Endpoint.file("/run/x.sock").reach == .network)
    }

    @Test(
        "know the host names that can only mean this machine, and those that are configured",
        arguments: [
            ("localhost", true), ("LOCALHOST:8080", true), ("localhost.:8080", true), ("plan.localhost", true),
            ("127.0.0.1", true), ("127.0.0.1:", true), ("127.1.2.3:65535", true), ("[::1]:8080", true), ("[::1]", true),
            ("maps.example", true), ("Maps.Example.:443", true), ("printer", true), ("[fd00::1]:80", true),
            ("evil.example", false), ("localhost.evil.example", false), ("evillocalhost", false),
            ("127.0.0.1.evil.example", false), ("127.0.0.1.nip.io:8080", false), ("10.0.0.1", false),
            ("0.0.0.0", false),
            ("[::]", false), ("", false), (":8080", false), ("localhost:x", false), ("localhost:99999", false),
            ("localhost:80:80", false), ("[::1", false), ("::1", false), ("[::1]x", false), ("a@localhost", false),
            ("localhost/", false), ("127.0.0.1:8080@evil.example", false), ("2130706433", false), ("0x7f.1", false),
        ])
    func hosts(authority: String, isKnown: Bool) {
        let known = KnownHosts(.listed(["maps.example", "[FD00::1]"]), listening: "Printer")
        #expect(known.answer(to: authority) == isKnown)
        #expect(Array(authority.utf8).withUnsafeBytes { known.answer(to: $0) } == isKnown)
        #expect(KnownHosts.all.answer(to: authority))
        #expect(KnownHosts(.all, listening: nil) == .all)
    }

    @Test("let no page of another site read a server of this machine; its own pages need no permission")
    func local() async throws {
        let fixture = try Fixture(local())
        let plain = try await ask(fixture, tile)
        #expect(plain.headers[.accessControlAllowOrigin] == nil && plain.headers[.vary] == "Origin")
        #expect(plain.headers[.resourcePolicy] == "same-site")
        for origin in ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"] {
            let own = try await ask(fixture, tile, [.origin: origin])
            #expect(own.headers[.accessControlAllowOrigin] == origin)
        }
        for origin in [
            "https://evil.example", "null", "http://localhost:3000", "http://127.0.0.1", "http://127.0.0.1:8080.evil",
            "file://", "http://evil.example:8080",
        ] {
            for path in [tile, "/contents.json", "/view/plan", "/nothing", "/tiles/plan/2/1/1"] {
                let answer = try await ask(fixture, path, [.origin: origin])
                #expect(answer.headers[.accessControlAllowOrigin] == nil, "\(origin) \(path)")
                #expect(answer.headers[.vary]?.hasSuffix("Origin") == true)
            }
        }
    }

    @Test("let listed origins read, or all")
    func allowed() async throws {
        let listed = try Fixture(local { $0.origins = .listed(["https://maps.example"]) })
        let answer = try await ask(listed, tile, [.origin: "https://maps.example"])
        #expect(answer.headers[.accessControlAllowOrigin] == "https://maps.example")
        #expect(answer.headers[.vary] == "Origin" && answer.headers[.resourcePolicy] == "cross-origin")
        #expect(
            try await ask(listed, tile, [.origin: "https://evil.example"]).headers[.accessControlAllowOrigin] == nil)
        let all = try await ask(try Fixture(local { $0.origins = .all }), tile, [.origin: "https://evil.example"])
        #expect(all.headers[.accessControlAllowOrigin] == "*" && all.headers[.vary] == nil)
        let network = try await ask(try Fixture(), tile, host: "maps.example")
        #expect(network.headers[.accessControlAllowOrigin] == "*" && network.headers[.vary] == nil)
        #expect(network.headers[.resourcePolicy] == "cross-origin")
    }

    @Test("refuse unknown hosts on a server of this machine, whatever is asked for (RFC 9110 section 15.5.20)")
    func unknownHosts() async throws {
        let fixture = try Fixture(local())
        for path in [tile, "/", "/contents.json", "/healthz", "/nothing", "/session/\(SessionPeer.id)?content=plan"] {
            let answer = try await ask(fixture, path, host: "evil.example:8080")
            #expect(answer.status.code == 421 && answer.status.reasonPhrase == "Misdirected Request", "\(path)")
        }
        #expect(HTTPProblem.unknownHost("a").message.hasPrefix("unknown host “a”: use localhost, or "))
        #expect(try await ask(fixture, "http://evil.example\(tile)").status.code == 421)
        let named = try Fixture(local { $0.hosts = .listed(["maps.example"]) })
        #expect(try await ask(named, tile, host: "maps.example").status == .ok)
        #expect(try await ask(named, tile, host: "localhost").status == .ok)
        #expect(try await ask(named, tile, host: "evil.example").status.code == 421)
        #expect(try await ask(try Fixture(local { $0.hosts = .all }), tile, host: "evil.example").status == .ok)
        // A page could send these headers once the browser takes it for the server's own.
        let forwarded: HTTPFields = [.forwardedHost: "localhost", .forwarded: "host=localhost"]
        #expect(try await ask(fixture, tile, forwarded, host: "evil.example").status.code == 421)
    }

    @Test("hold for cached tiles and for sessions, which are answered before the routes")
    func front() async throws {
        let fixture = try Fixture(local())
        _ = try await fixture.engine.tile(fixture.key(tile)!)
        let gate = fixture.server.gate
        func isAtOnce(_ lines: String) throws -> Bool {
            let bytes = Array("GET \(tile) HTTP/1.1\r\n\(lines)\r\n\r\n".utf8)
            return try bytes.withUnsafeBytes { bytes in
                guard case .head(let head) = RequestHead.read(bytes) else { throw Broken() }
                return gate.admitsAtOnce(head, bytes)
            }
        }
        #expect(try isAtOnce("Host: 127.0.0.1:8080"))
        #expect(try isAtOnce("Host:  localhost \t"))
        #expect(try !isAtOnce("Host: evil.example"))
        #expect(try !isAtOnce("Host: 127.0.0.1.evil.example"))
        #expect(try !isAtOnce("Host: localhost\r\nORIGIN: https://evil.example"))
        let upgrade = SessionUpgrade(
            site: fixture.site, registry: fixture.server.sessions, opening: fixture.server.opening, gate: gate)
        let channel = NIOAsyncTestingChannel()
        func refusal(_ host: String, _ origin: String) throws -> Int? {
            let text =
                "GET /session/\(SessionPeer.id)?content=plan HTTP/1.1\r\nHost: \(host)\r\nOrigin: \(origin)\r\n"
                + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            let request = try #require(Array(text.utf8).withUnsafeBytes { upgrade.request($0) })
            do throws(HTTPProblem) {
                _ = try upgrade.open(request, channel)
                return nil
            } catch {
                return error.status
            }
        }
        #expect(try refusal("evil.example:8080", "http://evil.example:8080") == 421)
        #expect(try refusal("localhost:8080", "http://evil.example:8080") == 403)
        #expect(try refusal("localhost:8080", "http://127.0.0.1:8080") == nil)
    }

    @Test("let only the server's own pages show a page in a frame, and listed origins, or all")
    func frames() async throws {
        func page(_ change: @Sendable @escaping (inout WebPolicy) -> Void = { _ in }) async throws -> HTTPFields {
            try await ask(try Fixture(local(change)), "/").headers
        }
        let plain = try await page()
        #expect(plain[.contentSecurityPolicy]?.hasSuffix("; frame-ancestors 'self'") == true)
        #expect(plain[.referrerPolicy] == "no-referrer")
        let listed = try await page {
            $0.frameAncestors = .listed(["https://b.example", "https://a.example"])
            $0.origins = .listed(["https://c.example"])
            $0.referrerPolicy = .strictOrigin
            $0.resourcePolicy = .sameOrigin
        }
        #expect(
            listed[.contentSecurityPolicy]?.hasSuffix(
                "; frame-ancestors 'self' https://a.example https://b.example https://c.example") == true)
        #expect(listed[.referrerPolicy] == "strict-origin" && listed[.resourcePolicy] == "same-origin")
        let all = try await page { $0.frameAncestors = .all }
        #expect(all[.contentSecurityPolicy]?.contains("frame-ancestors") == false)
    }

    @Test("hold for the operators' own port, too")
    func operators() async throws {
        let fixture = try Fixture()
        let hosts = KnownHosts(.listed([]), listening: "127.0.0.1")
        let responder = MetricsResponder(metrics: fixture.server.metrics, site: fixture.site, hosts: hosts)
        for (host, status) in [("127.0.0.1:9", 200), ("evil.example", 421)] {
            #expect(try await answer(responder, "/metrics", host: host).status.code == status, "\(host)")
        }
    }
}
