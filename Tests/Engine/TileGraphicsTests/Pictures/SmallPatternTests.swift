import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

/// Patterns with cells of a few pixels and less: their mean color is that of the cell at every scale, and what they
/// cost does not grow with the number of cells.
@Suite struct SmallPatternTests {
    private static let side = 64

    private static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
        var builder = PathBuilder()
        builder.rectangle(x: x, y: y, width: width, height: height)
        return builder.build()
    }

    private static func picture(_ record: (inout PictureRecorder) -> Void) -> Picture {
        var recorder = PictureRecorder()
        record(&recorder)
        return recorder.finish()
    }

    /// Returns a pattern of cells of 8 × 8.
    private static func pattern(
        width: Double = 8, height: Double = 8, _ transform: CGAffineTransform = .identity,
        _ record: (inout PictureRecorder) -> Void
    ) -> PatternPaint {
        PatternPaint(
            content: picture(record), contentTransform: .identity, cellWidth: width, cellHeight: height,
            transform: transform)
    }

    /// The left half of each cell in black.
    private static func hatch(_ transform: CGAffineTransform = .identity) -> PatternPaint {
        pattern(transform) { $0.fill(rectangle(0, 0, 4, 8), with: .color(.black)) }
    }

    private static func filled(_ paint: PatternPaint) -> Picture {
        picture { $0.fill(rectangle(-1e6, -1e6, 2e6, 2e6), with: .pattern(paint)) }
    }

    /// Returns the mean of a tile's components, premultiplied, 0…255.
    private static func mean(
        _ picture: Picture, scale: Double, counters: inout ReplayCounters
    ) throws -> (red: Double, blue: Double, alpha: Double) {
        let image = try picture.raster(
            CGAffineTransform(scaleX: scale, y: scale), width: side, height: side, pool: BitmapPool(),
            counters: &counters)
        let bitmap = image.pixels
        var sum = (red: 0, blue: 0, alpha: 0)
        for y in 0..<side {
            for x in 0..<side {
                let pixel = bitmap[x, y]
                sum = (sum.red + Int(pixel.red), sum.blue + Int(pixel.blue), sum.alpha + Int(pixel.alpha))
            }
        }
        let count = Double(side * side)
        return (Double(sum.red) / count, Double(sum.blue) / count, Double(sum.alpha) / count)
    }

    private static func mean(_ picture: Picture, scale: Double) throws -> (red: Double, blue: Double, alpha: Double) {
        var counters = ReplayCounters()
        return try mean(picture, scale: scale, counters: &counters)
    }

    static let scales = [1.0, 0.8, 0.5, 0.43, 0.25, 0.2, 0.125, 0.0625, 1.0 / 64, 1e-3]

    @Test(arguments: scales) func aHatchIsHalfBlackAtEveryScale(_ scale: Double) throws {
        let alpha = try Self.mean(Self.filled(Self.hatch()), scale: scale).alpha
        // A tile may show part of a cell more than whole ones.
        let slack = scale < 0.25 ? 0.6 : 255 * 2 * scale / Double(Self.side) + 1
        #expect(abs(alpha - 127.5) <= slack, "\(alpha)")
    }

    @Test(arguments: [0.125, 0.0625, 1e-4]) func aFlatPatternIsOneColorAndOneCell(_ scale: Double) throws {
        var counters = ReplayCounters()
        let image = try Self.filled(Self.hatch()).raster(
            CGAffineTransform(scaleX: scale, y: scale), width: 256, height: 256, pool: BitmapPool(),
            counters: &counters)
        let bitmap = image.pixels
        for at in [0, 10, 50] { #expect(bitmap[at, at] == PixelColor(argb: 0x8000_0000)) }
        #expect(counters.patternCells == 1)
    }

    /// Shapes that meet in a pixel cover it together: drawn at once, each would let the paper through.
    @Test func shapesThatMeetLeaveNoGap() throws {
        let two = Self.pattern { recorder in
            recorder.fill(Self.rectangle(0, 0, 4, 8), with: .color(Color(red: 1, green: 0, blue: 0)))
            recorder.fill(Self.rectangle(4, 0, 4, 8), with: .color(Color(red: 0, green: 0, blue: 1)))
        }
        for scale in [0.19, 0.125, 0.01] {
            let mean = try Self.mean(Self.filled(two), scale: scale)
            #expect(mean.alpha >= 254.9, "\(scale)")
            #expect(abs(mean.red - 127.5) <= 6 && abs(mean.blue - 127.5) <= 6, "\(scale): \(mean)")
        }
    }

    @Test func rotatedAndShearedCellsKeepTheirMean() throws {
        let transforms = [
            CGAffineTransform(rotationAngle: 0.7), CGAffineTransform(a: 1, b: 0, c: 2, d: 1, tx: 3, ty: 1),
            CGAffineTransform(scaleX: 0.3, y: 2), CGAffineTransform(a: 0, b: 3, c: -0.5, d: 0, tx: 0, ty: 0),
            // Cells so slanted that the nearest one is not beside them.
            CGAffineTransform(a: 1, b: 0, c: 40, d: 1, tx: 0, ty: 0),
        ]
        for transform in transforms {
            for scale in [0.3, 0.12, 0.03, 0.002] {
                let alpha = try Self.mean(Self.filled(Self.hatch(transform)), scale: scale).alpha
                #expect(abs(alpha - 127.5) <= 5, "\(transform) at \(scale): \(alpha)")
            }
        }
    }

    @Test func cellsThatAreSmallOneWayKeepTheOther() throws {
        // Bars across the cell's height, an eighth of it, in cells of 0.25 × 40 pixels.
        let bars = Self.pattern(width: 8, height: 1280) { $0.fill(Self.rectangle(0, 0, 8, 160), with: .color(.black)) }
        let bitmap = try Self.filled(bars).raster(
            CGAffineTransform(scaleX: 1.0 / 32, y: 1.0 / 32), width: 64, height: 80, pool: BitmapPool()
        ).pixels
        for y in 0..<80 {
            let expected: UInt8 = y % 40 < 5 ? 255 : 0
            for x in [0, 31, 63] { #expect(bitmap[x, y].alpha == expected, "\(x), \(y)") }
        }
    }

    /// Of a cell that is a fraction of a pixel wide and 10⁵ pixels long, the visible part is drawn, once.
    @Test(arguments: [false, true]) func longCellsCostWhatShows(isLevel: Bool) throws {
        let long = 3.2e6
        let paint = Self.pattern(width: isLevel ? long : 8, height: isLevel ? 8 : long) { recorder in
            for index in 0..<1000 {
                let at = Double(index) * 3200
                recorder.fill(
                    isLevel ? Self.rectangle(at, 0, 320, 8) : Self.rectangle(0, at, 8, 320), with: .color(.black))
            }
        }
        let picture = Self.picture { $0.fill(Self.rectangle(0, 0, 1e7, 1e7), with: .pattern(paint)) }
        var counters = ReplayCounters()
        // Around the border of two cells.
        let start = long - 3200
        let image = try picture.raster(
            CGAffineTransform(translationX: isLevel ? -start : 0, y: isLevel ? 0 : -start)
                .concatenating(CGAffineTransform(scaleX: 1.0 / 32, y: 1.0 / 32)),
            width: 200, height: 200, pool: BitmapPool(), counters: &counters)
        let bitmap = image.pixels
        for at in 0..<200 {
            let alpha = isLevel ? bitmap[at, 7].alpha : bitmap[7, at].alpha
            #expect(alpha == (at % 100 < 10 ? 255 : 0), "at \(at)")
        }
        #expect(counters.patternCells <= 3)
    }

    @Test func patternsInPatternsAndTranslucentCellsKeepTheirMean() throws {
        let inner = Self.hatch(CGAffineTransform(scaleX: 0.1, y: 0.1))
        let outer = Self.pattern { recorder in
            let half = Self.picture { $0.fill(Self.rectangle(0, 0, 8, 4), with: .pattern(inner)) }
            recorder.draw(PictureGroup(content: half, opacity: 0.5))
        }
        for scale in [1, 0.4, 0.1, 0.01] {
            // Half of the cell, half of the hatch, half of the opacity.
            let alpha = try Self.mean(Self.filled(outer), scale: scale).alpha
            #expect(abs(alpha - 255 / 8) <= 2, "\(scale): \(alpha)")
        }
    }

    @Test func linesAndMasksAndLettersShowIt() throws {
        let paint = Paint.pattern(Self.hatch())
        var line = PathBuilder()
        line.move(x: -1e6, y: 0)
        line.line(x: 1e6, y: 0)
        let glyph = GlyphRun.Glyph(outline: Self.rectangle(-1e6, -1e6, 2e6, 2e6), x: 0, y: 0)
        let opaque = Self.picture { $0.fill(Self.rectangle(-1e6, -1e6, 2e6, 2e6), with: .color(.black)) }
        let mask = PictureGroup.Mask(
            content: Self.filled(Self.hatch()), kind: .alpha, transform: .identity,
            region: Box(x: -1e6, y: -1e6, width: 2e6, height: 2e6), regionTransform: .identity)
        let pictures = [
            Self.picture { $0.stroke(line.build(), style: StrokeStyle(width: 2e6), with: paint) },
            Self.picture { $0.show(GlyphRun(glyphs: [glyph], size: GlyphRun.unitsPerEm), with: paint) },
            Self.picture { $0.draw(PictureGroup(content: opaque, mask: mask)) },
        ]
        for (index, picture) in pictures.enumerated() {
            for scale in [0.1, 0.01] {
                let alpha = try Self.mean(picture, scale: scale).alpha
                #expect(abs(alpha - 127.5) <= 1, "\(index) at \(scale): \(alpha)")
            }
        }
    }

    /// A cell of as many pixels as its image shows each of them.
    @Test(arguments: [2, 3, 7]) func imagesInSmallCellsStaySharp(side: Int) throws {
        let source = Bitmap(width: side, height: side)
        source.fill(PixelColor(argb: 0xFFFF_FFFF))
        source[0, 0] = PixelColor(argb: 0xFF00_0000)
        let cell = Box(x: 0, y: 0, width: Double(side), height: Double(side))
        let paint = Self.pattern(width: Double(side), height: Double(side)) {
            $0.append(Picture(PictureImage(source, target: cell)))
        }
        let bitmap = try Self.filled(paint).raster(.identity, width: 64, height: 64, pool: BitmapPool()).pixels
        for y in 0..<64 {
            for x in 0..<64 {
                #expect(bitmap[x, y].red == (x % side == 0 && y % side == 0 ? 0 : 255), "\(x), \(y)")
            }
        }
    }

    /// A line of at least a pixel is an eighth of a cell of eight pixels, and no more of a smaller one.
    @Test func linesOfAPixelDoNotFillTheirHatch() throws {
        var line = PathBuilder()
        line.move(x: 4, y: -8)
        line.line(x: 4, y: 16)
        let hatch = Self.pattern {
            $0.stroke(line.build(), style: StrokeStyle(width: 0.01, thinnest: 1), with: .color(.black))
        }
        for scale in [1.0, 0.5, 0.25, 0.1, 0.001] {
            let alpha = try Self.mean(Self.filled(hatch), scale: scale).alpha
            #expect(abs(alpha - 255 / 8) <= 1.5, "\(scale): \(alpha)")
        }
    }
}

extension TileImage {
    fileprivate var pixels: Bitmap {
        switch self {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }
}

extension Picture {
    fileprivate func raster(
        _ transform: CGAffineTransform, width: Int, height: Int, pool: BitmapPool
    ) throws -> TileImage {
        var counters = ReplayCounters()
        return try raster(transform, width: width, height: height, pool: pool, counters: &counters)
    }
}
