import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Pixels made smaller")
struct BoxReductionTests {
    /// A source with a single level, at any size.
    private final class Levels: BitmapLevels {
        let bitmap: Bitmap
        var width: Int { bitmap.width }
        var height: Int { bitmap.height }
        let byteCount = 0
        let file: Data? = nil
        let smallLevels: SmallLevels? = nil

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

    private static func draw(_ image: PictureImage, side: Int, transform: CGAffineTransform) throws -> Bitmap {
        var recorder = PictureRecorder()
        recorder.draw(image)
        var counters = ReplayCounters()
        return try recorder.finish().raster(
            transform, width: side, height: side, pool: BitmapPool(), counters: &counters
        ).bitmap(in: BitmapPool())
    }

    /// Returns the mean of the part of an image over `target` that a pixel covers. The edge pixels continue beyond the
    /// ends.
    private static func mean(_ bitmap: Bitmap, target: Box, x: Int, y: Int, shift: Int) -> Double {
        func shares(_ index: Int, from start: Double, length: Double, count: Int) -> [(pixel: Int, share: Double)] {
            let scale = Double(count) / length
            let (low, high) = ((Double(index) - start) * scale, (Double(index + 1) - start) * scale)
            return (Int(low.rounded(.down))...Int(high.rounded(.down))).map { pixel in
                let covered = max(0, min(high, Double(pixel + 1)) - max(low, Double(pixel)))
                return (min(max(pixel, 0), count - 1), covered / scale)
            }
        }
        let columns = shares(x, from: target.minX, length: target.width, count: bitmap.width)
        return shares(y, from: target.minY, length: target.height, count: bitmap.height).reduce(0) { sum, row in
            columns.reduce(sum) { sum, column in
                sum + Double(bitmap.row(row.pixel)[column.pixel] >> shift & 0xFF) * row.share * column.share
            }
        }
    }

    @Test(
        "are the means of what they cover, and opaque ones stay so", arguments: [true, false],
        [1.4, 1.9, 2.0, 2.7, 3.0, 3.3, 3.99])
    func means(isOpaque: Bool, factor: Double) throws {
        let bitmap = Self.image(301, 203, isOpaque: isOpaque)
        for (x, y) in [(7.3, 11.8), (-40.25, -31.5), (30, 20)] {
            let target = Box(x: x, y: y, width: 301 / factor, height: 203 / factor)
            let drawn = try Self.draw(PictureImage(Levels(bitmap), target: target), side: 100, transform: .identity)
            var (sum, most, count) = (0.0, 0.0, 0)
            for y in 0..<100 {
                for x in 0..<100 {
                    let isInside =
                        Double(x) >= target.minX && Double(x + 1) <= target.maxX && Double(y) >= target.minY
                        && Double(y + 1) <= target.maxY
                    guard isInside else { continue }
                    for shift in [0, 8, 16, 24] {
                        let value = Double(drawn.row(y)[x] >> shift & 0xFF)
                        let difference = abs(value - Self.mean(bitmap, target: target, x: x, y: y, shift: shift))
                        if isOpaque && shift == 24 { #expect(value == 255) }
                        (sum, most, count) = (sum + difference, max(most, difference), count + 1)
                    }
                }
            }
            // Of whole numbers at best 0.25 and 0.5.
            #expect(count > 2000 && sum / Double(count) < 0.35 && most < 1.5, "\(sum / Double(count)), \(most)")
        }
    }

    @Test("are the same in tiles as in one piece")
    func tiles() throws {
        let bitmap = Self.image(301, 203, isOpaque: false)
        let image = PictureImage(Levels(bitmap), target: Box(x: 3.7, y: 2.2, width: 120, height: 81))
        let whole = try Self.draw(image, side: 128, transform: .identity)
        for tile in 0..<16 {
            let (x, y) = (tile % 4 * 32, tile / 4 * 32)
            let part = try Self.draw(
                image, side: 32, transform: CGAffineTransform(translationX: -Double(x), y: -Double(y)))
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
                #expect(try Self.draw(image, side: 16, transform: .identity).width == 16)
            }
        }
    }
}
