/// An origin of the web, written as browsers send it (RFC 6454, section 6.2): `https://maps.example`,
/// `http://[::1]:8080`.
///
/// Two ways to write one origin give one text: in lower case, and without the port that the scheme has anyhow. A
/// browser sends no other, so that text can be compared byte for byte.
struct WebOrigin: Hashable {
    let text: String

    /// All origins.
    static let all = WebOrigin(knownText: "*")

    private static let defaultPorts = ["http": 80, "https": 443]

    /// - Returns: nil for what no browser sends of a page: another scheme, a path (a lone slash is one), a name, a
    ///   password, a host with other characters than ASCII has for names (browsers send those in Punycode), port 0, or
    ///   `null`.
    init?(_ text: String) {
        let text = text.lowercased()
        guard let separator = text.firstRange(of: "://") else { return nil }
        let scheme = String(text[..<separator.lowerBound])
        guard let defaultPort = Self.defaultPorts[scheme] else { return nil }
        let authority = text[separator.upperBound...]

        // The colons within brackets are the address's.
        let hostEnd: Substring.Index
        if authority.hasPrefix("[") {
            guard let bracket = authority.firstIndex(of: "]") else { return nil }
            hostEnd = authority.index(after: bracket)
            guard Self.isAddress(authority[..<hostEnd].dropFirst().dropLast()) else { return nil }
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
            guard Self.isName(authority[..<hostEnd]) else { return nil }
        }
        var port = ""
        if hostEnd < authority.endIndex {
            let digits = authority[authority.index(after: hostEnd)...]
            guard authority[hostEnd] == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(digits), (1...65535).contains(number)
            else { return nil }
            if number != defaultPort { port = ":\(number)" }
        }
        self.text = "\(scheme)://\(authority[..<hostEnd])\(port)"
    }

    private init(knownText: String) { text = knownText }

    /// Returns a host name or an IPv6 address in brackets in lower case, or nil for a text that is neither.
    static func hostName(_ text: String) -> String? {
        let scheme = "http://"
        guard let origin = WebOrigin(scheme + text) else { return nil }
        let host = origin.text.dropFirst(scheme.count)
        return host == text.lowercased() && (host.hasPrefix("[") ? host.hasSuffix("]") : !host.contains(":"))
            ? String(host) : nil
    }

    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
                    || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
            }
    }

    /// Whether the characters are those of an IPv6 address.
    private static func isAddress(_ host: Substring) -> Bool {
        host.utf8.contains(UInt8(ascii: ":"))
            && host.utf8.allSatisfy { byte in
                (0x61...0x66).contains(byte) || (0x30...0x39).contains(byte)
                    || [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(byte)
            }
    }
}
