/// A font that a drawing brings: a TrueType font, written again from the checked parts of an untrusted file.
///
/// FreeType and HarfBuzz read fonts in the process of the server, so they receive only what this reader has checked:
/// outlines without programs, and one table of characters. Instructions, variations, bitmaps, and pictures are left
/// out. The tables of OpenType's layout are passed on as they are, because HarfBuzz checks them itself.
package struct EmbeddedFont: Sendable {
    /// The name by which the text of the drawing refers to it.
    package var family: String
    package var weight = 400
    package var style = FontStyle.normal
    package var stretch = FontStretch.normal
    /// The bytes of the font that was written.
    package let bytes: [UInt8]
    /// Whether the file has variations, of which the default is used.
    package let isVariable: Bool

    /// Reads a font file.
    ///
    /// - Parameters:
    ///   - file: A TrueType font, a collection of them, or a WOFF file.
    ///   - ranges: The characters that the font is used for; nil for all.
    /// - Complexity: O(bytes).
    package init(_ file: [UInt8], family: String, characters ranges: [ClosedRange<Int>]? = nil) throws(FontDamage) {
        var budget = Int.max
        try self.init(file, family: family, characters: ranges, budget: &budget)
    }

    /// Reads a font file like the initializer without a budget.
    ///
    /// - Parameter budget: The bytes that may still be read for the fonts of a drawing. Reduced also by a failure.
    package init(
        _ file: [UInt8], family: String, characters ranges: [ClosedRange<Int>]?, budget: inout Int
    ) throws(FontDamage) {
        self.family = family
        let tables = try FontTables(file, budget: &budget)
        isVariable = tables["fvar"] != nil
        guard tables["glyf"] != nil else { throw .unsupported("outlines other than TrueType") }
        let head = try tables.required("head")
        let count = try tables.required("maxp").short(at: 4)
        let unitsPerEm = try head.short(at: 18)
        guard head.count >= 54, count > 0, (16...16384).contains(unitsPerEm) else { throw .invalid }
        let glyphs = try TrueTypeGlyphs(
            glyf: tables.required("glyf"), loca: tables.required("loca"), count: count,
            isLong: head.short(at: 50) != 0)
        var characters = try CharacterMap(tables.required("cmap"), glyphCount: count)
        if let ranges { characters.restrict(to: ranges) }
        guard !characters.entries.isEmpty else { throw .invalid }
        var written = FontWriter()
        for name in ["GDEF", "GPOS", "GSUB", "kern"] as [StaticString] {
            guard let table = tables[name], Self.isReasonable(table, name) else { continue }
            written.add(name, Array(table.bytes))
        }
        if let table = tables["OS/2"], table.count >= 78 { written.add("OS/2", Array(table.bytes)) }
        written.add("cmap", characters.table)
        written.add("glyf", glyphs.outlines)
        written.add("loca", glyphs.locations)
        written.add("head", try Self.head(head))
        try written.addMetrics(tables, count: count)
        written.add("maxp", Self.maximums(glyphs, count: count))
        written.add("name", Self.names)
        written.add("post", Self.postScript(tables["post"]))
        bytes = written.file
        guard bytes.count <= FontTables.maxByteCount else { throw .tooLarge }
    }

    private static let longestLayout = 2 << 20
    private static let maxLookups = 2048

    /// Returns whether shaping by a table takes reasonable time. HarfBuzz bounds the glyphs, but not for each lookup.
    private static func isReasonable(_ table: FontTable, _ name: StaticString) -> Bool {
        guard table.count <= longestLayout else { return false }
        guard FontTables.tag(name) == FontTables.tag("GSUB") || FontTables.tag(name) == FontTables.tag("GPOS") else {
            return true
        }
        guard let list = try? table.short(at: 8), let lookups = try? table.short(at: list) else { return false }
        return lookups <= maxLookups
    }

    private static func head(_ table: FontTable) throws(FontDamage) -> [UInt8] {
        var bytes = Array(try table.part(from: 0, count: 50).bytes)
        // Long locations, and the current format of outlines.
        bytes.appendShort(1)
        bytes.appendShort(0)
        return bytes
    }

    private static func maximums(_ glyphs: TrueTypeGlyphs, count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLong(0x0001_0000)
        let numbers = [
            count, glyphs.largest.points, glyphs.largest.contours, glyphs.largestComposite.points,
            glyphs.largestComposite.contours, 1, 0, 0, 0, 0, 0, 0, glyphs.maxComponents,
            glyphs.largestComposite.depth,
        ]
        for number in numbers { bytes.appendShort(number) }
        return bytes
    }

    /// Names that fontconfig can list. Text refers to the font by another one.
    private static let names: [UInt8] = {
        let name = Array("Embedded".utf8)
        let ids = [1, 2, 4, 6]
        var bytes: [UInt8] = []
        for value in [0, ids.count, 6 + 12 * ids.count] { bytes.appendShort(value) }
        for id in ids { for value in [3, 1, 0x409, id, 2 * name.count, 0] { bytes.appendShort(value) } }
        for letter in name { bytes.appendShort(Int(letter)) }
        return bytes
    }()

    private static func postScript(_ table: FontTable?) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendLong(0x0003_0000)
        // The angle, and the position and the thickness of the underline.
        if let part = try? table?.part(from: 4, count: 8).bytes {
            bytes += part
        } else {
            bytes += [UInt8](repeating: 0, count: 8)
        }
        return bytes + [UInt8](repeating: 0, count: 20)
    }
}

/// A font file that is being written.
private struct FontWriter {
    private var tables: [(tag: Int, bytes: [UInt8])] = []

    mutating func add(_ name: StaticString, _ bytes: [UInt8]) { tables.append((FontTables.tag(name), bytes)) }

    /// Adds the advances, which a file may have for the first glyphs only.
    mutating func addMetrics(_ tables: FontTables, count: Int) throws(FontDamage) {
        let header = try tables.required("hhea")
        let advances = try tables.required("hmtx")
        guard header.count >= 36 else { throw .cutOff }
        let longCount = min(count, try header.short(at: 34), advances.count / 4)
        guard longCount > 0 else { throw .invalid }
        var bytes = Array(header.bytes.prefix(34))
        bytes.appendShort(longCount)
        add("hhea", bytes)
        let length = 4 * longCount + 2 * (count - longCount)
        var metrics = Array(advances.bytes.prefix(length))
        metrics += [UInt8](repeating: 0, count: length - metrics.count)
        add("hmtx", metrics)
    }

    /// The bytes of the file. Checksums are 0, because no reader compares them.
    var file: [UInt8] {
        let sorted = tables.sorted { $0.tag < $1.tag }
        var bytes: [UInt8] = []
        bytes.appendLong(0x0001_0000)
        for value in [sorted.count, 0, 0, 0] { bytes.appendShort(value) }
        var place = 12 + 16 * sorted.count
        for table in sorted {
            for value in [table.tag, 0, place, table.bytes.count] { bytes.appendLong(value) }
            place += (table.bytes.count + 3) & ~3
        }
        for table in sorted {
            bytes += table.bytes
            while bytes.count % 4 != 0 { bytes.append(0) }
        }
        return bytes
    }
}
