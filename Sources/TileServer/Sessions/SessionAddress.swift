import TileEngine
import TileGraphics

/// What the address of a scroll session says:
///
///     /session/{id}?content={content}[&format=png|webp|jpg]
struct SessionAddress {
    /// What names a session. Whoever knows it can ask for tiles as the viewer does, so it is to be unguessable.
    struct ID: Hashable, Sendable {
        let text: String

        /// 22 characters of Base64's alphabet for URLs are 128 bits and a bit.
        static let lengths = 22...64

        /// - Returns: nil for what can't be unguessable, or needs escapes in a URL.
        init?(_ text: some StringProtocol) {
            let isSound = text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
            guard isSound, Self.lengths.contains(text.utf8.count) else { return nil }
            self.text = String(text)
        }
    }

    var id: ID
    var content: Site.Entry
    var format: TileFormat

    static let prefix: StaticString = "/session/"

    /// - Parameter target: A request's path with its query.
    init(_ target: String, of site: Site) throws(HTTPProblem) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let id = ID(parts[0].dropFirst(Self.prefix.utf8CodeUnitCount)) else {
            throw .malformed(
                "a session is named by \(ID.lengths.lowerBound) to \(ID.lengths.upperBound) letters, digits, - and _ that nobody "
                    + "can guess: /session/{id}?content={content}")
        }
        var content: Site.Entry?
        var format: TileFormat?
        for pair in (parts.count == 2 ? parts[1] : "").split(separator: "&") {
            let item = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = item.count == 2 ? item[1] : ""
            switch item[0] {
            case "content":
                content = try site.entry(value)
            case "format":
                guard let content else { throw .malformed("format comes after content") }
                format = Array(value.utf8).withUnsafeBytes { content.format(forExtension: $0) }
                if format == nil { throw .malformed("format is png, webp or jpg, not “\(value.prefix(40))”") }
            default: break
            }
        }
        guard let content else { throw .malformed("content is missing: /session/{id}?content={content}") }
        self.id = id
        self.content = content
        self.format = format ?? content.content.format
    }
}
