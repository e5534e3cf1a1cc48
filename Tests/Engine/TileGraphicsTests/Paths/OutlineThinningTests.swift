import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Long outlines thinned for a scale: near the original, covering as much, and the same in every tile.
@Suite struct OutlineThinningTests {
    private static let extent = 4096.0
    private static let side = 64

    /// A noisy signal of equal steps to the right.
    private static func signal(_ count: Int, seed: UInt64 = 3) -> Path {
        var random = SeededGenerator(seed)
        var builder = PathBuilder()
        builder.move(x: 0, y: extent / 2)
        for index in 1..<count {
            // The mean of three, so that it is seldom far from the middle.
            let noise = (0..<3).reduce(0.0) { sum, _ in sum + .random(in: 0...extent / 3, using: &random) }
            builder.line(x: Double(index) * extent / Double(count), y: noise)
        }
        return builder.build()
    }

    /// A way of small steps in any direction.
    private static func wander(_ count: Int, step: Double, closed: Bool = false) -> Path {
        var random = SeededGenerator(5)
        var builder = PathBuilder()
        var (x, y) = (extent / 2, extent / 2)
        builder.move(x: x, y: y)
        for _ in 1..<count {
            x += .random(in: -step...step, using: &random)
            y += .random(in: -step...step, using: &random)
            builder.line(x: x, y: y)
        }
        if closed { builder.close() }
        return builder.build()
    }

    /// A smooth curve of short segments, lines and curves in turn.
    private static func wave(_ count: Int, closed: Bool = false) -> Path {
        func y(_ x: Double) -> Double { extent / 2 + extent * 0.4 * sin(x / extent * 20) }
        var builder = PathBuilder()
        builder.move(x: 0, y: y(0))
        for index in 1..<count {
            let (before, x) = (Double(index - 1) * extent / Double(count), Double(index) * extent / Double(count))
            if index % 2 == 0 {
                let third = (x - before) / 3
                builder.curve(
                    x1: before + third, y1: y(before + third), x2: x - third, y2: y(x - third), x: x, y: y(x))
            } else {
                builder.line(x: x, y: y(x))
            }
        }
        if closed {
            builder.line(x: extent, y: extent)
            builder.line(x: 0, y: extent)
            builder.close()
        }
        return builder.build()
    }

    private static func islands(_ count: Int, radius: Double) -> Path {
        var random = SeededGenerator(7)
        var builder = PathBuilder()
        for _ in 0..<count {
            builder.ellipse(
                centerX: .random(in: 0...extent, using: &random), centerY: .random(in: 0...extent, using: &random),
                radiusX: radius, radiusY: radius * 0.7)
        }
        return builder.build()
    }

    private static func picture(_ record: (inout PictureRecorder) -> Void) -> Picture {
        var recorder = PictureRecorder()
        record(&recorder)
        return recorder.finish()
    }

