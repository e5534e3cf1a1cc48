import TileEngine
import TileGraphics

/// Content negotiation for tiles whose address does not name a format (RFC 9110 section 12.5.1).
enum TileNegotiation {
    /// The formats in order of preference, used between formats that the client accepts equally. AVIF is the fourth:
    /// encoding it takes four times as long as WebP, and a browser that accepts both would wait longer for the encoder
    /// than for the few extra bytes of WebP. JPEG XL is last, because few clients read it.
    private static let types = [
        ("webp", "image/webp"), ("png", "image/png"), ("jpg", "image/jpeg"), ("avif", "image/avif"),
        ("jxl", "image/jxl"),
    ]

    /// Returns the format that the client prefers.
    ///
    /// Between formats of the same quality, one that the client names wins over one that matches `image/*`. Then JPEG
    /// XL wins for photographs, in which it takes an eighth to a third fewer bytes than WebP, and then the content's
    /// own format, unless that is JPEG XL and not named. A client that accepts none of the formats gets the content's
    /// own.
    ///
    /// - Parameters:
    ///   - accept: The value of `Accept`.
    ///   - own: The extension of the content's own format.
    ///   - isPhotograph: Whether JPEG XL suits the content better than the other formats.
    /// - Returns: A file extension.
    static func fileExtension(_ accept: String?, own: String, isPhotograph: Bool) -> String {
        guard let accept else { return own }
        let ranges = accept.split(separator: ",").map { item -> (type: String, quality: Double) in
            let parts = item.split(separator: ";").map { part in
                String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            }
            let quality = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            return (parts.first?.lowercased() ?? "", quality.flatMap { Double($0.dropFirst(2)) } ?? 1)
        }
        func rank(_ name: String, _ type: String) -> Rank {
            for (wanted, isNamed) in [(type, true), ("image/*", false), ("*/*", false)] {
                if let range = ranges.first(where: { $0.type == wanted }) {
                    let suits = isPhotograph && isNamed && name == "jxl"
                    return Rank(
                        quality: range.quality, isNamed: isNamed, suits: suits,
                        isOwn: name == own && (isNamed || name != "jxl"))
                }
            }
            return Rank(quality: 0, isNamed: false, suits: false, isOwn: name == own)
        }
        let ranked = types.map { (name: $0.0, rank: rank($0.0, $0.1)) }.filter { $0.rank.quality > 0 }
        let best = ranked.max { $0.rank < $1.rank }
        return best?.name ?? own
    }

    /// The criteria by which formats are compared, the most important first.
    private struct Rank: Comparable {
        var quality: Double
        var isNamed: Bool
        var suits: Bool
        var isOwn: Bool

        static func < (a: Rank, b: Rank) -> Bool {
            if a.quality != b.quality { return a.quality < b.quality }
            if a.isNamed != b.isNamed { return b.isNamed }
            if a.suits != b.suits { return b.suits }
            return !a.isOwn && b.isOwn
        }
    }
}

extension ServedContent {
    /// Whether JPEG XL suits the tiles better than the other formats: pixels from a photograph that are encoded for
    /// each tile. Drawings are as large in it as in WebP, and an archive's tile is sent as it is. Slides count too,
    /// because browsers that name JPEG XL do not name JPEG, in which their tiles are stored.
    var isPhotograph: Bool {
        switch format {
        case .jpeg, .webp: !isScalable && !(source is any StoredTileSource)
        case .png, .webpLossless, .avif, .jxl, .jxlLossless: false
        }
    }
}
