import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A `name.pmtiles` archive: all tiles in one file (`PMTiles`), each distinct one once.
struct PMTilesFile: ArchiveKind {
    var fileExtension: String? { PMTiles.fileExtension }
    var title: String { "PMTiles" }
    var cropsTiles: Bool { false }

    func deepestLevel(of pyramid: TilePyramid) -> Int { pyramid.maxLevel }

    func check(_ contents: ArchiveContents) throws(BuildFailure) {
        guard PMTiles.TileType(contents.format) != nil else {
            throw .cannotHold(
                kind: title,
                what:
                    "JPEG XL, for which its specification has no number: choose another kind, or build with another format"
            )
        }
    }

    private static let staged = "archive"

    func products(_ name: PathName) -> [ArchiveProduct] { [.file(Self.staged, as: name.path)] }

    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws {
        try work.counters.clock.measure(.write) {
            try PMTilesWriter(tiles, work.contents).write(to: work.path(of: Self.staged), work)
        }
    }
}
