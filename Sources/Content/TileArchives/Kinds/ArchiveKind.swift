import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A kind of archive: what it is called, how it counts levels, what it can hold, and how it is written.
protocol ArchiveKind: Sendable {
    /// What its name ends in, without the dot; nil for a folder.
    var fileExtension: String? { get }
    /// What people call it.
    var title: String { get }
    /// Whether tiles end where the content does.
    var cropsTiles: Bool { get }

    /// What it calls the pyramid's `maxLevel`.
    func deepestLevel(of pyramid: TilePyramid) -> Int

    /// Refuses what it cannot hold, before any work.
    func check(_ contents: ArchiveContents) throws(BuildFailure)

    /// What it consists of on the disk. The last is there when the archive is.
    func products(_ name: PathName) -> [ArchiveProduct]

    /// Writes it, as its products, from tiles that have come in whatever order: the same tiles give the same bytes.
    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws
}

/// A file or folder that an archive consists of.
struct ArchiveProduct {
    /// What it is called until the archive is whole, in the folder where it is put together.
    var staged: String
    /// Its path then.
    var target: String
    /// Whether what is there under its path may be replaced: a slip of the hand must not cost a home folder.
    var isReplaceable: @Sendable (_ path: String, _ status: stat) -> Bool

    static func file(_ staged: String, as target: String) -> ArchiveProduct {
        ArchiveProduct(staged: staged, target: target) { _, status in status.st_mode & S_IFMT == S_IFREG }
    }
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

/// What it takes to put an archive together.
struct ArchiveWork {
    /// The archive's.
    let name: PathName
    let contents: ArchiveContents
    let folder: StagingFolder
    let crew: BuildCrew
    let counters: BuildCounters

    /// To be told of each tile that is in.
    ///
    /// - Throws: when the build is cancelled.
    func wroteTile() throws {
        counters.notePacked()
        if crew.isCancelled() { throw CancellationError() }
    }

    func path(of staged: String) -> String { folder.path(of: staged) }
}

/// What makes two tiles of an archive equal files without looking at them.
struct SolidTile: Hashable {
    var color: PixelColor
    var width: Int
    var height: Int
}
