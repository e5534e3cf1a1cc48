import Foundation
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
    /// A pattern that names contents by their identifiers or by the paths of their files, with or without the ending:
    /// one, or with `*` at the end all that begin so; a path with a slash at its end names the files in that folder.
    /// Documents, not pages.
    ///
    /// A pattern that makes contents private covers all that it could mean, and one that grants them only what it
    /// certainly means. The two differ where several files share a name, and for names of earlier versions.
    public struct Scope: Hashable, Sendable, CustomStringConvertible {
        /// In normalization form C.
        private let name: String
        private let isPrefix: Bool

        /// Returns nil for a text that can't name contents: an empty one, and one with a control character or with `*`
        /// anywhere but at its end.
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

        /// The pattern as a part of addresses.
        var pathName: String {
            let encoded = IdentifierEncoding.encoded(name).replacingOccurrences(of: "~", with: "%7E")
            return isPrefix ? "\(encoded)*" : encoded
        }

        /// Whether an offer is among what the pattern certainly means: what it grants.
        func means(_ offer: OfferedContent) -> Bool {
            if contains(offer.id) || offer.wholeID.map(contains) == true { return true }
            guard let names = offer.names else { return false }
            if contains(names.path) || !isPrefix && name == names.hashed { return true }
            // The path without its ending is shared wherever the plain name is.
            let id = offer.wholeID ?? offer.id
            return !isPrefix && !names.isShared(id: id) && name == names.pathWithoutEnding
        }

        /// Whether an offer is among what the pattern could mean: what it makes private.
        func couldMean(_ offer: OfferedContent) -> Bool {
            if means(offer) { return true }
            // An identifier as the address bar shows it.
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

    /// Whether an offer is private.
    package func isPrivate(_ offer: OfferedContent) -> Bool { privateContents.contains { $0.couldMean(offer) } }
}
