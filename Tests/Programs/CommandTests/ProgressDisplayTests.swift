import CommandSupport
import Testing
import TileArchives

@testable import TileCommands

@Suite("The progress of a build")
struct ProgressDisplayTests {
    private func progress(_ tiles: Int, bytes: Int = 0) -> BuildProgress {
        var progress = BuildProgress()
        progress.tiles = tiles
        progress.bytes = bytes * 2
        progress.distinctBytes = bytes
        return progress
    }

    @Test("a line has tiles, the remaining time, the rate and the bytes of the archive")
    func line() {
        #expect(
            ProgressDisplay.line(progress(1200, bytes: 12_345_678), total: 6000, seconds: 2, secondsLeft: 8.2)
                == "1,200 of 6,000 tiles, 0:08 left, 600 tiles/s, 12.3 MB")
        #expect(
            ProgressDisplay.line(progress(0), total: 10, seconds: 0, secondsLeft: nil)
                == "0 of 10 tiles, 0 tiles/s, 0 bytes")
    }

    @Test("a bar is never wider than the terminal, however narrow", arguments: 1...200)
    func width(columns: Int) {
        for tiles in [0, 1, 5000, 9_999_999, 10_000_000] {
            let bar = ProgressDisplay.bar(
                progress(tiles, bytes: tiles * 9999), total: 10_000_000, seconds: 7, secondsLeft: 3600, width: columns)
            #expect(bar.hasSuffix("\u{1B}[K"))
            #expect(bar.dropLast(3).count < columns || columns == 1 && bar.count == 3)
            // There is a bar from 19 columns on, for all numbers.
            #expect(bar.hasPrefix("[") == (columns >= 19), "\(columns): \(bar)")
            #expect(bar.contains(tiles == 10_000_000 ? "100%" : tiles == 9_999_999 ? "99%" : "0%") || columns < 5)
        }
    }

    @Test("a wide terminal shows all, a narrow one the most important")
    func contents() {
        var large = progress(1_234_567, bytes: 5_000_000_000)
        large.level = 11
        func bar(_ width: Int) -> Substring {
            ProgressDisplay.bar(large, total: 5_592_405, seconds: 100, secondsLeft: 353, width: width).dropLast(3)
        }
        #expect(
            bar(120)
                == "[########------------------------------]   22%  1,234,567/5,592,405 tiles  5:53 left  12,345 tiles/s  5.00 GB  level 11"
        )
        #expect(bar(80) == "[###--------------]   22%  1,234,567/5,592,405 tiles  5:53 left  12,345 tiles/s")
        #expect(bar(60) == "[##-----------]   22%  1,234,567/5,592,405 tiles  5:53 left")
        #expect(bar(40) == "[##---------]   22%  5:53 left  5.00 GB")
        #expect(bar(24) == "[###------------]   22%")
        #expect(bar(10) == " 22%")
        #expect(bar(4) == " 22")
    }

    @Test("the remaining time counts down and does not jump when estimates do")
    func smoothing() throws {
        var remaining = RemainingTime()
        func updated(_ estimate: Double?, at seconds: Double) -> Double? { remaining.update(estimate, at: seconds) }
        // Nothing is shown during the first second.
        #expect(updated(5, at: 0) == nil && updated(40, at: 0.9) == nil)
        #expect(updated(nil, at: 0.95) == nil)
        #expect(updated(10, at: 1) == 10)
        // A steady estimate is followed to the second.
        for tick in 1...20 {
            let passed = Double(tick) / 10
            let now = try #require(updated(10 - passed, at: 1 + passed))
            #expect(abs(now - (10 - passed)) < 1e-9)
        }
        // A lasting change is followed: within 15 s to 5% of the difference.
        var last = 8.0
        for tick in 1...150 { last = try #require(updated(75 - Double(tick) / 10, at: 3 + Double(tick) / 10)) }
        #expect(abs(last - 60) < 3, "\(last)")
        // 60 s are left. Estimates of 90 s and 30 s in turn move it by less than a second a tick.
        for tick in 1...20 {
            let now = try #require(updated(tick % 2 == 0 ? 90 : 30, at: 18 + Double(tick) / 10))
            #expect(abs(now - last) < 1, "\(last) to \(now)")
            last = now
        }
        #expect(updated(nil, at: 21) == last && updated(.infinity, at: 22) == last)
        let done = try #require(updated(0, at: 1000))
        #expect(done < 0.01)
    }

    @Test("the remaining time is right near the end, however wrong the first estimates were")
    func convergence() throws {
        // A build of ten seconds; a drawing of 25,000 shapes gave estimates like these.
        var remaining = RemainingTime()
        for tick in 1...99 {
            let time = Double(tick) / 10
            let estimate = time < 2 ? 75 : time < 4 ? 45 : 10 - time
            let shown = remaining.update(estimate, at: time)
            if time > 9 { #expect(try #require(shown) < 2 * (10 - time) + 1, "at \(time) s") }
        }
    }

    @Test(
        "bytes have three digits and a unit",
        arguments: [
            (0, "0 bytes"), (999, "999 bytes"), (1000, "1.00 kB"), (9994, "9.99 kB"), (9996, "10.0 kB"),
            (99_960, "100 kB"), (999_600, "1.00 MB"), (8_190_000, "8.19 MB"), (Int.max, "9.22 EB"),
        ])
    func bytes(count: Int, text: String) {
        #expect(Amounts.bytes(count) == text)
    }

    @Test(
        "durations are minutes and seconds, then hours",
        arguments: [
            (0.0, "0:00"), (-5, "0:00"), (59.6, "1:00"), (754, "12:34"), (3723, "1:02:03"), (1e300, "99:59:59"),
        ])
    func durations(seconds: Double, text: String) {
        #expect(Amounts.duration(seconds) == text)
    }

    @Test("numbers are grouped by thousands")
    func grouped() {
        #expect([0, 999, 1000, 12345, 1_234_567].map(Amounts.grouped) == ["0", "999", "1,000", "12,345", "1,234,567"])
    }
}
