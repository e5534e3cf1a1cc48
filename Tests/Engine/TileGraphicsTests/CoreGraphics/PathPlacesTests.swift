import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Places along a path")
struct PathPlacesTests {
    private func isClose(_ a: CGAffineTransform, _ b: CGAffineTransform, tolerance: Double = 1e-9) -> Bool {
        zip([a.a, a.b, a.c, a.d, a.tx, a.ty], [b.a, b.b, b.c, b.d, b.tx, b.ty]).allSatisfy { abs($0 - $1) <= tolerance }
    }

    @Test("begin half a distance from the start, go round corners and back to a closed path's start")
    func square() {
        let path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        let places = path.places(every: 4)
        #expect(places.count == 10)
        #expect(isClose(places[0], CGAffineTransform(translationX: 2, y: 0)))
        #expect(isClose(places[1], CGAffineTransform(translationX: 6, y: 0)))
        // At the corner, still along the first side.
        #expect(isClose(places[2], CGAffineTransform(translationX: 10, y: 0)))
        #expect(isClose(places[3], CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 10, ty: 4)))
        #expect(isClose(places[9], CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 2)))
    }

    @Test("are as far apart on a curve as on a line, and look along it")
    func circle() {
        let center = CGPoint(x: 40, y: 70)
        let path = CGPath(ellipseIn: CGRect(x: -60, y: -30, width: 200, height: 200), transform: nil)
        let places = path.places(every: 6.2)
        // There is room for 101 and a third: they are farther apart, round the start too.
        #expect(places.count == 101)
        #expect(abs(hypot(places[0].tx - places[100].tx, places[0].ty - places[100].ty) - 200 * sin(.pi / 101)) < 0.01)
        for (index, place) in places.enumerated() {
            let (x, y) = (place.tx - center.x, place.ty - center.y)
            #expect(abs((x * x + y * y).squareRoot() - 100) < 0.05)
            // Along the circle, about a right angle from the way to its centre; never stretched.
            #expect(abs(place.a * x + place.b * y) < 1.5)
            #expect(abs(place.a * place.d - place.b * place.c - 1) < 1e-9 && place.a == place.d)
            guard index > 0 else { continue }
            let before = places[index - 1]
            #expect(abs(hypot(place.tx - before.tx, place.ty - before.ty) - 200 * sin(.pi / 101)) < 0.01)
        }
    }

    @Test("begin anew in each subpath; where there is no room are none")
    func subpaths() {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 0, y: 0))
        path.addLine(to: CGPoint(x: 7, y: 0))
        path.move(to: CGPoint(x: 0, y: 5))
        path.addLine(to: CGPoint(x: 0, y: 8))
        path.move(to: CGPoint(x: 0, y: 50))
        path.addLine(to: CGPoint(x: 1, y: 50))
        #expect(
            path.places(every: 4).map { CGPoint(x: $0.tx, y: $0.ty) } == [
                CGPoint(x: 2, y: 0), CGPoint(x: 6, y: 0), CGPoint(x: 0, y: 7),
            ])
        #expect(CGMutablePath().places(every: 1).isEmpty)
    }
}
