public import HTTPTypes

/// Who may see which contents.
///
/// What is private does not exist for whoever has no grant of it: it is in no list, and its addresses are 404. A grant
/// is a part of addresses, before all else in them,
///
///     /~{token}/view/plan
///     /~{contents}~{expiry}~{code}/view/plan
///
/// so that every protocol and every viewer takes it along without knowing of it; or it is the token in a request's
/// `Authorization: Bearer`.
public struct AccessPolicy: Sendable {
    /// Contents, by their identifiers: one, or with `*` at the end all that begin so. Documents, not pages.
    public struct Scope: Hashable, Sendable, CustomStringConvertible {
        private let name: String
        private let isPrefix: Bool

        /// Nil for what can't name contents.
        public init?(_ text: some StringProtocol) {
            let isPrefix = text.hasSuffix("*")
            let name = isPrefix ? String(text.dropLast()) : String(text)
            guard isPrefix || !name.isEmpty, name.utf8.allSatisfy(Self.isOfIdentifiers) else { return nil }
            (self.name, self.isPrefix) = (name, isPrefix)
        }

        public func contains(_ id: String) -> Bool { isPrefix ? id.hasPrefix(name) : id == name }

        public var description: String { isPrefix ? "\(name)*" : name }

        private static func isOfIdentifiers(_ byte: UInt8) -> Bool {
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "-_.".utf8.contains(byte)
        }
    }

    /// A request, as far as it decides who may see something.
    public struct Request: Sendable {
        /// As the client wrote it, without the query.
        public var path: String
        public var query: String?
        public var headers: HTTPFields
    }

    /// What is for those who have a grant.
    public var privateContents: [Scope] = []
    /// What each token is a grant of. Tokens are as good as they are hard to guess: 16 random bytes and more.
    public var tokens: [String: [Scope]] = [:]
    /// What addresses that expire are signed with; nil for none such. 32 random bytes.
    public var key: [UInt8]?
    /// The program's own decision, asked for every request, those for cached tiles and sessions too; one that is not
    /// admitted is answered with 403. Nil to admit all. While it is set, no tile is answered before it was asked.
    public var admits: (@Sendable (Request) async -> Bool)?

    public init() {}

    /// The beginning of addresses that hold until a moment, from its first slash on and without one at its end.
    ///
    /// - Parameters:
    ///   - expiry: in seconds since 1970, more than 0.
    ///   - key: that of the server's policy.
    public static func addressPrefix(of scope: Scope, until expiry: Int, key: [UInt8]) -> String {
        AccessGrants.prefix(scope, expiry: expiry, key: key)
    }

    func isPrivate(_ id: String) -> Bool { privateContents.contains { $0.contains(id) } }
}
