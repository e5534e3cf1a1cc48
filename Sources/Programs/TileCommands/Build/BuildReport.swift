import CommandSupport
import TileArchives
import TileGraphics

/// The line that `tilework build --json` prints for a finished build.
struct BuildReport: Encodable {
    struct Level: Encodable {
        /// The level's number in the archive.
        var level: Int
        var width: Int
        var height: Int
        var columns: Int
        var rows: Int
    }

    var event = "done"
    var output: String
    /// The number of the page, if it is one of several that are built.
    var page: Int?
    var format: String
    var tileSize: Int
    var tiles: Int
    /// Tiles that an earlier build had made.
    var earlierTiles: Int
    /// Tiles of the last build with --update that cannot have changed.
    var unchangedTiles: Int
    /// Tiles with the bytes of another one.
    var repeatedTiles: Int
    /// Tiles of one color.
    var solidTiles: Int
    /// Bytes of all tiles, as clients get them.
    var bytes: Int
    /// Bytes of the archive's files.
    var archiveBytes: Int
    var seconds: Double
    /// Seconds of CPU time.
    var stages: BuildStages
    var levels: [Level]

    init(_ summary: BuildSummary, of plan: BuildPlan, output: String, format: TileFormat) {
        self.output = output
        self.format = format.name
        tileSize = plan.pyramid.tileSize
        tiles = summary.tiles
        unchangedTiles = summary.unchangedTiles
        earlierTiles = summary.earlierTiles
        repeatedTiles = summary.repeatedTiles
        solidTiles = summary.solidTiles
        bytes = summary.bytes
        archiveBytes = summary.archiveBytes
        seconds = summary.seconds
        stages = summary.stages
        levels = plan.levels.map {
            Level(level: $0.number, width: $0.width, height: $0.height, columns: $0.columns, rows: $0.rows)
        }
    }

    /// The report on one line.
    var json: String { ResultOutput.json(self) }
}
