import CommandSupport
import Dispatch
import Foundation
import TileArchives
import TileSupport

/// Shows the progress of a build: on a terminal as one line that is redrawn, elsewhere as a plain line now and then.
final class ProgressDisplay {
    /// The terminal's line with the progress, for lines that are printed meanwhile.
    struct Line: Sendable {
        fileprivate let queue = DispatchQueue(label: "tilework.progress")
        fileprivate let isTerminal = StandardError.isTerminal

        /// Erases the line, and what the terminal has echoed into it.
        fileprivate func erase() {
            if isTerminal { StandardError.write("\r\u{1B}[K") }
        }

        /// Prints a line above the progress, which goes on below it.
        func print(_ text: String) {
            queue.sync {
                erase()
                StandardError.print(text)
            }
        }
    }

    /// 10 Hz looks steady; a higher rate would only cost time.
    private static let redrawInterval = 0.1
    /// In a log, a line every 10 s is enough to see that it goes on.
    private static let lineInterval = 10.0

    private let timer: any DispatchSourceTimer
    let line = Line()

    /// Shows what `progress` returns until `stop` is called.
    init(total: Int, progress: @escaping @Sendable () -> BuildProgress) {
        let isTerminal = line.isTerminal
        let start = ContinuousClock.now
        let remaining = Lock(RemainingTime())
        timer = DispatchSource.makeTimerSource(queue: line.queue)
        // Where the remaining time is not shown often, it is measured as often all the same.
        let linesPerTick = isTerminal ? 1 : Int(Self.lineInterval / Self.redrawInterval)
        let ticks = Lock(0)
        timer.schedule(deadline: .now() + Self.redrawInterval, repeating: Self.redrawInterval)
        timer.setEventHandler {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let now = progress()
            let left = remaining.withLock { $0.update(Self.estimate(now, total: total, seconds: seconds), at: seconds) }
            if isTerminal {
                let bar = Self.bar(
                    now, total: total, seconds: seconds, secondsLeft: left, width: StandardError.width)
                StandardError.write("\r" + bar)
                return
            }
            let isDue = ticks.withLock { ticks in
                ticks += 1
                return ticks % linesPerTick == 0
            }
            if isDue { StandardError.print(Self.line(now, total: total, seconds: seconds, secondsLeft: left)) }
        }
        timer.resume()
    }

    /// Ends the display; on a terminal its line is erased.
    func stop() {
        timer.cancel()
        line.queue.sync { line.erase() }
    }

    private static func rate(_ progress: BuildProgress, seconds: Double) -> Double {
        seconds > 0 ? Double(progress.tiles - progress.earlierTiles - progress.unchangedTiles) / seconds : 0
    }

    private static func estimate(_ progress: BuildProgress, total: Int, seconds: Double) -> Double? {
        let rate = rate(progress, seconds: seconds)
        return progress.secondsLeft ?? (rate > 0 ? Double(total - progress.tiles) / rate : nil)
    }

    /// "1,200 of 5,774 tiles, 0:03 left, 4,812 tiles/s, 12.3 MB, level 7, 310 repeated".
    static func line(_ progress: BuildProgress, total: Int, seconds: Double, secondsLeft: Double?) -> String {
        let figures = figures(progress, total: total, seconds: seconds, secondsLeft: secondsLeft)
        return "\(Amounts.grouped(progress.tiles)) of \(Amounts.counted(total, "tile")), "
            + figures.joined(separator: ", ")
    }

    /// The figures behind the count of tiles, the most important first.
    private static func figures(
        _ progress: BuildProgress, total: Int, seconds: Double, secondsLeft: Double?
    ) -> [String] {
        guard progress.tiles < total || total == 0 else {
            return [
                "writing the archive: \(Amounts.grouped(progress.packedTiles))", Amounts.bytes(progress.distinctBytes),
            ]
        }
        var figures: [String] = []
        if let secondsLeft { figures.append("\(Amounts.duration(secondsLeft)) left") }
        figures.append("\(Amounts.grouped(Int(rate(progress, seconds: seconds)))) tiles/s")
        figures.append(Amounts.bytes(progress.distinctBytes))
        if progress.level > 0 { figures.append("level \(progress.level)") }
        if progress.repeatedTiles > 0 { figures.append("\(Amounts.grouped(progress.repeatedTiles)) repeated") }
        return figures
    }

    /// The narrowest and the widest bar, in columns without its brackets.
    private static let barWidths = 10...40

    /// One line of less than `width` columns. Every line has the percentage, and a bar if there is room for ten columns
    /// of it, followed by the figures that fit, the most important first.
    static func bar(
        _ progress: BuildProgress, total: Int, seconds: Double, secondsLeft: Double?, width: Int
    ) -> String {
        let part = total > 0 ? Double(progress.tiles) / Double(total) : 1
        // Less than all is never 100%.
        let percent = progress.tiles < total ? min(99, Int(part * 100)) : 100
        var text = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0) + "\(percent)%"
        // The last column stays empty: some terminals wrap when it is written to.
        let room = max(0, width - 1)
        let hasBar = room >= barWidths.lowerBound + 4 + text.count
        let textRoom = hasBar ? room - barWidths.lowerBound - 4 : room
        let count = "\(Amounts.grouped(progress.tiles))/\(Amounts.counted(total, "tile"))"
        for figure in [count] + figures(progress, total: total, seconds: seconds, secondsLeft: secondsLeft)
        where text.count + 2 + figure.count <= textRoom {
            text += "  " + figure
        }
        guard hasBar else { return String(text.prefix(room)) + "\u{1B}[K" }
        let barWidth = min(barWidths.upperBound, room - text.count - 4)
        let filled = min(barWidth, Int(part * Double(barWidth)))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
        return "[\(bar)]  \(text)\u{1B}[K"
    }
}
