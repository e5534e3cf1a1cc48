import NIOCore

/// The host names that a server answers to.
enum KnownHosts: Hashable, Sendable {
    case all
    /// `localhost`, the loopback addresses, and these names, in lower case.
    case local(and: Set<String>)

    /// - Parameter host: The name or address that the server listens on; nil for none.
    init(_ names: WebPolicy.Names, listening host: String?) {
        switch names {
        case .all: self = .all
        case .listed(let names):
            self = .local(and: Set((names.union(host.map { [$0] } ?? [])).map { HostName.canonical($0) }))
        }
    }

    func contains(_ host: HostName) -> Bool {
        switch self {
        case .all: true
        case .local(let names): host.isLoopback || names.contains(host.name)
        }
    }

    /// Returns whether the server answers to the value of a `Host` header. A request without one, which only old
    /// clients send and no browser, is answered.
    func answer(to authority: String?) -> Bool {
        guard self != .all, let authority else { return true }
        return HostName(authority).map(contains) ?? false
    }

    /// The same for the bytes of a value, without an allocation for the usual ones.
    func answer(to authority: UnsafeRawBufferPointer) -> Bool {
        if self == .all { return true }
        if authority.starts(with: "127.0.0.1") || authority.starts(with: "localhost") {
            let port = authority.dropFirst(9)
            let isPort = port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
            if port.isEmpty || isPort && port.count <= 5 { return true }
        }
        return answer(to: String(decoding: authority, as: UTF8.self))
    }
}

/// A host and its port, as `Host` names them (RFC 9110 section 7.2).
struct HostName: Hashable, Sendable {
    /// In lower case, without brackets and without a dot at its end.
    let name: String
    let port: Int?

    /// Returns nil for a malformed authority.
    init?(_ authority: String) {
        var host = authority[...]
        var digits: Substring?
        if let bracket = host.lastIndex(of: "]") {
            let rest = host[host.index(after: bracket)...]
            guard host.hasPrefix("["), rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty { digits = rest.dropFirst() }
            host = host[...bracket]
        } else if let colon = host.lastIndex(of: ":") {
            digits = host[host.index(after: colon)...]
            host = host[..<colon]
            guard !host.contains(":") else { return nil }
        }
        // A port may be empty (RFC 3986 section 3.2.3).
        if let digits, !digits.isEmpty {
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
            self.port = Int(port)
        } else {
            port = nil
        }
        name = Self.canonical(host)
        guard !name.isEmpty else { return nil }
    }

    static func canonical(_ host: some StringProtocol) -> String {
        var name = host.lowercased()[...]
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        if name.hasSuffix(".") { name.removeLast() }
        return String(name)
    }

    /// Whether the name can only mean this machine: `localhost` and names below it (RFC 6761 section 6.3), or a
    /// loopback address.
    var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return (try? SocketAddress(ipAddress: name, port: 0))?.isLoopback ?? false
    }
}

extension SocketAddress {
    /// Whether the address is in 127.0.0.0/8, or is ::1.
    var isLoopback: Bool {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { $0[0] == 127 }
        case .v6(let address):
            withUnsafeBytes(of: address.address.sin6_addr) { bytes in
                bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
                    || bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127])
            }
        case .unixDomainSocket: false
        }
    }
}
