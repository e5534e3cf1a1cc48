import Foundation
import TestSupport
import Testing

@testable import TileViews

@Suite("How content moves by itself")
struct ScrollCurveTests {
    @Test("A deceleration lands where measurements of UIKit's did, within 0.5 points: 0.499 s times the speed less 10")
    func landing() {
        for speed in [50.0, 120, 437.5, 1000, 2500, 6000, 12000] {
            for sign in [1.0, -1] {
                let curve = ScrollCurve.deceleration(start: 100, velocity: sign * speed, rate: 0.998)
                #expect(abs(curve.end - (100 + sign * (speed - 10) * 0.499)) <= 0.5, "\(sign * speed)")
            }
        }
    }

    @Test("Speed falls by the rate each millisecond, and the way is its sum", arguments: [0.998, 0.99])
    func deceleration(rate: Double) {
        let curve = ScrollCurve.deceleration(start: 0, velocity: 2000, rate: rate)
        var (speed, way) = (2000.0, 0.0)
        for millisecond in 0..<Int(curve.duration * 1000) {
            #expect(abs(curve.velocity(at: Double(millisecond) / 1000) - speed) < 1e-6)
            #expect(abs(curve.offset(at: Double(millisecond) / 1000) - way) < 1e-6)
            speed *= rate
            way += speed / 1000
        }
        #expect(abs(curve.velocity(at: curve.duration)) - ScrollCurve.leastSpeed < 1e-6)
    }

    @Test("A rubber band gives as published: 2.74, 52.02 and 340.65 points for 5, 100 and 960 in a view of 960")
    func band() {
        let band = RubberBand(length: 960)
        for (pull, stretch) in [(0.0, 0.0), (5, 2.74), (100, 52.02), (960, 340.65)] {
            #expect(abs(band.stretch(pull) - stretch) < 0.01)
            #expect(abs(band.pull(band.stretch(pull)) - pull) < 1e-6)
        }
        #expect(band.stretch(1e12) <= 960)
        #expect(band.pull(2000).isFinite)
        #expect(RubberBand(length: 0).stretch(50) == 0)
    }

    @Test("A motion is continuous, keeps within its bounds' reach, and ends in range, over generated starts")
    func continuity() {
        var random = SeededGenerator(4)
        for _ in 0..<500 {
            let range = -20.0...Double.random(in: -20...3000, using: &random)
            let start = Double.random(in: -300...3300, using: &random)
            let speed = Double.random(in: -8000...8000, using: &random)
            let bounces = Bool.random(using: &random)
            let inside = min(max(start, range.lowerBound), range.upperBound)
            let motion = AxisMotion(
                from: bounces ? start : inside, velocity: speed, in: range, rate: 0.998, bounces: bounces)
            let what = "from \(start) at \(speed) in \(range), bounces: \(bounces): \(motion)"
            #expect(motion.end >= range.lowerBound && motion.end <= range.upperBound, Comment(rawValue: what))
            #expect(motion.duration >= 0 && motion.duration < 8, Comment(rawValue: what))
            guard motion.duration > 0 else { continue }
            var last = motion.offset(at: 0)
            #expect(abs(last - (bounces ? start : inside)) < 1e-6, Comment(rawValue: what))
            for step in 1...400 {
                let time = motion.duration * Double(step) / 400
                let next = motion.offset(at: time)
                // The velocity does not exceed that at the start, or that of a spring with the same displacement.
                let fastest = max(abs(speed), 46 * abs(start - inside)) + 1
                #expect(abs(next - last) <= fastest * motion.duration / 400 + 0.51, Comment(rawValue: what))
                let isInside = next > range.lowerBound - 1e-9 && next < range.upperBound + 1e-9
                #expect(bounces || isInside, Comment(rawValue: what))
                last = next
            }
            #expect(abs(last - motion.end) < 0.51, Comment(rawValue: what))
        }
    }

