import Testing
import TileLayers

@Suite("CACurrentMediaTime")
struct CurrentMediaTimeTests {
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
        // Read around the other clock's, so no shorter; a microsecond for rounding.
        #expect(CACurrentMediaTime() - begin >= passed - 1e-6)
    }
}
