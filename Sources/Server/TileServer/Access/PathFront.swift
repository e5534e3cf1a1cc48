/// Where a request's path begins for the server: behind the folder that it is served at, and behind a grant.
struct PathFront: Sendable {
    /// Empty, or `/maps`.
    private let baseBytes: [UInt8]
    private let access: AccessBook

    init(base: String, access: AccessBook) {
        (baseBytes, self.access) = (Array(base.utf8), access)
    }

    struct Found {
        /// Bytes of the path that are before what the server's routes know.
        var length: Int
        var grant: AccessGrant?
    }

    /// - Returns: nil for a path whose grant is none.
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

    /// What the value of `Authorization` grants (RFC 6750 section 2.1).
    func grant(authorization: String?) -> AccessGrant? {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return nil }
        let token = authorization.dropFirst("bearer ".count).drop { $0 == " " }
        return Array(token.utf8).withUnsafeBytes { access.grants.grant(token: $0) }
    }
}
