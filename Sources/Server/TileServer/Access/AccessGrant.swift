import Foundation

/// The private contents that a request may see.
struct AccessGrant: Hashable, Sendable {
    var scopes: [AccessPolicy.Scope]

    func covers(_ offer: OfferedContent) -> Bool { scopes.contains { $0.means(offer) } }

    /// The grant of the request that the current task, or the current call on an event loop, answers.
    @TaskLocal static var current: AccessGrant?

    /// The reason why the request is refused; nil if it isn't.
    @TaskLocal static var refusal: HTTPProblem?
}

/// Reads and signs grants.
struct AccessGrants: Sendable {
    private let tokens: [(digest: SecretDigest, grant: AccessGrant)]
    private let key: [UInt8]?
    /// Seconds since 1970.
    private let now: @Sendable () -> Double

    static let mark = UInt8(ascii: "~")

    init(_ policy: AccessPolicy, now: @escaping @Sendable () -> Double) {
        tokens = policy.tokens.map { (SecretDigest(of: Array($0.key.utf8)), AccessGrant(scopes: $0.value)) }
        key = policy.key
        self.now = now
    }

    /// Returns how many bytes spell the mark that a grant begins with, `~` or `%7E` (RFC 3986 section 6.2.2), or nil if
    /// the bytes begin otherwise.
    static func markLength(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        if bytes.first == mark { return 1 }
        let isEscaped = bytes.starts(with: "%7E".utf8) || bytes.starts(with: "%7e".utf8)
        return isEscaped ? 3 : nil
    }

    /// Returns the grant in a path segment, given without the mark that it begins with, or nil if it is invalid or has
    /// expired.
    func grant(_ text: UnsafeRawBufferPointer) -> AccessGrant? {
        if let known = grant(token: text) { return known }
        guard text.contains(UInt8(ascii: "%")) else { return grant(normal: text) }
        return IdentifierEncoding.normalized(text).withUnsafeBytes { grant(token: $0) ?? grant(normal: $0) }
    }

    /// - Parameter text: A signed segment in which no unreserved character is escaped. The pattern of the contents may
    ///   contain tildes; the expiry and the code don't.
    private func grant(normal text: UnsafeRawBufferPointer) -> AccessGrant? {
        guard let key, let last = text.lastIndex(of: Self.mark), let first = text[..<last].lastIndex(of: Self.mark),
            let scope = IdentifierEncoding.decoded(UnsafeRawBufferPointer(rebasing: text[..<first]))
                .flatMap({ AccessPolicy.Scope($0) }),
            let expiry = Self.number(text[(first + 1)..<last]), Double(expiry) > now(),
            Self.isEqual(Self.code(of: scope, until: expiry, key: key), Array(text[(last + 1)...]))
        else { return nil }
        return AccessGrant(scopes: [scope])
    }

    /// Compares the token with all known tokens, even after a match.
    func grant(token: UnsafeRawBufferPointer) -> AccessGrant? {
        var found: AccessGrant?
        if tokens.isEmpty { return nil }
        // Comparing digests takes a time that does not reveal where the tokens differ.
        let digest = SecretDigest(of: token)
        for known in tokens where known.digest == digest { found = known.grant }
        return found
    }

    /// Returns the beginning of an address that is valid until a moment.
    ///
    /// - Parameter expiry: Seconds since 1970.
    static func prefix(_ scope: AccessPolicy.Scope, expiry: Int, key: [UInt8]) -> String {
        "/~\(scope.pathName)~\(expiry)~\(String(decoding: code(of: scope, until: expiry, key: key), as: UTF8.self))"
    }

    private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> Int? {
        // Years up to 33658. Each number has one spelling, so a code belongs to one text.
        guard (1...12).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != 0x30
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// HMAC-SHA-256 in Base64 for URLs (RFC 4648 section 5), without padding: 43 characters.
    private static func code(of scope: AccessPolicy.Scope, until expiry: Int, key: [UInt8]) -> [UInt8] {
        let text = Array("tilework address 1\n\(scope)\n\(expiry)".utf8)
        let code = SecretDigest.authenticationCode(of: text, key: key)
        return Data(code).base64EncodedString().utf8.compactMap { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
    }

    /// Compares codes in a time that does not reveal where they differ.
    private static func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool { SecretDigest(of: a) == SecretDigest(of: b) }
}
