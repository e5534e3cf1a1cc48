import Foundation
import TileDrawing
import TileGraphics

/// A comparison of two images of the same size, pixel by pixel.
struct ImageComparison {
    /// The fraction of pixels that match, from 0 to 1.
    let matching: Double
    /// The largest perceptual difference, from 0 to 1; it is 1 between black and white.
    let greatest: Double
    /// An image of the differences, black where the images match.
    let difference: UIImage

    /// - Parameter perceptualPrecision: The similarity, from 0 to 1, at which two colors match.
    init?(_ old: UIImage, _ new: UIImage, perceptualPrecision: Double) {
        guard let left = old.cgImage?.bitmap, let right = new.cgImage?.bitmap, left.width == right.width,
            left.height == right.height
        else { return nil }
        let shown = Bitmap(width: left.width, height: left.height)
        let allowed = (1 - perceptualPrecision) * LabColor.whiteToBlack
        var same = 0
        var most = 0.0
        for y in 0..<left.height {
            let (a, b, result) = (left.row(y), right.row(y), shown.row(y))
            for x in 0..<left.width {
                guard a[x] != b[x] else {
                    result[x] = 0xFF00_0000
                    same += 1
                    continue
                }
                let distance = LabColor(a[x]).distance(to: LabColor(b[x]))
                most = max(most, distance)
                if allowed > 0, distance <= allowed { same += 1 }
                // The offset makes small differences visible too.
                let strength = UInt32(min(255, 64 + 191 * distance / LabColor.whiteToBlack))
                result[x] = 0xFF00_0000 | strength << 16 | (strength / 3) << 8
            }
        }
        matching = Double(same) / Double(max(1, left.width * left.height))
        greatest = min(1, most / LabColor.whiteToBlack)
        difference = UIImage(cgImage: CGImage(bitmap: shown), scale: new.scale, orientation: .up)
    }
}

/// A color in CIE 1976 L*a*b*, from sRGB under D65 (IEC 61966-2-1). Distances in this space approximate perceived
/// differences.
struct LabColor {
    private var (l, a, b): (Double, Double, Double) = (0, 0, 0)

    /// The distance between black and white.
    static let whiteToBlack = 100.0

    private static let linear: [Double] = (0..<256).map { value in
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    /// - Parameter pixel: A premultiplied pixel with alpha in the highest byte, composited over white.
    init(_ pixel: UInt32) {
        let rest = 255 - Int(pixel >> 24)
        func channel(_ shift: UInt32) -> Double { Self.linear[min(255, Int(pixel >> shift & 255) + rest)] }
        let (red, green, blue) = (channel(16), channel(8), channel(0))
        let x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
        let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
        let z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
        func curve(_ t: Double) -> Double { t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116 }
        let (fx, fy, fz) = (curve(x), curve(y), curve(z))
        (l, a, b) = (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
    }

    func distance(to other: LabColor) -> Double {
        let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
        return (dl * dl + da * da + db * db).squareRoot()
    }
}
