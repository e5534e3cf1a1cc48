import CommandSupport
import Foundation
import TileArchives
import TileSupport

/// The lines that `tilework build --json` prints while it builds: one at the beginning, and one a second.
final class BuildEvents {
    private struct Begin: Encodable {
        var event = "begin"
        var page: Int?
        var tiles: Int
        var levels: Int
        /// The full size in pixels.
        var width: Int
        var height: Int
    }

    private struct Progress: Encodable {
        var event = "progress"
        var page: Int?
        var tiles: Int
        var total: Int
        /// Tiles that an earlier build had made.
        var earlierTiles: Int
        var solidTiles: Int
        var repeatedTiles: Int
        /// Tiles that were written into the archive, once all are made.
        var packedTiles: Int
        var bytes: Int
        /// The deepest level that has a tile.
        var level: Int
        var tilesPerSecond: Double
        /// The smoothed estimate of the remaining time; nil before there is one.
        var secondsLeft: Double?
        var seconds: Double
    }

    private static let interval = 1.0
    private let timer: any DispatchSourceTimer
    private let queue = DispatchQueue(label: "tilework.progress")

    /// - Parameter page: The number of the page, if it is one of several that are built.
    init(_ build: TileBuild, page: Int?) {
        let start = ContinuousClock.now
        let plan = build.plan
        let last = plan.levels[plan.levels.count - 1]
        ResultOutput.tryPrint(
            ResultOutput.json(
                Begin(
                    page: page, tiles: build.tileCount, levels: plan.levels.count, width: last.width,
                    height: last.height)))
        let remaining = Lock(RemainingTime())
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval)
        timer.setEventHandler {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let now = build.progress
            let left = remaining.withLock { $0.update(now.secondsLeft, at: seconds) }
            ResultOutput.tryPrint(
                ResultOutput.json(
                    Progress(
                        page: page, tiles: now.tiles, total: build.tileCount, earlierTiles: now.earlierTiles,
                        solidTiles: now.solidTiles, repeatedTiles: now.repeatedTiles, packedTiles: now.packedTiles,
                        bytes: now.bytes, level: now.level,
                        tilesPerSecond: Double(now.tiles - now.earlierTiles) / seconds, secondsLeft: left,
                        seconds: seconds)))
        }
        timer.resume()
    }

    /// Ends the display: nothing more is printed.
    func stop() {
        timer.cancel()
        queue.sync {}
    }
}
