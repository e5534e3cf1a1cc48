import Foundation
import TestSupport
import Testing

@testable import TileViews

/// The test vectors that the viewer's JavaScript must also satisfy (`Tests/Vectors/scrolling.py`).
@Suite struct ScrollVectorTests {
    private struct Vectors: Decodable {
        struct Glide: Decodable {
            var offset: Double
            var velocity: Double
            var duration: Double
            var end: Double
            /// Pairs of seconds and points.
            var at: [[Double]]
        }

        struct Band: Decodable {
            var pull: Double
            var length: Double
            var shown: Double
        }

        var constants: [String: Double]
        var range: [Double]
        var glides: [Glide]
        var bands: [Band]
    }

    private let vectors: Vectors

    init() throws {
        let file = Repository.file("Tests/Vectors/scrolling.json")
        vectors = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
    }

    @Test func constantsAreThoseOfTheTable() {
        let own = [
            "decelerationRate": Double(UIScrollView.DecelerationRate.normal.rawValue),
            "restSpeed": ScrollCurve.leastSpeed, "thrownPart": ScrollCurve.thrownPart,
            "springRate": ScrollCurve.springRate, "creepSpeed": ScrollCurve.creepSpeed,
            "creepSlope": ScrollCurve.creepSlope, "creepRate": ScrollCurve.creepRate,
            "nearness": ScrollCurve.nearness, "rubberBand": RubberBand.stiffness,
        ]
        #expect(own == vectors.constants)
    }

    @Test func contentMovesAsTheVectorsSay() throws {
        let range = vectors.range[0]...vectors.range[1]
        let rate = Double(UIScrollView.DecelerationRate.normal.rawValue)
        #expect(vectors.glides.count > 15)
        for glide in vectors.glides {
            let motion = AxisMotion(
                from: glide.offset, velocity: glide.velocity, in: range, rate: rate, bounces: true)
            let name = "from \(glide.offset) at \(glide.velocity)"
            #expect(abs(motion.duration - glide.duration) < 3e-4, "\(name): \(motion.duration)")
            #expect(abs(motion.end - glide.end) < 1e-4, "\(name): \(motion.end)")
            for pair in glide.at {
                #expect(abs(motion.offset(at: pair[0]) - pair[1]) < 1e-3, "\(name), after \(pair[0]) s")
            }
        }
    }

    @Test func theRubberBandStretchesAsTheVectorsSay() {
        for band in vectors.bands {
            #expect(abs(RubberBand(length: band.length).stretch(band.pull) - band.shown) < 1e-5)
        }
    }
}
