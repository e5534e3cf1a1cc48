import Foundation
import Testing
import TileGeometry
import TileGraphics

@testable import TileEngine

@Suite("A part of a content as a picture")
struct RegionImageTests {
    private static let size = CGSize(width: 64, height: 48)

    /// An image with red and green encoding the position of a content pixel; pixels beyond the content are clear.
    private func shape(_ region: RegionImage, _ pixel: (Double, Double) -> PixelColor = Self.expectedColor) throws
        -> Bitmap
    {
        let area = region.area
        let drawn = Bitmap(width: area.width, height: area.height)
        for y in 0..<area.height {
            for x in 0..<area.width {
                let (left, top) = (Double(area.x + x) / area.scale, Double(area.y + y) / area.scale)
                guard left >= 0, top >= 0, left < Double(Self.size.width), top < Double(Self.size.height) else {
                    continue
                }
                drawn[x, y] = pixel(left, top)
            }
        }
        let context = RasterContext(pool: BitmapPool())
        switch try region.shape(.bitmap(drawn), of: Self.size, in: context) {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }

    private static func expectedColor(_ x: Double, _ y: Double) -> PixelColor {
        PixelColor(premultipliedRed: UInt8(x * 3), green: UInt8(y * 3), blue: 0, alpha: 255)
    }

    private static let part = Box(x: 8, y: 4, width: 20, height: 10)

    @Test("has the content's own pixels where it has as many")
    func exact() throws {
        let bitmap = try shape(RegionImage(Self.part, width: 20, height: 10))
        #expect((bitmap.width, bitmap.height) == (20, 10))
        for (x, y) in [(0, 0), (19, 0), (0, 9), (19, 9), (7, 3)] {
            #expect(bitmap[x, y] == Self.expectedColor(8 + Double(x), 4 + Double(y)))
        }
    }

    @Test(
        "is turned clockwise after it is mirrored, to the pixel by quarters",
        arguments: [
            (0.0, true, (27, 4)), (90, false, (8, 13)), (180, false, (27, 13)), (270, false, (27, 4)),
            (90, true, (27, 13)), (180, true, (8, 13)), (270, true, (8, 4)),
        ])
    func quarters(rotation: Double, isMirrored: Bool, first: (Int, Int)) throws {
        var region = RegionImage(Self.part, width: 20, height: 10)
        (region.rotation, region.isMirrored) = (rotation, isMirrored)
        let bitmap = try shape(region)
        let lies = rotation == 90 || rotation == 270
        #expect((bitmap.width, bitmap.height) == (lies ? 10 : 20, lies ? 20 : 10))
        #expect(bitmap[0, 0] == Self.expectedColor(Double(first.0), Double(first.1)))
    }

    @Test("has room for all of it when it is turned by less, clear around")
    func turned() throws {
        var region = RegionImage(Self.part, width: 20, height: 10)
        region.rotation = 30
        let bitmap = try shape(region)
        // 20 cos 30° + 10 sin 30° = 22.32, and 20 sin 30° + 10 cos 30° = 18.66.
        #expect((bitmap.width, bitmap.height) == (23, 19))
        #expect(bitmap[0, 0] == .clear && bitmap[22, 18] == .clear)
        let middle = bitmap[11, 9]
        #expect(abs(Int(middle.red) - 54) <= 4 && abs(Int(middle.green) - 27) <= 4 && middle.alpha == 255)
    }

    @Test("stretches along one axis, at no more pixels than a picture may have")
    func stretched() throws {
        let wide = RegionImage(Box(x: 0, y: 0, width: 64, height: 1), width: 8, height: 500)
        #expect(wide.area.width <= 4096 && wide.area.height <= 4096)
        let bitmap = try shape(wide)
        #expect((bitmap.width, bitmap.height) == (8, 500))
        // A pixel is the mean of eight content pixels.
        #expect(abs(Int(bitmap[4, 250].red) - 3 * 35) <= 6)
    }

    @Test("is opaque up to the content's edge at any scale")
    func edges() throws {
        let whole = Box(x: 0, y: 0, width: 64, height: 48)
        for (width, height) in [(63, 47), (31, 23), (100, 75), (7, 5), (64, 47)] {
            let bitmap = try shape(RegionImage(whole, width: width, height: height)) { _, _ in .white }
            for y in 0..<height { for x in 0..<width { #expect(bitmap[x, y] == .white, "\(width) \(x) \(y)") } }
        }
    }

    @Test("comes in grays, and in black and white")
    func tones() throws {
        var region = RegionImage(Box(x: 0, y: 0, width: 3, height: 1), width: 3, height: 1)
        let colors: [PixelColor] = [
            PixelColor(argb: 0xFFFF_0000), PixelColor(argb: 0xFF00_FF00), PixelColor(argb: 0x4000_0000),
        ]
        region.tone = .gray
        let gray = try shape(region) { x, _ in colors[Int(x)] }
        #expect((0..<3).map { gray[$0, 0].argb } == [0xFF36_3636, 0xFFB6_B6B6, 0x4000_0000])
        region.tone = .bitonal
        let bitonal = try shape(region) { x, _ in colors[Int(x)] }
        #expect((0..<3).map { bitonal[$0, 0].argb } == [0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_FFFF])
    }
}
