import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("The winding number of an outline's inside")
struct WindingTests {
    private static func path(_ subpaths: [[(Double, Double)]]) -> Path {
        var builder = PathBuilder()
        for points in subpaths {
            for (index, point) in points.enumerated() {
                if index == 0 { builder.move(x: point.0, y: point.1) } else { builder.line(x: point.0, y: point.1) }
            }
            builder.close()
        }
        return builder.build()
    }

    private static func square(x: Double, y: Double, side: Double, isTurned: Bool = false) -> [(Double, Double)] {
        let corners = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        return isTurned ? corners.reversed() : corners
    }

    private static func star(_ points: Int, step: Int) -> [(Double, Double)] {
        (0..<points).map { index in
            let angle = Double(index * step) / Double(points) * 2 * .pi
            return (cos(angle), sin(angle))
        }
    }

    @Test("is known of convex outlines when they are made, whichever way they go")
    func convex() {
        #expect(Self.path([Self.square(x: 0, y: 0, side: 1)]).winding == 1)
        #expect(Self.path([Self.square(x: 0, y: 0, side: 1, isTurned: true)]).winding == -1)
        for count in 3...30 { #expect(Self.path([Self.star(count, step: 1)]).winding == 1, "\(count) corners") }
        #expect(Path.unitCircle.winding != 0)
        // A point in the middle of an edge, and one that is there twice.
        #expect(Self.path([[(0, 0), (1, 0), (2, 0), (2, 0), (2, 2)]]).winding == 1)
        // Open, but filled as if it were closed.
        var open = PathBuilder()
        open.move(x: 0, y: 0)
        open.curve(x1: 1, y1: 0, x2: 2, y2: 1, x: 2, y: 2)
        #expect(open.build().winding == 1)
    }

    @Test("is not known of outlines that turn back, cross themselves, go round twice, or have no area")
    func notConvex() {
        #expect(Self.path([[(0, 0), (2, 0), (2, 2), (1, 0.5)]]).winding == 0)
        #expect(Self.path([[(0, 0), (1, 1), (1, 0), (0, 1)]]).winding == 0)
        for (count, step) in [(5, 2), (7, 2), (7, 3), (9, 4)] {
            #expect(Self.path([Self.star(count, step: step)]).winding == 0, "a star of \(count)")
        }
        #expect(Self.path([Self.square(x: 0, y: 0, side: 1) + Self.square(x: 0, y: 0, side: 1)]).winding == 0)
        #expect(Self.path([[(0, 0), (1, 1), (2, 2)]]).winding == 0)
        #expect(Self.path([[(0, 0), (0, 0), (0, 0)]]).winding == 0)
        #expect(Self.path([Self.square(x: 0, y: 0, side: 1), Self.square(x: 2, y: 0, side: 1)]).winding == 0)
    }

    @Test("is found for outlines whose segments do not meet: holes, islands in them, several parts")
    func found() {
        let ring = [Self.square(x: 0, y: 0, side: 9), Self.square(x: 2, y: 2, side: 5, isTurned: true)]
        #expect(Self.path(ring).findingWinding().winding == 1)
        #expect(Self.path(ring + [Self.square(x: 3, y: 3, side: 1)]).findingWinding().winding == 1)
        #expect(Self.path(ring.map { $0.reversed() }).findingWinding().winding == -1)
        #expect(
            Self.path([Self.square(x: 0, y: 0, side: 1), Self.square(x: 2, y: 0, side: 1)]).findingWinding().winding
                == 1)
        #expect(Self.path([[(0, 0), (2, 0), (2, 2), (1, 0.5)]]).findingWinding().winding == 1)
    }

    @Test("is not found where parts cross, touch, lie twice over each other, or go different ways")
    func notFound() {
        let square = Self.square(x: 0, y: 0, side: 9)
        #expect(Self.path([square, Self.square(x: 5, y: 5, side: 9)]).findingWinding().winding == 0)
        #expect(Self.path([square, Self.square(x: 9, y: 0, side: 2)]).findingWinding().winding == 0)
        #expect(Self.path([square, Self.square(x: 2, y: 2, side: 5)]).findingWinding().winding == 0)
        #expect(Self.path([square, Self.square(x: 20, y: 0, side: 9, isTurned: true)]).findingWinding().winding == 0)
        #expect(Self.path([Self.star(5, step: 2)]).findingWinding().winding == 0)
        #expect(Self.path([[(0, 0), (1, 1), (1, 0), (0, 1)]]).findingWinding().winding == 0)
    }

    @Test("is found for all digits and most letters of a font")
    func letters() throws {
        let shaper = TextShaper()
        let attributes = TextLayout.Attributes(family: "DejaVu Sans", size: 12)
        for digit in 0...9 {
            let run = try #require(shaper.layout("\(digit)", attributes)?.runs.first)
            #expect(run.isPlain, "\(digit)")
        }
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".filter { letter in
            shaper.layout(String(letter), attributes)?.runs.first?.isPlain == true
        }
        #expect(letters.count >= 48, "only \(letters)")
        #expect(try #require(shaper.layout("1234567890", attributes)?.runs.first).isPlain)
    }
}
