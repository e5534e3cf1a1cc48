/// Finds the part of a request's path that precedes the routes' paths: the folder that the server is served at, and a
/// grant.
struct PathPrefix: Sendable {
    /// Empty, or a folder such as `/maps`.
    private let baseBytes: [UInt8]
    private let access: AccessControl

    init(base: String, access: AccessControl) {
        (baseBytes, self.access) = (Array(base.utf8), access)
    }

    struct Found {
        /// The number of bytes of the path that precede the path that the routes know.
        var length: Int
        var grant: AccessGrant?
    }

    /// - Returns: nil if the path contains an invalid grant.
    func read(_ path: UnsafeRawBufferPointer) -> Found? {
        var start = 0
        if !baseBytes.isEmpty, path.count >= baseBytes.count,
            path.count == baseBytes.count || path[baseBytes.count] == UInt8(ascii: "/"),
            path.prefix(baseBytes.count).elementsEqual(baseBytes)
        {
            start = baseBytes.count
        }
        guard path.count > start + 1, path[start] == UInt8(ascii: "/"),
            let mark = AccessGrants.markLength(path[(start + 1)...])
        else { return Found(length: start) }
        let end = path[(start + 1)...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        let text = UnsafeRawBufferPointer(rebasing: path[start + 1 + mark..<end])
        guard let grant = access.grants.grant(text) else { return nil }
        return Found(length: end, grant: grant)
    }

    /// Returns the grant in a value of `Authorization` (RFC 6750 section 2.1).
    func grant(authorization: String?) -> AccessGrant? {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return nil }
        let token = authorization.dropFirst("bearer ".count).drop { $0 == " " }
        return Array(token.utf8).withUnsafeBytes { access.grants.grant(token: $0) }
    }
}
