import Foundation
import TileGraphics

/// Tiles of 256 × 256 pixels by arithmetic, one for each way that the encoders take.
enum SampleTiles {
    static let side = 256

    /// Land and sea: two colors and the blends between them along a coast.
    static let map = draw { x, y in
        let coast = 128 + 60 * sin(x / 31) + 25 * sin(x / 7.3 + y / 40)
        return blend(0xA8C8_E8, 0xF0E8_D8, share: coverage(y - coast))
    }

    /// Rings of some twenty colors with soft edges: more than 256 colors, mostly in runs.
    static let chart = draw { x, y in
        let distance = hypot(x - 90, y - 110)
        let ring = Int(distance / 14)
        let inks: [UInt32] = [0xFFFFFF, 0xC03020, 0x2060A0, 0xFFE080, 0x208040, 0x804080, 0x40C0C0]
        return blend(inks[ring % 7], inks[(ring + 1) % 7], share: coverage(distance - Double(ring) * 14 - 13))
    }

    /// Waves with grain.
    static let photo: Bitmap = {
        var state: UInt32 = 1
        return draw { x, y in
            func level(_ wave: Double) -> UInt32 {
                // A linear congruential generator (Numerical Recipes) for the grain.
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt32(max(0, min(255, 128 + 80 * wave + Double(state >> 28) - 8)))
            }
            return level(sin(x / 50 + y / 90)) << 16 | level(sin(x / 70 - y / 40)) << 8 | level(cos(y / 60))
        }
    }()

    static let grayPhoto = draw { x, y in (SampleTiles.photo[Int(x), Int(y)].argb & 0xFF) * 0x01_0101 }

    static let solid: Bitmap = draw { _, _ in 0xA8C8_E8 }

    private static func draw(_ color: (_ x: Double, _ y: Double) -> UInt32) -> Bitmap {
        let bitmap = Bitmap(width: side, height: side)
        for y in 0..<side {
            for x in 0..<side { bitmap[x, y] = PixelColor(argb: 0xFF00_0000 | color(Double(x), Double(y))) }
        }
        return bitmap
    }

    /// Returns the share of a pixel beyond an edge at this distance, in 17 steps, like a rasterizer with 4 × 4 samples.
    private static func coverage(_ distance: Double) -> Double { (max(0, min(1, distance + 0.5)) * 16).rounded() / 16 }

    private static func blend(_ a: UInt32, _ b: UInt32, share: Double) -> UInt32 {
        var color: UInt32 = 0
        for shift in [16, 8, 0] as [UInt32] {
            let (from, to) = (Double(a >> shift & 255), Double(b >> shift & 255))
            color |= UInt32((from + (to - from) * share).rounded()) << shift
        }
        return color
    }
}
