/// Content negotiation for tiles whose address does not name a format (RFC 9110 section 12.5.1).
enum TileNegotiation {
    /// The formats in order of preference, used between formats that the client accepts equally. AVIF is last: encoding
    /// it takes four times as long as WebP, and a browser that accepts both would wait longer for the encoder than for
    /// the few extra bytes of WebP.
    private static let types = [
        ("webp", "image/webp"), ("png", "image/png"), ("jpg", "image/jpeg"), ("avif", "image/avif"),
    ]

    /// Returns the format that the client prefers.
    ///
    /// Between formats of the same quality, one that the client names wins over one that matches `image/*`, and then
    /// the content's own format wins over others. A client that accepts none of the formats gets the content's own.
    ///
    /// - Parameters:
    ///   - accept: The value of `Accept`.
    ///   - own: The extension of the content's own format.
    /// - Returns: A file extension.
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
