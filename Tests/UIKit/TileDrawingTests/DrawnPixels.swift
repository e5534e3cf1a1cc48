import Foundation
import TileDrawing
import TileGraphics

/// Draws with the current context into an image of one pixel a point.
func drawn(_ width: Int, _ height: Int, actions: (CGContext) -> Void) -> Bitmap {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let image = UIGraphicsImageRenderer(size: CGSize(width: width, height: height), format: format)
        .image { actions($0.cgContext) }
    return image.cgImage!.bitmap
}

extension Bitmap {
    /// Its pixels in letters, row by row: those of `letters` by color, "." for clear, "?" for others.
    func letters(_ letters: [(Character, UInt32)]) -> [String] {
        (0..<height).map { y in
            String(
                row(y).map { pixel in
                    pixel == 0 ? "." : letters.first { $0.1 == pixel }?.0 ?? "?"
                })
        }
    }

    /// The amount of ink: the sum of all alphas, in pixels.
    var coverage: Double {
        (0..<height).reduce(0) { sum, y in row(y).reduce(sum) { $0 + Double($1 >> 24) / 255 } }
    }

    /// The smallest rect that holds all that is not clear; nil when there is nothing.
    var inkBounds: (minX: Int, minY: Int, maxX: Int, maxY: Int)? {
        var found: (minX: Int, minY: Int, maxX: Int, maxY: Int)?
        for y in 0..<height {
            for (x, pixel) in row(y).enumerated() where pixel >> 24 > 0 {
                let old = found ?? (x, y, x + 1, y + 1)
                found = (min(old.minX, x), min(old.minY, y), max(old.maxX, x + 1), max(old.maxY, y + 1))
            }
        }
        return found
    }

    /// Whether all pixels are equal, give or take so much in each component.
    func isEqual(to other: Bitmap, within tolerance: Int = 0) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return (0..<height).allSatisfy { y in
            zip(row(y), other.row(y)).allSatisfy { a, b in
                [0, 8, 16, 24].allSatisfy { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) <= tolerance }
            }
        }
    }
}

/// Opaque colors as pixels.
enum Pixel {
    static let red: UInt32 = 0xFFFF_0000
    static let green: UInt32 = 0xFF00_FF00
    static let blue: UInt32 = 0xFF00_00FF
    static let white: UInt32 = 0xFFFF_FFFF
    static let black: UInt32 = 0xFF00_0000
}

/// An image of one pixel a point, its rows in letters: r, g, b, w, k, and . for clear.
func image(_ rows: [String], scale: CGFloat = 1, orientation: UIImage.Orientation = .up) -> UIImage {
    let colors: [Character: UInt32] = [
        "r": Pixel.red, "g": Pixel.green, "b": Pixel.blue, "w": Pixel.white, "k": Pixel.black, ".": 0,
    ]
    let bitmap = Bitmap(width: rows[0].count, height: rows.count)
    for (y, row) in rows.enumerated() {
        for (x, letter) in row.enumerated() { bitmap.row(y)[x] = colors[letter]! }
    }
    return UIImage(cgImage: CGImage(bitmap: bitmap), scale: scale, orientation: orientation)
}

/// The letters of `image(_:)`.
let letters: [(Character, UInt32)] = [
    ("r", Pixel.red), ("g", Pixel.green), ("b", Pixel.blue), ("w", Pixel.white), ("k", Pixel.black),
]
