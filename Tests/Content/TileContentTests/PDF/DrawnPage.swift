import TestSupport
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// The pixels of a page that a test made: 300 × 200 points at one pixel a CSS pixel, 400 × 266.
struct DrawnPage {
    private let bitmap: Bitmap

    init(_ bytes: [UInt8], in folder: TemporaryFolder, scale: Double = 1) throws {
        let document = try ContentReader.open(try folder.write("drawn.pdf", bytes))
        let pool = BitmapPool()
        bitmap = try document.source.raster(
            RasterArea(scale: scale, x: 0, y: 0, width: Int(400 * scale), height: Int(800.0 / 3 * scale)),
            in: RasterContext(pool: pool)
        ).bitmap(in: pool)
    }

    /// The color at a point of the page, in points from the lower left of a page of 200 points: red, green and blue.
    func color(_ x: Double, _ y: Double) -> [Int] {
        let pixel = bitmap[Int(x * 4 / 3), Int((200 - y) * 4 / 3)]
        return [pixel.red, pixel.green, pixel.blue].map { Int($0) }
    }

    /// The width and height in points of what is dark.
    var darkExtent: (width: Double, height: Double) {
        var (left, right, top, bottom) = (bitmap.width, -1, bitmap.height, -1)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, y].green < 128 {
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
            }
        }
        return (Double(right + 1 - left) * 0.75, Double(bottom + 1 - top) * 0.75)
    }

    /// The share of pixels that are not white, and the mean of all colors.
    var ink: (share: Double, mean: Double) {
        var (count, sum) = (0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                count += pixel.argb & 0xFFFFFF == 0xFFFFFF ? 0 : 1
                sum += Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)
            }
        }
        let pixels = Double(bitmap.width * bitmap.height)
        return (Double(count) / pixels, Double(sum) / 3 / pixels)
    }
}

/// Whether each channel of two colors differs by at most `tolerance`.
func isNear(_ color: [Int], _ other: [Int], tolerance: Int = 3) -> Bool {
    zip(color, other).allSatisfy { abs($0 - $1) <= tolerance }
}
