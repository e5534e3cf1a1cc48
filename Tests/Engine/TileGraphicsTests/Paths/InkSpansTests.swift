import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Lines with many points in a pixel that never turn back, drawn as spans of columns.
@Suite struct InkSpansTests {
    private static let side = 64
    /// The units of a pixel.
    private static let pixel = 8.0
    private static let extent = Double(side) * pixel
    private static let miterLimit = 4.0

    /// A line of equal steps to the right.
    private static func line(_ count: Int, closed: Bool = false, _ y: (Int) -> Double) -> Path {
        var builder = PathBuilder()
        for index in 0..<count {
            let x = Double(index) * extent / Double(count - 1)
            if index == 0 { builder.move(x: x, y: y(index)) } else { builder.line(x: x, y: y(index)) }
        }
        if closed { builder.close() }
        return builder.build()
    }

    private static func noise(_ count: Int, seed: UInt64 = 11) -> Path {
        var random = SeededGenerator(seed)
        return line(count) { _ in .random(in: 0.1 * extent...0.9 * extent, using: &random) }
    }

    private static func spans(
        _ path: Path, width: Double, cap: StrokeStyle.Cap = .butt, join: StrokeStyle.Join = .miter
    ) -> InkSpans? {
        InkSpans(path, width: width * pixel, cap: cap, join: join, miterLimit: miterLimit, pixel: pixel)
    }

    private static func coverage(_ spans: InkSpans, _ transform: CGAffineTransform) -> [Int] {
        var coverage = EdgeCoverage(x: 0, y: 0, width: side, height: side)
        coverage.cover(spans, transform) { (_: Int) throws(Never) in }
        return (0..<side).flatMap { row in (0..<side).map { Int(coverage.bytes[row * coverage.stride + $0]) } }
    }

    /// Returns the alpha of Cairo drawing the stroke 16 times as large, in means of 16 × 16 pixels.
    private static func exact(_ path: Path, _ style: StrokeStyle, _ transform: CGAffineTransform) -> [Int] {
        let fineness = 16
        let larger = transform.concatenating(CGAffineTransform(scaleX: Double(fineness), y: Double(fineness)))
        let bitmap = PlainDrawing(steps: [.stroke(path, style, .black, .identity)]).raster(
            larger, width: side * fineness, height: side * fineness)
        var sums = Array(repeating: 0, count: side * side)
        for y in 0..<side * fineness {
            let row = bitmap.row(y)
            for x in 0..<side * fineness { sums[y / fineness * side + x / fineness] += Int(row[x] >> 24) }
        }
        return sums.map { ($0 + 128) / 256 }
    }

    private static func difference(_ a: [Int], _ b: [Int]) -> (mean: Double, worst: Int) {
        let all = zip(a, b).map { abs($0 - $1) }
        return (Double(all.reduce(0, +)) / Double(all.count), all.max() ?? 0)
    }

    private static let shown = CGAffineTransform(scaleX: 1 / pixel, y: 1 / pixel)

    /// Noise, a smooth wave, steps and peaks, at widths from a third of a pixel to the widest.
    @Test(arguments: [0.3, 0.6, 1, 1.25]) func aLineIsWithinAQuarterOfAPixel(width: Double) throws {
        let half = Self.extent / 2
        let lines: [(name: String, path: Path)] = [
            ("noise", Self.noise(640)), ("dense noise", Self.noise(6400)),
            ("wave", Self.line(2000) { half + 0.4 * Self.extent * sin(Double($0) / 120) }),
            ("steps", Self.line(2000) { half * ($0 / 200 % 2 == 0 ? 0.5 : 1.5) }),
            ("peaks", Self.line(2000) { half * ($0 % 250 == 100 ? 0.3 : $0 % 250 == 200 ? 1.6 : 1) }),
        ]
        for (name, path) in lines {
            for (cap, join) in [(StrokeStyle.Cap.butt, StrokeStyle.Join.miter), (.round, .round), (.square, .bevel)] {
                let spans = try #require(Self.spans(path, width: width, cap: cap, join: join), "\(name)")
                let style = StrokeStyle(width: width * Self.pixel, cap: cap, join: join, miterLimit: Self.miterLimit)
                let difference = Self.difference(
                    Self.coverage(spans, Self.shown), Self.exact(path, style, Self.shown))
                // An edge that is a quarter of a pixel off changes 64 of 255. Noise has several edges in every pixel.
                #expect(difference.mean <= 3 && difference.worst <= 48, "\(name), \(join): \(difference)")
            }
        }
    }

    /// A signal that repeats in a column is as dark as it is.
    @Test(arguments: [4, 16, 64, 150]) func aThinRegularLineKeepsItsTone(period: Int) throws {
        let path = Self.line(19_200) { Self.extent * ($0 % period < period / 2 ? 0.2 : 0.8) }
        for width in [0.02, 0.1, 0.2] {
            let spans = try #require(Self.spans(path, width: width))
            let drawn = Self.coverage(spans, Self.shown)
            let exact = Self.exact(
                path, StrokeStyle(width: width * Self.pixel, miterLimit: Self.miterLimit), Self.shown)
            let tone = Double(drawn.reduce(0, +) - exact.reduce(0, +)) / Double(exact.count)
            #expect(abs(tone) <= 2, "\(width): \(tone)")
            #expect(Self.difference(drawn, exact).mean <= 3, "\(width)")
        }
    }

