import Testing

@testable import TileServer

@Suite("The effects of taps")
struct TapEffectsTests {
    private var taps = TapEffects()

    /// Records that all changes are sent; the macro can't call what changes its argument.
    private mutating func sent(now: Double) -> Bool { taps.noteSent(now: now) }

    @Test("include what the content changed while it handled a tap, whatever was sent in between")
    mutating func answers() {
        taps.noteTap(now: 1)
        // A timer of the content fires before the content handles the tap.
        taps.noteChange(isAnswer: false, now: 1.001)
        #expect(sent(now: 1.002))
        taps.noteChange(isAnswer: true, now: 1.003)
        #expect(taps.isEffectDue(now: 1.004))
        #expect(sent(now: 1.004))
        taps.noteChange(isAnswer: false, now: 1.005)
        #expect(!taps.isEffectDue(now: 1.006))
        #expect(!sent(now: 1.05))
    }

    @Test("include the effect of a lift that follows soon after the finger came down")
    mutating func downAndUp() {
        for now in [1, 1.01] {
            taps.noteTap(now: now)
            taps.noteChange(isAnswer: true, now: now + 0.002)
            #expect(sent(now: now + 0.003))
        }
    }

    @Test("include one change that the content makes later, within a quarter of a second")
    mutating func laterChanges() {
        taps.noteTap(now: 1)
        taps.noteChange(isAnswer: false, now: 1.2)
        #expect(sent(now: 1.2))
        taps.noteTap(now: 2)
        taps.noteChange(isAnswer: false, now: 2.3)
        #expect(!taps.isEffectDue(now: 2.3))
    }

    @Test("are at most three in 0.15 s")
    mutating func limit() {
        var times: [Double] = []
        for step in 0..<100 {
            let now = Double(step) / 100
            taps.noteTap(now: now)
            taps.noteChange(isAnswer: true, now: now)
            guard taps.isEffectDue(now: now) else { continue }
            #expect(sent(now: now))
            times.append(now)
        }
        #expect(times.prefix(5) == [0, 0.01, 0.02, 0.15, 0.16])
        #expect(zip(times, times.dropFirst(3)).allSatisfy { $1 - $0 >= 0.149 })
    }

    @Test("don't last longer than the next message")
    mutating func pacedAnswers() {
        for now in [1, 1.01, 1.02, 1.03] {
            taps.noteTap(now: now)
            taps.noteChange(isAnswer: true, now: now)
            #expect(sent(now: now) == (now < 1.03))
        }
        #expect(!taps.isEffectDue(now: 1.5))
    }
}
