import Foundation
import Testing

@testable import TileLayers

@Suite("Time within time")
struct TimedSpanTests {
    private func span(_ change: (inout LayerTiming) -> Void) -> TimedSpan {
        var timing = LayerTiming()
        timing.duration = 2
        change(&timing)
        return TimedSpan(timing, duration: 0.25, now: 10)
    }

    private func shown(_ span: TimedSpan, _ times: [Double]) -> [Double?] {
        times.map { span.shown(at: $0)?.progress }
    }

    @Test("begins now, or when it says, and shows nothing before and after")
    func once() {
        #expect(shown(span { _ in }, [9.9, 10, 11, 11.5, 12]) == [nil, 0, 0.5, 0.75, nil])
        #expect(shown(span { $0.beginTime = 20 }, [10, 19, 20, 21]) == [nil, nil, 0, 0.5])
        #expect(span { $0.duration = 0 }.end == 10.25)
    }

    @Test("fills before and after")
    func fills() {
        #expect(shown(span { $0.fillMode = .backwards }, [5, 12, 90]) == [0, nil, nil])
        #expect(shown(span { $0.fillMode = .forwards }, [5, 12, 90]) == [nil, 1, 1])
        #expect(
            shown(
                span {
                    $0.fillMode = .both; $0.autoreverses = true
                }, [5, 14, 90]) == [0, 0, 0])
        #expect(
            shown(
                span {
                    $0.fillMode = .both; $0.repeatCount = 2.5
                }, [90]) == [0.5])
        #expect(
            shown(
                span {
                    $0.fillMode = .both; $0.repeatCount = 3
                }, [90]) == [1])
    }

    @Test("repeats so often, or for so long, with the iteration counted; and back and forth")
    func repeats() {
        let twice = span { $0.repeatCount = 2 }
        #expect(twice.end == 14 && shown(twice, [11, 12, 13, 14]) == [0.5, 0, 0.5, nil])
        #expect(twice.shown(at: 13)?.iteration == 1)
        #expect(span { $0.repeatDuration = 5 }.end == 15)
        let back = span { $0.autoreverses = true }
        #expect(back.end == 14 && shown(back, [11, 12, 13, 13.5]) == [0.5, 1, 0.5, 0.25])
        let forever = span { $0.repeatCount = .infinity }
        #expect(forever.end == .infinity && shown(forever, [10 + 2e6 + 1]) == [0.5])
        #expect(
            span { $0.repeatCount = .greatestFiniteMagnitude }.phase(at: 1e12) == .during(0, iteration: 499_999_999_995)
        )
    }

    @Test("runs at its own speed, backwards too, or stands still where its offset is")
    func speeds() {
        #expect(shown(span { $0.speed = 2 }, [10.5, 11]) == [0.5, nil])
        #expect(shown(span { $0.speed = -1 }, [10, 10.5, 11]) == [1, 0.75, 0.5])
        let still = span {
            $0.speed = 0; $0.timeOffset = 0.5
        }
        #expect(shown(still, [10, 1e9]) == [0.25, 0.25] && still.end == .infinity)
    }

    @Test("an offset begins within, and comes round")
    func offsets() {
        #expect(shown(span { $0.timeOffset = 1.5 }, [10, 10.25, 10.5, 11]) == [0.75, 0.875, 0, 0.25])
    }

    @Test("what is no time takes none, and what never ends does not")
    func hostile() {
        for duration in [-1.0, .nan, -.infinity] {
            let span = span {
                $0.duration = duration; $0.fillMode = .forwards
            }
            if duration.isNaN {
                #expect(span.end == 10.25)
            } else {
                #expect(span.end == 10 && shown(span, [10, 11]) == [1, 1])
            }
        }
        let long = span { $0.duration = .infinity }
        #expect(long.end == .infinity && shown(long, [1e300]) == [0])
        #expect(shown(span { $0.duration = 1e9 }, [10 + 5e8]) == [0.5])
        let strange = span {
            ($0.speed, $0.timeOffset, $0.beginTime, $0.repeatCount) = (.nan, .infinity, .nan, .nan)
            $0.repeatDuration = .nan
        }
        #expect(shown(strange, [11]) == [0.5])
    }
}
