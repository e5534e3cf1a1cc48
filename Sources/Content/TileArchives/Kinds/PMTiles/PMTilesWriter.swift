import Foundation
import TileFormats
import TileGraphics
import TileSupport

/// Writes a PMTiles file. The bytes do not depend on the order in which the tiles were made.
struct PMTilesWriter {
    private let archive: ArchiveContents
    private let tiles: FinishedTiles
    private let description: TileJSON

    init(_ tiles: FinishedTiles, _ archive: ArchiveContents) {
        self.archive = archive
        self.tiles = tiles
        description = TileJSON(
            archive, template: XYZName.template(fileExtension: archive.format.fileExtension))
    }

    /// - Parameter path: The path of the file.
    func write(to path: String, _ work: ArchiveWork) throws {
        let (entries, order, byteCount) = layout()
        let directories = Directories(entries)
        let metadata = Gzip.compressed(PMTilesMetadata(description).data)
        var header = self.header
        header.addressedTileCount = UInt64(tiles.tiles.count)
        header.entryCount = UInt64(entries.count)
        header.contentCount = UInt64(order.count)
        header.root = PMTiles.Section(
            offset: UInt64(PMTilesHeader.byteCount), length: UInt64(directories.root.count))
        header.metadata = PMTiles.Section(offset: header.root.end!, length: UInt64(metadata.count))
        header.leaves = PMTiles.Section(offset: header.metadata.end!, length: UInt64(directories.leaves.count))
        header.tiles = PMTiles.Section(offset: header.leaves.end!, length: byteCount)
        let head = header.bytes + directories.root + metadata + directories.leaves
        let file = try LogFile(making: path)
        try file.write(head, at: 0)
        var buffer: [UInt8] = []
        var packed: [UInt8] = []
        var place = header.tiles.offset
        func flush() throws {
            try file.write(packed, at: place)
            place += UInt64(packed.count)
            packed.removeAll(keepingCapacity: true)
        }
        for content in order {
            try tiles.read(content, into: &buffer)
            packed += buffer
            if packed.count >= Self.writtenAtOnce { try flush() }
            try work.wroteTile()
        }
        try flush()
    }

    private static let writtenAtOnce = 1 << 20

    /// Returns the directories' entries, the contents in file order, and their total bytes.
    private func layout() -> (entries: [PMTilesEntry], order: [UInt32], byteCount: UInt64) {
        var entries: [PMTilesEntry] = []
        var order: [UInt32] = []
        var offsets = [UInt64](repeating: .max, count: tiles.contents.count)
        var end: UInt64 = 0
        for tile in tiles.tiles {
            let content = Int(tile.content)
            let length = tiles.contents[content].length
            if offsets[content] == .max {
                offsets[content] = end
                order.append(tile.content)
                end += UInt64(length)
            } else if let last = entries.last, last.end == tile.number, last.offset == offsets[content],
                last.runLength < .max
            {
                entries[entries.count - 1].runLength += 1
                continue
            }
            entries.append(
                PMTilesEntry(number: tile.number, offset: offsets[content], length: length, runLength: 1))
        }
        return (entries, order, end)
    }

    private var header: PMTilesHeader {
        var header = PMTilesHeader()
        // `PMTilesFile.check` has refused other formats.
        header.tileType = PMTiles.TileType(archive.format) ?? .unknown
        header.minLevel = UInt8(archive.plan.levels[0].number)
        header.maxLevel = UInt8(archive.plan.levels[archive.plan.levels.count - 1].number)
        func position(_ longitude: Double, _ latitude: Double) -> PMTiles.Position {
            PMTiles.Position(
                longitude: Int32((longitude * 1e7).rounded()), latitude: Int32((latitude * 1e7).rounded()))
        }
        let (bounds, center) = (description.bounds, description.center)
        header.bounds = (position(bounds[0], bounds[1]), position(bounds[2], bounds[3]))
        header.center = position(center[0], center[1])
        header.centerLevel = header.minLevel
        return header
    }
}

extension PMTiles.TileType {
    /// The number for a format; nil if the specification has none.
    init?(_ format: TileFormat) {
        switch format {
        case .png: self = .png
        case .jpeg: self = .jpeg
        case .webp, .webpLossless: self = .webp
        case .avif: self = .avif
        case .jxl, .jxlLossless: return nil
        }
    }
}

/// The compressed directories of a file.
private struct Directories {
    var root: [UInt8]
    var leaves: [UInt8] = []

    /// The initial number of entries in a leaf, which takes about 20 KB compressed.
    private static let leastLeaf = 4096

    init(_ entries: [PMTilesEntry]) {
        let room = PMTiles.rootReach - PMTilesHeader.byteCount
        // With more entries the root cannot fit, because each takes about a byte or more even when compressed.
        if entries.count <= room {
            root = Gzip.compressed(PMTilesDirectory.bytes(entries))
            if root.count <= room { return }
        }
        var size = Self.leastLeaf
        while true {
            var leaves: [UInt8] = []
            var parents: [PMTilesEntry] = []
            for start in stride(from: 0, to: entries.count, by: size) {
                let part = entries[start..<min(start + size, entries.count)]
                let bytes = Gzip.compressed(PMTilesDirectory.bytes(part))
                parents.append(
                    PMTilesEntry(
                        number: part.first!.number, offset: UInt64(leaves.count), length: UInt32(bytes.count),
                        runLength: 0))
                leaves += bytes
            }
            root = Gzip.compressed(PMTilesDirectory.bytes(parents))
            self.leaves = leaves
            if root.count <= room { return }
            size += size / 2
        }
    }
}
