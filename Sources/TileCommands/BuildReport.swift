import TileArchives
import TileGraphics

/// What `tilework build --json` says of a finished build.
struct BuildReport: Encodable {
    struct Level: Encodable {
        /// As the archive counts.
        var level: Int
        var width: Int
        var height: Int
        var columns: Int
        var rows: Int
    }

    var event = "done"
    var output: String
    var format: String
    var tileSize: Int
    var tiles: Int
    /// Made by an earlier build.
    var earlierTiles: Int
    /// Made by the last build with --update, and the same now.
    var unchangedTiles: Int
    /// With the bytes of one before.
    var repeatedTiles: Int
    /// Of one color.
    var solidTiles: Int
    /// Of all tiles.
    var bytes: Int
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
        seconds = summary.seconds
        stages = summary.stages
        levels = plan.levels.map {
            Level(level: $0.number, width: $0.width, height: $0.height, columns: $0.columns, rows: $0.rows)
        }
    }

    /// On one line.
    var json: String { ResultOutput.json(self) }
}
