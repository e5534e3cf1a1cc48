import Foundation
import TestSupport
import Testing
import TileGeometry

@Suite("Core Graphics' geometry")
struct TransformPartsTests {
    @Test("of a transform taken apart makes the same transform again", arguments: 0..<200)
    func decomposition(_ seed: Int) {
        var random = SeededGenerator(UInt64(seed))
        func number() -> Double { Double.random(in: -10...10, using: &random) }
        let transform = CGAffineTransform(
            a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
        let parts = transform.decomposed()
        #expect(parts.scale.width > 0)
        let again = CGAffineTransform(parts)
        for (a, b) in [
            (again.a, transform.a), (again.b, transform.b), (again.c, transform.c), (again.d, transform.d),
            (again.tx, transform.tx), (again.ty, transform.ty),
        ] { #expect(abs(a - b) < 1e-9) }
    }

    @Test("knows the parts of a scale, a turn, a shear, and of transforms that flatten")
    func knownParts() {
        #expect(CGAffineTransform.identity.decomposed() == CGAffineTransformComponents())
        let scaled = CGAffineTransform(scaleX: 2, y: -3).decomposed()
        #expect(scaled.scale == CGSize(width: 2, height: -3) && scaled.rotation == 0 && scaled.horizontalShear == 0)
        let turned = CGAffineTransform(rotationAngle: 1).decomposed()
        #expect(abs(turned.rotation - 1) < 1e-12 && abs(turned.scale.width - 1) < 1e-12)
        let sheared = CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 4, ty: 5).decomposed()
        #expect(sheared.horizontalShear == 0.5 && sheared.translation == CGVector(dx: 4, dy: 5))
        for flat in [CGAffineTransform(scaleX: 0, y: 2), CGAffineTransform(scaleX: 0, y: 0)] {
            #expect(CGAffineTransform(flat.decomposed()) == flat)
        }
    }

    @Test("goes through dictionaries, and is none from one that lacks a number")
    func dictionaries() {
        let point = CGPoint(x: 1, y: 2)
        let size = CGSize(width: 3, height: 4)
        let rect = CGRect(origin: point, size: size)
        #expect(CGPoint(dictionaryRepresentation: point.dictionaryRepresentation) == point)
        #expect(CGSize(dictionaryRepresentation: size.dictionaryRepresentation) == size)
        #expect(CGRect(dictionaryRepresentation: rect.dictionaryRepresentation) == rect)
        #expect(CGRect(dictionaryRepresentation: point.dictionaryRepresentation) == nil)
        #expect(CGPoint(dictionaryRepresentation: [:]) == nil)
        #expect(CGSize(dictionaryRepresentation: ["Width": 1]) == nil)
        #expect(point.equalTo(point) && !size.equalTo(.zero) && rect.equalTo(rect))
        #expect(CGVector() == .zero && CGVector(dx: 1, dy: 2) != .zero)
    }
}
