import Foundation
import Testing
import TileGraphics

@Suite("Blend modes and transparency layers as stored")
struct BlendImageTests {
    private let separable: [CGBlendMode] = [
        .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
        .difference, .exclusion,
    ]
    private let nonseparable: [CGBlendMode] = [.hue, .saturation, .color, .luminosity]
    private let porterDuff: [CGBlendMode] = [
        .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver, .destinationIn, .destinationOut,
        .destinationAtop, .xor, .plusDarker, .plusLighter,
    ]

    private let rainbow = CGGradient(
        colorsSpace: nil, colors: [.red, .yellow, .green, .blue, .black], locations: nil)!
    private let gray = CGGradient(colorsSpace: nil, colors: [.white, .black], locations: nil)!

    /// A rainbow from left to right, covered from top to bottom by a color from light to dark.
    private func blended(_ modes: [CGBlendMode]) -> Bitmap {
        let tones = CGGradient(
            colorsSpace: nil,
            colors: [.white, CGColor(red: 0.9, green: 0.45, blue: 0.1, alpha: 1), .black], locations: nil)!
        return Sheet(columns: 4, width: 40, height: 32).drawing(
            modes.map { mode in
                { context in
                    context.drawLinearGradient(rainbow, start: .zero, end: CGPoint(x: 40, y: 0), options: [])
                    context.setBlendMode(mode)
                    context.clip(to: CGRect(x: 4, y: 8, width: 32, height: 24))
                    context.drawLinearGradient(
                        tones, start: CGPoint(x: 0, y: 8), end: CGPoint(x: 0, y: 32), options: [])
                }
            })
    }

    @Test("modes that mix component by component")
    func separableModes() throws { try expectImage("blend-separable", blended(separable)) }

    @Test("modes that mix hue, saturation and luminosity")
    func nonseparableModes() throws { try expectImage("blend-nonseparable", blended(nonseparable)) }

    @Test("Porter and Duff's modes change nothing outside the shape: a red square, then a blue circle half clear")
    func porterDuffModes() throws {
        try expectImage(
            "blend-porter-duff",
            Sheet(columns: 4, width: 40, height: 40).drawing(
                porterDuff.map { mode in
                    { context in
                        context.setFillColor(gray: 0.85, alpha: 1)
                        for x in stride(from: CGFloat(0), to: 40, by: 8) {
                            context.fill(CGRect(x: x, y: 0, width: 4, height: 40))
                        }
                        context.beginTransparencyLayer(auxiliaryInfo: nil)
                        context.setFillColor(.red)
                        context.fill(CGRect(x: 4, y: 4, width: 22, height: 22))
                        context.setBlendMode(mode)
                        context.setFillColor(CGColor.blue.copy(alpha: 0.6)!)
                        context.fillEllipse(in: CGRect(x: 14, y: 14, width: 22, height: 22))
                        context.endTransparencyLayer()
                    }
                }))
    }

    @Test("half clear shapes one by one, and as one layer; a layer within a clip and a mask")
    func transparencyLayers() throws {
        func shapes(_ context: CGContext) {
            context.setFillColor(.red)
            context.fill(CGRect(x: 6, y: 6, width: 24, height: 24))
            context.setFillColor(.green)
            context.fillEllipse(in: CGRect(x: 18, y: 18, width: 24, height: 24))
        }
        try expectImage(
            "blend-transparency-layers",
            Sheet(columns: 4, width: 48, height: 48).drawing([
                { context in
                    context.setAlpha(0.5)
                    shapes(context)
                },
                { context in
                    context.setAlpha(0.5)
                    context.beginTransparencyLayer(auxiliaryInfo: nil)
                    shapes(context)
                    context.endTransparencyLayer()
                },
                { context in
                    context.addEllipse(in: CGRect(x: 4, y: 4, width: 40, height: 40))
                    context.clip()
                    context.setAlpha(0.5)
                    context.beginTransparencyLayer(auxiliaryInfo: nil)
                    shapes(context)
                    context.endTransparencyLayer()
                },
                { context in
                    // Luminance: light keeps, black hides.
                    let mask = Sheet.image(48, 48) {
                        $0.drawLinearGradient(gray, start: .zero, end: CGPoint(x: 48, y: 0), options: [])
                    }
                    context.clip(to: CGRect(x: 0, y: 0, width: 48, height: 48), mask: mask)
                    shapes(context)
                },
            ]))
    }
}
