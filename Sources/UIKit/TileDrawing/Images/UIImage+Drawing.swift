public import Foundation
import TileGeometry
public import TileGraphics

// Into the current context; without one nothing happens.

extension UIImage {
    /// Draws the image with its top left at a point.
    public func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }

    /// - Parameter alpha: by which the image's own is multiplied, 0…1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Draws the image upright in a rect, stretched to fill it, or resized as its caps say.
    public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    /// - Parameter alpha: by which the image's own is multiplied, 0…1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setBlendMode(blendMode)
        context.setAlpha(alpha)
        draw(in: rect, of: context)
        context.restoreGState()
    }

    /// Fills a rect with the image, one beside the other from the context's origin on.
    public func drawAsPattern(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.setFillColor(patternColor())
        context.fill(rect)
        context.restoreGState()
    }

    /// Draws the image in a rect of a context's user space, under the state in force.
    package func draw(in rect: CGRect, of context: CGContext) {
        guard !rect.isEmpty, rect.isFinite else { return }
        if traits.symbol != nil, !traits.isResizable || rect.size == size {
            return Self.draw(nil, in: rect, traits, of: context)
        }
        guard let pixels = traits.pixels else { return }
        if traits.isResizable, rect.size != size {
            ResizableImage(self).draw(in: rect, of: context)
        } else {
            Self.draw(pixels, in: rect, traits, of: context)
        }
    }

    /// Draws pixels, or the symbol of the traits, upright and tinted.
    static func draw(_ pixels: CGImage?, in rect: CGRect, _ traits: ImageTraits, of context: CGContext) {
        let isTurned = traits.orientation != .up
        if isTurned || traits.tint != nil { context.saveGState() }
        var target = rect
        if isTurned {
            context.concatenate(
                traits.orientation.unitTransform.concatenating(
                    CGAffineTransform(
                        a: Double(rect.width), b: 0, c: 0, d: Double(rect.height), tx: Double(rect.minX),
                        ty: Double(rect.minY))))
            target = CGRect(x: 0, y: 0, width: 1, height: 1)
        }
        if let symbol = traits.symbol {
            symbol.draw(in: target, of: context, tint: traits.tint)
        } else if let tint = traits.tint, let pixels {
            context.setFillColor(tint.cgColor)
            context.drawYDown(pixels.alphaStencil, in: target)
        } else if let pixels {
            context.drawYDown(pixels, in: target)
        }
        if isTurned || traits.tint != nil { context.restoreGState() }
    }

    /// The image repeated over the plane, as a color; clear for an image of nothing.
    func patternColor(alpha: CGFloat = 1) -> CGColor {
        let cell = CGRect(origin: .zero, size: size)
        guard !cell.isEmpty,
            let pattern = CGPattern(
                bounds: cell, xStep: size.width, yStep: size.height,
                draw: { [self] context in
                    draw(in: cell, of: context)
                }), let space = CGColorSpace(patternBaseSpace: nil),
            let color = CGColor(patternSpace: space, pattern: pattern, components: [alpha])
        else { return CGColor(gray: 0, alpha: 0) }
        return color
    }
}
