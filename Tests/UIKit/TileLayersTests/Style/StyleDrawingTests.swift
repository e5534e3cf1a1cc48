import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("A layer's look")
struct StyleDrawingTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 60, height: 60), .white)
    private let layer = makeLayer(CGRect(x: 10, y: 10, width: 40, height: 40), .red)

    init() { root.addSublayer(layer) }

    /// Returns the share of pixels of a color in a rect.
    private func share(_ bitmap: Bitmap, of color: PixelColor, in rect: CGRect) -> Double {
        var count = 0
        for y in Int(rect.minY)..<Int(rect.maxY) {
            for x in Int(rect.minX)..<Int(rect.maxX) where bitmap[x, y] == color { count += 1 }
        }
        return Double(count) / Double(rect.width * rect.height)
    }

    @Test("the background fills the bounds, to the pixel")
    func fillsBackground() throws {
        let pixels = try root.pixels()
        #expect(share(pixels, of: .pureRed, in: layer.frame) == 1)
        #expect(pixels[9, 20] == .white && pixels[50, 20] == .white && pixels[20, 9] == .white)
    }

    @Test("rounded corners leave the corners' pixels out, masked corners do not", arguments: [false, true])
    func roundsCorners(continuous: Bool) throws {
        layer.cornerRadius = 10
        layer.cornerCurve = continuous ? .continuous : .circular
        layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        let pixels = try root.pixels()
        #expect(pixels[10, 10] == .white && pixels[49, 49] == .white)
        #expect(pixels[49, 10] == .pureRed && pixels[10, 49] == .pureRed)
        // A quarter circle leaves out 1 − π/4 of its square.
        var left = 0.0
        for y in 10..<20 { for x in 10..<20 { left += Double(pixels[x, y].green) / 255 } }
        let expected = 100 * (1 - Double.pi / 4)
        let tolerance: Double = continuous ? 6 : 1
        #expect(abs(left - expected) < tolerance)
        #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
        #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    }

    @Test("the border lies within the bounds, above sublayers")
    func drawsBorder() throws {
        layer.addSublayer(makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20), .blue))
        layer.borderWidth = 3
        layer.borderColor = .green
        let pixels = try root.pixels()
        #expect(pixels[10, 10] == .pureGreen && pixels[12, 30] == .pureGreen && pixels[13, 13] == .pureBlue)
        #expect(pixels[47, 30] == .pureGreen && pixels[46, 30] == .pureRed && pixels[9, 30] == .white)
        layer.borderColor = nil
        layer.borderWidth = 100
        layer.borderColor = .black
        let full = try LayerHost(makeCopy()).frame().pixels()
        #expect(share(full, of: .pureBlack, in: layer.frame) == 1)
    }

    /// Returns the same drawing in a tree of its own.
    private func makeCopy() -> CALayer {
        let top = makeLayer(root.frame, .white)
        top.addSublayer(CALayer(layer: layer))
        return top
    }

    @Test("sublayers are cut off at the bounds and the rounded corners when masked to them")
    func masksToBounds() throws {
        layer.addSublayer(makeLayer(CGRect(x: -20, y: -20, width: 100, height: 100), .blue))
        let host = LayerHost(root)
        #expect(try host.frame().pixels()[2, 2] == .pureBlue)
        layer.masksToBounds = true
        var pixels = try host.frame().pixels()
        #expect(pixels[9, 30] == .white && pixels[10, 10] == .pureBlue && pixels[50, 50] == .white)
        layer.cornerRadius = 10
        pixels = try host.frame().pixels()
        #expect(pixels[10, 10] == .white && pixels[30, 30] == .pureBlue)
    }

    @Test("opacity fades a layer and what is in it as one, or each alone")
    func fades() throws {
        layer.addSublayer(makeLayer(CGRect(x: 0, y: 0, width: 20, height: 40), .blue))
        layer.opacity = 0.5
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        func isClose(_ a: PixelColor, _ argb: UInt32) -> Bool {
            let b = PixelColor(argb: argb)
            return [(a.red, b.red), (a.green, b.green), (a.blue, b.blue), (a.alpha, b.alpha)]
                .allSatisfy { abs(Int($0.0) - Int($0.1)) <= 2 }
        }
        #expect(isClose(pixels[20, 30], 0xFF80_80FF) && isClose(pixels[40, 30], 0xFFFF_8080))
        layer.allowsGroupOpacity = false
        pixels = try host.frame().pixels()
        // The red is visible through the blue.
        #expect(isClose(pixels[20, 30], 0xFF80_40BF) && isClose(pixels[40, 30], 0xFFFF_8080))
        layer.opacity = 0
        #expect(share(try host.frame().pixels(), of: .white, in: root.bounds) == 1)
    }

    @Test("a backdrop fades with its layer, as a group or alone", arguments: [true, false])
    func fadesBackdrops(asGroup: Bool) throws {
        let gray = makeLayer(CGRect(x: 20, y: 20, width: 20, height: 20), .clear)
        gray.backdrop = LayerBackdrop(blurRadius: 0, saturation: 0)
        (gray.opacity, gray.allowsGroupOpacity) = (0.5, asGroup)
        root.addSublayer(gray)
        let pixel = try root.pixels()[30, 30]
        // Half of red, and half of its luminance, 54.
        #expect(abs(Int(pixel.red) - 155) <= 1 && abs(Int(pixel.green) - 27) <= 1 && pixel.alpha == 255)
    }

    @Test("the mask's alpha says how much shows")
    func masks() throws {
        let mask = makeLayer(CGRect(x: 10, y: 0, width: 10, height: 40), .black)
        layer.mask = mask
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(
            pixels[19, 30] == .white && pixels[20, 30] == .pureRed && pixels[29, 30] == .pureRed
                && pixels[30, 30] == .white)
        mask.position.x += 10
        pixels = try host.frame().pixels()
        #expect(pixels[29, 30] == .white && pixels[30, 30] == .pureRed)
        mask.opacity = 0.5
        pixels = try host.frame().pixels()
        #expect(abs(Int(pixels[35, 30].green) - 128) <= 2)
        layer.mask = nil
        #expect(share(try host.frame().pixels(), of: .pureRed, in: layer.frame) == 1)
    }

    @Test("a shadow falls from what shows, or from its path, under the layer; masking to bounds cuts it off")
    func castsShadows() throws {
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = CGSize(width: 5, height: 5)
        layer.shadowColor = .blue
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(
            pixels[52, 52] == .pureBlue && pixels[49, 49] == .pureRed && pixels[12, 52] == .white
                && pixels[55, 55] == .white)
        layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 30, width: 10, height: 10), transform: nil)
        pixels = try host.frame().pixels()
        #expect(pixels[52, 52] == .white && pixels[18, 52] == .pureBlue && pixels[26, 52] == .white)
        layer.masksToBounds = true
        #expect(try host.frame().pixels()[18, 52] == .white)
        layer.masksToBounds = false
        layer.shadowPath = nil
        layer.shadowRadius = 3
        layer.shadowOffset = .zero
        pixels = try host.frame().pixels()
        // Half of the blurred edge's weight is outside.
        let edge = pixels[30, 50].red
        #expect(edge > 90 && edge < 170 && pixels[30, 59].red > 240 && pixels[30, 30] == .pureRed)
    }

    @Test("the shadow's damage follows what throws it")
    func damagesShadow() {
        layer.shadowOpacity = 1
        layer.shadowRadius = 0
        layer.shadowOffset = CGSize(width: 5, height: 5)
        layer.backgroundColor = nil
        let part = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.addSublayer(part)
        let host = LayerHost(root)
        let first = host.frame()
        part.backgroundColor = .green
        let damage = host.frame().damage(since: first).reduce(CGRect.null) { $0.union($1) }
        #expect(damage.contains(CGRect(x: 10, y: 10, width: 15, height: 15)))
    }

    @Test("sublayers are drawn by zPosition, equals in order")
    func drawsInOrder() throws {
        let front = makeLayer(layer.frame, .green)
        root.addSublayer(front)
        let host = LayerHost(root)
        #expect(try host.frame().pixels()[30, 30] == .pureGreen)
        layer.zPosition = 1
        #expect(try host.frame().pixels()[30, 30] == .pureRed)
        front.zPosition = 1
        #expect(try host.frame().pixels()[30, 30] == .pureGreen)
    }

    @Test("a blend mode named as a compositing filter meets what lies behind")
    func blends() throws {
        root.backgroundColor = .green
        layer.compositingFilter = "multiplyBlendMode"
        let host = LayerHost(root)
        #expect(try host.frame().pixels()[30, 30] == .pureBlack)
        layer.compositingFilter = "unknown"
        #expect(try host.frame().pixels()[30, 30] == .pureRed)
    }

    @Test("turned layers are drawn turned; those seen from behind only when they are double-sided")
    func turns() throws {
        layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(pixels[11, 11] == .white && pixels[30, 5] == .pureRed && pixels[5, 30] == .pureRed)
        layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(try host.frame().pixels()[30, 30] == .pureRed)
        layer.isDoubleSided = false
        #expect(try host.frame().pixels()[30, 30] == .white)
        layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
        pixels = try host.frame().pixels()
        #expect(share(pixels, of: .white, in: root.bounds) == 1)
    }

    @Test("a pattern fills the background")
    func fillsPattern() throws {
        var callbacks = CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.setFillColor(.blue)
                context.fill(CGRect(x: 0, y: 0, width: 5, height: 10))
            }, releaseInfo: nil)
        let pattern = CGPattern(
            info: nil, bounds: CGRect(x: 0, y: 0, width: 10, height: 10), matrix: .identity, xStep: 10, yStep: 10,
            tiling: .constantSpacing, isColored: true, callbacks: &callbacks)
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        layer.backgroundColor = try CGColor(
            patternSpace: space, pattern: #require(pattern), components: [1])
        layer.cornerRadius = 5
        let pixels = try root.pixels()
        #expect(pixels[10, 10] == .white)
        #expect(share(pixels, of: .pureBlue, in: CGRect(x: 20, y: 20, width: 20, height: 20)) == 0.5)
    }
}