    /// A line may run either way, along either axis, and be turned over.
    @Test func aLineRunsInAnyDirection() throws {
        let path = Self.noise(2000)
        let turns: [CGAffineTransform] = [
            CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: Self.extent, ty: 0),
            CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Self.extent),
            CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0),
            CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: Self.extent),
        ]
        let style = StrokeStyle(width: Self.pixel, miterLimit: Self.miterLimit)
        for turn in turns {
            // The path itself turned, or the plane of it.
            var builder = PathBuilder()
            builder.append(path, turn)
            let turned = builder.build()
            let spans = try #require(Self.spans(turned, width: 1))
            #expect(spans.axis == (turn.a == 0 ? .y : .x))
            let expected = Self.exact(turned, style, Self.shown)
            #expect(Self.difference(Self.coverage(spans, Self.shown), expected).worst <= 48)
            guard turn.a != 0 else { continue }
            let plain = try #require(Self.spans(path, width: 1))
            let drawn = Self.coverage(plain, turn.concatenating(Self.shown))
            #expect(Self.difference(drawn, expected).worst <= 48)
        }
    }

    @Test func gapsStayFree() throws {
        var random = SeededGenerator(13)
        var builder = PathBuilder()
        for part in 0..<4 {
            for index in 0..<1000 {
                let x = (Double(part) + Double(index) / 2000) * Self.extent / 4
                let y = Double.random(in: 0...Self.extent, using: &random)
                if index == 0 { builder.move(x: x, y: y) } else { builder.line(x: x, y: y) }
            }
        }
        let path = builder.build()
        let drawn = Self.coverage(try #require(Self.spans(path, width: 1)), Self.shown)
        #expect((0..<Self.side).allSatisfy { drawn[$0 * Self.side + 12] == 0 })
        let exact = Self.exact(path, StrokeStyle(width: Self.pixel, miterLimit: Self.miterLimit), Self.shown)
        #expect(Self.difference(drawn, exact).worst <= 48)
    }

    /// Tiles, however they divide the canvas, have the pixels of the whole.
    @Test func partsAreThoseOfTheWhole() throws {
        let spans = try #require(Self.spans(Self.noise(4000), width: 0.7))
        let shown = Self.shown.concatenating(CGAffineTransform(translationX: 0.3, y: -0.2))
        let whole = Self.coverage(spans, shown)
        for (x, y, width, height) in [(0, 0, 20, 64), (20, 7, 44, 30), (63, 63, 1, 1), (5, 60, 9, 4)] {
            var part = EdgeCoverage(x: x, y: y, width: width, height: height)
            part.cover(spans, shown) { (_: Int) throws(Never) in }
            for row in 0..<height {
                for column in 0..<width {
                    let expected = whole[(y + row) * Self.side + x + column]
                    #expect(abs(Int(part.bytes[row * part.stride + column]) - expected) <= 1)
                }
            }
        }
    }

    @Test func otherLinesAreNotGathered() {
        #expect(Self.spans(Self.line(2000, closed: true) { Double($0) }, width: 1) == nil, "it is closed")
        #expect(Self.spans(Self.noise(60), width: 1) == nil, "it has fewer points than columns")
        #expect(Self.spans(Self.noise(2000), width: 2) == nil, "it is too wide")
        #expect(Self.spans(Self.noise(2000), width: 0.001) == nil, "it is too thin")
        var builder = PathBuilder()
        builder.append(Self.noise(2000), .identity)
        builder.line(x: 0, y: 0)
        builder.line(x: 5, y: -10)
        #expect(Self.spans(builder.build(), width: 1) == nil, "it turns back")
        var far = PathBuilder()
        far.move(x: -1e300, y: 0)
        for index in 1..<5000 { far.line(x: -1e300 + Double(index) * 1e290, y: .greatestFiniteMagnitude) }
        #expect(Self.spans(far.build(), width: 1) == nil, "it is beyond measure")
    }

    /// The picture of a turned canvas has no spans, and the same ink.
    @Test func aTurnedCanvasShowsTheSameInk() throws {
        let path = Self.noise(6400)
        var recorder = PictureRecorder()
        recorder.stroke(path, style: StrokeStyle(width: Self.pixel), with: .color(.black))
        let picture = recorder.finish()
        func mean(_ transform: CGAffineTransform) throws -> Double {
            var counters = ReplayCounters()
            let image = try picture.raster(
                transform, width: Self.side, height: Self.side, pool: BitmapPool(), counters: &counters)
            guard case .bitmap(let bitmap) = image else { return -1 }
            let sum = (0..<Self.side).reduce(0) { sum, row in bitmap.row(row).reduce(sum) { $0 + Int($1 >> 24) } }
            return Double(sum) / Double(Self.side * Self.side)
        }
        let turned = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: Self.extent, ty: 0).concatenating(Self.shown)
        #expect(abs(try mean(Self.shown) - mean(turned)) <= 2.5)
    }
}
