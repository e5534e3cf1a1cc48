/// Which format a tile comes in where its address does not say (RFC 9110 section 12.5.1).
enum TileNegotiation {
    /// Of those that are liked alike the first. AVIF is the last: it takes four times as long to make as WebP, and a
    /// browser that names both waits longer for its bytes than it would for a few more.
    private static let types = [
        ("webp", "image/webp"), ("png", "image/png"), ("jpg", "image/jpeg"), ("avif", "image/avif"),
    ]

    /// The one that the client likes best; of those that it likes alike, one that it names before one that is among
    /// `image/*`, and before others the content's own. The content's own for who likes none of them.
    ///
    /// - Parameters:
    ///   - accept: the value of `Accept`.
    ///   - own: the extension of the content's own format.
    /// - Returns: a file extension.
    static func fileExtension(_ accept: String?, own: String) -> String {
        guard let accept else { return own }
        let ranges = accept.split(separator: ",").map { item -> (type: String, quality: Double) in
            let parts = item.split(separator: ";").map { part in
                String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            }
            let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            return (parts.first?.lowercased() ?? "", quality.flatMap { Double($0.dropFirst(2)) } ?? 1)
        }
        func rank(_ name: String, _ type: String) -> (quality: Double, isNamed: Bool, isOwn: Bool) {
            for (wanted, isNamed) in [(type, true), ("image/*", false), ("*/*", false)] {
                if let range = ranges.first(where: { $0.type == wanted }) {
                    return (range.quality, isNamed, name == own)
                }
            }
            return (0, false, name == own)
        }
        let ranked = types.map { (name: $0.0, rank: rank($0.0, $0.1)) }.filter { $0.rank.quality > 0 }
        let best = ranked.max { a, b in
            if a.rank.quality != b.rank.quality { return a.rank.quality < b.rank.quality }
            if a.rank.isNamed != b.rank.isNamed { return b.rank.isNamed }
            return !a.rank.isOwn && b.rank.isOwn
        }
        return best?.name ?? own
    }
}
