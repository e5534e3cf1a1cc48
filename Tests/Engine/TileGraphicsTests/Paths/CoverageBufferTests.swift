import CCairo
import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Small outlines, drawn without Cairo")
struct CoverageBufferTests {
    private static let side = 64

    private static func raster(
        _ picture: Picture, _ transform: CGAffineTransform, width: Int = side, height: Int = side
    ) throws -> Bitmap {
        var counters = ReplayCounters()
        switch try picture.raster(
            transform, width: width, height: height, pool: BitmapPool(limit: 0), counters: &counters)
        {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }

    private static func all(_ bitmap: Bitmap) -> ContiguousArray<PixelRect> {
        [PixelRect(columns: 0..<bitmap.width, rows: 0..<bitmap.height)]
    }

    /// Ellipses, rounded and plain rects and triangles, turned and sheared.
    private static func shape(_ random: inout SeededGenerator) -> (Path, CGAffineTransform) {
        func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        var elements = PathElements()
        let rect = CGRect(x: number(-8...0), y: number(-8...0), width: number(0.3...20), height: number(0.3...20))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.ellipse(rect)
        case 1: elements.rect(rect)
        case 2:
            elements.move(CGPoint(x: number(0...20), y: number(0...20)))
            for _ in 0..<2 { elements.line(CGPoint(x: number(0...20), y: number(0...20))) }
            elements.close()
        default:
            elements.append(
                CGPath(
                    roundedRect: rect, cornerWidth: rect.width / 4, cornerHeight: rect.height / 3, transform: nil
                ).elements, .identity)
        }
        let turn = CGAffineTransform(rotationAngle: number(0.1...6))
            .concatenating(CGAffineTransform(a: number(0.5...1.4), b: number(-0.4...0.4), c: 0, d: 1, tx: 0, ty: 0))
        return (
            elements.outline, turn.concatenating(CGAffineTransform(translationX: number(0...64), y: number(0...64)))
        )
    }

    /// The errors of two rasterizers against the share of each pixel that is inside, in 255ths, and their difference
    /// from each other.
    private struct Errors {
        var ours = 0
        var cairo = 0
        var between = 0
        var pixels = 0

        /// Adds a drawing and its raster. The share is what Cairo shows when it draws it eight times as large.
        mutating func add(_ drawing: PlainDrawing, _ bitmap: Bitmap) {
            let same = drawing.raster(.identity, width: CoverageBufferTests.side, height: CoverageBufferTests.side)
            let large = drawing.raster(
                CGAffineTransform(scaleX: 8, y: 8), width: 8 * CoverageBufferTests.side,
                height: 8 * CoverageBufferTests.side)
            for y in 0..<CoverageBufferTests.side {
                for x in 0..<CoverageBufferTests.side {
                    var sum = 0
                    for row in 8 * y..<8 * y + 8 {
                        let pixels = large.row(row)
                        for column in 8 * x..<8 * x + 8 { sum += Int(pixels[column] >> 24) }
                    }
                    let share = (sum + 32) / 64
                    let (a, b) = (Int(bitmap[x, y].alpha), Int(same[x, y].alpha))
                    if a == b, a == share { continue }
                    pixels += 1
                    ours += abs(a - share)
                    cairo += abs(b - share)
                    between += abs(a - b)
                    // A pixel may have two edges, of which Cairo smooths each in one of two ways (`RowSmoothingTests`).
                    #expect(abs(a - b) <= 2 * 18, "off by \(abs(a - b)) at \(x), \(y)")
                }
            }
        }

        func check() {
            #expect(pixels > 1000)
            #expect(Double(ours) <= 1.05 * Double(cairo), "\(self)")
            #expect(Double(between) <= 3 * Double(pixels), "\(self)")
        }
    }

    @Test("cover of each pixel what Cairo covers, and are as near to the share that is inside")
    func shares() throws {
        var random = SeededGenerator(71)
        var errors = Errors()
        for _ in 0..<100 {
            let (path, transform) = Self.shape(&random)
            try #require(path.winding != 0)
            let drawing = PlainDrawing(steps: [.fill(path, .nonZero, .black, transform)])
            errors.add(drawing, try Self.raster(drawing.picture, .identity))
        }
        errors.check()
    }

