import TileFormats

/// A cursor over the tiles of a PMTiles file in directory order. It holds at most one directory of each depth in
/// memory.
struct PMTilesCursor: ArchiveTileCursor {
    /// The counts of what was found in the directories so far.
    struct Census: Hashable, Sendable {
        var tiles: UInt64 = 0
        /// The number of tile entries.
        var entries: UInt64 = 0
        /// The number of distinct contents, in a clustered file. `end` is the expected offset of the next one.
        var contents: UInt64 = 0
        var end: UInt64 = 0
        /// The first tile with data that is neither after the previous data nor equal to some of it.
        var outOfOrder: UInt64?
    }

    private let reader: PMTilesReader
    private var open: [(part: PMTilesDirectoryPart, index: Int)]
    /// The remaining part of the current run.
    private var run: ArchivedRun?
    private(set) var census = Census()
    var strays: ArchiveStrays { ArchiveStrays() }

    init(_ reader: PMTilesReader) {
        self.reader = reader
        open = [(reader.root, 0)]
    }

    mutating func next() throws(ArchiveFailure) -> ArchivedTile? {
        guard var current = try nextRun() else { return nil }
        let tile = current.first
        current.numbers = current.numbers.dropFirst()
        if !current.numbers.isEmpty { run = current }
        return tile
    }

    mutating func nextRun() throws(ArchiveFailure) -> ArchivedRun? {
        if let run {
            self.run = nil
            return run
        }
        while let (part, index) = open.last {
            guard index < part.entries.count else {
                open.removeLast()
                continue
            }
            open[open.count - 1].index += 1
            let entry = part.entries[index]
            if entry.runLength > 0 {
                let place = try reader.section(of: entry)
                note(entry)
                return ArchivedRun(numbers: entry.number..<entry.end, place: place)
            }
            guard open.count <= PMTilesReader.deepestDirectory else { throw reader.isDamagedByDepth }
            open.append((try reader.readLeaf(entry, end: part.end(behind: index)), 0))
        }
        return nil
    }

    private mutating func note(_ entry: PMTilesEntry) {
        census.tiles += UInt64(entry.runLength)
        census.entries += 1
        if entry.offset == census.end {
            census.contents += 1
            census.end += UInt64(entry.length)
        } else if entry.offset > census.end || entry.offset + UInt64(entry.length) > census.end {
            if census.outOfOrder == nil { census.outOfOrder = entry.number }
        }
    }
}
