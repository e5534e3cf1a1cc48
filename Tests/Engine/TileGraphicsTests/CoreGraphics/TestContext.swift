import Foundation
import TileGeometry

@testable import TileGraphics

/// Returns the pixels of a drawing.
func drawn(
    _ width: Int, _ height: Int, scale: Int = 1, draw: (CGContext) -> Void
) throws -> Bitmap {
    let context = CGContext(
        recording: CGRect(x: 0, y: 0, width: width, height: height), scale: CGFloat(scale))
    draw(context)
    return try raster(context.finishPicture(), width: width * scale, height: height * scale, scale: Double(scale))
}

/// A picture's pixels, from the origin of its plane.
func raster(_ picture: Picture, width: Int, height: Int, scale: Double = 1) throws -> Bitmap {
    var counters = ReplayCounters()
    let image = try picture.raster(
        CGAffineTransform(scaleX: scale, y: scale), width: width, height: height, pool: BitmapPool(limit: 0),
        counters: &counters)
    switch image {
    case .bitmap(let bitmap): return bitmap
    case .solid(let color, let width, let height):
        let bitmap = Bitmap(width: width, height: height)
        bitmap.fill(color)
        return bitmap
    }
}

/// The greatest difference of any component of any pixel.
func greatestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var greatest = 0
    for y in 0..<a.height {
        for x in 0..<a.width { greatest = max(greatest, difference(a[x, y], b[x, y])) }
    }
    return greatest
}

func difference(_ a: PixelColor, _ b: PixelColor) -> Int {
    max(
        abs(Int(a.red) - Int(b.red)), abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)),
        abs(Int(a.alpha) - Int(b.alpha)))
}

extension CGColor {
    static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
}

extension PixelColor {
    static let pureRed = PixelColor(argb: 0xFFFF_0000)
    static let pureGreen = PixelColor(argb: 0xFF00_FF00)
    static let pureBlue = PixelColor(argb: 0xFF00_00FF)
    static let opaqueBlack = PixelColor(argb: 0xFF00_0000)
}
