import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Coverage by edges in any number, held to Cairo's.
@Suite struct EdgeCoverageTests {
    private static let side = 96
    private static let clip = Box(x: 0, y: 0, width: Double(side), height: Double(side))

    private static func coverage(_ rule: FillRule, _ add: (Box, inout EdgeCoverage.WindingEdges) -> Void) -> [Int] {
        var coverage = EdgeCoverage(x: 0, y: 0, width: side, height: side)
        coverage.cover(rule: rule, add)
        return coverage.bytes.map { Int($0) }
    }

    private static func cairo(_ step: PlainDrawing.Step, _ transform: CGAffineTransform) -> [Int] {
        let bitmap = PlainDrawing(steps: [step]).raster(transform, width: side, height: side)
        return (0..<side).flatMap { y in bitmap.row(y).map { Int($0 >> 24) } }
    }

    /// - Parameter exceptions: The pixels that may differ by more: corners of curves, which Cairo joins round.
    private static func expectAlike(_ a: [Int], _ b: [Int], exceptions: Int = 0, _ comment: Comment) {
        let differences = zip(a, b).map { abs($0 - $1) }
        let mean = Double(differences.reduce(0, +)) / Double(a.count)
        // 64 samples of a pixel, and Cairo's 255.
        let far = differences.count { $0 > 72 }
        #expect(mean <= 2.5 && far <= exceptions, "\(comment): \(mean), \(far), \(differences.max()!)")
    }

    private static let transforms = [
        CGAffineTransform(scaleX: 0.096, y: 0.096),
        CGAffineTransform(scaleX: 0.5, y: 0.3).concatenating(CGAffineTransform(translationX: -150, y: -90)),
        CGAffineTransform(rotationAngle: 0.4).concatenating(
            CGAffineTransform(a: -0.2, b: 0, c: 0, d: 0.2, tx: 90, ty: -40)),
    ]

    @Test func fillsAreCairos() {
        var random = SeededGenerator(11)
        for _ in 0..<8 {
            let path = RandomPath.wild(40, using: &random)
            for rule in [FillRule.nonZero, .evenOdd] {
                for transform in Self.transforms {
                    let drawn = Self.coverage(rule) { box, edges in path.addFill(transform, in: box, to: &edges) }
                    Self.expectAlike(
                        drawn, Self.cairo(.fill(path, rule, .black, .identity), transform), "\(rule) \(transform)")
                }
            }
        }
    }

    @Test func strokesAreCairosWithTheirJoinsAndCaps() {
        var random = SeededGenerator(12)
        let styles = [
            StrokeStyle(width: 12), StrokeStyle(width: 40, cap: .round, join: .round),
            StrokeStyle(width: 30, cap: .square, join: .bevel), StrokeStyle(width: 25, join: .miter, miterLimit: 2),
        ]
        for count in [3, 12] {
            for closed in [false, true] {
                let path = RandomPath.coast(count, closed: closed, using: &random)
                for style in styles {
                    for transform in Self.transforms {
                        let drawn = Self.coverage(.nonZero) { box, edges in
                            let near = box.expanded(by: 2).applying(transform.inverted()).expanded(by: style.reach)
                            path.addStroke(style, transform, in: near, to: &edges)
                        }
                        Self.expectAlike(
                            drawn, Self.cairo(.stroke(path, style, .black, .identity), transform), exceptions: 20,
                            "\(count) \(closed) \(style)")
                    }
                }
            }
        }
    }

    @Test func pointsAreTheirCaps() {
        var builder = PathBuilder()
        builder.move(x: 40, y: 40)
        builder.line(x: 40, y: 40)
        let path = builder.build()
        for (cap, area) in [(StrokeStyle.Cap.butt, 0.0), (.square, 400), (.round, 100 * Double.pi)] {
            let style = StrokeStyle(width: 20, cap: cap)
            let drawn = Self.coverage(.nonZero) { box, edges in
                path.addStroke(style, .identity, in: box.expanded(by: 20), to: &edges)
            }
            #expect(abs(Double(drawn.reduce(0, +)) / 255 - area) <= 5, "\(cap)")
        }
    }

    /// A shape's area is exact wherever it is, also across the edges of the canvas.
    @Test func areasAreExact() {
        for (x, y) in [(10.3, 20.7), (-3.25, 40), (90.5, 90.25), (30, -4.5)] {
            var builder = PathBuilder()
            builder.move(x: x, y: y)
            builder.line(x: x + 9, y: y + 1)
            builder.line(x: x + 7, y: y + 8.5)
            builder.close()
            let path = builder.build()
            var coverage = EdgeCoverage(x: 0, y: 0, width: Self.side, height: Self.side)
            coverage.coverAreas(overlap: .none) { box, edges in path.addFill(.identity, in: box, to: &edges) }
            Self.expectAlike(
                coverage.bytes.map { Int($0) }, Self.cairo(.fill(path, .nonZero, .black, .identity), .identity),
                "\(x), \(y)")
            if x > 0, y > 0, x < 80 {
                // Half of the cross product of two sides.
                let area = (9 * 8.5 - 1 * 7) / 2
                #expect(abs(Double(coverage.bytes.reduce(0) { $0 + Int($1) }) / 255 - area) <= 0.2)
            }
        }
    }

    @Test func overlapsAtRandomLeaveTheirShareFree() {
        var builder = PathBuilder()
        for _ in 0..<3 { builder.rectangle(x: 10, y: 10, width: 0.5, height: 1) }
        let path = builder.build()
        for (overlap, expected) in [(EdgeCoverage.Overlap.none, 255), (.random, Int((1 - exp(-1.5)) * 255 + 0.5))] {
            var coverage = EdgeCoverage(x: 0, y: 0, width: Self.side, height: Self.side)
            coverage.coverAreas(overlap: overlap) { box, edges in path.addFill(.identity, in: box, to: &edges) }
            #expect(abs(Int(coverage.bytes[10 * coverage.stride + 10]) - expected) <= 1)
        }
    }

    /// A picture of many bands is that of one.
    @Test func bandsDoNotShow() {
        var random = SeededGenerator(13)
        let path = RandomPath.wild(30, using: &random)
        let transform = CGAffineTransform(scaleX: 0.9, y: 0.9)
        var wide = EdgeCoverage(x: 0, y: 0, width: 900, height: 900)
        wide.cover(rule: .evenOdd) { box, edges in path.addFill(transform, in: box, to: &edges) }
        for (x, y) in [(0, 0), (300, 500), (800, 800)] {
            var part = EdgeCoverage(x: x, y: y, width: 100, height: 100)
            part.cover(rule: .evenOdd) { box, edges in path.addFill(transform, in: box, to: &edges) }
            for row in 0..<100 {
                for column in 0..<100 {
                    let own = part.bytes[row * part.stride + column]
                    #expect(abs(Int(own) - Int(wide.bytes[(y + row) * wide.stride + x + column])) <= 12)
                }
            }
        }
    }
}
