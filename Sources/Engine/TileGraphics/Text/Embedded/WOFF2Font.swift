import CDeflate

/// The tables of a WOFF 2 file: W3C WOFF File Format 2.0. All are in one stream of Brotli, and outlines and advances
/// may be in a form that compresses better.
struct WOFF2Font {
    private(set) var tables: [Int: FontTable] = [:]

    private struct Entry {
        var tag: Int
        var isTransformed: Bool
        var length: Int
    }

    /// - Complexity: O(bytes of the tables).
    init(_ file: FontTable, _ budget: inout Int) throws(FontDamage) {
        guard try file.long(at: 4) != FontTables.tag("ttcf") else { throw .unsupported("WOFF 2 of several fonts") }
        var at = 48
        var entries: [Entry] = []
        let count = try file.short(at: 12)
        guard count <= FontTables.maxTables else { throw .tooLarge }
        for _ in 0..<count { entries.append(try Self.entry(file, &at)) }
        let length = entries.reduce(0) { $0 + $1.length }
        budget -= length
        guard length <= FontTables.maxByteCount, budget >= 0 else { throw .tooLarge }
        let content = try Self.decompressed(try file.part(from: at, count: try file.long(at: 20)), to: length)
        var transformed: Set<Int> = []
        at = 0
        for entry in entries {
            tables[entry.tag] = try content.part(from: at, count: entry.length)
            if entry.isTransformed { transformed.insert(entry.tag) }
            at += entry.length
        }
        try restore(transformed)
    }

    /// The tags by the numbers that stand for them.
    private static let tags: [StaticString] = [
        "cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2", "post", "cvt ", "fpgm", "glyf", "loca", "prep", "CFF ",
        "VORG", "EBDT", "EBLC", "gasp", "hdmx", "kern", "LTSH", "PCLT", "VDMX", "vhea", "vmtx", "BASE", "GDEF", "GPOS",
        "GSUB", "EBSC", "JSTF", "MATH", "CBDT", "CBLC", "COLR", "CPAL", "SVG ", "sbix", "acnt", "avar", "bdat", "bloc",
        "bsln", "cvar", "fdsc", "feat", "fmtx", "fvar", "gvar", "hsty", "just", "lcar", "mort", "morx", "opbd", "prop",
        "trak", "Zapf", "Silf", "Glat", "Gloc", "Feat", "Sill",
    ]

    private static func entry(_ file: FontTable, _ at: inout Int) throws(FontDamage) -> Entry {
        let flags = Int(try file.byte(at: at))
        at += 1
        var tag: Int
        if flags & 63 < tags.count {
            tag = FontTables.tag(tags[flags & 63])
        } else {
            tag = try file.long(at: at)
            at += 4
        }
        let length = try number(file, &at)
        // Outlines are transformed by default, other tables are not.
        let isOfOutlines = tag == FontTables.tag("glyf") || tag == FontTables.tag("loca")
        let isTransformed = isOfOutlines ? flags >> 6 != 3 : flags >> 6 != 0
        return Entry(tag: tag, isTransformed: isTransformed, length: isTransformed ? try number(file, &at) : length)
    }

    /// Reads a number of seven bits in each byte.
    private static func number(_ file: FontTable, _ at: inout Int) throws(FontDamage) -> Int {
        var value = 0
        for _ in 0..<5 {
            let byte = Int(try file.byte(at: at))
            at += 1
            value = value << 7 | byte & 127
            if byte < 128 { return value }
        }
        throw .invalid
    }

    private static func decompressed(_ stored: FontTable, to length: Int) throws(FontDamage) -> FontTable {
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            var written = length
            let isDone = stored.bytes.withUnsafeBufferPointer { stored in
                tilework_brotli_decompress(stored.baseAddress, stored.count, target.baseAddress, &written)
            }
            count = isDone != 0 ? written : 0
        }
        guard bytes.count == length, length > 0 else { throw .invalid }
        return FontTable(bytes)
    }

    /// Replaces transformed tables by the original ones.
    private mutating func restore(_ transformed: Set<Int>) throws(FontDamage) {
        let (glyf, loca, hmtx) = (FontTables.tag("glyf"), FontTables.tag("loca"), FontTables.tag("hmtx"))
        var lefts: [Int]?
        if transformed.contains(glyf), let table = tables[glyf] {
            let glyphs = try WOFF2Glyphs(table)
            tables[glyf] = FontTable(glyphs.outlines)
            tables[loca] = FontTable(glyphs.locations)
            lefts = glyphs.lefts
            let tag = FontTables.tag("head")
            guard let head = tables[tag], head.count >= 54 else { throw .invalid }
            // The restored locations have 32 bits.
            var bytes = Array(head.bytes)
            (bytes[50], bytes[51]) = (0, 1)
            tables[tag] = FontTable(bytes)
        }
        guard transformed.contains(hmtx), let table = tables[hmtx] else { return }
        guard let lefts, let header = tables[FontTables.tag("hhea")] else { throw .invalid }
        tables[hmtx] = try Self.metrics(table, advances: try header.short(at: 34), lefts: lefts)
    }

    /// Returns advances with the left bearings that are the left sides of outlines.
    private static func metrics(_ table: FontTable, advances: Int, lefts: [Int]) throws(FontDamage) -> FontTable {
        let flags = try table.byte(at: 0)
        guard advances <= lefts.count else { throw .invalid }
        var at = 1 + 2 * advances
        var bytes: [UInt8] = []
        for glyph in lefts.indices {
            if glyph < advances { bytes.appendShort(try table.short(at: 1 + 2 * glyph)) }
            if flags & (glyph < advances ? 1 : 2) != 0 {
                bytes.appendShort(lefts[glyph])
            } else {
                bytes.appendShort(try table.short(at: at))
                at += 2
            }
        }
        return FontTable(bytes)
    }
}
