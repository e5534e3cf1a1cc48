import Foundation
public import HTTPTypes

/// The rules that decide which clients may see which contents.
///
/// A private content does not exist for a client that has no grant of it: no list contains it, and its addresses
/// answer with status 404. A grant is the first component of an address,
///
///     /~{token}/view/plan
///     /~{contents}~{expiry}~{code}/view/plan
///
/// so every protocol and every viewer carries it along without knowing about it. Alternatively, the token is sent in
/// the request header `Authorization: Bearer`.
public struct AccessPolicy: Sendable {
    /// A pattern that names contents by their identifiers or by the paths of their files, with or without the
    /// extension.
    ///
    /// The pattern matches one name or, if it ends in `*`, every name with that prefix. A path that ends in a slash
    /// names the files in that folder. Patterns name documents, not pages.
    ///
    /// A pattern that makes contents private covers everything that it could mean. A pattern that grants contents
    /// covers only what it certainly means. The two differ where several files share a name, and for names of earlier
    /// versions.
    public struct Scope: Hashable, Sendable, CustomStringConvertible {
        /// The name in Unicode normalization form C.
        private let name: String
        private let isPrefix: Bool

        /// Creates a pattern, or returns nil if the text can't name contents: if it is empty, contains a control
        /// character, or has `*` anywhere but at its end.
        public init?(_ text: some StringProtocol) {
            var name = String(text).precomposedStringWithCanonicalMapping
            let isPrefix = name.hasSuffix("*")
            if isPrefix { name.removeLast() }
            if name.hasPrefix("./") { name.removeFirst(2) }
            guard isPrefix || !name.isEmpty, !name.contains("*"),
                !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { return nil }
            (self.name, self.isPrefix) = (name, isPrefix || name.hasSuffix("/"))
        }

        /// Whether the pattern matches an identifier or a path, compared as text.
        public func contains(_ id: String) -> Bool { isPrefix ? id.utf8.starts(with: name.utf8) : id == name }

        public var description: String { isPrefix ? "\(name)*" : name }

        /// The pattern as a path component of an address.
        var pathName: String {
            let encoded = IdentifierEncoding.encoded(name).replacingOccurrences(of: "~", with: "%7E")
            return isPrefix ? "\(encoded)*" : encoded
        }

        /// Whether the pattern certainly means an offer, and therefore grants it.
        func means(_ offer: OfferedContent) -> Bool {
            if contains(offer.id) || offer.wholeID.map(contains) == true { return true }
            guard let names = offer.names else { return false }
            if contains(names.path) || !isPrefix && name == names.hashed { return true }
            // The path without its extension is shared in the same cases as the plain name.
            let id = offer.wholeID ?? offer.id
            return !isPrefix && !names.isShared(id: id) && name == names.pathWithoutEnding
        }

        /// Whether the pattern could mean an offer, and therefore makes it private.
        func couldMean(_ offer: OfferedContent) -> Bool {
            if means(offer) { return true }
            // The identifier may be percent-encoded, as the address bar shows it.
            let decoded = IdentifierEncoding.decoded(name)
            if name.contains("%"), decoded != name, let scope = Self(isPrefix ? "\(decoded)*" : decoded) {
                return scope.couldMean(offer)
            }
            guard let names = offer.names else { return false }
            let texts = [names.plain, names.hashed, names.former, names.pathWithoutEnding, names.writtenPath]
            if texts.contains(where: { !$0.isEmpty && contains($0) }) { return true }
            if isPrefix { return false }
            return names.isNumbered(name) || names.path.hasPrefix("\(name)/")
                || names.writtenPath.hasPrefix("\(name)/")
        }
    }

    /// The parts of a request that decide about access.
    public struct Request: Sendable {
        /// The path as the client sent it, without the query.
        public var path: String
        public var query: String?
        public var headers: HTTPFields
    }

    /// The contents that require a grant.
    public var privateContents: [Scope] = []
    /// The contents that each token grants. A token must be hard to guess: use at least 16 random bytes.
    public var tokens: [String: [Scope]] = [:]
    /// The key that signs expiring addresses, or nil to support none. Use 32 random bytes.
    public var key: [UInt8]?
    /// The program's own decision about a request, or nil to admit all requests.
    ///
    /// The server calls it for every request, including those for cached tiles and sessions, and answers 403 to a
    /// request that is not admitted. While it is set, no tile is sent before it was called.
    public var admits: (@Sendable (Request) async -> Bool)?

    public init() {}

    /// Returns the prefix of addresses that are valid until a given time. The prefix begins with a slash and does not
    /// end in one.
    ///
    /// - Parameters:
    ///   - expiry: The time in seconds since 1970, more than 0.
    ///   - key: The key of the server's policy.
    public static func addressPrefix(of scope: Scope, until expiry: Int, key: [UInt8]) -> String {
        AccessGrants.prefix(scope, expiry: expiry, key: key)
    }

    /// Whether an offer is private.
    package func isPrivate(_ offer: OfferedContent) -> Bool { privateContents.contains { $0.couldMean(offer) } }
}