    private static func alphas(
        _ picture: Picture, scale: Double, x: Double = 0, y: Double = 0, side: Int = side
    ) throws -> (alphas: [Int], counters: ReplayCounters) {
        var counters = ReplayCounters()
        let transform = CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -x, ty: -y)
        let image = try picture.raster(
            transform, width: side, height: side, pool: BitmapPool(), counters: &counters)
        switch image {
        case .solid(let color, _, _): return (Array(repeating: Int(color.alpha), count: side * side), counters)
        case .bitmap(let bitmap):
            return ((0..<side).flatMap { y in bitmap.row(y).map { Int($0 >> 24) } }, counters)
        }
    }

    private static func difference(_ a: [Int], _ b: [Int]) -> (mean: Double, worst: Int) {
        let all = zip(a, b).map { abs($0 - $1) }
        return (Double(all.reduce(0, +)) / Double(all.count), all.max() ?? 0)
    }

    private static func mean(_ alphas: [Int]) -> Double { Double(alphas.reduce(0, +)) / Double(alphas.count) }

    /// Returns the alpha of Cairo drawing all of the outline with one scan.
    private static func plain(_ step: PlainDrawing.Step, scale: Double) -> [Int] {
        let bitmap = PlainDrawing(steps: [step]).raster(
            CGAffineTransform(scaleX: scale, y: scale), width: side, height: side)
        return (0..<side).flatMap { y in bitmap.row(y).map { Int($0 >> 24) } }
    }

    /// Returns the alpha of Cairo drawing all of the outline 16 times as large, in means of 16 × 16 pixels.
    ///
    /// Drawn at once, Cairo rounds points to a 256th of a pixel. Shorter steps then turn by 45° or 90° at each point,
    /// and their joins reach beyond the line.
    private static func exact(_ step: PlainDrawing.Step, scale: Double) -> [Int] {
        let fineness = 16
        let bitmap = PlainDrawing(steps: [step]).raster(
            CGAffineTransform(scaleX: scale * Double(fineness), y: scale * Double(fineness)), width: side * fineness,
            height: side * fineness)
        var sums = Array(repeating: 0, count: side * side)
        for y in 0..<side * fineness {
            let row = bitmap.row(y)
            for x in 0..<side * fineness { sums[y / fineness * side + x / fineness] += Int(row[x] >> 24) }
        }
        return sums.map { ($0 + 128) / 256 }
    }

    private static let scale = Double(side) / extent

    @Test func aLongSmoothLineHasFewSegmentsAndThePixelsOfAll() throws {
        for (width, join) in [(2.0, StrokeStyle.Join.miter), (5, .round), (0.5, .bevel), (1, .miter)] {
            let style = StrokeStyle(width: width / Self.scale, cap: .square, join: join)
            let path = Self.wave(20_000)
            let drawn = try Self.alphas(
                Self.picture { $0.stroke(path, style: style, with: .color(.black)) }, scale: Self.scale)
            #expect(drawn.counters.segments < 2500, "\(width)")
            let exact = Self.exact(.stroke(path, style, .black, .identity), scale: Self.scale)
            let difference = Self.difference(drawn.alphas, exact)
            // An edge that is a quarter of a pixel off changes 64 of 255.
            #expect(difference.mean <= 2 && difference.worst <= 32, "\(width) \(join): \(difference)")
        }
    }

    /// Whatever the width of its line, a signal is as dark as it is when all of it is drawn.
    @Test func aNoisySignalKeepsItsShape() throws {
        let path = Self.signal(10_000)
        var (length, pen) = (0.0, SIMD2(0, Self.extent / 2))
        path.forEachSegment { segment in
            guard case .line(let end) = segment else { return }
            let way = SIMD2(end.x, end.y) - pen
            length += (way * way).sum().squareRoot() * Self.scale
            pen = SIMD2(end.x, end.y)
        }
        for width in [0.002, 0.1, 0.5, 1, 2] {
            let style = StrokeStyle(width: width / Self.scale, join: .bevel)
            let drawn = try Self.alphas(
                Self.picture { $0.stroke(path, style: style, with: .color(.black)) }, scale: Self.scale)
            if width < 0.01 {
                // Cairo draws nothing below a 256th of a pixel. So little ink hardly overlaps.
                let ink = length * width / Double(Self.side * Self.side)
                #expect(abs(Self.mean(drawn.alphas) / 255 - ink) <= 0.12 * ink)
                continue
            }
            let exact = Self.exact(.stroke(path, style, .black, .identity), scale: Self.scale)
            let difference = Self.difference(drawn.alphas, exact)
            let tone = Self.mean(drawn.alphas) - Self.mean(exact)
            #expect(abs(tone) <= 2.5, "\(width)")
            #expect(difference.mean <= 6 && difference.worst <= 64, "\(width): \(difference)")
        }
    }

    @Test func fillsOfBothRulesAreWithinAQuarterOfAPixel() throws {
        for rule in [FillRule.nonZero, .evenOdd] {
            for path in [Self.wave(20_000, closed: true), Self.wander(20_000, step: 30, closed: true)] {
                let drawn = try Self.alphas(
                    Self.picture { $0.fill(path, rule: rule, with: .color(.black)) }, scale: Self.scale)
                let exact = Self.exact(.fill(path, rule, .black, .identity), scale: Self.scale)
                let difference = Self.difference(drawn.alphas, exact)
                // An edge that is a quarter of a pixel off changes 64 of 255.
                #expect(difference.mean <= 2 && difference.worst <= 48, "\(rule): \(difference)")
                #expect(abs(Self.mean(drawn.alphas) - Self.mean(exact)) <= 1)
            }
        }
    }

    /// A map of islands below a pixel keeps its land.
    @Test(arguments: [0.02, 0.1, 0.3, 1]) func smallIslandsCoverAsMuchAsTheyDo(radius: Double) throws {
        let path = Self.islands(20_000, radius: radius / Self.scale)
        // Where islands overlap, their areas count once: 1 − exp(−sum).
        let sum = 20_000 * Double.pi * radius * radius * 0.7 / Double(Self.side * Self.side)
        for rule in [FillRule.nonZero, .evenOdd] {
            let drawn = try Self.alphas(
                Self.picture { $0.fill(path, rule: rule, with: .color(.black)) }, scale: Self.scale)
            let expected = rule == .nonZero ? 1 - exp(-sum) : (1 - exp(-2 * sum)) / 2
            let share = Self.mean(drawn.alphas) / 255
            #expect(abs(share - expected) <= 0.03 + 0.1 * expected, "\(rule): \(share), not \(expected)")
        }
    }

    /// Points that are only caps, and rings below a pixel.
    @Test func smallLinesKeepTheirInk() throws {
        let pixel = 1 / Self.scale
        var random = SeededGenerator(9)
        var (dots, rings) = (PathBuilder(), PathBuilder())
        for _ in 0..<5000 {
            let (x, y) = (
                Double.random(in: 0...Self.extent, using: &random), Double.random(in: 0...Self.extent, using: &random)
            )
            dots.move(x: x, y: y)
            dots.line(x: x, y: y)
            rings.ellipse(centerX: x, centerY: y, radiusX: 0.1 * pixel, radiusY: 0.1 * pixel)
        }
        for (path, cap, width, ink) in [
            (dots.build(), StrokeStyle.Cap.round, 0.3, 0.09 * Double.pi / 4),
            (rings.build(), .butt, 0.05, 0.2 * Double.pi * 0.05),
        ] {
            let style = StrokeStyle(width: width * pixel, cap: cap)
            let drawn = try Self.alphas(
                Self.picture { $0.stroke(path, style: style, with: .color(.black)) }, scale: Self.scale)
            let expected = 5000 * ink / Double(Self.side * Self.side)
            let share = Self.mean(drawn.alphas) / 255
            #expect(abs(share - expected) <= 0.25 * expected, "\(cap): \(share), not \(expected)")
        }
    }

    @Test func holesStayHolesHoweverSmall() throws {
        var builder = PathBuilder()
        builder.rectangle(x: 0, y: 0, width: Self.extent, height: Self.extent)
        let hole = 0.1 / Self.scale
        for row in 0..<64 {
            for column in 0..<64 {
                // Turned against the rectangle, half of each pixel in all.
                for part in 0..<2 {
                    let (x, y) = (Double(column) / Self.scale, (Double(row) + Double(part) * 0.5) / Self.scale)
                    for index in 0..<5 {
                        let left = x + Double(index) * 2 * hole
                        builder.move(x: left, y: y)
                        builder.line(x: left, y: y + hole)
                        builder.line(x: left + hole, y: y + hole)
                        builder.line(x: left + hole, y: y)
                        builder.close()
                    }
                }
            }
        }
        let drawn = try Self.alphas(
            Self.picture { $0.fill(builder.build(), with: .color(.black)) }, scale: Self.scale)
        // Ten holes of a hundredth of a pixel each.
        #expect(abs(Self.mean(drawn.alphas) / 255 - 0.9) <= 0.01)
    }

    /// The copy for a level is the same whichever tile is drawn first.
    @Test func tilesAreThoseOfTheWholeInAnyOrder() throws {
        let scale = 4 * Self.scale
        let style = StrokeStyle(width: 0.5 / scale)
        func pictures(_ path: Path) -> [Picture] {
            [
                Self.picture { $0.fill(path, rule: .evenOdd, with: .color(.black)) },
                Self.picture { $0.stroke(path, style: style, with: .color(.black)) },
            ]
        }
        for make in [{ Self.wave(20_000, closed: true) }, { Self.wander(20_000, step: 30, closed: true) }] {
            for index in 0..<2 {
                let shared = pictures(make())[index]
                let whole = try Self.alphas(shared, scale: scale, side: 4 * Self.side).alphas
                // Other levels between them must not matter.
                _ = try Self.alphas(shared, scale: scale / 3)
                for (column, row) in [(3, 3), (1, 2), (0, 0), (2, 1)] {
                    let (x, y) = (column * Self.side, row * Self.side)
                    let own = try Self.alphas(pictures(make())[index], scale: scale, x: Double(x), y: Double(y)).alphas
                    let again = try Self.alphas(shared, scale: scale, x: Double(x), y: Double(y)).alphas
                    #expect(own == again)
                    let part = (0..<Self.side).flatMap { line -> ArraySlice<Int> in
                        let start = (y + line) * 4 * Self.side + x
                        return whole[start..<start + Self.side]
                    }
                    // Cairo's two ways to smooth a row: `RowSmoothingTests`.
                    #expect(Self.difference(part, own).worst <= 18, "\(index): \(column), \(row)")
                }
            }
        }
    }

    @Test func aClipIsThinnedAsItsFillIs() throws {
        let path = Self.wave(20_000, closed: true)
        let content = Self.picture {
            var builder = PathBuilder()
            builder.rectangle(x: 0, y: 0, width: Self.extent, height: Self.extent)
            $0.fill(builder.build(), with: .color(.black))
        }
        let clipped = Self.picture {
            $0.draw(
                PictureGroup(content: content, clips: [PictureGroup.Clip(parts: [(path, .identity)], rule: .nonZero)]))
        }
        let drawn = try Self.alphas(clipped, scale: Self.scale)
        #expect(drawn.counters.segments < 2500)
        let expected = Self.plain(.fill(path, .nonZero, .black, .identity), scale: Self.scale)
        #expect(Self.difference(drawn.alphas, expected).worst <= 48)
    }

    @Test(arguments: [0.001, 4]) func longCurvesAreNotKeptAsManyChords(width: Double) {
        var random = SeededGenerator(7)
        var builder = PathBuilder()
        builder.move(x: 0, y: 0)
        for _ in 0..<5000 {
            let points = (0..<6).map { _ in Double.random(in: 0...Self.extent, using: &random) }
            builder.curve(x1: points[0], y1: points[1], x2: points[2], y2: points[3], x: points[4], y: points[5])
        }
        let path = builder.build()
        let thinning = StrokeThinning(width: width, cap: .butt, join: .miter, pixel: 1)
        switch thinning.thinned(path) {
        case nil: break
        case .line(let line): #expect(line.ownByteCount <= path.ownByteCount)
        case .ink(let ink): #expect(ink.ownByteCount <= path.ownByteCount * 2)
        }
    }

    @Test func copiesStayWithinTheirMemory() throws {
        let path = Self.wander(20_000, step: 3)
        #expect(path.byteCount >= 2 * 20_000 * 16)
        // A level that shows all of it has no copy.
        let use = ThinnedOutlines.Use.stroke(width: 1, cap: .butt, join: .miter, miterLimit: 4)
        if case .some = path.thinned(use, CGAffineTransform(scaleX: 64, y: 64)) {
            Issue.record("all of it shows")
        }
        let copy = try #require(
            path.thinned(.fill(.nonZero), CGAffineTransform(scaleX: Self.scale, y: Self.scale)))
        #expect(try #require(copy.outline).segmentCount * 4 < path.segmentCount)
        // The same scale within a step has the same copy.
        let again = try #require(
            path.thinned(.fill(.nonZero), CGAffineTransform(scaleX: Self.scale, y: Self.scale)))
        #expect(copy.outline === again.outline)
    }
}

extension Path {
    fileprivate func thinned(_ use: ThinnedOutlines.Use, _ transform: CGAffineTransform) -> ThinnedOutlines.Copy? {
        thinnedOutlines?.copy(of: self, for: use, transform)
    }
}
