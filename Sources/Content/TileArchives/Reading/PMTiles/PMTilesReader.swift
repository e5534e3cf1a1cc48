import Foundation
import TileFormats
import TileGeometry
import TileSupport

/// A reader of PMTiles files (`PMTiles`). It keeps the root directory and the most recently used leaf directories in
/// memory.
package final class PMTilesReader: ArchiveReader {
    package let description: ArchiveDescription
    let header: PMTilesHeader
    /// The JSON metadata of the file, unchanged.
    let metadata: [UInt8]
    let root: PMTilesDirectoryPart
    private let file: any RangedFile
    private let leaves: DirectoryCache

    package var path: String { file.path }

    /// The maximum depth of directories below the root. The specification allows no more, and no program writes more.
    static let deepestDirectory = 4
    /// The maximum decompressed size of a directory, in bytes. With about 4,000 entries in the root, each leaf could
    /// then have a million tiles.
    private static let largestDirectory = 8 << 20
    private static let largestMetadata = 64 << 20
    /// The maximum size of a tile.
    static let largestTile: UInt32 = 1 << 28

    /// - Parameter directoryMemory: The maximum bytes of cached directories.
    package init(_ file: any RangedFile, directoryMemory: Int = 16 << 20) throws(ArchiveFailure) {
        let path = file.path
        self.file = file
        leaves = DirectoryCache(limit: directoryMemory)
        do throws(PMTilesProblem) {
            header = try PMTilesHeader(Self.start(of: file))
        } catch {
            if case .version = error { throw .unsupported(path: path, what: "\(error)") }
            throw .damaged(path: path, reason: "\(error)")
        }
        for (compression, what) in [(header.internalCompression, "directories"), (header.tileCompression, "tiles")] {
            switch compression {
            case .none, .gzip: break
            // Writers of images state no compression, or leave it unknown.
            case .unknown where what == "tiles": break
            default:
                throw .unsupported(
                    path: path,
                    what: "its \(what) are compressed with \(compression.title); use gzip or no compression")
            }
        }
        for (section, what) in [
            (header.root, "root directory"), (header.metadata, "metadata"), (header.leaves, "leaf directories"),
            (header.tiles, "tiles"),
        ] where section.length > 0 && section.end! > file.byteCount {
            throw .damaged(
                path: path,
                reason: "the file ends early: the end of its \(what) is at byte "
                    + "\(GroupedNumber.text(Int(clamping: section.end!))), but the file ends at byte "
                    + GroupedNumber.text(Int(clamping: file.byteCount)))
        }
        let packedRoot = try file.read(at: header.root.offset, count: Int(header.root.length))
        root = PMTilesDirectoryPart(
            entries: try Self.entries(packedRoot, header.internalCompression, path), end: PMTilesTile.beyondAll)
        metadata = try Self.metadata(file, header)
        let said = TileMetadata(json: Data(metadata)) ?? TileMetadata()
        let format = StoredTileFormat(header.tileType) ?? said.format.flatMap { StoredTileFormat(name: $0) }
        var description = ArchiveDescription(
            layout: .pmtiles, name: said.name ?? "", format: format,
            fileExtension: format?.fileExtensions[0] ?? ArchiveDescription.unknownExtension,
            levels: Int(header.minLevel)...Int(header.maxLevel))
        description.isGzipped = header.tileCompression == .gzip
        if format == nil {
            description.undrawnFormat =
                header.tileType == .unknown
                ? said.format.flatMap { UndrawnTileFormat(name: $0) } : .tileType(Int(header.tileType.rawValue))
        }
        if let pyramid = said.pyramid {
            (description.pyramid, description.tileSize, description.part) = (pyramid, pyramid.tileSize, said.part)
        } else {
            description.bounds = Self.bounds(header)
        }
        self.description = description
    }

    private static func bounds(_ header: PMTilesHeader) -> DegreeBounds? {
        let (min, max) = header.bounds
        return DegreeBounds(
            [min.longitude, min.latitude, max.longitude, max.latitude].map { Double($0) / 1e7 })
    }

    private static func start(of file: any RangedFile) -> [UInt8] {
        (try? file.read(at: 0, count: Int(min(file.byteCount, UInt64(PMTilesHeader.byteCount))))) ?? []
    }

    private static func entries(
        _ packed: [UInt8], _ compression: PMTiles.Compression, _ path: String
    ) throws(ArchiveFailure) -> [PMTilesEntry] {
        var bytes = packed
        if compression == .gzip {
            guard let unpacked = Gunzip.unpacked(packed, limit: largestDirectory) else {
                throw .damaged(
                    path: path, reason: "a directory is not compressed as the header states, or is too large")
            }
            bytes = unpacked
        }
        do throws(PMTilesProblem) {
            return try PMTilesDirectory.entries(bytes)
        } catch {
            throw .damaged(path: path, reason: "\(error)")
        }
    }

    private static func metadata(_ file: any RangedFile, _ header: PMTilesHeader) throws(ArchiveFailure) -> [UInt8] {
        guard header.metadata.length > 0 else { return [] }
        guard header.metadata.length <= UInt64(largestMetadata) else {
            throw .damaged(path: file.path, reason: "its metadata has \(header.metadata.length) bytes")
        }
        let packed = try file.read(at: header.metadata.offset, count: Int(header.metadata.length))
        guard header.internalCompression == .gzip else { return packed }
        guard let metadata = Gunzip.unpacked(packed, limit: largestMetadata) else {
            throw .damaged(path: file.path, reason: "its metadata is not compressed as the header states")
        }
        return metadata
    }

    // MARK: Directories

    /// Reads a leaf directory from the file.
    ///
    /// - Parameters:
    ///   - entry: The entry that refers to it.
    ///   - end: The end of its range of tile numbers.
    func readLeaf(_ entry: PMTilesEntry, end: UInt64) throws(ArchiveFailure) -> PMTilesDirectoryPart {
        let (last, isTooFar) = entry.offset.addingReportingOverflow(UInt64(entry.length))
        guard !isTooFar, last <= header.leaves.length, entry.length <= UInt32(Self.largestDirectory) else {
            throw .damaged(path: path, reason: "a directory entry points outside the directories")
        }
        let packed = try file.read(at: header.leaves.offset + entry.offset, count: Int(entry.length))
        let entries = try Self.entries(packed, header.internalCompression, path)
        // Prevents cycles of directories: each has a range of tile numbers of its own.
        guard entries[0].number >= entry.number, entries[entries.count - 1].number < end,
            entries[entries.count - 1].end <= end
        else {
            throw .damaged(path: path, reason: "a directory holds tiles outside its parent's range")
        }
        return PMTilesDirectoryPart(entries: entries, end: end)
    }

    var isDamagedByDepth: ArchiveFailure {
        .damaged(path: path, reason: "its directories are nested more than \(Self.deepestDirectory) deep")
    }

    /// Returns the range of a tile's data in the file.
    private func section(holding number: UInt64) throws(ArchiveFailure) -> PMTiles.Section? {
        var part = root
        for _ in 0...Self.deepestDirectory {
            guard let index = part.index(of: number) else { return nil }
            let entry = part.entries[index]
            if entry.runLength > 0 { return try section(of: entry) }
            let end = part.end(behind: index)
            // In a damaged file, several entries may refer to the same offset.
            if let known = leaves.part(at: entry.offset, first: entry.number, end: end) {
                part = known
            } else {
                part = try readLeaf(entry, end: end)
                leaves.keep(part, at: entry.offset, first: entry.number)
            }
        }
        throw isDamagedByDepth
    }

    /// The part of a file that is needed next to reach a tile.
    package enum Need: Hashable, Sendable {
        /// A directory that is not cached.
        case directory(PMTiles.Section)
        /// The tile itself; nil if the archive does not contain it.
        case tile(PMTiles.Section?)
    }

    /// Returns the next part of the file needed for a tile, for a client that has to fetch it first.
    ///
    /// - Parameter isHere: Whether a part of the file can be read without waiting.
    package func need(
        level: Int, column: Int, row: Int, isHere: (PMTiles.Section) -> Bool
    ) throws(ArchiveFailure) -> Need {
        guard let number = PMTilesTile(level: level, column: column, row: row).number else { return .tile(nil) }
        var part = root
        for _ in 0...Self.deepestDirectory {
            guard let index = part.index(of: number) else { return .tile(nil) }
            let entry = part.entries[index]
            if entry.runLength > 0 { return .tile(try section(of: entry)) }
            let end = part.end(behind: index)
            if let known = leaves.part(at: entry.offset, first: entry.number, end: end) {
                part = known
                continue
            }
            let section = PMTiles.Section(
                offset: header.leaves.offset &+ entry.offset, length: UInt64(entry.length))
            // An invalid length is rejected when the directory is read.
            if entry.length <= UInt32(Self.largestDirectory), !isHere(section) { return .directory(section) }
            part = try readLeaf(entry, end: end)
            leaves.keep(part, at: entry.offset, first: entry.number)
        }
        throw isDamagedByDepth
    }

    /// Returns the part of the file with the data of an entry's tiles.
    func section(of entry: PMTilesEntry) throws(ArchiveFailure) -> PMTiles.Section {
        let (last, isTooFar) = entry.offset.addingReportingOverflow(UInt64(entry.length))
        guard !isTooFar, last <= header.tiles.length, entry.length <= Self.largestTile else {
            throw .damaged(
                path: path, reason: "tile \(TileCoordinate(number: entry.number).text) points outside the tile data")
        }
        return PMTiles.Section(offset: header.tiles.offset + entry.offset, length: UInt64(entry.length))
    }

    /// The bytes of the cached leaf directories.
    var keptDirectoryBytes: Int { leaves.byteCount }

    // MARK: Tiles

    package func tile(level: Int, column: Int, row: Int) throws(ArchiveFailure) -> [UInt8]? {
        guard let number = PMTilesTile(level: level, column: column, row: row).number,
            let section = try section(holding: number)
        else { return nil }
        return try file.read(at: section.offset, count: Int(section.length))
    }

    package func tiles() -> any ArchiveTileCursor { PMTilesCursor(self) }

    package func bytes(of tile: ArchivedTile) throws(ArchiveFailure) -> [UInt8] {
        guard let place = tile.place else { preconditionFailure("a tile of another archive") }
        return try file.read(at: place.offset, count: Int(place.length))
    }
}

/// A directory, and the end of its range.
struct PMTilesDirectoryPart: Sendable {
    var entries: [PMTilesEntry]
    /// The end of its range of tile numbers.
    var end: UInt64

    /// Returns the index of the entry for a tile number.
    func index(of number: UInt64) -> Int? { PMTilesDirectory.index(of: number, in: entries) }

    /// Returns the end of an entry's range of tile numbers.
    func end(behind index: Int) -> UInt64 { index + 1 < entries.count ? entries[index + 1].number : end }
}

extension PMTiles.Compression {
    var title: String {
        switch self {
        case .unknown: "an unknown method"
        case .none: "no compression"
        case .gzip: "gzip"
        case .brotli: "Brotli"
        case .zstandard: "Zstandard"
        default: "method \(rawValue)"
        }
    }
}

extension TileCoordinate {
    /// The tile as text, such as "3/2/1".
    package var text: String { "\(level)/\(column)/\(row)" }
}
