import Foundation
import TileFormats
import TileGraphics
import TileSupport

/// The work of writing an archive's tiles as individual files. A piece of work is a few hundred tiles.
///
/// Equal tiles are hard links to one file, if the file system supports them: on ext4 a link takes 20 µs and no disk
/// block, a file 45 µs.
final class FolderTiles: BuildWork {
    private let tiles: FinishedTiles
    private let work: ArchiveWork
    private let name: @Sendable (PMTilesTile, inout NameWriter) -> Void
    private let next = Lock(0)
    /// The tile with the original file, and the number of links to it, for each content that several tiles share.
    private let originals: Lock<[UInt32: Original]>

    private struct Original {
        /// The tile with the original file; nil until it is written.
        var tile: PMTilesTile?
        var links = 0
    }

    /// The maximum number of links to one file. ext4 allows 65,000, and other file systems at least as many.
    private static let linkLimit = 60_000
    private static let piece = 256

    /// - Parameter name: Writes the name of a tile's file, relative to the staging folder.
    init(
        _ tiles: FinishedTiles, _ work: ArchiveWork, name: @escaping @Sendable (PMTilesTile, inout NameWriter) -> Void
    ) {
        self.tiles = tiles
        self.work = work
        self.name = name
        var isShared = [Bool](repeating: false, count: tiles.contents.count)
        var originals: [UInt32: Original] = [:]
        for tile in tiles.tiles {
            if isShared[Int(tile.content)] { originals[tile.content] = Original() }
            isShared[Int(tile.content)] = true
        }
        self.originals = Lock(originals)
    }

    func step(_ encoder: TileEncoder) throws -> BuildStep {
        let start = next.withLock { next in
            defer { next += Self.piece }
            return next
        }
        guard start < tiles.tiles.count else { return .finished }
        try work.counters.clock.measure(.write) {
            var buffer: [UInt8] = []
            for tile in tiles.tiles[start..<min(start + Self.piece, tiles.tiles.count)] {
                try write(tile, &buffer)
                try work.wroteTile()
            }
        }
        return .done
    }

    private func write(_ tile: FinishedTiles.Tile, _ buffer: inout [UInt8]) throws {
        guard let place = PMTilesTile(number: tile.number) else { preconditionFailure("a number beyond all levels") }
        let original = originals.withLock { originals -> PMTilesTile? in
            guard let known = originals[tile.content], known.links < Self.linkLimit, let first = known.tile else {
                return nil
            }
            originals[tile.content]!.links += 1
            return first
        }
        // If a link cannot be created, a file is written instead, which reports any persistent error.
        if let original, work.folder.link({ name(original, &$0) }, as: { name(place, &$0) }) { return }
        try tiles.read(tile.content, into: &buffer)
        try work.folder.write(buffer) { name(place, &$0) }
        originals.withLock { originals in
            if originals[tile.content] != nil { originals[tile.content] = Original(tile: place) }
        }
    }
}

/// Whether a folder contains only folders with numeric names, such as levels, and the files `others`.
func holdsLevels(_ path: String, and others: Set<String>) -> Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return false }
    return names.allSatisfy { others.contains($0) || Int($0) != nil }
}

func isEmptyFolder(_ path: String) -> Bool {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
}
