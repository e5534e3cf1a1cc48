import CDeflate

/// The tables of a font file by tag: of a TrueType font, of the first font in a collection, or of a WOFF file, whose
/// tables are compressed (W3C WOFF File Format 1.0 and 2.0).
struct FontTables {
    private var tables: [Int: FontTable] = [:]

    /// The maximum number of tables; OpenType registers fewer than 64.
    static let maxTables = 128
    /// The maximum size of a font, and of all its tables uncompressed.
    static let maxByteCount = 16 << 20

    /// The bytes that each file counts for besides its own.
    private static let fileOverhead = 1 << 16

    /// - Parameter budget: The bytes that may still be read for the fonts of a drawing. Reduced also by a failure.
    init(_ bytes: [UInt8], budget: inout Int) throws(FontDamage) {
        budget -= bytes.count + Self.fileOverhead
        guard bytes.count <= Self.maxByteCount, budget >= 0 else { throw .tooLarge }
        let file = FontTable(bytes)
        var start = 0
        var format = try file.long(at: 0)
        if format == Self.tag("ttcf") {
            start = try file.long(at: 12)
            format = try file.long(at: start)
        }
        switch format {
        case 0x0001_0000, Self.tag("true"): try read(file, from: start)
        case Self.tag("wOFF"):
            if try file.long(at: 4) == Self.tag("OTTO") { throw .unsupported("CFF outlines") }
            try readCompressed(file, &budget)
        case Self.tag("wOF2"): tables = try WOFF2Font(file, &budget).tables
        case Self.tag("OTTO"): throw .unsupported("CFF outlines")
        default: throw .invalid
        }
    }

    /// Returns the number of a tag of four letters.
    static func tag(_ name: StaticString) -> Int {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Returns a table; nil if the font has none with this tag.
    subscript(name: StaticString) -> FontTable? { tables[Self.tag(name)] }

    /// Returns a table that a font must have.
    func required(_ name: StaticString) throws(FontDamage) -> FontTable {
        guard let table = self[name] else { throw .invalid }
        return table
    }

    private mutating func read(_ file: FontTable, from start: Int) throws(FontDamage) {
        let count = try file.short(at: start + 4)
        guard count <= Self.maxTables else { throw .tooLarge }
        for number in 0..<count {
            let entry = start + 12 + 16 * number
            tables[try file.long(at: entry)] = try file.part(
                from: try file.long(at: entry + 8), count: try file.long(at: entry + 12))
        }
    }

    private mutating func readCompressed(_ file: FontTable, _ budget: inout Int) throws(FontDamage) {
        let count = try file.short(at: 12)
        guard count <= Self.maxTables else { throw .tooLarge }
        var total = 0
        for number in 0..<count {
            let entry = 44 + 20 * number
            let stored = try file.part(from: try file.long(at: entry + 4), count: try file.long(at: entry + 8))
            let length = try file.long(at: entry + 12)
            total += length
            budget -= length
            guard total <= Self.maxByteCount, budget >= 0 else { throw .tooLarge }
            tables[try file.long(at: entry)] = stored.count == length ? stored : try Self.inflated(stored, to: length)
        }
    }

    private static func inflated(_ stored: FontTable, to length: Int) throws(FontDamage) -> FontTable {
        guard length > stored.count, let decompressor = libdeflate_alloc_decompressor() else { throw .invalid }
        defer { libdeflate_free_decompressor(decompressor) }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { target, count in
            var written = 0
            let result = stored.bytes.withUnsafeBytes {
                libdeflate_zlib_decompress(
                    decompressor, $0.baseAddress, $0.count, target.baseAddress, length, &written)
            }
            count = result == LIBDEFLATE_SUCCESS ? written : 0
        }
        guard bytes.count == length else { throw .invalid }
        return FontTable(bytes)
    }
}
