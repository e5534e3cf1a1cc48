import Foundation
import TileArchives

/// What `tilework build --json` says while it builds: a line for the beginning, and one a second.
final class BuildEvents {
    private struct Begin: Encodable {
        var event = "begin"
        var tiles: Int
        var levels: Int
        /// Of full size, in pixels.
        var width: Int
        var height: Int
    }

    private struct Progress: Encodable {
        var event = "progress"
        var tiles: Int
        var total: Int
        /// Made by an earlier build.
        var earlierTiles: Int
        var solidTiles: Int
        var repeatedTiles: Int
        /// Written into the archive, once all are made.
        var packedTiles: Int
        var bytes: Int
        /// The deepest level of which a tile is made.
        var level: Int
        var tilesPerSecond: Double
        /// Nil before it can be told.
        var secondsLeft: Double?
        var seconds: Double
    }

    private static let interval = 1.0
    private let timer: any DispatchSourceTimer
    private let queue = DispatchQueue(label: "tilework.progress")

    init(_ build: TileBuild) {
        let start = ContinuousClock.now
        let plan = build.plan
        let last = plan.levels[plan.levels.count - 1]
        ResultOutput.tryPrint(
            ResultOutput.json(
                Begin(tiles: build.tileCount, levels: plan.levels.count, width: last.width, height: last.height)))
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        timer.setEventHandler {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let now = build.progress
            ResultOutput.tryPrint(
                ResultOutput.json(
                    Progress(
                        tiles: now.tiles, total: build.tileCount, earlierTiles: now.earlierTiles,
                        solidTiles: now.solidTiles, repeatedTiles: now.repeatedTiles, packedTiles: now.packedTiles,
                        bytes: now.bytes, level: now.level,
                        tilesPerSecond: Double(now.tiles - now.earlierTiles) / seconds, secondsLeft: now.secondsLeft,
                        seconds: seconds)))
        }
        timer.resume()
    }

    /// After this nothing more is printed.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
