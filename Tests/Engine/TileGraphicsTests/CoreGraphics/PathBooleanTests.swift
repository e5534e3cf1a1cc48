import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Combining paths")
struct PathBooleanTests {
    private func square(x: Double, y: Double, side: Double) -> CGPath {
        CGPath(rect: CGRect(x: x, y: y, width: side, height: side), transform: nil)
    }

    /// Returns the area by the shoelace formula, without holes.
    private func area(_ path: CGPath) -> Double {
        path.elements.polylines(tolerance: 0.001).reduce(0) { sum, line in
            var area = 0.0
            for index in line.points.indices {
                let (a, b) = (line.points[index], line.points[(index + 1) % line.points.count])
                area += Double(a.x) * Double(b.y) - Double(b.x) * Double(a.y)
            }
            return sum + area / 2
        }
    }

    @Test("of two squares gives what is in either, in both, in one, in the other")
    func squares() {
        let (a, b) = (square(x: 0, y: 0, side: 10), square(x: 5, y: 5, side: 10))
        #expect(abs(area(a.union(b)) - 175) < 1e-4)
        #expect(abs(area(a.intersection(b)) - 25) < 1e-4)
        #expect(abs(area(a.subtracting(b)) - 75) < 1e-4)
        #expect(abs(area(b.subtracting(a)) - 75) < 1e-4)
        #expect(abs(area(a.symmetricDifference(b)) - 150) < 1e-4)
        #expect(a.intersects(b))
        #expect(!a.intersects(square(x: 10, y: 0, side: 5)))
        #expect(!a.intersects(square(x: 50, y: 50, side: 5)))
    }

    @Test("of squares that share edges, corners or everything leaves no slivers")
    func touching() {
        let a = square(x: 0, y: 0, side: 10)
        #expect(area(a.union(a)) == 100)
        #expect(a.intersection(a).isRect(nil))
        #expect(a.subtracting(a).isEmpty)
        #expect(a.symmetricDifference(a).isEmpty)
        #expect(a.union(square(x: 10, y: 0, side: 10)).isRect(nil))
        #expect(a.intersection(square(x: 10, y: 0, side: 10)).isEmpty)
        #expect(area(a.union(square(x: 10, y: 10, side: 10))) == 200)
        #expect(a.union(square(x: 10, y: 10, side: 10)).componentsSeparated().count == 2)
        #expect(area(a.subtracting(square(x: 2, y: 2, side: 2))) == 96)
        #expect(a.union(CGMutablePath()) == a.normalized())
        #expect(a.intersection(CGMutablePath()).isEmpty)
    }

    @Test("makes one outline of a pentagram, or five points of it, by rule")
    func pentagram() {
        let star = CGMutablePath()
        let points = (0..<5).map { index in
            CGPoint(x: 100 * sin(Double(index) * 4 * .pi / 5), y: -100 * cos(Double(index) * 4 * .pi / 5))
        }
        star.addLines(between: points)
        star.closeSubpath()
        let whole = star.normalized()
        #expect(whole.componentsSeparated().count == 1)
        let points5 = star.normalized(using: .evenOdd)
        // The middle is no part: what is left are five points that touch at corners.
        #expect(points5.componentsSeparated().count == 5)
        #expect(!points5.contains(.zero) && whole.contains(.zero))
    }

    @Test("separates parts with their holes, however deep they lie in each other")
    func components() {
        let path = CGMutablePath()
        for inset in 0..<4 {
            path.addRect(
                CGRect(x: 0, y: 0, width: 100, height: 100).insetBy(dx: CGFloat(inset * 10), dy: CGFloat(inset * 10)))
        }
        path.addRect(CGRect(x: 200, y: 0, width: 10, height: 10))
        let parts = path.componentsSeparated(using: .evenOdd)
        let areas: [Double] = parts.map { area($0) }.sorted()
        // 10², 60² − 40², 100² − 80².
        let expected: [Double] = [100, 2000, 3600]
        for (area, wanted) in zip(areas, expected) { #expect(abs(area - wanted) < 1e-3) }
        #expect(areas.count == 3)
    }

    @Test("cuts lines at a region's edge")
    func lines() {
        let line = CGMutablePath()
        line.addLines(between: [CGPoint(x: -10, y: 5), CGPoint(x: 30, y: 5), CGPoint(x: 30, y: 100)])
        let region = square(x: 0, y: 0, side: 10)
        let inside = line.lineIntersection(region)
        #expect(inside.boundingBox == CGRect(x: 0, y: 5, width: 10, height: 0))
        let outside = line.lineSubtracting(region)
        #expect(outside.elements.polylines(tolerance: 1).count == 2)
        #expect(outside.boundingBox == CGRect(x: -10, y: 5, width: 40, height: 95))
    }

    @Test("agrees with what lies in random curved paths, place by place", arguments: 0..<12)
    func random(_ seed: Int) {
        var random = SeededGenerator(UInt64(seed))
        func path() -> CGPath {
            let path = CGMutablePath()
            func point() -> CGPoint {
                CGPoint(x: Double.random(in: 0...100, using: &random), y: Double.random(in: 0...100, using: &random))
            }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                path.move(to: point())
                for _ in 0..<Int.random(in: 2...6, using: &random) {
                    if Bool.random(using: &random) {
                        path.addLine(to: point())
                    } else {
                        path.addCurve(to: point(), control1: point(), control2: point())
                    }
                }
                path.closeSubpath()
            }
            return path
        }
        let (a, b) = (path(), path())
        for rule in [CGPathFillRule.winding, .evenOdd] {
            let union = a.union(b, using: rule)
            let both = a.intersection(b, using: rule)
            let only = a.subtracting(b, using: rule)
            let one = a.symmetricDifference(b, using: rule)
            var differing = 0
            for _ in 0..<100 {
                let place = CGPoint(
                    x: Double.random(in: 0...100, using: &random), y: Double.random(in: 0...100, using: &random))
                let (inA, inB) = (a.contains(place, using: rule), b.contains(place, using: rule))
                // What is derived is the same by both rules.
                for result in [CGPathFillRule.winding, .evenOdd] {
                    if union.contains(place, using: result) != (inA || inB) { differing += 1 }
                    if both.contains(place, using: result) != (inA && inB) { differing += 1 }
                    if only.contains(place, using: result) != (inA && !inB) { differing += 1 }
                    if one.contains(place, using: result) != (inA != inB) { differing += 1 }
                }
            }
            // A place may fall within the flattening's hundredth of an edge: some 1 in 1,000 do.
            #expect(differing <= 8, "\(differing) of 800")
        }
    }
}
