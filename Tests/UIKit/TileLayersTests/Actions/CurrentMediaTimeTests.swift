import Testing

@testable import TileLayers

@Suite("CACurrentMediaTime")
struct CurrentMediaTimeTests {
    @Test("is the clock's whose code runs, and the machine's for a clock that asks for it")
    func ofClock() {
        final class Later: FrameClock {
            let begin = CACurrentMediaTime()
            var now: Double { CACurrentMediaTime() - begin + 1e6 }
        }
        let time = MediaClock.with(Later()) { CACurrentMediaTime() }
        #expect(time >= 1e6 && time < 2e6)
        #expect(MediaClock.with(VirtualClock(now: 7)) { CACurrentMediaTime() } == 7)
    }

    @Test("counts seconds, and never goes back")
    func isMonotonic() {
        let clock = ContinuousClock()
        let begin = CACurrentMediaTime()
        let start = clock.now
        var last = begin
        for _ in 0..<10_000 {
            let time = CACurrentMediaTime()
            #expect(time >= last)
            last = time
        }
        let passed = (clock.now - start) / .seconds(1)
        // The interval encloses that of the other clock, so it is no shorter; a microsecond allows for rounding.
        #expect(CACurrentMediaTime() - begin >= passed - 1e-6)
    }
}
