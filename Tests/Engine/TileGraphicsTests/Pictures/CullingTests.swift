import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Culling in a replay must not show: every tile equals a drawing of everything by Cairo.
@Suite struct `Leaving out what cannot show` {
    private static let side = 96

    /// The largest difference between the two ways in which Cairo smooths a row of pixels (`RowSmoothingTests`).
    /// Culling beyond the tile decides which one it uses.
    private static let largestDifference = 18
    /// The same for thick lines, whose curves with control points near their ends differ by a fifth of a pixel at most
    /// (`ThickCurveTests`).
    private static let largestDifferenceOfThickLines = 24

    private enum Drawing: CaseIterable {
        case nonZero, evenOdd, miter, round, bevelSquare, dashed
    }

    private static func plain(_ path: Path, _ drawing: Drawing) -> PlainDrawing {
        let step: PlainDrawing.Step =
            switch drawing {
            case .nonZero: .fill(path, .nonZero, .black, .identity)
            case .evenOdd: .fill(path, .evenOdd, .black, .identity)
            default: .stroke(path, style(drawing), .black, .identity)
            }
        return PlainDrawing(steps: [step])
    }

    private static func style(_ drawing: Drawing) -> StrokeStyle {
        switch drawing {
        case .miter: StrokeStyle(width: 3, join: .miter, miterLimit: 4)
        case .round: StrokeStyle(width: 5, cap: .round, join: .round)
        case .bevelSquare: StrokeStyle(width: 2, cap: .square, join: .bevel)
        default: StrokeStyle(width: 2, dashes: [6, 3], dashOffset: 1)
        }
    }

    /// Holds tiles of the drawing's replay to Cairo drawing all of it, at scales from an overview to deep inside.
    private static func expectEqual(
        _ path: Path, _ drawing: Drawing, pool: BitmapPool, using random: inout SeededGenerator, comment: Comment
    ) throws {
        let plain = plain(path, drawing)
        let picture = plain.picture
        for transform in transforms(using: &random) {
            var counters = ReplayCounters()
            let image = try picture.raster(transform, width: side, height: side, pool: pool, counters: &counters)
            let worst = difference(image, plain.raster(transform, width: side, height: side)).worst
            let isThick = drawing == .round && style(drawing).width * transform.meanScale > 2
            let most = isThick ? largestDifferenceOfThickLines : largestDifference
            #expect(worst <= most, "\(comment), \(drawing), \(transform): \(worst)")
        }
    }

    /// Tiles over, at the edge of and beside the outline, at scales from an overview to deep inside.
    private static func transforms(using random: inout SeededGenerator) -> [CGAffineTransform] {
        [0.09, 0.5, 2, 11].flatMap { scale in
            (0..<6).map { index in
                let x = Double.random(in: -50...1050, using: &random)
                let y = Double.random(in: -50...1050, using: &random)
                let turn = CGAffineTransform(rotationAngle: index % 3 == 2 ? 0.4 : 0)
                return CGAffineTransform(translationX: -x, y: -y)
                    .concatenating(CGAffineTransform(scaleX: scale, y: scale * (index % 3 == 1 ? 0.7 : 1)))
                    .concatenating(turn).concatenating(CGAffineTransform(translationX: 48, y: 48))
            }
        }
    }

    @Test func `leaves the pixels of long outlines as they are`() throws {
        var random = SeededGenerator(1)
        let pool = BitmapPool()
        for count in [40, 47, 48, 49, 200, 3000] {
            for closed in [true, false] {
                let coast = RandomPath.coast(count, closed: closed, using: &random)
                let polyline = RandomPath.coast(count, closed: closed, curves: false, using: &random)
                for drawing in Drawing.allCases {
                    // Cairo's own lengths drift: by how finely it flattens curves, and by its rounding of each vertex.
                    if drawing == .dashed, count > 200 { continue }
                    let path = drawing == .dashed ? polyline : coast
                    try Self.expectEqual(
                        path, drawing, pool: pool, using: &random, comment: "\(count) segments, closed \(closed)")
                }
            }
        }
    }

    @Test func `leaves the pixels of wild outlines as they are`() throws {
        var random = SeededGenerator(2)
        let pool = BitmapPool()
        for _ in 0..<12 {
            let path = RandomPath.wild(Int.random(in: 2...150, using: &random), using: &random)
            for drawing in [Drawing.nonZero, .evenOdd, .round] {
                try Self.expectEqual(
                    path, drawing, pool: pool, using: &random, comment: "\(path.segmentCount) segments")
            }
        }
    }

    /// Cairo's own coordinates end at 2²³ pixels; a triangle with corners far beyond still has its edge in the right
    /// place.
    @Test func `draws what reaches far beyond Cairo's coordinates`() throws {
        var builder = PathBuilder()
        builder.move(x: -1e9, y: -1e9)
        builder.line(x: 1e9, y: 1e9)
        builder.line(x: -1e9, y: 1e9)
        builder.close()
        let path = builder.build()
        let pool = BitmapPool()
        for drawing in [Drawing.nonZero, .round] {
            var counters = ReplayCounters()
            let image = try Self.plain(path, drawing).picture.raster(
                .identity, width: Self.side, height: Self.side, pool: pool, counters: &counters)
            guard case .bitmap(let bitmap) = image else {
                Issue.record("the diagonal goes through the tile")
                continue
            }
            #expect(bitmap[10, 80].alpha == (drawing == .nonZero ? 255 : 0), "below the diagonal")
            #expect(bitmap[80, 10].alpha == 0, "above it")
            #expect(bitmap[50, 50].alpha >= 100, "on it")
        }
    }

    @Test func `makes a deep tile cost what is in it`() throws {
        var random = SeededGenerator(3)
        let path = RandomPath.coast(100_000, using: &random)
        let picture = Self.plain(path, .nonZero).picture
        let pool = BitmapPool()
        // On the coast, at 64×: 1.5 units of an outline 5,000 units long.
        var onCoast = ReplayCounters()
        let (x, y) = (500 + 360.0, 500.0)
        _ = try picture.raster(
            CGAffineTransform(translationX: -x, y: -y).concatenating(CGAffineTransform(scaleX: 64, y: 64)),
            width: 96, height: 96, pool: pool, counters: &onCoast)
        #expect(onCoast.segments < 3000)
        // Inside and outside: one color, and nothing handed to Cairo.
        for (place, color) in [((500.0, 500.0), PixelColor(argb: 0xFF00_0000)), ((990.0, 990.0), .clear)] {
            var counters = ReplayCounters()
            let image = try picture.raster(
                CGAffineTransform(translationX: -place.0, y: -place.1).concatenating(.init(scaleX: 64, y: 64)),
                width: 96, height: 96, pool: pool, counters: &counters)
            guard case .solid(let drawn, 96, 96) = image else {
                Issue.record("\(place) is all one color")
                continue
            }
            #expect(drawn == color)
            #expect(counters.segments == 0)
        }
    }
}
