import Logging
import NIOCore
import Testing
import TileSessions
import TileSupport

@testable import TileServer

@Suite("How often clients may ask")
struct RateLimiterTests {
    private final class Clock: Sendable {
        let time = Lock<UInt64>(5_000_000_000)

        func advance(_ seconds: Double) { time.withLock { $0 += UInt64(seconds * 1e9) } }
    }

    private let clock = Clock()

    private func limiter(_ policy: RatePolicy?) -> RateLimiter {
        RateLimiter(policy) { [clock] in clock.time.withLock { $0 } }
    }

    private func client(_ number: UInt64) -> ClientAddress { ClientAddress(bytes: number, isNetwork: false) }

    @Test("is a burst, and then the rate, for each by itself")
    func burst() {
        let limiter = limiter(RatePolicy(perSecond: 2, burst: 5))
        func taken(_ number: UInt64) -> Int { (0..<20).count { _ in limiter.spend(for: client(number)) } }
        #expect(taken(1) == 5 && taken(2) == 5 && taken(1) == 0)
        clock.advance(0.5)
        #expect(taken(1) == 1)
        clock.advance(1.25)
        #expect(taken(1) == 2)
        clock.advance(0.25)
        #expect(taken(1) == 1)
        clock.advance(1000)
        #expect(taken(1) == 5)
        #expect(limiter.secondsToToken == 1 && self.limiter(RatePolicy(perSecond: 0.1, burst: 1)).secondsToToken == 10)
    }

    @Test("is unlimited without a policy, and follows a new one at once")
    func replaced() {
        let limiter = limiter(nil)
        #expect((0..<1000).allSatisfy { _ in limiter.spend(for: client(1)) } && limiter.clients == 0)
        limiter.replace(RatePolicy(perSecond: 1, burst: 1))
        #expect(limiter.spend(for: client(1)) && !limiter.spend(for: client(1)))
    }

    @Test("takes memory for those alone who have asked of late")
    func memory() {
        let limiter = limiter(RatePolicy(perSecond: 10, burst: 10))
        for number in 0..<100_000 {
            _ = limiter.spend(for: client(UInt64(number)))
            clock.advance(0.01)
        }
        // A hundred clients send requests in the second in which a bucket is full again.
        #expect(limiter.clients <= 1024)
    }

    @Test(
        "an address range holds what begins alike, in both versions",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.168.1.7", "192.168.1.7", true),
            ("192.168.1.7", "192.168.1.6", false), ("10.0.0.128/25", "10.0.0.127", false),
            ("10.0.0.128/25", "10.0.0.255", true),
            ("0.0.0.0/0", "1.2.3.4", true), ("fd00::/8", "fd12::1", true), ("fd00::/8", "fe80::1", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::1", "::1", true), ("0.0.0.0/0", "::1", false),
        ])
    func ranges(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try SocketAddress(ipAddress: address, port: 0)) == isIn)
        for bad in ["", "10.0.0.0/33", "10.0.0.0/x", "/8", "host", "10.0.0.0/-1", "::1/129"] {
            #expect(AddressRange(bad) == nil, "\(bad)")
        }
    }

    @Test(
        "is counted for the client that a trusted proxy names last of those that are no proxies",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("1.1.1.1, 203.0.113.7", "203.0.113.7"),
            ("203.0.113.7, 10.0.0.9", "203.0.113.7"), ("203.0.113.7, 10.0.0.9, 10.2.0.1", "203.0.113.7"),
            ("[2001:db8::1]", "2001:db8::1"), (" 203.0.113.7 ", "203.0.113.7"), ("203.0.113.7:4711", "203.0.113.7"),
            ("[2001:db8::1]:4711", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
            ("203.0.113.7:80, 10.0.0.9:4711", "203.0.113.7"),
        ])
    func forwarded(header: String, client: String) throws {
        let proxies = TrustedProxies([AddressRange("10.0.0.0/8")!])
        #expect(proxies.address(in: header)?.ipAddress == client)
        for none in [
            "", "unknown", "10.0.0.1", "a, b", "203.0.113.7, nobody", "203.0.113.7:", "203.0.113.7:x",
            "203.0.113.7:65536",
            "[2001:db8::1", "[2001:db8::1]x", "[203.0.113.7:80]",
        ] {
            #expect(proxies.address(in: none) == nil, "\(none)")
        }
    }

    @Test("is counted for one client, the proxy, for all addresses that can't be read; the first of them is logged")
    func unreadable() throws {
        let lines = DescriptorShortageTests.Lines()
        let logger = Logger(label: "test") { _ in DescriptorShortageTests.Log(lines: lines) }
        let fixture = try Fixture { configuration in
            configuration.rate = RatePolicy(perSecond: 1, burst: 3)
            configuration.trustedProxies = [AddressRange("10.0.0.0/8")!]
        }
        let known = fixture.server.gate
        let gate = FastPathGate(
            prefix: known.prefix, access: known.access, rateLimiter: known.rateLimiter, proxies: known.proxies,
            web: known.web,
            unreadable: UnreadableClientLog(logger), log: nil)
        let proxy = try SocketAddress(ipAddress: "10.0.0.9", port: 1)
        let presence = ClientPresence(
            isSecure: false, client: ClientAddress(proxy), address: "10.0.0.9", isProxy: true, mayForward: true)
        for text in ["unknown", "_hidden", "203.0.113.7:x\u{1B}[2J", "nobody"] {
            #expect(gate.client(forwarded: text, presence) == ClientAddress(proxy), "\(text)")
            #expect(gate.clientName(forwarded: text, presence) == "10.0.0.9")
        }
        let logged = lines.all.withLock { $0 }
        #expect(logged.count == 1)
        #expect(logged.first?.contains("10.0.0.9 forwards “unknown” in place of a client's address") == true)
        #expect(gate.client(forwarded: "10.0.0.1", presence) == ClientAddress(proxy), "only proxies are named")
        #expect(lines.all.withLock(\.count) == 1)
        let message = UnreadableClientLog.message("a\u{1B}[2Jb" + String(repeating: "c", count: 500), nil)
        #expect(!message.contains("\u{1B}") && message.utf8.count < 400)
    }
}
