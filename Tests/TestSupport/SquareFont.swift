/// A TrueType font whose letters are squares of an em above the baseline, made by rule.
public struct SquareFont {
    /// The characters that have a glyph, in ascending order.
    public var characters: [UInt16] = [0x41]
    /// The glyphs after the empty one and the square.
    public var others: [[UInt8]] = []

    public init() {}

    private static func shorts(_ values: [Int]) -> [UInt8] {
        values.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    private static func longs(_ values: [Int]) -> [UInt8] { values.flatMap { shorts([$0 >> 16, $0]) } }

    /// Returns a composite glyph of others.
    public static func composite(_ glyphs: [Int]) -> [UInt8] {
        var bytes = shorts([-1, 0, 0, 1000, 1000])
        for (index, glyph) in glyphs.enumerated() {
            bytes += shorts([index + 1 < glyphs.count ? 0x22 : 0x02, glyph, 0])
        }
        return bytes
    }

    private static let square =
        shorts([1, 0, 0, 1000, 1000, 3, 0]) + [1, 1, 1, 1] + shorts([0, 0, 1000, 0, 0, 1000, 0, -1000])

    /// The tables by tag, in ascending order.
    public var tables: [(tag: String, bytes: [UInt8])] {
        let glyphs = [[], Self.square] + others
        var outlines: [UInt8] = []
        var places: [Int] = [0]
        for glyph in glyphs {
            outlines += glyph
            while outlines.count % 4 != 0 { outlines.append(0) }
            places.append(outlines.count)
        }
        // A segment for each character, and the last one that the format asks for.
        let codes = characters.map(Int.init)
        let count = codes.count + 1
        let map = Self.shorts(
            [4, 16 + 8 * count, 0, 2 * count, 0, 0, 0] + codes + [0xFFFF, 0] + codes + [0xFFFF]
                + codes.indices.map { ($0 == 0 ? 1 : $0 + 1) - codes[$0] } + [1] + Array(repeating: 0, count: count))
        return [
            ("cmap", Self.shorts([0, 1, 3, 1]) + Self.longs([12]) + map),
            ("glyf", outlines),
            (
                "head",
                Self.longs([0x1_0000, 0x1_0000, 0, 0x5F0F_3CF5]) + Self.shorts([3, 1000])
                    + [UInt8](repeating: 0, count: 16) + Self.shorts([0, 0, 1000, 1000, 0, 8, 2, 1, 0])
            ),
            (
                "hhea",
                Self.longs([0x1_0000]) + Self.shorts([1000, 0, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, 1])
            ),
            ("hmtx", Self.shorts([1000, 0] + glyphs.dropFirst().map { _ in 0 })),
            ("loca", Self.longs(places)),
            ("maxp", Self.longs([0x1_0000]) + Self.shorts([glyphs.count, 4, 1, 4, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1])),
        ]
    }

    /// The file.
    public var bytes: [UInt8] {
        let tables = tables
        var file = Self.longs([0x1_0000]) + Self.shorts([tables.count, 0, 0, 0])
        var place = 12 + 16 * tables.count
        for table in tables {
            file += Array(table.tag.utf8) + Self.longs([0, place, table.bytes.count])
            place += (table.bytes.count + 3) & ~3
        }
        for table in tables {
            file += table.bytes
            while file.count % 4 != 0 { file.append(0) }
        }
        return file
    }

    /// The file as WOFF.
    ///
    /// - Parameter compress: Compresses a table in the format of zlib.
    public func compressed(_ compress: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var entries: [UInt8] = []
        var content: [UInt8] = []
        let tables = tables
        for table in tables {
            let shorter = compress(table.bytes)
            let stored = shorter.count < table.bytes.count ? shorter : table.bytes
            entries +=
                Array(table.tag.utf8)
                + Self.longs([44 + 20 * tables.count + content.count, stored.count, table.bytes.count, 0])
            content += stored
            while content.count % 4 != 0 { content.append(0) }
        }
        let header = Array("wOFF".utf8) + Self.longs([0x1_0000, 0]) + Self.shorts([tables.count, 0])
        return header + [UInt8](repeating: 0, count: 28) + entries + content
    }
}
