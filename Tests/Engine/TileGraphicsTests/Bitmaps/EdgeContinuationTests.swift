import Testing

@testable import TileGraphics

@Suite("An image continued beyond its content")
struct EdgeContinuationTests {
    let pool = BitmapPool(limit: 1 << 20)

    /// An image in which each pixel differs by its position: opaque within the content's whole pixels, half transparent
    /// where the content covers part of a pixel.
    private func image(_ width: Int, _ height: Int, extent: (x: Double, y: Double), isOpaque: Bool) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width where Double(x) < extent.x && Double(y) < extent.y {
                let isPartial = Double(x + 1) > extent.x || Double(y + 1) > extent.y
                bitmap[x, y] = PixelColor(
                    premultipliedRed: UInt8(x), green: UInt8(y), blue: 0, alpha: isPartial && !isOpaque ? 128 : 255)
            }
        }
        return bitmap
    }

    @Test(
        "repeats the last column and row, whatever the sizes, and the last whole one where the last is covered in part")
    func all() throws {
        let extents = [0.5, 1, 1.25, 2, 2.5, 3, 4]
        for width in 1...4 {
            for height in 1...4 {
                for x in extents where x <= Double(width) {
                    for y in extents where y <= Double(height) {
                        for isOpaque in [true, false] { try check(width, height, extent: (x, y), isOpaque: isOpaque) }
                    }
                }
            }
        }
    }

    private func check(_ width: Int, _ height: Int, extent: (x: Double, y: Double), isOpaque: Bool) throws {
        let source = image(width, height, extent: extent, isOpaque: isOpaque)
        let continued = TileImage.bitmap(source).continuingEdges(
            from: extent, width: width + 1, height: height + 2, pool: pool)
        guard case .bitmap(let result) = continued else { throw Unexpected() }
        try #require(result.width == width + 1 && result.height == height + 2)
        func last(_ place: Int, _ extent: Double) -> Int {
            let (whole, reached) = (Int(extent.rounded(.down)), Int(extent.rounded(.up)))
            if place < whole { return place }
            return isOpaque || whole == 0 ? reached - 1 : whole - 1
        }
        for y in 0..<result.height {
            for x in 0..<result.width {
                var expected = source[last(x, extent.x), last(y, extent.y)]
                if !isOpaque {
                    // Content thinner than a pixel: as if it covered the pixel.
                    if extent.x < 1 { expected = expected.divided(by: extent.x) }
                    if extent.y < 1 { expected = expected.divided(by: extent.y) }
                }
                #expect(
                    result[x, y] == expected,
                    "pixel \(x), \(y) of \(width) × \(height) with \(extent), opaque: \(isOpaque)")
            }
        }
    }

    @Test("is the same image where the content fills it or does not reach it, and one of one color stays so")
    func same() {
        let bitmap = image(3, 2, extent: (3, 2), isOpaque: true)
        for extent in [(3.0, 2.0), (7, 9), (-1, 2), (3, 0)] {
            let result = TileImage.bitmap(bitmap).continuingEdges(from: extent, width: 3, height: 2, pool: pool)
            guard case .bitmap(let same) = result else {
                Issue.record("a bitmap became another kind")
                continue
            }
            #expect(same === bitmap)
        }
        let color = PixelColor(argb: 0xFF10_2030)
        let solid = TileImage.solid(color, width: 2, height: 2)
            .continuingEdges(from: (2, 2), width: 5, height: 4, pool: pool)
        guard case .solid(color, 5, 4) = solid else {
            Issue.record("a solid image became \(solid)")
            return
        }
    }

    @Test("of content thinner than a pixel is as opaque as the content is")
    func thin() throws {
        let pixel = Bitmap(width: 1, height: 1)
        pixel[0, 0] = PixelColor(premultipliedRed: 4, green: 6, blue: 8, alpha: 64)
        let continued = TileImage.bitmap(pixel).continuingEdges(from: (0.5, 0.5), width: 2, height: 2, pool: pool)
        guard case .bitmap(let result) = continued else { throw Unexpected() }
        let whole = PixelColor(premultipliedRed: 16, green: 24, blue: 32, alpha: 255)
        #expect((0..<4).allSatisfy { result[$0 % 2, $0 / 2] == whole })
    }

    private struct Unexpected: Error {}
}

extension PixelColor {
    fileprivate func divided(by part: Double) -> PixelColor {
        guard alpha < 255 else { return self }
        func scaled(_ value: UInt8) -> UInt8 { UInt8(min((Double(value) / part).rounded(), 255)) }
        return PixelColor(
            premultipliedRed: scaled(red), green: scaled(green), blue: scaled(blue), alpha: scaled(alpha))
    }
}
