import Foundation
import Testing

@testable import TileLayers

@Suite("Paces and springs")
struct PaceTests {
    @Test(
        "the named curves have the published values, within 10⁻⁴",
        arguments: [
            (CAMediaTimingFunctionName.linear, [0.25, 0.5, 0.75]), (.easeIn, [0.09346, 0.31536, 0.62186]),
            (.easeOut, [0.37814, 0.68464, 0.90654]), (.easeInEaseOut, [0.12916, 0.5, 0.87084]),
            (.default, [0.40851, 0.80240, 0.96046]),
        ])
    func named(name: CAMediaTimingFunctionName, values: [Double]) {
        let curve = CAMediaTimingFunction(name: name).curve
        #expect(isClose([0.25, 0.5, 0.75].map { curve.progress(at: $0) }, values, tolerance: 1e-4))
        #expect(curve.progress(at: 0) == 0 && curve.progress(at: 1) == 1)
        #expect(curve.progress(at: -3) == 0 && curve.progress(at: 7) == 1 && curve.progress(at: .nan) == 1)
    }

    @Test("where y is found, x is the time: of a thousand curves, flat ones and such that overshoot among them")
    func inverse() {
        var state: UInt64 = 7
        func next() -> Float {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Float(state >> 40) / Float(1 << 24)
        }
        for round in 0..<1000 {
            let (x1, x2) = round % 10 == 0 ? (Float(1), Float(0)) : (next(), next())
            let curve = PaceCurve(x1: x1, y1: next() * 3 - 1, x2: x2, y2: next() * 3 - 1)
            let time = Double(next())
            // The curve is monotonic in x, so bisection finds the value.
            var (low, high) = (0.0, 1.0)
            for _ in 0..<60 {
                let s = (low + high) / 2
                let x = 3 * (1 - s) * (1 - s) * s * Double(x1) + 3 * (1 - s) * s * s * Double(x2) + s * s * s
                if x < time { low = s } else { high = s }
            }
            let (y1, y2) = (Double(curve.points.y), Double(curve.points.w))
            let y = 3 * (1 - low) * (1 - low) * low * y1 + 3 * (1 - low) * low * low * y2 + low * low * low
            #expect(abs(curve.progress(at: time) - y) < 2e-3, "round \(round)")
        }
    }

    @Test("what is no control point is taken for the nearest")
    func strange() {
        let curve = PaceCurve(x1: .nan, y1: .infinity, x2: 7, y2: 1)
        #expect(curve.points == SIMD4(0, 0, 7, 1) && curve.progress(at: 0.5).isFinite)
    }

    @Test(
        "springs move as the equation says, within 10⁻³ of its integral by small steps",
        arguments: [
            (1.0, 100.0, 10.0, 0.0), (1, 100, 5, 3), (2, 50, 1, -4), (1, 100, 20, 0), (1, 100, 20, 12),
            (3, 1000, 500, 0),
            (1, 100, 60, 5), (0.5, 300, 0, 1),
        ])
    func springs(mass: Double, stiffness: Double, damping: Double, velocity: Double) {
        let spring = SpringMotion(mass: mass, stiffness: stiffness, damping: damping, velocity: velocity)
        var (x, v) = (0.0, velocity)
        let step = 1e-5
        func pull(_ x: Double, _ v: Double) -> Double { (stiffness * (1 - x) - damping * v) / mass }
        for index in 0..<150_000 {
            if index % 5000 == 0 { #expect(abs(spring.progress(at: Double(index) * step) - x) < 1e-3, "at \(index)") }
            let (xHalf, vHalf) = (x + v * step / 2, v + pull(x, v) * step / 2)
            x += vHalf * step
            v += pull(xHalf, vHalf) * step
        }
    }

    @Test("settling takes what Core Animation says, and after it nothing is a thousandth off")
    func settling() {
        let spring = CASpringAnimation()
        #expect(abs(spring.settlingDuration - 1.4727) < 1e-4)
        spring.damping = 5
        #expect(abs(spring.settlingDuration - 2.85) < 0.01)
        spring.damping = 15
        #expect(spring.settlingDuration > 1 && spring.settlingDuration < 1.1)
        for (damping, velocity) in [(1.0, 0.0), (10, 5), (20, 0), (20, -30), (50, 4)] {
            let motion = SpringMotion(mass: 1, stiffness: 100, damping: damping, velocity: velocity)
            for index in 0..<500 {
                let time = motion.settlingTime + Double(index) * 0.01
                #expect(abs(motion.progress(at: time) - 1) <= 1.0001e-3, "\(damping) at \(time)")
            }
        }
    }

    @Test("a spring of a damping ratio has settled when it is told to", arguments: [0.1, 0.5, 0.825, 1.0])
    func ratios(ratio: Double) {
        for (duration, velocity) in [(0.3, 0.0), (1, 0), (1, 8), (20, -2)] {
            let frequency = SpringMotion.frequency(settlingIn: duration, dampingRatio: ratio, velocity: velocity)
            let spring = SpringMotion(frequency: frequency, dampingRatio: ratio, velocity: velocity)
            #expect(abs(spring.settlingTime - duration) < 1e-6 * duration)
        }
    }

    @Test("bounce and perceptual duration are what a spring was made with; overdamped ones creep only if they may")
    func perceptual() {
        for bounce in [-0.5, 0.0, 0.3, 0.9] {
            let spring = CASpringAnimation(perceptualDuration: 0.4, bounce: CGFloat(bounce))
            #expect(abs(Double(spring.bounce) - bounce) < 1e-9 && abs(spring.perceptualDuration - 0.4) < 1e-9)
        }
        let spring = CASpringAnimation()
        spring.damping = 50
        let capped = spring.settlingDuration
        spring.allowsOverdamping = true
        #expect(spring.settlingDuration > 2 * capped)
    }

    @Test("what is no spring moves somewhere finite")
    func hostileSprings() {
        for (mass, stiffness, damping, velocity) in [
            (0.0, 0.0, 0.0, 0.0), (-1, -1, -1, .nan), (.nan, .infinity, .nan, .infinity), (1e300, 1e-300, 1e300, 1e300),
        ] {
            let spring = CASpringAnimation()
            (spring.mass, spring.stiffness) = (CGFloat(mass), CGFloat(stiffness))
            (spring.damping, spring.initialVelocity) = (CGFloat(damping), CGFloat(velocity))
            #expect(!spring.settlingDuration.isNaN)
            #expect(!spring.springMotion.progress(at: 0.5).isNaN)
        }
    }
}
