/// The value of a `Forwarded` header (RFC 7239), in which each proxy on the way describes the request that it received.
/// The proxy nearest to the client comes first.
struct ForwardedHeader {
    /// The parameters of each proxy, by name in lower case.
    private let elements: [[String: String]]

    /// Parses a value. A value that violates RFC 7239 section 4 yields no elements.
    init(_ text: some StringProtocol) {
        var parser = Parser(Array(text.utf8))
        elements = parser.elements() ?? []
    }

    /// The host that the client requested, with its port if it differs from the scheme's.
    var host: String? { elements.first?["host"] }
    /// The client's scheme: `http` or `https`.
    var scheme: String? { elements.first?["proto"] }

    /// The nodes that each proxy received the request from, as a list in the form of `X-Forwarded-For`.
    /// `TrustedProxies` reads them.
    ///
    /// A quoted node with a comma, which no address has, would become two in such a list, so it is replaced by
    /// `unknown`.
    var clients: String {
        elements.map { element in
            guard let node = element["for"], !node.contains(",") else { return "unknown" }
            return node
        }.joined(separator: ",")
    }

    /// Parses values such as `for=192.0.2.60;proto=https, for="[2001:db8::1]:4711"`.
    private struct Parser {
        let bytes: [UInt8]
        var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Parses all elements. Returns nil if the value is malformed.
        mutating func elements() -> [[String: String]]? {
            var elements: [[String: String]] = [[:]]
            while true {
                skipBlanks()
                guard let name = token() else {
                    // Empty elements and parameters are allowed.
                    if place == bytes.count { return elements }
                    guard skipSeparator(&elements) else { return nil }
                    continue
                }
                guard skip(UInt8(ascii: "=")), let value = quoted() ?? token() else { return nil }
                let key = name.lowercased()
                // A parameter may occur once.
                guard elements[elements.count - 1].updateValue(value, forKey: key) == nil else { return nil }
                skipBlanks()
                if place == bytes.count { return elements }
                guard skipSeparator(&elements) else { return nil }
            }
        }

        private mutating func skipSeparator(_ elements: inout [[String: String]]) -> Bool {
            if skip(UInt8(ascii: ";")) { return true }
            guard skip(UInt8(ascii: ",")) else { return false }
            elements.append([:])
            return true
        }

        private mutating func skip(_ byte: UInt8) -> Bool {
            guard place < bytes.count, bytes[place] == byte else { return false }
            place += 1
            return true
        }

        private mutating func skipBlanks() {
            while skip(UInt8(ascii: " ")) || skip(UInt8(ascii: "\t")) {}
        }

        /// Reads a token of RFC 9110 section 5.6.2. Colons count as well, because many proxies omit the quotes around
        /// ports.
        private mutating func token() -> String? {
            let start = place
            while place < bytes.count, bytes[place] > 0x20, bytes[place] < 0x7F,
                !"\"(),/;<=>?@\\{}".utf8.contains(bytes[place])
            {
                place += 1
            }
            return place == start ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
        }

        private mutating func quoted() -> String? {
            let start = place
            guard skip(UInt8(ascii: "\"")) else { return nil }
            var text: [UInt8] = []
            while place < bytes.count {
                if skip(UInt8(ascii: "\"")) { return String(decoding: text, as: UTF8.self) }
                if bytes[place] == UInt8(ascii: "\\") { place += 1 }
                guard place < bytes.count else { break }
                text.append(bytes[place])
                place += 1
            }
            place = start
            return nil
        }
    }
}
