import Foundation
import TileGeometry
import TileGraphics
import TileLayers

/// A layer of a size and colour, its upper left at a point.
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

/// A layer that draws what it is told to and notes where.
final class DrawingLayer: CALayer {
    var drawn: [CGRect] = []
    var body: (CGContext, CGRect) -> Void = { _, _ in }

    override func draw(in ctx: CGContext) {
        let rect = ctx.boundingBoxOfClipPath
        drawn.append(rect)
        body(ctx, rect)
    }
}
