import Foundation
import TileGeometry
import TileGraphics
import TileLayers

/// A layer of a size and color, its upper left at a point.
func makeLayer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
}

extension CGColor {
    static let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    static let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    static let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    static let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    static let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
}

extension PixelColor {
    static let pureRed = PixelColor(argb: 0xFFFF_0000)
    static let pureGreen = PixelColor(argb: 0xFF00_FF00)
    static let pureBlue = PixelColor(argb: 0xFF00_00FF)
    static let pureBlack = PixelColor(argb: 0xFF00_0000)
}

extension RenderTree {
    /// All of it, a pixel to a point.
    func pixels(scale: CGFloat = 1) throws -> Bitmap { try bitmap(CGRect(origin: .zero, size: size), scale: scale) }
}

extension CALayer {
    /// The layer as the top of a tree, a pixel to a point.
    func pixels(scale: CGFloat = 1) throws -> Bitmap { try LayerHost(self).frame().pixels(scale: scale) }
}

extension Bitmap {
    /// The smallest rect around all that is not white.
    var ink: CGRect {
        var rect = CGRect.null
        for y in 0..<height {
            for x in 0..<width where self[x, y] != .white {
                rect = rect.union(CGRect(x: x, y: y, width: 1, height: 1))
            }
        }
        return rect
    }

    /// Returns the number of pixels outside some rects that differ from another bitmap's. A pixel that a rect's edge
    /// touches counts as inside.
    func differences(from other: Bitmap, outside rects: [CGRect] = []) -> Int {
        var inside = [Bool](repeating: false, count: width * height)
        for rect in rects {
            for y in max(0, Int(rect.minY) - 1)..<max(0, min(height, Int(rect.maxY) + 2)) {
                for x in max(0, Int(rect.minX) - 1)..<max(0, min(width, Int(rect.maxX) + 2)) {
                    inside[y * width + x] = true
                }
            }
        }
        var count = 0
        for y in 0..<height {
            let (row, otherRow) = (self.row(y), other.row(y))
            for x in 0..<width where row[x] != otherRow[x] && !inside[y * width + x] { count += 1 }
        }
        return count
    }
}

/// A layer that draws with `body` and records the rects.
final class DrawingLayer: CALayer {
    var drawn: [CGRect] = []
    var body: (CGContext, CGRect) -> Void = { _, _ in }

    override func draw(in ctx: CGContext) {
        let rect = ctx.boundingBoxOfClipPath
        drawn.append(rect)
        body(ctx, rect)
    }
}
