import Foundation

/// Writes pyramids of tiles as TIFF files with the directories at the start, as Cloud Optimized GeoTIFF has them: RGB
/// without compression.
struct TiledPicture {
    /// The sides of the levels, the full size first.
    var sizes: [(width: Int, height: Int)]
    var tile = 256
    /// The bits that are inverted in each byte of the pattern.
    var mask: UInt8 = 0

    /// The position and length of each tile, by level, and the file.
    func written() -> (file: [UInt8], tiles: [[Range<Int>]]) {
        let tags = 11
        let counts = sizes.map { ($0.width + tile - 1) / tile * (($0.height + tile - 1) / tile) }
        // Directory, then three numbers of bits, offsets and lengths.
        let lengths = counts.map { 2 + tags * 12 + 4 + 6 + 8 * $0 }
        let starts = lengths.indices.map { 8 + lengths[..<$0].reduce(0, +) }
        let tileBytes = tile * tile * 3
        var place = 8 + lengths.reduce(0, +)
        var file: [UInt8] = [0x49, 0x49, 42, 0] + Self.bytes(8, 4)
        var tiles: [[Range<Int>]] = []
        for (level, size) in sizes.enumerated() {
            tiles.append((0..<counts[level]).map { place + $0 * tileBytes..<place + ($0 + 1) * tileBytes })
            let extra = starts[level] + 2 + tags * 12 + 4
            let isSingle = counts[level] == 1
            let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
                (254, 4, 1, level == 0 ? 0 : 1), (256, 4, 1, size.width), (257, 4, 1, size.height), (258, 3, 3, extra),
                (259, 3, 1, 1), (262, 3, 1, 2), (277, 3, 1, 3), (322, 4, 1, tile), (323, 4, 1, tile),
                (324, 4, counts[level], isSingle ? place : extra + 6),
            ]
            file += Self.bytes(tags, 2)
            for entry in entries {
                file += Self.bytes(entry.tag, 2) + Self.bytes(entry.type, 2) + Self.bytes(entry.count, 4)
                file += Self.bytes(entry.value, 4)
            }
            file += Self.bytes(325, 2) + Self.bytes(4, 2) + Self.bytes(counts[level], 4)
            file += Self.bytes(isSingle ? tileBytes : extra + 6 + 4 * counts[level], 4)
            file += Self.bytes(level + 1 < sizes.count ? starts[level + 1] : 0, 4)
            for _ in 0..<3 { file += Self.bytes(8, 2) }
            for range in tiles[level] { file += Self.bytes(range.lowerBound, 4) }
            for range in tiles[level] { file += Self.bytes(range.count, 4) }
            place += counts[level] * tileBytes
        }
        for (level, size) in sizes.enumerated() {
            for top in stride(from: 0, to: size.height, by: tile) {
                for left in stride(from: 0, to: size.width, by: tile) {
                    for y in top..<top + tile {
                        for x in left..<left + tile {
                            file.append(UInt8(truncatingIfNeeded: x + level) ^ mask)
                            file.append(UInt8(truncatingIfNeeded: y * 3) ^ mask)
                            file.append(UInt8(truncatingIfNeeded: x ^ y) ^ mask)
                        }
                    }
                }
            }
        }
        return (file, tiles)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