    @Test(
        "Content thrown past its edge comes back as a critically damped spring of 10.9 a second, with 0.54 of its speed"
    )
    func bounce() {
        let motion = AxisMotion(from: 990, velocity: 2000, in: 0...1000, rate: 0.998, bounces: true)
        #expect(motion.end == 1000)
        guard motion.curves.count == 2, case .spring = motion.curves[1] else {
            Issue.record("not a deceleration and a spring: \(motion.curves)")
            return
        }
        // Such a spring reaches its maximum after 1/10.9 s, at v/(10.9·e).
        let start: Double = motion.curves[0].time(reaching: 1000)!
        let arrival = motion.curves[0].velocity(at: start)
        let furthest: Double = 1000 + 0.54 * arrival / (10.9 * exp(1))
        #expect(abs(motion.offset(at: start + 1.0 / 10.9) - furthest) < 1e-6)
        #expect(motion.offset(at: start + 0.02) < motion.offset(at: start + 1.0 / 10.9))
        #expect(motion.offset(at: start + 0.2) < motion.offset(at: start + 1.0 / 10.9))
        // The motion ends half a point from its rest position.
        let left = motion.curves[1].offset(at: motion.duration - start) - 1000
        #expect(abs(left - 0.5) < 0.01)
    }

    @Test("Content that is held beyond its edge and let go follows x₀(1 + 3.5 t)e^(−10.82 t), never past the edge")
    func creep() {
        let motion = AxisMotion(from: -100, velocity: 0, in: 0...1000, rate: 0.998, bounces: true)
        var last = -100.0
        for step in 0..<200 {
            let time = motion.duration * Double(step) / 200
            let offset = motion.offset(at: time)
            #expect(abs(offset - -100 * (1 + 3.5 * time) * exp(-10.82 * time)) < 1e-6)
            #expect(offset >= last && offset <= 0)
            last = offset
        }
        #expect(motion.end == 0)
        #expect(motion.duration > 0.5 && motion.duration < 1)
    }

    @Test("Below 50 points a second content beyond its edge creeps back, and from there on it swings back")
    func comebackSpeed() {
        let speeds = [(0.0, true), (-49.9, true), (49.9, true), (-50.1, false), (50.1, false), (-3000, false)]
        for (speed, creeps) in speeds {
            let motion = AxisMotion(from: -80, velocity: speed, in: 0...1000, rate: 0.998, bounces: true)
            switch motion.curves.first {
            case .creep: #expect(creeps, "\(speed)")
            case .spring(let rest, let distance, let velocity):
                #expect(!creeps && rest == 0 && distance == -80 && velocity == speed * 0.54)
                for time in stride(from: 0.0, to: motion.duration, by: 0.01) {
                    let published = (-80 + (velocity + 10.9 * -80) * time) * exp(-10.9 * time)
                    #expect(abs(motion.offset(at: time) - published) < 1e-6)
                }
            default: Issue.record("\(motion.curves)")
            }
        }
    }

    @Test("An animated change of the offset is half a wave of the cosine")
    func ease() {
        let curve = ScrollCurve.ease(from: 100, to: 300, duration: 0.3)
        for (part, way) in [(0.0, 0.0), (0.25, 0.1464466), (0.5, 0.5), (0.75, 0.8535534), (1, 1)] {
            #expect(abs(curve.offset(at: 0.3 * part) - (100 + 200 * way)) < 1e-4)
        }
        #expect(abs(curve.velocity(at: 0.15) - 200 * .pi / 2 / 0.3) < 1e-9)
    }

    @Test("A speed is that of the moves of the last tenth of a second; a finger that rests for as long has none")
    func speed() {
        var speed = DragVelocity()
        for frame in 0...30 {
            // Slow for a while, then 600 points per second.
            let x = frame < 15 ? Double(frame) : 15 + Double(frame - 15) * 10
            speed.add(CGPoint(x: x, y: 0), at: Double(frame) / 60)
        }
        #expect(abs(speed.velocity(at: 0.5).dx - 600) < 1e-9)
        #expect(abs(speed.velocity(at: 0.59).dx - 600) < 1e-9)
        #expect(speed.velocity(at: 0.7).dx == 0)
        var sparse = DragVelocity()
        sparse.add(.zero, at: 0)
        sparse.add(CGPoint(x: 0, y: 100), at: 0.4)
        #expect(sparse.velocity(at: 0.4).dy == 250)
        #expect(DragVelocity().velocity(at: 1) == .zero)
        // As in UIKit: three movements of 15 points at intervals of 16 ms, after any rest and for any time until the
        // finger lifts.
        for (rest, leave) in [(0.016, 0.0), (0.016, 0.016), (0.09, 0.05), (0.7, 0.09)] {
            var flick = DragVelocity()
            flick.add(.zero, at: 0)
            for move in 0..<3 { flick.add(CGPoint(x: 15 * Double(move + 1), y: 0), at: rest + 0.016 * Double(move)) }
            #expect(abs(flick.velocity(at: rest + 0.032 + leave).dx - 937.5) < 1e-6)
        }
    }
}
