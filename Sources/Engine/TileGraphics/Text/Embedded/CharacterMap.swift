/// The glyphs of the characters in a font, read from its table `cmap`.
struct CharacterMap {
    /// The characters in ascending order.
    private(set) var entries: [(character: Int, glyph: Int)] = []

    /// Unicode has 150,000 characters.
    private static let maxEntries = 300_000
    private static let maxEncodings = 64

    /// - Parameter glyphCount: The number of glyphs of the font. Characters with other glyphs are left out.
    /// - Complexity: O(n · log n).
    init(_ table: FontTable, glyphCount: Int) throws(FontDamage) {
        var best: (rank: Int, subtable: FontTable)?
        for number in 0..<min(Self.maxEncodings, try table.short(at: 2)) {
            let entry = 4 + 8 * number
            let start = try table.long(at: entry + 4)
            let rank = Self.rank(platform: try table.short(at: entry), encoding: try table.short(at: entry + 2))
            guard rank > best?.rank ?? 0, let part = try? table.part(from: start, count: table.count - start),
                let format = try? part.short(at: 0), [0, 4, 6, 12].contains(format)
            else { continue }
            best = (rank, part)
        }
        guard let best else { throw .invalid }
        var glyphs: [Int: Int] = [:]
        try Self.read(best.subtable) { character, glyph throws(FontDamage) in
            guard glyph > 0, glyph < glyphCount, character <= 0x10FFFF else { return }
            guard glyphs.count < Self.maxEntries else { throw .tooLarge }
            if glyphs[character] == nil { glyphs[character] = glyph }
            // Fonts of symbols have their characters in a private range.
            if best.rank == Self.symbols, character >= 0xF000, character <= 0xF0FF {
                glyphs[character - 0xF000] = glyph
            }
        }
        entries = glyphs.map { ($0.key, $0.value) }.sorted { $0.character < $1.character }
    }

    private static let symbols = 2

    /// Returns the preference for an encoding; 0 for one that is not read.
    private static func rank(platform: Int, encoding: Int) -> Int {
        switch (platform, encoding) {
        case (3, 10): 6
        case (0, 4), (0, 6): 5
        case (3, 1): 4
        case (0, 0...3): 3
        case (3, 0): symbols
        case (1, 0): 1
        default: 0
        }
    }

    private static func read(
        _ table: FontTable, each: (Int, Int) throws(FontDamage) -> Void
    ) throws(FontDamage) {
        switch try table.short(at: 0) {
        case 0:
            // The first half of MacRoman is ASCII; the rest is rarely in a font without Unicode.
            for character in 0x20..<0x7F { try each(character, Int(try table.byte(at: 6 + character))) }
        case 4: try readSegments(table, each: each)
        case 6:
            let first = try table.short(at: 6)
            for number in 0..<(try table.short(at: 8)) {
                try each(first + number, try table.short(at: 10 + 2 * number))
            }
        default:
            var total = 0
            for number in 0..<(try table.long(at: 12)) {
                let group = 16 + 12 * number
                let (first, last) = (try table.long(at: group), try table.long(at: group + 4))
                let glyph = try table.long(at: group + 8)
                guard first <= last, last <= 0x10FFFF else { throw .invalid }
                total += last - first + 1
                guard total <= maxEntries else { throw .tooLarge }
                for character in first...last { try each(character, glyph + character - first) }
            }
        }
    }

    /// Reads format 4, which has segments of characters.
    private static func readSegments(
        _ table: FontTable, each: (Int, Int) throws(FontDamage) -> Void
    ) throws(FontDamage) {
        let size = try table.short(at: 6) & ~1
        var total = 0
        for segment in stride(from: 0, to: size, by: 2) {
            let last = try table.short(at: 14 + segment)
            let first = try table.short(at: 16 + size + segment)
            let delta = try table.short(at: 16 + 2 * size + segment)
            let place = 16 + 3 * size + segment
            let offset = try table.short(at: place)
            guard first <= last else { throw .invalid }
            total += last - first + 1
            guard total <= maxEntries else { throw .tooLarge }
            for character in first...last {
                if offset == 0 || offset == 0xFFFF {
                    try each(character, (character + delta) & 0xFFFF)
                } else if let glyph = try? table.short(at: place + offset + 2 * (character - first)), glyph != 0 {
                    try each(character, (glyph + delta) & 0xFFFF)
                }
            }
        }
    }

    /// Removes the characters outside of some ranges.
    mutating func restrict(to ranges: [ClosedRange<Int>]) {
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        var (next, last) = (0, -1)
        // The entries are in ascending order.
        entries.removeAll { entry in
            while next < sorted.count, sorted[next].lowerBound <= entry.character {
                last = max(last, sorted[next].upperBound)
                next += 1
            }
            return entry.character > last
        }
    }

    /// The content of a table `cmap` with one subtable of format 12.
    var table: [UInt8] {
        var groups: [(first: Int, last: Int, glyph: Int)] = []
        for (character, glyph) in entries {
            if let group = groups.last, group.last + 1 == character, group.glyph + character - group.first == glyph {
                groups[groups.count - 1].last = character
            } else {
                groups.append((character, character, glyph))
            }
        }
        var bytes: [UInt8] = []
        for value in [0, 1, 3, 10] { bytes.appendShort(value) }
        bytes.appendLong(12)
        bytes.appendShort(12)
        bytes.appendShort(0)
        for value in [16 + 12 * groups.count, 0, groups.count] { bytes.appendLong(value) }
        for group in groups { for value in [group.first, group.last, group.glyph] { bytes.appendLong(value) } }
        return bytes
    }
}
