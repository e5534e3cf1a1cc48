import NIOCore
import TileSessions

/// The operator's proxies, which are trusted to name a request's client.
struct TrustedProxies: Sendable {
    private let networks: [AddressRange]

    init(_ networks: [AddressRange]) { self.networks = networks }

    var isEmpty: Bool { networks.isEmpty }

    /// Returns whether an address is a trusted proxy's. A peer on a Unix domain socket is always trusted, because the
    /// operator gave it access to the socket's file.
    func contains(_ address: SocketAddress?) -> Bool {
        switch address {
        case .unixDomainSocket: true
        case .v4, .v6: networks.contains { network in address.map { network.contains($0) } ?? false }
        case nil: false
        }
    }

    /// The client that proxies name.
    enum Client: Hashable {
        /// No client is named: there is no value, or only proxies are in it.
        case unnamed
        case address(SocketAddress)
        /// A text that is no address, such as `unknown` or an obfuscated identifier (RFC 7239 section 6).
        case unreadable(String)
    }

    /// Returns the client that a proxy names in `X-Forwarded-For`: the last address that isn't a proxy's. Everything
    /// before it may be forged.
    func client(in forwarded: some StringProtocol) -> Client {
        for text in forwarded.split(separator: ",").reversed() {
            var text = text.drop { $0 == " " || $0 == "\t" }
            while text.last == " " || text.last == "\t" { text.removeLast() }
            guard let address = Self.address(ofNode: Substring(text)) else { return .unreadable(String(text)) }
            if !networks.contains(where: { $0.contains(address) }) { return .address(address) }
        }
        return .unnamed
    }

    /// Returns the address of the client that a proxy names, or nil if it names none that can be read.
    func address(in forwarded: some StringProtocol) -> SocketAddress? {
        if case .address(let address) = client(in: forwarded) { address } else { nil }
    }

    /// Returns the address of a node as proxies write it: `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`,
    /// `[2001:db8::1]`, or `[2001:db8::1]:4711` (RFC 7239 section 6). Ports are what Azure and HAProxy append to
    /// `X-Forwarded-For`.
    private static func address(ofNode node: Substring) -> SocketAddress? {
        var host = node
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]"), isPort(node[node.index(after: end)...]) else { return nil }
            host = node.dropFirst()[..<end]
        } else if let colon = node.firstIndex(of: ":"), isPort(node[colon...]) {
            host = node[..<colon]
        }
        return try? SocketAddress(ipAddress: String(host), port: 0)
    }

    /// Returns whether a text is a colon and a port's digits, or empty.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && UInt16(text.dropFirst()) != nil
    }
}

/// An IP address, or a range of addresses with a common prefix: `10.0.0.0/8`.
public struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]
    private let bits: Int
    public let description: String

    /// Creates a range from an address, optionally followed by `/` and the number of bits that count. Returns nil if
    /// the text is anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0) else { return nil }
        let bytes = Self.bytes(address)
        var bits = bytes.count * 8
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...bits).contains(number) else { return nil }
            bits = number
        }
        (self.bytes, self.bits, description) = (bytes, bits, text)
    }

    func contains(_ address: SocketAddress) -> Bool {
        let other = Self.bytes(address)
        guard other.count == bytes.count else { return false }
        let whole = bits / 8
        guard other.prefix(whole) == bytes.prefix(whole) else { return false }
        return bits % 8 == 0 || (other[whole] ^ bytes[whole]) >> (8 - bits % 8) == 0
    }

    /// Returns an address's bytes. An IPv4 address mapped into IPv6 yields the IPv4 address's bytes.
    private static func bytes(_ address: SocketAddress) -> [UInt8] {
        switch address {
        case .v4(let address): return withUnsafeBytes(of: address.address.sin_addr) { [UInt8]($0) }
        case .v6(let address):
            let all = withUnsafeBytes(of: address.address.sin6_addr) { [UInt8]($0) }
            return all.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) ? Array(all.suffix(4)) : all
        case .unixDomainSocket: return []
        }
    }
}
