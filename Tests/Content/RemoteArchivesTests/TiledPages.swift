import Foundation

/// Writes gray pages in one tile each as a TIFF file. Each has an overview of half its size in its own list of
/// subdirectories, as OME-TIFF has them.
struct TiledPages {
    /// The side of a page, a multiple of 32.
    var side = 128
    /// The bytes of each page's pixels, all of a page the same, and of its overview.
    var pages: [(full: UInt8, overview: UInt8)]
    /// The description of the first page.
    var description = ""
    /// The index of the first page whose overview is left out, and those of the pages after it.
    var firstFlat = Int.max

    /// The file, and the position of each page's tile.
    func written() -> (file: [UInt8], tiles: [Range<Int>]) {
        var file: [UInt8] = [0x49, 0x49, 42, 0, 0, 0, 0, 0]
        var tiles: [Range<Int>] = []
        var link = 4
        // Larger than what is read at once, so that each tile is a request of its own.
        let gap = [UInt8](repeating: 0, count: 100_000)
        func directory(
            _ side: Int, _ value: UInt8, isOverview: Bool = false, overview: Int? = nil, text: Int? = nil
        ) -> [UInt8] {
            let tile = file.count
            file += [UInt8](repeating: value, count: side * side) + gap
            var entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
                (254, 4, 1, isOverview ? 1 : 0), (256, 4, 1, side), (257, 4, 1, side), (258, 3, 1, 8),
                (259, 3, 1, 1), (262, 3, 1, 1), (277, 3, 1, 1), (322, 4, 1, side), (323, 4, 1, side),
                (324, 4, 1, tile), (325, 4, 1, side * side),
            ]
            if let text { entries.insert((270, 2, description.utf8.count, text), at: 6) }
            if let overview { entries.append((330, 4, 1, overview)) }
            return Self.bytes(entries.count, 2)
                + entries.flatMap {
                    Self.bytes($0.tag, 2) + Self.bytes($0.type, 2) + Self.bytes($0.count, 4) + Self.bytes($0.value, 4)
                } + Self.bytes(0, 4)
        }
        for (index, page) in pages.enumerated() {
            var (overview, text): (Int?, Int?)
            if index < firstFlat {
                let bytes = directory(side / 2, page.overview, isOverview: true)
                overview = file.count
                file += bytes
            }
            if index == 0, !description.isEmpty {
                text = file.count
                file += Array(description.utf8)
            }
            let start = file.count
            let bytes = directory(side, page.full, overview: overview, text: text)
            tiles.append(start..<start + side * side)
            file.replaceSubrange(link..<link + 4, with: Self.bytes(file.count, 4))
            file += bytes
            link = file.count - 4
        }
        return (file, tiles)
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
