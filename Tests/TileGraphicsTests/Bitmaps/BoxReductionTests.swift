import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Images that are made smaller are means of what each pixel covers.
@Suite("Pixels made smaller")
struct BoxReductionTests {
    /// One level, and that at any size.
    private final class Levels: BitmapLevels {
        let bitmap: Bitmap
        var width: Int { bitmap.width }
        var height: Int { bitmap.height }
        let byteCount = 0
        let file: Data? = nil

        init(_ bitmap: Bitmap) { self.bitmap = bitmap }

        func level(_ number: Int) -> Bitmap? { number == 0 ? bitmap : nil }
    }

    private static func image(_ width: Int, _ height: Int, isOpaque: Bool) -> Bitmap {
        var random = SeededGenerator(3)
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let alpha = isOpaque ? 255 : UInt32.random(in: 0...255, using: &random)
                let noise = UInt32.random(in: 0...255, using: &random) * alpha / 255
                let ramp = UInt32(x * 255 / width) * alpha / 255
                let isDark = (x / 5 + y / 3) % 2 == 0
                bitmap.row(y)[x] = alpha << 24 | noise << 16 | (isDark ? 0 : ramp << 8 | alpha)
            }
        }
        return bitmap
    }

    private static func draw(_ image: PictureImage, _ side: Int, _ transform: CGAffineTransform) throws -> Bitmap {
        var recorder = PictureRecorder()
        recorder.draw(image)
        var counters = ReplayCounters()
        return try recorder.finish().raster(
            transform, width: side, height: side, pool: BitmapPool(), counters: &counters
        ).bitmap(in: BitmapPool())
    }

    @Test("look as Cairo's good filter has them", arguments: [true, false], [1.4, 1.9, 2.0, 2.7, 3.3, 3.99])
    func likeCairo(isOpaque: Bool, factor: Double) throws {
        let bitmap = Self.image(301, 203, isOpaque: isOpaque)
        let target = Box(x: 7.3, y: 11.8, width: 301 / factor, height: 203 / factor)
        for (x, y) in [(0.0, 0.0), (-40.25, -31.5), (30, 20)] {
            let transform = CGAffineTransform(translationX: x, y: y)
            let ours = try Self.draw(PictureImage(Levels(bitmap), target: target), 200, transform)
            let cairo = try Self.draw(PictureImage(bitmap, target: target), 200, transform)
            var (sum, most) = (0, 0)
            for y in 0..<200 {
                for x in 0..<200 {
                    for shift in [0, 8, 16, 24] {
                        let (a, b) = (Int(ours.row(y)[x] >> shift & 0xFF), Int(cairo.row(y)[x] >> shift & 0xFF))
                        sum += abs(a - b)
                        most = max(most, abs(a - b))
                    }
                }
            }
            #expect(Double(sum) / 160_000 < 0.8 && most < 24, "\(factor): \(Double(sum) / 160_000) \(most)")
        }
    }

    @Test("are exact means where pixels come to one by whole numbers, and stay opaque at every edge")
    func exact() throws {
        let bitmap = Self.image(60, 90, isOpaque: true)
        let target = Box(x: 4, y: 6, width: 20, height: 30)
        let drawn = try Self.draw(PictureImage(Levels(bitmap), target: target), 40, .identity)
        for y in 0..<40 {
            for x in 0..<40 {
                guard (4..<24).contains(x), (6..<36).contains(y) else {
                    #expect(drawn.row(y)[x] == 0)
                    continue
                }
                for shift in [0, 8, 16, 24] {
                    var sum = 0.0
                    for row in 0..<3 {
                        for column in 0..<3 {
                            sum += Double(bitmap.row((y - 6) * 3 + row)[(x - 4) * 3 + column] >> shift & 0xFF)
                        }
                    }
                    #expect(abs(Double(drawn.row(y)[x] >> shift & 0xFF) - sum / 9) <= 0.51)
                }
            }
        }
    }

    @Test("are the same in tiles as in one piece")
    func tiles() throws {
        let bitmap = Self.image(301, 203, isOpaque: false)
        let image = PictureImage(Levels(bitmap), target: Box(x: 3.7, y: 2.2, width: 120, height: 81))
        let whole = try Self.draw(image, 128, .identity)
        for tile in 0..<16 {
            let (x, y) = (tile % 4 * 32, tile / 4 * 32)
            let part = try Self.draw(image, 32, CGAffineTransform(translationX: -Double(x), y: -Double(y)))
            for row in 0..<32 {
                for column in 0..<32 {
                    let (a, b) = (part[column, row].argb, whole[x + column, y + row].argb)
                    let isNear = [0, 8, 16, 24].allSatisfy { shift in
                        abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)) <= 1
                    }
                    #expect(isNear, "\(tile): \(column), \(row)")
                }
            }
        }
    }

    @Test("are drawn, or not, at any size and place", arguments: [1e-9, 1e-3, 0.3, 1, 1e4, 1e12])
    func sizes(_ width: Double) throws {
        let levels = Levels(Self.image(301, 203, isOpaque: true))
        for height in [1e-9, 0.5, 40, 1e9] {
            for x in [-1e12, -3, 0, 7.5, 1e9] {
                let image = PictureImage(levels, target: Box(x: x, y: 3, width: width, height: height))
                #expect(try Self.draw(image, 16, .identity).width == 16)
            }
        }
    }
}
