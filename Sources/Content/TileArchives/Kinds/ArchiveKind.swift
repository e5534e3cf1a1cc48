import Foundation
import TileFormats
import TileGeometry
import TileGraphics
import TileSupport

/// A kind of archive: its name, its level numbers, its limits, and how it is written.
protocol ArchiveKind: Sendable {
    /// The file extension without the dot; nil for a folder.
    var fileExtension: String? { get }
    /// The name for people.
    var title: String { get }
    /// Whether tiles at the edges are cropped to the content.
    var cropsTiles: Bool { get }

    /// Returns the kind's number of the pyramid's `maxLevel`.
    func deepestLevel(of pyramid: TilePyramid) -> Int

    /// Throws if the archive cannot hold the contents, before any work is done.
    func check(_ contents: ArchiveContents) throws(BuildFailure)

    /// Returns the files and folders of an archive. The last one is created when the archive is complete.
    func products(_ name: PathName) -> [ArchiveProduct]

    /// Writes the products of an archive. The bytes do not depend on the order in which the tiles were made.
    func write(_ tiles: FinishedTiles, _ work: ArchiveWork) throws
}

/// A file or folder of an archive.
struct ArchiveProduct {
    /// The temporary name in the staging folder, while the archive is incomplete.
    var staged: String
    /// The final path.
    var target: String
    /// Whether an existing item at the final path may be replaced. It protects, for example, a home folder from a
    /// typing error.
    var isReplaceable: @Sendable (_ path: String, _ status: stat) -> Bool

    static func file(_ staged: String, as target: String) -> ArchiveProduct {
        ArchiveProduct(staged: staged, target: target) { _, status in status.st_mode & S_IFMT == S_IFREG }
    }
}

/// The description of an archive and its tiles.
struct ArchiveContents {
    /// The content's name for people.
    var name: String
    var plan: BuildPlan
    var format: TileFormat
    /// Whether to add a page that shows the tiles, if the kind of archive supports it.
    var hasPreview: Bool
}

/// The context for writing an archive.
struct ArchiveWork {
    /// The archive's name.
    let name: PathName
    let contents: ArchiveContents
    let folder: StagingFolder
    let crew: BuildCrew
    let counters: BuildCounters

    /// Counts a tile as written.
    ///
    /// - Throws: If the build is cancelled.
    func wroteTile() throws {
        counters.notePacked()
        if crew.isCancelled() { throw CancellationError() }
    }

    func path(of staged: String) -> String { folder.path(of: staged) }
}

/// The properties of a solid tile. Tiles with equal properties have equal files.
struct SolidTile: Hashable {
    var color: PixelColor
    var width: Int
    var height: Int
}
