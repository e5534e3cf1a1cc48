import Foundation

/// The location of an archive on another machine: an HTTP URL, or an object in an S3 bucket.
public enum RemoteLocation: Hashable, Sendable, CustomStringConvertible {
    case web(URL)
    case object(bucket: String, key: String)

    /// Parses a location.
    ///
    /// - Returns: Nil for a file path.
    /// - Throws: `.malformed` for an invalid URL.
    public init?(_ text: String) throws(RemoteFailure) {
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard text.dropFirst(scheme.count).hasPrefix("://") else { return nil }
        let rest = text.dropFirst(scheme.count + 3)
        switch scheme {
        case "http", "https":
            // A fragment is never sent.
            let address = String(text.prefix { $0 != "#" })
            guard let url = URL(string: address), let host = url.host, !host.isEmpty else {
                throw .malformed(address: "\(scheme)://…", reason: "the host is missing")
            }
            self = .web(url)
        case "s3":
            guard let slash = rest.firstIndex(of: "/") else {
                throw .malformed(address: text, reason: "the key is missing: use s3://bucket/key")
            }
            let (bucket, key) = (String(rest[..<slash]), String(rest[rest.index(after: slash)...]))
            guard Self.isBucket(bucket) else {
                throw .malformed(address: text, reason: "“\(bucket)” is not a valid bucket name")
            }
            guard !key.isEmpty, key.utf8.count <= 1024, !key.utf8.contains(0) else {
                throw .malformed(address: text, reason: "the key is missing: use s3://bucket/key")
            }
            self = .object(bucket: bucket, key: key)
        default: return nil
        }
    }

    /// Whether a name is a valid S3 bucket: lowercase letters, digits, dots and dashes; in old buckets also capitals
    /// and underscores.
    private static func isBucket(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || [0x2D, 0x2E, 0x5F].contains(byte)
            }
    }

    /// The location without secrets: a URL may contain a password or a signature.
    public var description: String {
        switch self {
        case .object(let bucket, let key): return "s3://\(bucket)/\(key)"
        case .web(let url):
            guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else { return "\(url)" }
            (parts.user, parts.password) = (nil, nil)
            if parts.query != nil { parts.query = "…" }
            return parts.string?.replacingOccurrences(of: "%E2%80%A6", with: "…") ?? "\(url)"
        }
    }

    /// The last path component, for display and for file names.
    public var name: String {
        let path =
            switch self {
            case .object(_, let key): key
            case .web(let url): url.path
            }
        return path.split(separator: "/").last.map(String.init) ?? "archive"
    }
}
