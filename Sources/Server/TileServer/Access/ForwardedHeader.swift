/// The value of a `Forwarded` header (RFC 7239): what each proxy on the way says of the request that it got, the one
/// nearest to the client first.
struct ForwardedHeader {
    /// The parameters of each proxy, by name in lower case.
    private let elements: [[String: String]]

    /// A value that is not as RFC 7239 section 4 has it says nothing.
    init(_ text: some StringProtocol) {
        var parser = Parser(Array(text.utf8))
        elements = parser.elements() ?? []
    }

    /// The host that the client asked for, with its port if it is not the scheme's.
    var host: String? { elements.first?["host"] }
    /// `http` or `https`, as the client spoke.
    var scheme: String? { elements.first?["proto"] }

    /// The nodes that each proxy got the request from, as a list of `X-Forwarded-For`. `TrustedProxies` reads them.
    ///
    /// A quoted node with a comma, which no address has, would become two there, so it is unknown.
    var clients: String {
        elements.map { element in
            guard let node = element["for"], !node.contains(",") else { return "unknown" }
            return node
        }.joined(separator: ",")
    }

    /// Reads `for=192.0.2.60;proto=https, for="[2001:db8::1]:4711"`.
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

        /// A token of RFC 9110 section 5.6.2; many proxies leave the quotes of ports away, so colons count.
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
