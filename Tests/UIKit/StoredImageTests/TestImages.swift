import Foundation
import TileDrawing
import TileGraphics

/// Images that make rotation, cropping and stretching visible.
enum TestImage {
    /// 24 by 16 points: the left red, the right blue, an arrow up in the top left, and a frame.
    static let arrow = image(24, 16) { context in
        context.setFillColor(.red)
        context.fill(CGRect(x: 0, y: 0, width: 12, height: 16))
        context.setFillColor(.blue)
        context.fill(CGRect(x: 12, y: 0, width: 12, height: 16))
        context.setFillColor(.yellow)
        context.addLines(between: [CGPoint(x: 6, y: 2), CGPoint(x: 10, y: 9), CGPoint(x: 2, y: 9)])
        context.fillPath()
        context.setStrokeColor(.black)
        context.stroke(CGRect(x: 0.5, y: 0.5, width: 23, height: 15))
    }

    /// 12 by 12 points: corners of four points in color, and gray sides and middle with lines across.
    static let frame = image(12, 12) { context in
        context.setFillColor(gray: 0.8, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 12, height: 12))
        for (x, y, color) in [(0, 0, CGColor.red), (8, 0, .green), (0, 8, .blue), (8, 8, .yellow)] {
            context.setFillColor(color)
            context.fill(CGRect(x: x, y: y, width: 4, height: 4))
        }
        context.setFillColor(.ink)
        context.fill(CGRect(x: 5, y: 0, width: 1, height: 12))
        context.fill(CGRect(x: 0, y: 5, width: 12, height: 1))
    }

    /// 16 by 16 points: a star in black, for template images.
    static let star = image(16, 16) { context in
        context.setFillColor(.black)
        context.addLines(
            between: (0..<5).map { index in
                let angle = CGFloat(index) * 4 * .pi / 5 - .pi / 2
                return CGPoint(x: 8 + 8 * cos(angle), y: 8.5 + 8 * sin(angle))
            })
        context.fillPath()
    }

    private static func image(_ width: Int, _ height: Int, draw: (CGContext) -> Void) -> UIImage {
        UIImage(cgImage: Sheet.image(width, height, draw: draw))
    }
}
