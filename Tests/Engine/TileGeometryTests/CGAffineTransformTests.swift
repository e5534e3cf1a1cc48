import Foundation
import Testing
import TileGeometry

@Suite struct `An affine transform` {
    private static let samples = [
        CGAffineTransform.identity, CGAffineTransform(translationX: 3, y: -4), CGAffineTransform(scaleX: 2, y: -0.5),
        CGAffineTransform(rotationAngle: 0.7), CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6),
        CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 10, ty: 0),
    ]

    @Test func `concatenates so that the left one is applied first`() {
        for first in Self.samples {
            for second in Self.samples {
                let point = CGPoint(x: 7, y: -3)
                let stepwise = point.applying(first).applying(second)
                let atOnce = point.applying(first.concatenating(second))
                #expect(abs(stepwise.x - atOnce.x) < 1e-9 && abs(stepwise.y - atOnce.y) < 1e-9)
            }
        }
    }

    @Test func `is undone by its inverse`() {
        for transform in Self.samples {
            let product = transform.concatenating(transform.inverted())
            for (value, expected) in [
                (product.a, 1.0), (product.b, 0), (product.c, 0), (product.d, 1), (product.tx, 0), (product.ty, 0),
            ] {
                #expect(abs(value - expected) < 1e-12)
            }
        }
    }

    /// Core Graphics: "If the affine transform passed in parameter t cannot be inverted, the affine transform is
    /// returned unchanged."
    @Test func `stays as it is where it cannot be inverted`() {
        let flat = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 1, ty: 1)
        #expect(!flat.isInvertible)
        #expect(flat.inverted() == flat)
        #expect(!CGAffineTransform(scaleX: .infinity, y: 1).isInvertible)
        #expect(!CGAffineTransform(scaleX: .nan, y: 1).isInvertible)
    }

    @Test func `puts translation, scale and rotation before itself`() {
        let base = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
        #expect(base.translatedBy(x: 2, y: 3) == CGAffineTransform(translationX: 2, y: 3).concatenating(base))
        #expect(base.scaledBy(x: 2, y: 3) == CGAffineTransform(scaleX: 2, y: 3).concatenating(base))
        #expect(base.rotated(by: 1) == CGAffineTransform(rotationAngle: 1).concatenating(base))
    }

    @Test func `knows whether it stretches all directions alike`() {
        #expect(CGAffineTransform(scaleX: 3, y: 3).rotated(by: 0.3).isUniform)
        #expect(CGAffineTransform(scaleX: 3, y: -3).isUniform)
        #expect(!CGAffineTransform(scaleX: 3, y: 3.01).isUniform)
        #expect(!CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0).isUniform)
    }

    @Test func `maps a box to the smallest box that holds its corners`() {
        let box = Box(x: 1, y: 2, width: 3, height: 4)
        for transform in Self.samples {
            let mapped = box.applying(transform)
            var expected = Box.empty
            for x in [1.0, 4] {
                for y in [2.0, 6] {
                    let corner = transform.apply(x: x, y: y)
                    expected.formUnion(x: corner.x, y: corner.y)
                }
            }
            #expect(abs(mapped.minX - expected.minX) < 1e-12 && abs(mapped.maxY - expected.maxY) < 1e-12)
            #expect(abs(mapped.maxX - expected.maxX) < 1e-12 && abs(mapped.minY - expected.minY) < 1e-12)
        }
        #expect(Box.empty.applying(Self.samples[4]).isEmpty)
    }
}
