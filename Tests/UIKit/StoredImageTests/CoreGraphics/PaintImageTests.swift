import Foundation
import Testing
import TileGeometry
import TileGraphics

@Suite("Gradients, patterns and shadows as stored")
struct PaintImageTests {
    private let gradient = CGGradient(
        colorsSpace: nil, colors: [.red, .yellow, .blue], locations: [0, 0.3, 1])!

    @Test("a linear gradient between two points, and drawn beyond either or both")
    func linear() throws {
        let options: [CGGradientDrawingOptions] = [
            [], .drawsBeforeStartLocation, .drawsAfterEndLocation,
            [.drawsBeforeStartLocation, .drawsAfterEndLocation],
        ]
        try expectImage(
            "paint-linear",
            Sheet(columns: 4, width: 48, height: 32).drawing(
                options.map { options in
                    { context in
                        context.drawLinearGradient(
                            gradient, start: CGPoint(x: 14, y: 6), end: CGPoint(x: 34, y: 26), options: options)
                    }
                }))
    }

    @Test("radial gradients: about one centre, off it, and as a cone between circles apart")
    func radial() throws {
        let circles: [(CGPoint, CGFloat, CGPoint, CGFloat)] = [
            (CGPoint(x: 24, y: 24), 0, CGPoint(x: 24, y: 24), 22),
            (CGPoint(x: 17, y: 17), 2, CGPoint(x: 24, y: 24), 22),
            (CGPoint(x: 10, y: 24), 4, CGPoint(x: 34, y: 24), 12),
        ]
        try expectImage(
            "paint-radial",
            Sheet(columns: 3, width: 48, height: 48).drawing(
                circles.map { start, startRadius, end, endRadius in
                    { context in
                        context.drawRadialGradient(
                            gradient, startCenter: start, startRadius: startRadius, endCenter: end,
                            endRadius: endRadius, options: .drawsAfterEndLocation)
                    }
                } + [
                    { context in
                        context.drawRadialGradient(
                            gradient, startCenter: CGPoint(x: 24, y: 24), startRadius: 8,
                            endCenter: CGPoint(x: 24, y: 24), endRadius: 20, options: [])
                    },
                    { context in context.drawConicGradient(gradient, center: CGPoint(x: 24, y: 24), angle: 0) },
                    { context in context.drawConicGradient(gradient, center: CGPoint(x: 24, y: 24), angle: .pi / 2) },
                ]))
    }

    @Test("a gradient to clear keeps its color")
    func fading() throws {
        let fading = CGGradient(
            colorsSpace: nil, colors: [.red, CGColor.red.copy(alpha: 0)!], locations: nil)!
        try expectImage(
            "paint-fading",
            Sheet(columns: 1, width: 96, height: 24).drawing([
                { context in
                    context.setFillColor(.black)
                    context.fill(CGRect(x: 0, y: 16, width: 96, height: 8))
                    context.drawLinearGradient(fading, start: .zero, end: CGPoint(x: 96, y: 0), options: [])
                }
            ]))
    }

    @Test("a colored pattern, a turned one, a stencil in a color, and one with a phase")
    func patterns() throws {
        var colored = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.setFillColor(.red)
                context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
                context.setFillColor(.blue)
                context.fillEllipse(in: CGRect(x: 4, y: 4, width: 6, height: 6))
            }, releaseInfo: nil)
        var stencil = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.move(to: CGPoint(x: 5, y: 0))
                context.addLine(to: CGPoint(x: 10, y: 10))
                context.addLine(to: CGPoint(x: 0, y: 10))
                context.fillPath()
            }, releaseInfo: nil)
        func pattern(_ callbacks: inout CGPatternCallbacks, _ isColored: Bool, angle: Double = 0) -> CGPattern {
            CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 10, height: 10),
                matrix: CGAffineTransform(rotationAngle: angle), xStep: 12, yStep: 12, tiling: .noDistortion,
                isColored: isColored, callbacks: &callbacks)!
        }
        let upright = pattern(&colored, true)
        let turned = pattern(&colored, true, angle: .pi / 6)
        let shape = pattern(&stencil, false)
        let oval = CGRect(x: 2, y: 2, width: 44, height: 44)
        func own(_ pattern: CGPattern, phase: CGSize = .zero) -> (CGContext) -> Void {
            { context in
                context.setFillColorSpace(CGColorSpace(patternBaseSpace: nil)!)
                context.setPatternPhase(phase)
                context.setFillPattern(pattern, colorComponents: [1])
                context.fillEllipse(in: oval)
            }
        }
        try expectImage(
            "paint-patterns",
            Sheet(columns: 4, width: 48, height: 48).drawing([
                own(upright), own(turned),
                { context in
                    context.setFillColorSpace(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())!)
                    context.setFillPattern(shape, colorComponents: [0.15, 0.7, 0.3, 1])
                    context.fillEllipse(in: oval)
                },
                own(upright, phase: CGSize(width: 6, height: 6)),
            ]))
    }

    @Test("shadows: sharp, blurred, colored, of a stroke, and one of a whole layer")
    func shadows() throws {
        let square = CGRect(x: 10, y: 8, width: 24, height: 24)
        let tint = CGColor(red: 0.8, green: 0, blue: 0.4, alpha: 0.8)
        func filled(offset: CGSize, blur: CGFloat, color: CGColor) -> (CGContext) -> Void {
            { context in
                context.setShadow(offset: offset, blur: blur, color: color)
                context.setFillColor(.yellow)
                context.fill(square)
            }
        }
        try expectImage(
            "paint-shadows",
            Sheet(columns: 5, width: 48, height: 48).drawing([
                filled(offset: CGSize(width: 6, height: 6), blur: 0, color: CGColor(gray: 0, alpha: 0.4)),
                filled(offset: CGSize(width: 4, height: 6), blur: 8, color: CGColor(gray: 0, alpha: 0.6)),
                filled(offset: .zero, blur: 10, color: tint),
                { context in
                    context.setShadow(offset: CGSize(width: 3, height: 4), blur: 3, color: CGColor(gray: 0, alpha: 0.6))
                    context.setStrokeColor(.blue)
                    context.setLineWidth(5)
                    context.strokeEllipse(in: square)
                },
                { context in
                    context.setShadow(offset: CGSize(width: 4, height: 4), blur: 4, color: CGColor(gray: 0, alpha: 0.6))
                    context.beginTransparencyLayer(auxiliaryInfo: nil)
                    context.setFillColor(.red)
                    context.fill(CGRect(x: 6, y: 6, width: 20, height: 20))
                    context.setFillColor(.blue)
                    context.fillEllipse(in: CGRect(x: 16, y: 16, width: 22, height: 22))
                    context.endTransparencyLayer()
                },
            ]))
    }
}
