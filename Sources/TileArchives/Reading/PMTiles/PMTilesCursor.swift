import TileFormats

/// Goes through the tiles of a PMTiles file as its directories do. At most one directory of each depth is in memory.
struct PMTilesCursor: ArchiveTileCursor {
    /// What was found in the directories so far.
    struct Census: Hashable, Sendable {
        var tiles: UInt64 = 0
        /// Of tiles.
        var entries: UInt64 = 0
        /// Places, of a clustered file: where the next new one would be.
        var contents: UInt64 = 0
        var end: UInt64 = 0
        /// The first tile that is neither behind those before it nor where one of them is.
        var outOfOrder: UInt64?
    }

    private let reader: PMTilesReader
    private var open: [(part: PMTilesDirectoryPart, index: Int)]
    private var run: (next: UInt64, end: UInt64, place: PMTiles.Section)?
    private(set) var census = Census()
    var strays: ArchiveStrays { ArchiveStrays() }

    init(_ reader: PMTilesReader) {
        self.reader = reader
        open = [(reader.root, 0)]
    }

    mutating func next() throws(ArchiveFailure) -> ArchivedTile? {
        while true {
            if let run {
                self.run!.next += 1
                if run.next + 1 == run.end { self.run = nil }
                census.tiles += 1
                return ArchivedTile(number: run.next, place: run.place)
            }
            guard let (part, index) = open.last else { return nil }
            guard index < part.entries.count else {
                open.removeLast()
                continue
            }
            open[open.count - 1].index += 1
            let entry = part.entries[index]
            if entry.runLength > 0 {
                run = (entry.number, entry.end, try reader.section(of: entry))
                note(entry)
            } else {
                guard open.count <= PMTilesReader.deepestDirectory else { throw reader.isDamagedByDepth }
                open.append((try reader.readLeaf(entry, end: part.end(behind: index)), 0))
            }
        }
    }

    private mutating func note(_ entry: PMTilesEntry) {
        census.entries += 1
        if entry.offset == census.end {
            census.contents += 1
            census.end += UInt64(entry.length)
        } else if entry.offset > census.end || entry.offset + UInt64(entry.length) > census.end {
            if census.outOfOrder == nil { census.outOfOrder = entry.number }
        }
    }
}
