import Foundation
import TileArchives

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

    /// Seconds of CPU time.
    struct Stages: Encodable {
        var raster: Double
        var encode: Double
        var write: Double
    }

    var output: String
    var format: String
    var tileSize: Int
    var tiles: Int
    /// Of one colour.
    var solidTiles: Int
    /// Of all tiles.
    var bytes: Int
    var seconds: Double
    var stages: Stages
    var levels: [Level]

    init(_ summary: BuildSummary, of plan: BuildPlan, output: String, format: FormatName) {
        self.output = output
        self.format = format.rawValue
        tileSize = plan.pyramid.tileSize
        tiles = summary.tiles
        solidTiles = summary.solidTiles
        bytes = summary.bytes
        seconds = summary.seconds
        stages = Stages(raster: summary.stages.raster, encode: summary.stages.encode, write: summary.stages.write)
        levels = plan.levels.map {
            Level(level: $0.number, width: $0.width, height: $0.height, columns: $0.columns, rows: $0.rows)
        }
    }

    /// On one line, keys in alphabetical order.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All members are finite numbers and text: there is nothing that could not be encoded.
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }
}
