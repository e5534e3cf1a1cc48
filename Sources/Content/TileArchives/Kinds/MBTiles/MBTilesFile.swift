import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A `name.mbtiles` archive: all tiles in one SQLite file (`MBTiles`), each distinct one once.
struct MBTilesFile: ArchiveKind {
    var fileExtension: String? { MBTiles.fileExtension }
    var title: String { "MBTiles" }
    var cropsTiles: Bool { false }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func check(_ contents: ArchiveContents) throws(BuildFailure) {
        guard contents.plan.levels[contents.plan.levels.count - 1].number <= MBTiles.deepestLevel else {
            throw .cannotHold(
                kind: title,
                what: "levels beyond \(MBTiles.deepestLevel): choose that at most with `BuildOptions.maxLevel`")
        }
    }

    private static let staged = "archive"

    func products(_ name: PathName) -> [ArchiveProduct] { [.file(Self.staged, as: name.path)] }

    /// Writes the file in one transaction without a journal, because it stays unpublished until it is complete.
    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws {
        try work.counters.clock.measure(.write) {
            do {
                let file = try SQLiteFile(work.path(of: Self.staged), .make)
                try file.execute(
                    """
                    PRAGMA journal_mode = OFF;
                    PRAGMA synchronous = OFF;
                    PRAGMA locking_mode = EXCLUSIVE;
                    PRAGMA application_id = \(MBTiles.applicationID);
                    BEGIN;
                    """)
                try file.execute(MBTiles.schema)
                try write(tiles, work, to: file)
                try file.execute("COMMIT")
            } catch let failure as SQLiteFile.Failure {
                throw BuildFailure.cannotWrite(path: work.name.path, reason: failure.description)
            }
        }
    }

    private func write(_ tiles: FinishedTiles, _ work: ArchiveWork, to file: SQLiteFile) throws {
        let template = XYZName.template(fileExtension: work.contents.format.fileExtension)
        let metadata = try SQLiteStatement(file, "INSERT INTO metadata VALUES (?, ?)")
        for (name, value) in MBTiles.metadata(TileJSON(work.contents, template: template)) {
            try metadata.run(.text(name), .text(value))
        }
        // Contents are numbered by first use in the archive's order, so that builds are reproducible.
        var ids = [Int64](repeating: 0, count: tiles.contents.count)
        var count: Int64 = 0
        let image = try SQLiteStatement(file, "INSERT INTO images VALUES (?, ?)")
        var buffer: [UInt8] = []
        for tile in tiles.tiles where ids[Int(tile.content)] == 0 {
            count += 1
            ids[Int(tile.content)] = count
            try tiles.read(tile.content, into: &buffer)
            try image.run(.number(count), .bytes(buffer))
            try work.wroteTile()
        }
        // Sorted by key, which makes the smallest file.
        struct Place {
            var level: UInt8
            var column: UInt32
            var row: UInt32
            var content: UInt32
        }
        var places = tiles.tiles.map { tile in
            guard let place = PMTilesTile(number: tile.number) else {
                preconditionFailure("a number beyond all levels")
            }
            return Place(
                level: UInt8(place.level), column: UInt32(place.column),
                row: UInt32(MBTiles.flipped(place.row, ofLevel: place.level)), content: tile.content)
        }
        places.sort { ($0.level, $0.column, $0.row) < ($1.level, $1.column, $1.row) }
        let map = try SQLiteStatement(file, "INSERT INTO map VALUES (?, ?, ?, ?)")
        for place in places {
            try map.run(
                .number(Int64(place.level)), .number(Int64(place.column)), .number(Int64(place.row)),
                .number(ids[Int(place.content)]))
        }
    }
}
