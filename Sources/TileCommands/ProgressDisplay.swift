import Foundation
import TileArchives

/// Shows how far a build is: on a terminal one line that is redrawn, elsewhere a plain line now and then.
final class ProgressDisplay {
    /// 10 Hz: what the eye takes for steady; more would only cost.
    private static let redrawInterval = 0.1
    /// In a log, a line every 10 s is enough to see that it goes on.
    private static let lineInterval = 10.0

    private let timer: any DispatchSourceTimer
    private let isTerminal: Bool

    /// Starts showing what `progress` says, until `stop`.
    init(total: Int, progress: @escaping @Sendable () -> BuildProgress) {
        let isTerminal = StandardError.isTerminal
        self.isTerminal = isTerminal
        let start = ContinuousClock.now
        timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "tilework.progress"))
        let interval = isTerminal ? Self.redrawInterval : Self.lineInterval
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler {
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            let now = progress()
            if isTerminal {
                StandardError.write("\r" + Self.bar(now, total: total, seconds: seconds, width: StandardError.width))
            } else {
                StandardError.print(Self.line(now, total: total, seconds: seconds))
            }
        }
        timer.resume()
    }

    /// Ends the display; on a terminal its line is cleared.
    func stop() {
        timer.cancel()
        if isTerminal { StandardError.write("\r\u{1B}[K") }
    }

    /// "1,200 of 5,774 tiles, 4,812 tiles/s, 12.3 MB, 0:03 left, level 7, 310 repeated".
    static func line(_ progress: BuildProgress, total: Int, seconds: Double) -> String {
        "\(Amounts.grouped(progress.tiles)) of \(Amounts.grouped(total)) tiles, "
            + figures(progress, total: total, seconds: seconds).joined(separator: ", ")
    }

    private static func figures(_ progress: BuildProgress, total: Int, seconds: Double) -> [String] {
        guard progress.tiles < total || total == 0 else {
            return [Amounts.bytes(progress.bytes), "writing the output: \(Amounts.grouped(progress.packedTiles))"]
        }
        let rate = seconds > 0 ? Double(progress.tiles - progress.earlierTiles - progress.unchangedTiles) / seconds : 0
        var figures = ["\(Amounts.grouped(Int(rate))) tiles/s", Amounts.bytes(progress.bytes)]
        if let left = progress.secondsLeft ?? (rate > 0 ? Double(total - progress.tiles) / rate : nil) {
            figures.append("\(Amounts.duration(left)) left")
        }
        if progress.level > 0 { figures.append("level \(progress.level)") }
        if progress.repeatedTiles > 0 { figures.append("\(Amounts.grouped(progress.repeatedTiles)) repeated") }
        return figures
    }

    /// One line of exactly less than `width` columns; the bar takes what the figures leave, and figures go from the
    /// right when there is no room.
    static func bar(_ progress: BuildProgress, total: Int, seconds: Double, width: Int) -> String {
        let part = total > 0 ? Double(progress.tiles) / Double(total) : 1
        var figures = [String(format: "%3.0f %%", part * 100)]
        figures.append("\(Amounts.grouped(progress.tiles))/\(Amounts.grouped(total)) tiles")
        figures += self.figures(progress, total: total, seconds: seconds)
        // The last column stays empty: some terminals wrap when it is written to.
        let room = max(0, width - 1)
        while figures.count > 1 && figures.joined(separator: "  ").count > room { figures.removeLast() }
        let text = figures.joined(separator: "  ")
        let barWidth = min(40, room - text.count - 4)
        guard barWidth >= 5 else { return String(text.prefix(room)) + "\u{1B}[K" }
        let filled = min(barWidth, Int(part * Double(barWidth)))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
        return "[\(bar)]  \(text)\u{1B}[K"
    }
}
