import CCairo
import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// What a replay leaves out must not show: every tile equals what Cairo draws when it is given everything.
@Suite struct `Leaving out what cannot show` {
    private static let side = 96

    private enum Drawing: CaseIterable {
        case nonZero, evenOdd, miter, round, bevelSquare, dashed
    }

    /// Cairo alone, with nothing left out.
    private static func reference(
        _ path: Path, _ drawing: Drawing, _ transform: CGAffineTransform
    ) -> Bitmap {
        let bitmap = Bitmap(width: side, height: side)
        let surface = cairo_image_surface_create_for_data(
            bitmap.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(side), Int32(side),
            Int32(bitmap.stride))
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        var matrix = cairo_matrix_t(
            xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
        cairo_set_matrix(cairo, &matrix)
        path.forEachSegment { segment in
            switch segment {
            case .move(let p): cairo_move_to(cairo, p.x, p.y)
            case .line(let p): cairo_line_to(cairo, p.x, p.y)
            case .curve(let a, let b, let c): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, c.x, c.y)
            case .close: cairo_close_path(cairo)
            }
        }
        cairo_set_source_rgba(cairo, 0, 0, 0, 1)
        switch drawing {
        case .nonZero: cairo_fill(cairo)
        case .evenOdd:
            cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD)
            cairo_fill(cairo)
        default:
            let style = style(drawing)
            cairo_set_line_width(cairo, style.width)
            cairo_set_miter_limit(cairo, style.miterLimit)
            cairo_set_line_join(cairo, style.join.cairo)
            cairo_set_line_cap(cairo, style.cap.cairo)
            cairo_set_dash(cairo, style.dashes, Int32(style.dashes.count), style.dashOffset)
            cairo_stroke(cairo)
        }
        cairo_surface_flush(surface)
        return bitmap
    }

    private static func style(_ drawing: Drawing) -> StrokeStyle {
        switch drawing {
        case .miter: StrokeStyle(width: 3, join: .miter, miterLimit: 4)
        case .round: StrokeStyle(width: 5, cap: .round, join: .round)
        case .bevelSquare: StrokeStyle(width: 2, cap: .square, join: .bevel)
        default: StrokeStyle(width: 2, dashes: [6, 3], dashOffset: 1)
        }
    }

    private static func picture(_ path: Path, _ drawing: Drawing) -> Picture {
        var recorder = PictureRecorder()
        switch drawing {
        case .nonZero: recorder.fill(path, with: .color(.black))
        case .evenOdd: recorder.fill(path, rule: .evenOdd, with: .color(.black))
        default: recorder.stroke(path, style: style(drawing), with: .color(.black))
        }
        return recorder.finish()
    }

    /// The largest difference of any channel.
    private static func difference(_ image: TileImage, _ reference: Bitmap) -> Int {
        var largest = 0
        for y in 0..<side {
            for x in 0..<side {
                let drawn: PixelColor
                switch image {
                case .solid(let color, _, _): drawn = color
                case .bitmap(let bitmap): drawn = bitmap[x, y]
                }
                largest = max(largest, abs(Int(drawn.alpha) - Int(reference[x, y].alpha)))
            }
        }
        return largest
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
                    let picture = Self.picture(path, drawing)
                    for transform in Self.transforms(using: &random) {
                        var counters = ReplayCounters()
                        let image = try picture.raster(
                            transform, width: Self.side, height: Self.side, pool: pool, counters: &counters)
                        let worst = Self.difference(image, Self.reference(path, drawing, transform))
                        // Edges that are cut elsewhere round otherwise; dashes are placed by lengths summed otherwise.
                        let limit = drawing == .dashed ? 64 : 24
                        #expect(
                            worst <= limit, "\(count) segments, \(drawing), closed \(closed), \(transform): \(worst)")
                    }
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
                let picture = Self.picture(path, drawing)
                for transform in Self.transforms(using: &random) {
                    var counters = ReplayCounters()
                    let image = try picture.raster(
                        transform, width: Self.side, height: Self.side, pool: pool, counters: &counters)
                    let worst = Self.difference(image, Self.reference(path, drawing, transform))
                    #expect(worst <= 24, "\(drawing) at \(transform): \(worst)")
                }
            }
        }
    }

    /// Cairo's own coordinates end at 2²³ pixels; a triangle with corners far beyond still has its edge in the right place.
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
            let image = try Self.picture(path, drawing).raster(
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
        let picture = Self.picture(path, .nonZero)
        let pool = BitmapPool()
        // On the coast, at 64×: 1.5 units of an outline 5,000 units long.
        var onCoast = ReplayCounters()
        let (x, y) = (500 + 360.0, 500.0)
        _ = try picture.raster(
            CGAffineTransform(translationX: -x, y: -y).concatenating(CGAffineTransform(scaleX: 64, y: 64)),
            width: 96, height: 96, pool: pool, counters: &onCoast)
        #expect(onCoast.segments < 3000)
        // Inside and outside: one colour, and nothing handed to Cairo.
        for (place, color) in [((500.0, 500.0), PixelColor(argb: 0xFF00_0000)), ((990.0, 990.0), .clear)] {
            var counters = ReplayCounters()
            let image = try picture.raster(
                CGAffineTransform(translationX: -place.0, y: -place.1).concatenating(.init(scaleX: 64, y: 64)),
                width: 96, height: 96, pool: pool, counters: &counters)
            guard case .solid(let drawn, 96, 96) = image else {
                Issue.record("\(place) is all one colour")
                continue
            }
            #expect(drawn == color)
            #expect(counters.segments == 0)
        }
    }
}
