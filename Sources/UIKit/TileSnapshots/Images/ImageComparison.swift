import Foundation
import TileDrawing
import TileGraphics

/// Two images of one size, pixel by pixel.
struct ImageComparison {
    /// The part of the pixels that are the same, or look the same, from 0 to 1.
    let matching: Double
    /// The greatest difference that is seen, from 0 to 1: of black and white it is 1.
    let greatest: Double
    /// Black where the two are the same.
    let difference: UIImage

    /// - Parameter perceptualPrecision: how alike two colors have to be to count as the same, from 0 to 1.
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
                // Small differences are to be seen, too.
                let strength = UInt32(min(255, 64 + 191 * distance / LabColor.whiteToBlack))
                result[x] = 0xFF00_0000 | strength << 16 | (strength / 3) << 8
            }
        }
        matching = Double(same) / Double(max(1, left.width * left.height))
        greatest = min(1, most / LabColor.whiteToBlack)
        difference = UIImage(cgImage: CGImage(bitmap: shown), scale: new.scale, orientation: .up)
    }
}

/// A color of CIE 1976 L*a*b*, of sRGB under D65 (IEC 61966-2-1), in which distances are about as they are seen.
struct LabColor {
    private var (l, a, b): (Double, Double, Double) = (0, 0, 0)

    /// What black and white are apart.
    static let whiteToBlack = 100.0

    private static let linear: [Double] = (0..<256).map { value in
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    /// - Parameter pixel: premultiplied, alpha first; over white.
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
