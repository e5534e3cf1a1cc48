import Testing
import TileArchives

@testable import TileCommands

@Suite("The progress of a build")
struct ProgressDisplayTests {
    private func progress(_ tiles: Int, bytes: Int = 0) -> BuildProgress {
        var progress = BuildProgress()
        progress.tiles = tiles
        progress.bytes = bytes
        return progress
    }

    @Test("a line has tiles, rate, bytes and the time that is left")
    func line() {
        #expect(
            ProgressDisplay.line(progress(1200, bytes: 12_345_678), total: 6000, seconds: 2)
                == "1,200 of 6,000 tiles, 600 tiles/s, 12.3 MB, 0:08 left")
        #expect(ProgressDisplay.line(progress(0), total: 10, seconds: 0) == "0 of 10 tiles, 0 tiles/s, 0 bytes")
    }

    @Test("a bar is never wider than the terminal, however narrow", arguments: 1...200)
    func width(columns: Int) {
        for tiles in [0, 1, 5000, 9_999_999, 10_000_000] {
            let bar = ProgressDisplay.bar(
                progress(tiles, bytes: tiles * 9999), total: 10_000_000, seconds: 7, width: columns)
            #expect(bar.hasSuffix("\u{1B}[K"))
            #expect(bar.dropLast(3).count < columns || columns == 1 && bar.count == 3)
        }
    }

    @Test("a wide terminal shows all, a narrow one what fits")
    func contents() {
        let half = progress(50, bytes: 5000)
        #expect(
            ProgressDisplay.bar(half, total: 100, seconds: 1, width: 80)
                == "[############------------]   50 %  50/100 tiles  50 tiles/s  5.00 kB  0:01 left\u{1B}[K")
        #expect(ProgressDisplay.bar(half, total: 100, seconds: 1, width: 24) == " 50 %  50/100 tiles\u{1B}[K")
        #expect(ProgressDisplay.bar(half, total: 100, seconds: 1, width: 4) == " 50\u{1B}[K")
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
