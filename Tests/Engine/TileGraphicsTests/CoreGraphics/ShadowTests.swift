import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A shadow")
struct ShadowTests {
    /// The coverage of a blurred half plane or strip: the integral of a Gaussian between two edges.
    private func blurred(_ x: Double, from left: Double, to right: Double, deviation: Double) -> Double {
        func integral(_ t: Double) -> Double { (1 + erf(t / (deviation * 2.0.squareRoot()))) / 2 }
        return integral(x - left) - integral(x - right)
    }

    @Test(
        "is a Gaussian of half the blur, at every scale",
        arguments: [0.5, 1, 3, 8, 20, 60], [1.0, 2.0])
    func gaussian(_ blur: Double, _ scale: Double) throws {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 300, height: 40), scale: CGFloat(scale))
        context.setShadow(offset: CGSize(width: 0, height: 1000), blur: CGFloat(blur), color: .black)
        context.setFillColor(.red)
        // Its shadow fills the height of what is drawn, far from its upper and lower edges.
        context.fill(CGRect(x: 100, y: -1500, width: 80, height: 1000))
        let bitmap = try raster(context.finishPicture(), width: Int(300 * scale), height: Int(40 * scale), scale: scale)
        var worst = 0.0
        for x in 0..<bitmap.width {
            let at = (Double(x) + 0.5) / scale
            let expected = blurred(at, from: 100, to: 180, deviation: blur / 2)
            // The rect itself is above the top, so only its shadow is visible, through its middle: y from −500 to 500.
            let actual = Double(bitmap[x, Int(20 * scale)].alpha) / 255
            worst = max(worst, abs(actual - expected))
            #expect(bitmap[x, 0].red == 0)
        }
        // Below a pixel the average over the pixel is not the value at its middle.
        #expect(worst <= (blur * scale < 2 ? 0.15 : 0.035), "off by \(worst)")
    }

    @Test("is blurred once for equal rows and columns, and looks as if each were blurred")
    func equalRows() {
        var random = SeededGenerator(52)
        for round in 0..<60 {
            let (width, height) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
            var map = CoverageMap(width: width, height: height)
            for _ in 0..<(round % 4) {
                let (left, top) = (
                    Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
                )
                let alpha = UInt8.random(in: 0...255, using: &random)
                for y in top..<height { for x in left..<width { map.bytes[y * map.stride + x] = alpha } }
            }
            let (x, y) = ([0, 0.7, 3, 8.4][round % 3], [0, 1.5, 2.2, 16][round / 3 % 4])
            var values = map.bytes.map { UInt16($0) << 8 }
            for pass in BlurPass.passes(deviation: x) {
                pass.blurRows(&values, width: width, height: height, stride: map.stride)
            }
            for pass in BlurPass.passes(deviation: y) {
                pass.blurColumns(&values, width: width, height: height, stride: map.stride)
            }
            map.blur(x: x, y: y)
            for row in 0..<height {
                let range = row * map.stride..<row * map.stride + width
                #expect(
                    map.bytes[range].elementsEqual(values[range].lazy.map { UInt8(min(255, (Int($0) + 128) >> 8)) }))
            }
        }
    }

    @Test("isn't drawn where what casts it is opaque")
    func hidden() throws {
        let square = Box(x: 10, y: 10, width: 40, height: 40)
        func picture(opaqueBox: Box) -> Picture {
            var (content, recorder) = (PictureRecorder(), PictureRecorder())
            content.fill(.unitSquare, with: .color(Color(red: 1, green: 0, blue: 0)), transform: square.fromUnitSquare)
            let shadow = PictureShadow(offsetX: 2, offsetY: 3, deviation: 4, color: .black)
            recorder.draw(PictureGroup(content: content.finish(), opaqueBox: opaqueBox, shadow: shadow))
            return recorder.finish()
        }
        for (x, y, layers) in [(16, 16, 0), (0, 0, 1), (40, 16, 1)] {
            let images = try [square, .empty].map { opaqueBox -> (Bitmap, Int) in
                var counters = ReplayCounters()
                let image = try picture(opaqueBox: opaqueBox).raster(
                    CGAffineTransform(translationX: -Double(x), y: -Double(y)), width: 16, height: 16,
                    pool: BitmapPool(limit: 0), counters: &counters)
                let bitmap = Bitmap(width: 16, height: 16)
                bitmap.setRows(from: 0, to: image)
                return (bitmap, counters.layers)
            }
            #expect(images.map(\.1) == [layers, 1])
            for y in 0..<16 { for x in 0..<16 { #expect(images[0].0[x, y] == images[1].0[x, y]) } }
        }
    }

    @Test("keeps its offset in base space, whatever the CTM is")
    func offset() throws {
        let bitmap = try drawn(40, 40) { context in
            context.scaleBy(x: 10, y: 10)
            context.rotate(by: .pi)
            context.setShadow(offset: CGSize(width: 5, height: 6), blur: 0, color: .blue)
            context.setFillColor(.red)
            context.fill(CGRect(x: -2, y: -2, width: 1, height: 1))
        }
        #expect(bitmap[10, 10] == .pureRed)
        #expect(bitmap[24, 25] == .pureBlue)
        #expect(bitmap[25, 26] == .clear)
        #expect(bitmap[10, 24] == .clear)
    }

    @Test("of fill and stroke together is one")
    func fillAndStroke() throws {
        let bitmap = try drawn(40, 20) { context in
            context.setShadow(offset: CGSize(width: 20, height: 0), blur: 0, color: CGColor(gray: 0, alpha: 0.5))
            context.setFillColor(.red)
            context.setStrokeColor(.green)
            context.setLineWidth(4)
            context.addRect(CGRect(x: 4, y: 4, width: 10, height: 10))
            context.drawPath(using: .fillStroke)
        }
        // Under the line's inner half lie both; a shadow each would be darker.
        #expect(abs(Int(bitmap[25, 9].alpha) - 128) <= 1)
        #expect(abs(Int(bitmap[29, 9].alpha) - 128) <= 1)
        #expect(bitmap[5, 9] == .pureGreen)
        #expect(bitmap[9, 9] == .pureRed)
    }

    @Test("of a transparency layer is that of all in it, under the layer's alpha")
    func layer() throws {
        let bitmap = try drawn(40, 10) { context in
            context.setShadow(offset: CGSize(width: 20, height: 0), blur: 0, color: .black)
            context.setAlpha(0.5)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            context.setFillColor(.blue)
            context.fill(CGRect(x: 5, y: 0, width: 10, height: 10))
            context.endTransparencyLayer()
        }
        for x in [21, 27, 33] { #expect(abs(Int(bitmap[x, 5].alpha) - 128) <= 1) }
        #expect(abs(Int(bitmap[7, 5].blue) - 128) <= 1)
        #expect(bitmap[7, 5].red == 0)
        #expect(bitmap[36, 5] == .clear)
    }

    @Test("shows where it falls into the clip, though what casts it lies outside")
    func fromOutside() throws {
        let bitmap = try drawn(10, 10) { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 10))
            context.setShadow(offset: CGSize(width: 100, height: 0), blur: 0, color: .black)
            context.fill(CGRect(x: -100, y: 0, width: 10, height: 10))
        }
        #expect(bitmap[2, 5] == .opaqueBlack)
        #expect(bitmap[6, 5] == .clear)
    }

    @Test("of a mask is cast by what the mask lets through")
    func masked() throws {
        let alpha = Bitmap(width: 2, height: 1)
        alpha[0, 0] = .opaqueBlack
        let mask = PictureGroup.Mask(
            content: Picture(PictureImage(alpha, target: Box(x: 0, y: 0, width: 8, height: 8), interpolation: .none)),
            kind: .alpha, transform: .identity, region: Box(x: 0, y: 0, width: 8, height: 8), regionTransform: .identity
        )
        var content = PictureRecorder()
        content.fill(.unitSquare, with: .color(.white), transform: CGAffineTransform(scaleX: 8, y: 8))
        var recorder = PictureRecorder()
        recorder.draw(
            PictureGroup(
                content: content.finish(), mask: mask,
                shadow: PictureShadow(offsetX: 10, offsetY: 0, deviation: 0, color: .black)))
        let bitmap = try raster(recorder.finish(), width: 20, height: 8)
        #expect(bitmap[2, 4] == .white)
        #expect(bitmap[6, 4] == .clear)
        #expect(bitmap[12, 4] == .opaqueBlack)
        #expect(bitmap[16, 4] == .clear)
    }

    @Test("costs a bounded time however blurry it is and however deep the tile lies")
    func deep() throws {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 100, height: 100), scale: 1)
        context.setShadow(offset: .zero, blur: 50, color: .black)
        context.fill(CGRect(x: 20, y: 20, width: 60, height: 60))
        let picture = context.finishPicture()
        for scale in [100.0, 10_000] {
            var counters = ReplayCounters()
            let image = try picture.raster(
                CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -10 * scale, ty: -50 * scale), width: 64,
                height: 64, pool: BitmapPool(limit: 0), counters: &counters)
            // Ten points out of the rect's edge, at a deviation of 25.
            let expected = blurred(10, from: 20, to: 80, deviation: 25) * blurred(50, from: 20, to: 80, deviation: 25)
            guard case .bitmap(let bitmap) = image else { throw RasterFailure.cairo }
            #expect(abs(Double(bitmap[0, 0].alpha) / 255 - expected) < 0.03)
        }
    }
}
