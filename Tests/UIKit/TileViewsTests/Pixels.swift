import Foundation
import TileGraphics
import TileLayers

@testable import TileViews

/// Returns the pixels of the screen at a scale.
func pixels(_ screen: UIScreen, scale: CGFloat = 1) throws -> Bitmap {
    try screen.frame().bitmap(screen.bounds, scale: scale)
}

extension Bitmap {
    /// Returns the color of a pixel as the letter that tests use for it.
    func letter(_ x: Int, _ y: Int) -> Character {
        switch self[x, y] {
        case .clear: "."
        case .white: "w"
        case PixelColor(argb: 0xFF00_0000): "k"
        case PixelColor(argb: 0xFFFF_0000): "r"
        case PixelColor(argb: 0xFF00_FF00): "g"
        case PixelColor(argb: 0xFF00_00FF): "b"
        default: "?"
        }
    }

    /// The letters of every row.
    var letters: [String] { (0..<height).map { y in String((0..<width).map { letter($0, y) }) } }
}
