import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// `name.pmtiles`: all tiles in one file (`PMTiles`), each different one once.
struct PMTilesFile: ArchiveKind {
    var fileExtension: String? { PMTiles.fileExtension }
    var title: String { "PMTiles" }
    var cropsTiles: Bool { false }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func make(_ name: PathName, of format: TileFormat, replacesExisting: Bool) throws(BuildFailure) -> any Archive {
        try StagingFolder.checkReplacingFile(name.path, replacesExisting)
        let staging = try StagingFolder(name, replacesExisting: replacesExisting)
        do throws(SystemError) {
            return File(
                staging: staging, path: name.path, spool: try TileSpool(staging.path(of: File.spoolName)))
        } catch {
            staging.discard()
            throw .cannotCreate(path: name.path, reason: error.description)
        }
    }

    private struct File: Archive {
        static let spoolName = "tiles"
        private static let name = "archive"

        let staging: StagingFolder
        let path: String
        let spool: TileSpool

        func prepare(_ level: BuildPlan.Level) throws(BuildFailure) {
            guard level.number <= PMTilesTile.deepestLevel else {
                throw .option(
                    name: "BuildOptions.maxLevel", value: "\(level.number)",
                    reason: "PMTiles has levels to \(PMTilesTile.deepestLevel)")
            }
        }

        func write(_ bytes: [UInt8], to tile: ArchivedTile, solid: SolidTile?) throws(BuildFailure) {
            guard let number = PMTilesTile(level: tile.level, column: tile.column, row: tile.row).number else {
                preconditionFailure("a tile outside of its level")
            }
            do throws(SystemError) {
                try spool.add(bytes, number: number, solid: solid)
            } catch {
                throw failure(error)
            }
        }

        func finish(_ contents: ArchiveContents) throws(BuildFailure) {
            do throws(SystemError) {
                try PMTilesWriter(spool, contents).write(to: staging.path(of: Self.name))
            } catch {
                throw failure(error)
            }
            try staging.publish(Self.name, as: path)
            discard()
        }

        func discard() { staging.discard() }

        private func failure(_ error: SystemError) -> BuildFailure {
            .cannotWrite(path: path, reason: error.description)
        }
    }
}
