import Foundation
import TestSupport
import Testing
import TileGeometry
import TileLayers

@Suite("CATransform3D")
struct CATransform3DTests {
    @Test("made from nothing it is the identity")
    func startsAsIdentity() {
        let identity = CATransform3DIdentity
        #expect(CATransform3D() == identity)
        #expect([identity.m11, identity.m22, identity.m33, identity.m44] == [1, 1, 1, 1])
        #expect(identity.m34 == 0 && identity.m41 == 0)
        #expect(CATransform3DIsIdentity(identity) && CATransform3DIsAffine(identity))
        #expect(CATransform3DEqualToTransform(CATransform3D(), identity))
    }

    /// Returns the product of matrices by its definition.
    private func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
        (0..<4).map { row in (0..<4).map { column in (0..<4).reduce(0) { $0 + a[row][$1] * b[$1][column] } } }
    }

    private func entries(_ t: CATransform3D) -> [[Double]] {
        [
            [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34],
            [t.m41, t.m42, t.m43, t.m44],
        ]
    }

    private func isClose(_ a: [[Double]], _ b: [[Double]], within tolerance: Double = 1e-9) -> Bool {
        zip(a.joined(), b.joined()).allSatisfy { abs($0 - $1) <= tolerance * max(1, abs($0)) }
    }

    private func random(_ generator: inout SeededGenerator) -> CATransform3D {
        var t = CATransform3DMakeRotation(
            .random(in: -3...3, using: &generator), .random(in: -1...1, using: &generator),
            .random(in: -1...1, using: &generator), .random(in: 0.1...1, using: &generator))
        t = CATransform3DScale(
            t, .random(in: 0.5...2, using: &generator), .random(in: 0.5...2, using: &generator),
            .random(in: 0.5...2, using: &generator))
        t = CATransform3DTranslate(
            t, .random(in: -9...9, using: &generator), .random(in: -9...9, using: &generator),
            .random(in: -9...9, using: &generator))
        t.m34 = .random(in: -0.01...0.01, using: &generator)
        return t
    }

    @Test("concatenation is the matrix product, row vectors to the left")
    func concatenates() {
        var generator = SeededGenerator(1)
        for _ in 0..<100 {
            let (a, b) = (random(&generator), random(&generator))
            #expect(isClose(entries(CATransform3DConcat(a, b)), product(entries(a), entries(b))))
        }
    }

    @Test("translate, scale and rotate come before the map that they are applied to")
    func appliesBefore() {
        var generator = SeededGenerator(2)
        for _ in 0..<50 {
            let t = random(&generator)
            #expect(
                CATransform3DTranslate(t, 1, 2, 3) == CATransform3DConcat(CATransform3DMakeTranslation(1, 2, 3), t))
            #expect(CATransform3DScale(t, 1, 2, 3) == CATransform3DConcat(CATransform3DMakeScale(1, 2, 3), t))
            #expect(
                CATransform3DRotate(t, 1, 2, 3, 4) == CATransform3DConcat(CATransform3DMakeRotation(1, 2, 3, 4), t))
        }
    }

    @Test("a map and its inverse make the identity")
    func inverts() {
        var generator = SeededGenerator(3)
        for _ in 0..<100 {
            let t = random(&generator)
            let back = CATransform3DConcat(t, CATransform3DInvert(t))
            #expect(isClose(entries(back), entries(CATransform3DIdentity), within: 1e-8))
        }
    }

    @Test("what has no inverse is given back as it is")
    func keepsSingular() {
        let flat = CATransform3DMakeScale(1, 0, 1)
        #expect(CATransform3DInvert(flat) == flat)
    }

    @Test("a rotation about z is the plane's rotation, and is affine; one about x is not")
    func knowsAffineMaps() {
        let turned = CATransform3DMakeRotation(0.5, 0, 0, 2)
        let flat = CGAffineTransform(rotationAngle: 0.5)
        #expect(isClose(entries(turned), entries(CATransform3DMakeAffineTransform(flat))))
        #expect(CATransform3DIsAffine(CATransform3DMakeAffineTransform(flat)))
        #expect(CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(flat)) == flat)
        #expect(!CATransform3DIsAffine(CATransform3DMakeRotation(0.5, 1, 0, 0)))
        #expect(CATransform3DMakeRotation(1, 0, 0, 0) == CATransform3DIdentity)
    }
}
