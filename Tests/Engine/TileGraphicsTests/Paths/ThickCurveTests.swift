import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

/// Thick curves with control points beside their ends, which Cairo strokes with spikes and holes.
@Suite struct ThickCurveTests {
    private static let width = 14.0

    private static let side = 60

    /// Draws a curve from (15, 45) to (45, 30) whose control points are at a distance from the ends, in a direction,
    /// and returns the alphas of all pixels.
    private static func draw(distance: Double, degrees: Double) throws -> [[UInt8]] {
        let (dx, dy) = (distance * cos(degrees * .pi / 180), distance * sin(degrees * .pi / 180))
        var builder = PathBuilder()
        builder.move(x: 15, y: 45)
        builder.curve(x1: 15 + dx, y1: 45 + dy, x2: 45 - dx, y2: 30 + dy, x: 45, y: 30)
        builder.line(x: 45, y: 55)
        var recorder = PictureRecorder()
        recorder.stroke(builder.build(), style: StrokeStyle(width: width), with: .color(.black))
        var counters = ReplayCounters()
        let image = try recorder.finish().raster(
            .identity, width: side, height: side, pool: BitmapPool(), counters: &counters)
        guard case .bitmap(let bitmap) = image else { return [] }
        return (0..<side).map { y in bitmap.row(y).prefix(side).map { UInt8($0 >> 24) } }
    }

    /// Chromium 156 covers the middle of the curve whatever the control points; the curve is never thinner than its
    /// pen.
    @Test(arguments: [0.0001, 0.001, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.45])
    func areAsWideAsTheirPen(distance: Double) throws {
        for degrees in stride(from: 0.0, to: 360, by: 30) {
            let alphas = try Self.draw(distance: distance, degrees: degrees)
            // Along the middle of the line, and a third of the pen to both sides.
            for part in [0.35, 0.5, 0.65] {
                for side in [-4.6, 0, 4.6] {
                    let (x, y) = (15 + 30 * part + side * 0.447, 45 - 15 * part + side * 0.894)
                    #expect(alphas[Int(y)][Int(x)] > 240, "\(distance) at \(degrees)°: \(x), \(y)")
                }
            }
        }
    }

    @Test("A curve whose control points have no direction is a line, as in browsers", arguments: [0.001, 0.01, 0.03])
    func lines(distance: Double) throws {
        let line = try Self.draw(distance: 0, degrees: 0)
        for degrees in stride(from: 0.0, to: 360, by: 45) {
            let curve = try Self.draw(distance: distance, degrees: degrees)
            let worst = zip(line.joined(), curve.joined()).map { abs(Int($0) - Int($1)) }.max() ?? 255
            #expect(worst <= 32, "\(distance) at \(degrees)°")
        }
    }

    @Test func longerTangentsAndShortCurvesStayAsTheyAre() {
        typealias Point = PathEmitter.Point
        let far = PathEmitter.Curve(
            from: Point(0, 0), control1: Point(0.6, 0), control2: Point(9.3, 9), to: Point(9, 9))
        #expect(far.withClearTangents(pixel: 0.5) == far)
        let short = PathEmitter.Curve(
            from: Point(0, 0), control1: Point(0.1, 0), control2: Point(1, 0.9), to: Point(1, 1))
        #expect(short.withClearTangents(pixel: 1) == short)
        let near = PathEmitter.Curve(
            from: Point(0, 0), control1: Point(0.1, 0), control2: Point(9, 8.99), to: Point(9, 9))
        let clear = near.withClearTangents(pixel: 1)
        #expect(clear.b == Point(0.5, 0) && clear.c == clear.d)
    }
}
