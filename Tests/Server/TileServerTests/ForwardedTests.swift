import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TileSupport

@testable import TileServer

/// Tests of the request's scheme, host and client as a proxy reports them, with `Forwarded` (RFC 7239) and older
/// headers.
@Suite("Forwarded requests")
struct ForwardedTests {
    /// Values of RFC 7239, sections 4 and 6, and values of proxies that omit the quotes.
    @Test(
        "Forwarded is read",
        arguments: [
            ("for=192.0.2.60;proto=https;by=203.0.113.43", nil, "https", "192.0.2.60"),
            ("for=192.0.2.43, for=198.51.100.17", nil, nil, "192.0.2.43,198.51.100.17"),
            ("For=\"[2001:db8:cafe::17]:4711\"", nil, nil, "[2001:db8:cafe::17]:4711"),
            ("for=192.0.2.43:47011;host=\"maps.example:8443\"", "maps.example:8443", nil, "192.0.2.43:47011"),
            ("for=\"10.0.0.9,192.0.2.66\", for=192.0.2.1", nil, nil, "unknown,192.0.2.1"),
            ("for=unknown, for=_hidden", nil, nil, "unknown,_hidden"),
            ("host=a.example;proto=HTTPS, host=inner", "a.example", "HTTPS", "unknown,unknown"),
            ("proto=\"ht\\tps\";;host=a", "a", "https", "unknown"),
            // Malformed values yield nothing.
            ("for=1.2.3.4;for=5.6.7.8", nil, nil, ""), ("for", nil, nil, ""), ("for=\"1.2.3.4", nil, nil, ""),
            ("for = 1.2.3.4", nil, nil, ""), ("=a", nil, nil, ""),
        ] as [(String, String?, String?, String)])
    func standard(text: String, host: String?, scheme: String?, clients: String) {
        let header = ForwardedHeader(text)
        #expect(header.host == host && header.scheme == scheme && header.clients == clients, "\(header)")
    }

    private static let answerStarts: [(HTTPFields, String)] = [
        ([.forwarded: "proto=https;host=maps.example"], "https://maps.example/tiles/"),
        ([.forwarded: "proto=https;host=\"maps.example:8443\", host=inner"], "https://maps.example:8443/tiles/"),
        ([.forwardedHost: "maps.example", .forwardedPort: "8443"], "http://maps.example:8443/tiles/"),
        (
            [.forwardedHost: "maps.example", .forwardedPort: "443", .forwardedProtocol: "https"],
            "https://maps.example/tiles/"
        ),
        // A port in the host is valid, and an invalid port is ignored.
        ([.forwardedHost: "maps.example:81", .forwardedPort: "82"], "http://maps.example:81/tiles/"),
        ([.forwardedHost: "[::1]", .forwardedPort: "82"], "http://[::1]:82/tiles/"),
        ([.forwardedHost: "maps.example", .forwardedPort: "99999"], "http://maps.example/tiles/"),
        ([.forwardedHost: "maps.example", .forwardedPort: "80/x"], "http://maps.example/tiles/"),
        // The older headers win: a proxy that sets them may pass on the other header as the client wrote it.
        ([.forwardedHost: "a.example", .forwarded: "host=b.example;proto=https"], "https://a.example/tiles/"),
    ]

    @Test("Addresses in answers begin as the proxy says", arguments: answerStarts.indices)
    func addresses(_ index: Int) async throws {
        let (headers, start) = Self.answerStarts[index]
        let fixture = try Fixture()
        let text = try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: "/tiles/plan.json", method: .get, headers: headers) {
                String(buffer: $0.body)
            }
        }
        #expect(text.contains("\"\(start)"), "\(text)")
    }

    @Test("Where proxies are trusted by name, nobody else is believed", arguments: [true, false])
    func trusted(isTrusted: Bool) async throws {
        try await TileServerTests().withServer({ configuration in
            configuration.trustedProxies = [AddressRange(isTrusted ? "127.0.0.0/8" : "10.0.0.0/8")!]
        }) { _, address in
            for header in ["Forwarded: host=maps.example", "X-Forwarded-Host: maps.example"] {
                let request = "GET /tiles/plan.json HTTP/1.1\r\nHost: a.example\r\n\(header)\r\n\r\n"
                let text = try await TileServerTests.Client(address).exchange(request) { $0.hasSuffix("}") }
                #expect(text.contains("http://\(isTrusted ? "maps" : "a").example/tiles/"), "\(text)")
            }
        }
    }

    @Test("The client that Forwarded names is the one whose requests are counted")
    func clients() throws {
        let head = "GET /tiles/plan/0/0/0.png HTTP/1.1\r\nHost: a\r\nForwarded: for=\"[2001:db8::1]:4711\"\r\n\r\n"
        let bytes = Array(head.utf8)
        try bytes.withUnsafeBytes { bytes in
            guard case .head(let read) = RequestHead.read(bytes) else {
                Issue.record("it is not read")
                return
            }
            #expect(read.isPlain)
            let forwarded = String(decoding: bytes[read.forwarded], as: UTF8.self)
            let clients = FastPathGate.clients(forwardedFor: "", forwarded: forwarded)
            let proxies = TrustedProxies([try #require(AddressRange("10.0.0.0/8"))])
            #expect(proxies.address(in: clients)?.ipAddress == "2001:db8::1")
        }
        #expect(FastPathGate.clients(forwardedFor: "192.0.2.1", forwarded: "for=192.0.2.2") == "192.0.2.1")
        #expect(FastPathGate.clients(in: [.forwarded: "for=192.0.2.2:80"]) == "192.0.2.2:80")
    }

    @Test("Pages of other sites may send Authorization, which * does not cover (Fetch, section 4.8)")
    func preflight() async throws {
        let fixture = try Fixture()
        let value = try await fixture.server.application.test(.router) { client in
            try await client.execute(uri: "/tiles/plan.json", method: .options) {
                $0.headers[.accessControlAllowHeaders]
            }
        }
        #expect(value == "*, Authorization")
    }
}