    @Test("cover of each pixel what Cairo covers of a letter, and are as near to the share that is inside")
    func letters() throws {
        let shaper = TextShaper()
        var errors = Errors()
        for size in [5.0, 9, 12, 17, 30] {
            let attributes = TextLayout.Attributes(family: "DejaVu Sans", size: size)
            for letter in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
                let run = try #require(shaper.layout(String(letter), attributes)?.runs.first)
                guard run.isPlain else { continue }
                let place = CGAffineTransform(translationX: 9.3, y: 7.6)
                var recorder = PictureRecorder()
                recorder.show(run, with: .color(.black), transform: place)
                let drawing = PlainDrawing(steps: [.fill(run.outline(), .nonZero, .black, place)])
                errors.add(drawing, try Self.raster(recorder.finish(), .identity))
            }
        }
        errors.check()
    }

    @Test("cover as many pixels as their area")
    func area() {
        var random = SeededGenerator(72)
        let buffer = CoverageBuffer()
        for _ in 0..<200 {
            var points: [(x: Double, y: Double)] = []
            for _ in 0..<3 {
                points.append((.random(in: 2...60, using: &random), .random(in: 2...60, using: &random)))
            }
            var builder = PathBuilder()
            builder.move(x: points[0].x, y: points[0].y)
            for point in points.dropFirst() { builder.line(x: point.x, y: point.y) }
            buffer.begin(Box(minX: 0, minY: 0, maxX: 62, maxY: 62))
            buffer.add(builder.build(), .identity)
            let bitmap = Bitmap(width: 62, height: 62)
            bitmap.fill(.clear)
            buffer.blend(.white, on: bitmap, in: Self.all(bitmap))
            let (p, q, r) = (points[0], points[1], points[2])
            let area = abs((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)) / 2
            var sum = 0.0
            for y in 0..<62 { for pixel in bitmap.row(y) { sum += Double(pixel >> 24) / 255 } }
            // The middle corner's height is rounded by up to a thirtieth, along a base of up to 60 pixels.
            #expect(abs(sum - area) <= 2, "\(sum) pixels of \(area)")
        }
    }

    @Test("are the same in every tile, to the last bit, also where they cross its edges")
    func seams() throws {
        var random = SeededGenerator(73)
        var recorder = PictureRecorder()
        for _ in 0..<60 {
            let (path, transform) = Self.shape(&random)
            recorder.fill(path, with: .color(Color(red: 1, green: 0.4, blue: 0, alpha: 0.7)), transform: transform)
        }
        let run = try #require(
            TextShaper().layout("Seat 17", TextLayout.Attributes(family: "DejaVu Sans", size: 9))?.runs.first)
        recorder.show(run, with: .color(.black), transform: CGAffineTransform(rotationAngle: 0.4))
        let picture = recorder.finish()
        let whole = try Self.raster(picture, .identity)
        for (x, y) in [(0, 0), (32, 0), (0, 32), (32, 32), (17, 23)] {
            let tile = try Self.raster(
                picture, CGAffineTransform(translationX: -Double(x), y: -Double(y)), width: 32, height: 32)
            var different = 0
            for row in 0..<32 {
                for column in 0..<32 where tile[column, row] != whole[column + x, row + y] { different += 1 }
            }
            #expect(different == 0, "at \(x), \(y)")
        }
    }

    @Test("are the same under a clip of whole pixels, to the last bit, as far as that lets them through")
    func clipped() throws {
        var random = SeededGenerator(74)
        var shapes = PictureRecorder()
        shapes.fill(.unitSquare, with: .color(.white), transform: CGAffineTransform(scaleX: 64, y: 64))
        for round in 0..<60 {
            let (path, transform) = Self.shape(&random)
            let color = Color(red: 0.9, green: 0.3, blue: 0.1, alpha: round % 2 == 0 ? 1 : 0.5)
            shapes.fill(path, with: .color(color), transform: transform)
        }
        let content = shapes.finish()
        // A frame: all but a hole, in several parts.
        var clip = PathBuilder()
        clip.rectangle(x: 3, y: 2, width: 40, height: 50)
        clip.rectangle(x: 10, y: 12, width: 15, height: 16)
        var recorder = PictureRecorder()
        recorder.draw(
            PictureGroup(
                content: content,
                clips: [PictureGroup.Clip(parts: [(clip.build(), .identity)], rule: .evenOdd, antialiasing: .off)]))
        let free = try Self.raster(content, .identity)
        let cut = try Self.raster(recorder.finish(), .identity)
        var different = 0
        for y in 0..<64 {
            for x in 0..<64 {
                let isShown =
                    (3..<43).contains(x) && (2..<52).contains(y) && !((10..<25).contains(x) && (12..<28).contains(y))
                if cut[x, y] != (isShown ? free[x, y] : .clear) { different += 1 }
            }
        }
        #expect(different == 0)
    }

    @Test("are left to Cairo where a smooth clip cuts them, so that what is within both is reckoned once")
    func smoothClip() throws {
        // Both end in the middle of column 20.
        let turned = CGAffineTransform(a: 0, b: 8, c: -8.0, d: 1e-3, tx: 28.5, ty: 20)
        var shape = PictureRecorder()
        shape.fill(.unitSquare, with: .color(.black), transform: turned)
        var clip = PathBuilder()
        clip.rectangle(x: 20.5, y: 0, width: 30, height: 64)
        var recorder = PictureRecorder()
        recorder.draw(
            PictureGroup(
                content: shape.finish(),
                clips: [PictureGroup.Clip(parts: [(clip.build(), .identity)], rule: .nonZero)]))
        let bitmap = try Self.raster(recorder.finish(), .identity)
        #expect(abs(Int(bitmap[20, 24].alpha) - 128) <= 4)
    }

    @Test("leave the buffer clean, whatever part of them shows")
    func reused() throws {
        let buffer = CoverageBuffer()
        let bitmap = Bitmap(width: 20, height: 20)
        for x in stride(from: -30.0, to: 30, by: 3.7) {
            buffer.begin(Box(x: x, y: x / 2, width: 25, height: 25))
            buffer.add(
                .unitCircle, CGAffineTransform(a: 25, b: 0, c: 0, d: 25, tx: x, ty: x / 2))
            buffer.blend(.white, on: bitmap, in: Self.all(bitmap))
        }
        buffer.begin(Box(x: 0, y: 0, width: 20, height: 20))
        let clean = Bitmap(width: 20, height: 20)
        buffer.blend(.white, on: clean, in: Self.all(clean))
        #expect(clean.solidColor == .clear)
    }

    @Test("take no time for what cannot be seen: sizes that are none or too large are left to Cairo")
    func sizes() {
        #expect(CoverageBuffer.holds(width: 62, height: 62))
        #expect(!CoverageBuffer.holds(width: 63, height: 63))
        #expect(CoverageBuffer.holds(width: 0, height: 0))
        #expect(!CoverageBuffer.holds(width: .nan, height: 1))
        #expect(!CoverageBuffer.holds(width: .infinity, height: 0))
        #expect(!CoverageBuffer.holds(width: -.infinity, height: -.infinity))
    }
}
