import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Replays, which leave out all they can, against Cairo drawing everything.
@Suite struct ReplayEqualityTests {
    /// The largest difference between the two ways in which Cairo smooths a row of pixels (`RowSmoothingTests`).
    /// Culling decides which one it uses; in these drawings they differ by less than the possible 18.
    private static let rowSmoothing = 12
    /// Small outlines are drawn without Cairo, and which of the two ways is theirs is not always what Cairo would
    /// choose.
    private static let anySmoothing = 18

    private func expectEqual(
        _ drawing: PlainDrawing, _ transform: CGAffineTransform, side: Int = 64, tolerance: Int = 0, comment: Comment,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var counters = ReplayCounters()
        let image = try drawing.picture.raster(
            transform, width: side, height: side, pool: BitmapPool(), counters: &counters)
        let expected = drawing.raster(transform, width: side, height: side)
        let (worst, count) = difference(image, expected, tolerance: tolerance)
        #expect(count == 0, "\(comment): \(count) pixels differ, by up to \(worst)", sourceLocation: sourceLocation)
    }

    private static func transform(_ random: inout SeededGenerator, side: Double) -> CGAffineTransform {
        let scale = pow(2, Self.number(&random, -2...5))
        let x = Self.number(&random, 0...100)
        let y = Self.number(&random, 0...100)
        return CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: (side / 2 - x * scale).rounded(), ty: (side / 2 - y * scale).rounded())
    }

    private static func number(_ random: inout SeededGenerator, _ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    private static func chance(_ random: inout SeededGenerator, _ share: Double) -> Bool {
        number(&random, 0...1) < share
    }

    /// A wandering outline of lines and curves in a few subpaths.
    private static func outline(
        segments: Int, extent: Double, step: Double, using random: inout SeededGenerator
    ) -> Path {
        var builder = PathBuilder()
        var left = 0
        for _ in 0..<segments {
            if left == 0 {
                if !builder.isEmpty, chance(&random, 0.5) { builder.close() }
                builder.move(x: number(&random, 0...extent), y: number(&random, 0...extent))
                left = Int(number(&random, 1...Double(max(2, segments / 2))))
            }
            left -= 1
            func next(_ value: Double) -> Double {
                min(extent * 1.2, max(-extent * 0.2, value + number(&random, -step...step)))
            }
            let (x, y) = (builder.x, builder.y)
            if chance(&random, 0.3) {
                builder.curve(x1: next(x), y1: next(y), x2: next(x), y2: next(y), x: next(x), y: next(y))
            } else {
                builder.line(x: next(x), y: next(y))
            }
        }
        if chance(&random, 0.5) { builder.close() }
        return builder.build()
    }

    @Test(arguments: [StrokeStyle.Cap.butt, .round, .square])
    func dashesStandWhereCairoPutsThem(_ cap: StrokeStyle.Cap) throws {
        var random = SeededGenerator(51)
        for round in 0..<40 {
            // Long enough that the picture does its own dashing.
            var builder = PathBuilder()
            builder.move(x: -3000, y: Self.number(&random, 0...60))
            builder.line(x: Self.number(&random, 10...50), y: Self.number(&random, 0...60))
            builder.line(x: 3000, y: Self.number(&random, 0...60))
            if round % 2 == 0 { builder.close() }
            let style = StrokeStyle(
                width: Self.number(&random, 0.5...3), cap: cap, join: .round,
                dashes: [Self.number(&random, 0...5), Self.number(&random, 1...5), Self.number(&random, 0.5...4)],
                dashOffset: Self.number(&random, -20...20))
            let drawing = PlainDrawing(steps: [.stroke(builder.build(), style, .black, .identity)])
            try expectEqual(drawing, .identity, tolerance: 40, comment: "round \(round)")
        }
    }

    @Test func dashesRunAcrossTheStartOfAClosedOutline() throws {
        var builder = PathBuilder()
        builder.move(x: 10, y: 10)
        builder.line(x: 5000, y: 10)
        builder.line(x: 5000, y: 50)
        builder.line(x: 10, y: 50)
        builder.close()
        // 10,060 long: dashes of 30 and 10 are on at the end as at the start, so the corner is a join and not two caps.
        let style = StrokeStyle(width: 8, dashes: [30, 10])
        let drawing = PlainDrawing(steps: [.stroke(builder.build(), style, .black, .identity)])
        try expectEqual(drawing, .identity, tolerance: 40, comment: "the corner")
    }

    @Test func turnedAndShearedPlanesAreCulledAsWell() throws {
        var random = SeededGenerator(11)
        for round in 0..<40 {
            let path = Self.outline(segments: 200, extent: 100, step: 15, using: &random)
            let own = CGAffineTransform(
                a: Self.number(&random, -2...2), b: Self.number(&random, -2...2), c: Self.number(&random, -2...2),
                d: Self.number(&random, -2...2),
                tx: Self.number(&random, -20...20), ty: Self.number(&random, -20...20))
            guard abs(own.determinant) > 0.05 else { continue }
            var drawing = PlainDrawing(steps: [.fill(path, .evenOdd, .black, own)])
            drawing.steps.append(
                .stroke(path, StrokeStyle(width: 0.7, join: .round), Color(red: 1, green: 0, blue: 0), own))
            try expectEqual(
                drawing, Self.transform(&random, side: 64), tolerance: Self.rowSmoothing, comment: "round \(round)")
        }
    }

    @Test func hiddenOperationsAndSolidTilesAreNeverWrong() throws {
        var random = SeededGenerator(21)
        var solids = 0
        var hidden = 0
        for round in 0..<150 {
            var drawing = PlainDrawing()
            for _ in 0..<12 {
                let path: Path
                if Self.chance(&random, 0.6) {
                    var builder = PathBuilder()
                    builder.rectangle(
                        x: Self.number(&random, -40...60), y: Self.number(&random, -40...60),
                        width: Self.number(&random, 20...140),
                        height: Self.number(&random, 20...140))
                    path = builder.build()
                } else {
                    path = Self.outline(segments: 60, extent: 100, step: 60, using: &random)
                }
                let color = Color(
                    red: Self.number(&random, 0...1), green: Self.number(&random, 0...1),
                    blue: Self.number(&random, 0...1),
                    alpha: Self.chance(&random, 0.6) ? 1 : Self.number(&random, 0...1))
                let own =
                    Self.chance(&random, 0.3)
                    ? CGAffineTransform(rotationAngle: Self.number(&random, 0...6)) : .identity
                drawing.steps.append(.fill(path, Self.chance(&random, 0.5) ? .nonZero : .evenOdd, color, own))
            }
            let transform = Self.transform(&random, side: 32)
            var counters = ReplayCounters()
            let image = try drawing.picture.raster(
                transform, width: 32, height: 32, pool: BitmapPool(), counters: &counters)
            solids += counters.solids
            hidden += counters.operationsHidden
            let expected = drawing.raster(transform, width: 32, height: 32)
            let (worst, _) = difference(image, expected)
            #expect(worst <= Self.anySmoothing, "round \(round): off by \(worst)")
        }
        #expect(solids > 5)
        #expect(hidden > 50)
    }

    @Test(arguments: [1e6, 1e8, 1e10])
    func farFromTheOriginAllIsAsNearIt(_ distance: Double) throws {
        // Cairo's coordinates end at 2²³ pixels. The same drawing, moved in its own plane and moved back by the
        // transform.
        var random = SeededGenerator(31)
        for round in 0..<20 {
            let far = Self.outline(segments: 120, extent: 60, step: 20, using: &random)
            var builder = PathBuilder()
            // To whole numbers of the far place's precision, so that both are the same outline.
            builder.append(far, CGAffineTransform(translationX: distance, y: -distance))
            let moved = builder.build()
            var back = PathBuilder()
            back.append(moved, CGAffineTransform(translationX: -distance, y: distance))
            let near = back.build()
            let style = StrokeStyle(width: 1.5, join: .round)
            let red = Color(red: 1, green: 0, blue: 0)
            let here = PlainDrawing(steps: [
                .fill(near, .evenOdd, .black, .identity), .stroke(near, style, red, .identity),
            ])
            let there = PlainDrawing(steps: [
                .fill(moved, .evenOdd, .black, .identity), .stroke(moved, style, red, .identity),
            ])
            let scale = 4.0
            var counters = ReplayCounters()
            let image = try there.picture.raster(
                CGAffineTransform(
                    a: scale, b: 0, c: 0, d: scale, tx: -distance * scale - 60, ty: distance * scale - 70),
                width: 96, height: 96, pool: BitmapPool(), counters: &counters)
            let expected = here.raster(
                CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -60, ty: -70), width: 96, height: 96)
            let (worst, count) = difference(image, expected, tolerance: Self.rowSmoothing)
            #expect(count == 0, "round \(round): \(count) pixels differ, by up to \(worst)")
        }
    }

    @Test func linesBeyondCairosPlaneGoWhereTheyShould() throws {
        var random = SeededGenerator(41)
        for round in 0..<60 {
            // A line through the tile, of which Cairo alone is given the near part.
            let (x, y, angle) = (
                Self.number(&random, 5...60), Self.number(&random, 5...60), Self.number(&random, 0...6.28)
            )
            let (dx, dy) = (cos(angle), sin(angle))
            let length = pow(10, Self.number(&random, 5...12))
            func line(_ reach: Double) -> Path {
                var builder = PathBuilder()
                builder.move(x: x - dx * reach, y: y - dy * reach)
                builder.line(x: x + dx * reach, y: y + dy * reach)
                return builder.build()
            }
            func half(_ reach: Double) -> Path {
                var builder = PathBuilder()
                builder.move(x: x - dx * reach, y: y - dy * reach)
                builder.line(x: x + dx * reach, y: y + dy * reach)
                builder.line(x: x + dx * reach - dy * reach, y: y + dy * reach + dx * reach)
                builder.line(x: x - dx * reach - dy * reach, y: y - dy * reach + dx * reach)
                builder.close()
                return builder.build()
            }
            let style = StrokeStyle(width: Self.number(&random, 0.5...6))
            let isFill = round % 2 == 0
            let far = PlainDrawing(
                steps: [
                    isFill
                        ? .fill(half(length), .nonZero, .black, .identity)
                        : .stroke(line(length), style, .black, .identity)
                ])
            let near = PlainDrawing(
                steps: [
                    isFill
                        ? .fill(half(2000), .nonZero, .black, .identity) : .stroke(line(2000), style, .black, .identity)
                ])
            var counters = ReplayCounters()
            let image = try far.picture.raster(
                .identity, width: 64, height: 64, pool: BitmapPool(), counters: &counters)
            let expected = near.raster(.identity, width: 64, height: 64)
            let (worst, count) = difference(image, expected, tolerance: Self.rowSmoothing)
            #expect(count == 0, "round \(round), length \(length): \(count) pixels differ, by up to \(worst)")
        }
    }
}
