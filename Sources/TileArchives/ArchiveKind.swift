import TileGeometry
import TileGraphics
import TileSupport

/// A kind of archive: what it is called, how it counts levels, and how one is made.
protocol ArchiveKind: Sendable {
    /// What its name ends in, without the dot; nil for a folder.
    var fileExtension: String? { get }
    /// What people call it.
    var title: String { get }
    /// Whether tiles end where the content does.
    var cropsTiles: Bool { get }

    /// What it calls the pyramid's `maxLevel`.
    func deepestLevel(of pyramid: TilePyramid) -> Int

    /// Refuses a name that is taken, before any work, and makes what the archive is written to until it is whole.
    func make(_ name: PathName, of format: TileFormat, replacesExisting: Bool) throws(BuildFailure) -> any Archive
}

/// An archive that is being made. Nobody sees it under its name before it is whole.
protocol Archive: Sendable {
    /// Makes room for a level's tiles. To be called once for each level, before its tiles are written.
    func prepare(_ level: BuildPlan.Level) throws(BuildFailure)

    /// Writes one tile; from any number of threads. Tiles that are the same `solid` have the same bytes.
    func write(_ bytes: [UInt8], to tile: ArchivedTile, solid: SolidTile?) throws(BuildFailure)

    /// Writes what describes the tiles, and gives the archive its name.
    func finish(_ contents: ArchiveContents) throws(BuildFailure)

    /// Removes all that was written, or after `finish` the archive that was replaced.
    func discard()
}

/// Where a tile is, as the archive counts.
struct ArchivedTile: Hashable {
    var level: Int
    var column: Int
    var row: Int
}

/// What makes two tiles of an archive equal files without looking at them.
struct SolidTile: Hashable {
    var color: PixelColor
    var width: Int
    var height: Int
}

/// What an archive says of its tiles.
struct ArchiveContents {
    /// What the content is called, for people.
    var name: String
    var plan: BuildPlan
    var format: TileFormat
    /// Whether a page that shows the tiles is put beside them, where the archive has room for one.
    var hasPreview: Bool
}
