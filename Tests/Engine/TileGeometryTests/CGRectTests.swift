import Foundation
import Testing
import TileGeometry

@Suite("CGRect")
struct CGRectTests {
    private let rect = CGRect(x: 10, y: 20, width: 100, height: 60)

    @Test("is divided at a distance from each of its edges, and never beyond it")
    func divided() {
        func parts(_ distance: CGFloat, _ edge: CGRectEdge) -> [CGRect] {
            let parts = rect.divided(atDistance: distance, from: edge)
            return [parts.slice, parts.remainder]
        }
        #expect(
            parts(30, .minXEdge) == [
                CGRect(x: 10, y: 20, width: 30, height: 60), CGRect(x: 40, y: 20, width: 70, height: 60),
            ])
        #expect(
            parts(30, .maxXEdge) == [
                CGRect(x: 80, y: 20, width: 30, height: 60), CGRect(x: 10, y: 20, width: 70, height: 60),
            ])
        #expect(
            parts(20, .minYEdge) == [
                CGRect(x: 10, y: 20, width: 100, height: 20), CGRect(x: 10, y: 40, width: 100, height: 40),
            ])
        #expect(
            parts(20, .maxYEdge) == [
                CGRect(x: 10, y: 60, width: 100, height: 20), CGRect(x: 10, y: 20, width: 100, height: 40),
            ])
        for edge in [CGRectEdge.minXEdge, .minYEdge, .maxXEdge, .maxYEdge] {
            #expect(parts(1000, edge)[0] == rect && parts(1000, edge)[1].isEmpty)
            #expect(parts(0, edge)[1] == rect && parts(0, edge)[0].isEmpty)
        }
    }

    @Test("of negative size is the same place standardized; moving it keeps its size")
    func standardized() {
        let negative = CGRect(x: 110, y: 80, width: -100, height: -60)
        #expect(negative.standardized == rect && negative == rect && negative.minX == 10)
        #expect(negative.standardized.size == CGSize(width: 100, height: 60))
        #expect(rect.offsetBy(dx: -10, dy: 5) == CGRect(x: 0, y: 25, width: 100, height: 60))
        #expect(CGRect.null.offsetBy(dx: 1, dy: 1).isNull)
    }

    @Test("without end is infinite, and only that one is")
    func infinite() {
        #expect(CGRect.infinite.isInfinite && !rect.isInfinite && !CGRect.null.isInfinite)
        #expect(CGRect.infinite.intersection(rect) == rect)
    }

    @Test("Only the transform that changes nothing is the identity")
    func identity() {
        #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform(translationX: 1, y: 0).isIdentity)
        let there = CGAffineTransform(scaleX: 2, y: 4)
        #expect(there.concatenating(there.inverted()).isIdentity)
    }
}
