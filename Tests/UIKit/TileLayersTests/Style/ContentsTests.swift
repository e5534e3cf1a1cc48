import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Contents")
struct ContentsTests {
    /// 8 × 4 pixels: left half red, right half blue.
    private func makeImage() throws -> CGImage {
        let bitmap = Bitmap(width: 8, height: 4)
        for y in 0..<4 { for x in 0..<8 { bitmap[x, y] = x < 4 ? .pureRed : .pureBlue } }
        return CGImage(bitmap: bitmap)
    }

    private func makeHolder(_ width: Int, _ height: Int) throws -> (root: CALayer, layer: CALayer) {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .white)
        let layer = makeLayer(CGRect(x: 10, y: 10, width: width, height: height))
        layer.contents = try makeImage()
        layer.magnificationFilter = .nearest
        root.addSublayer(layer)
        return (root, layer)
    }

    @Test("gravity places contents of another size than the bounds'")
    func followsGravity() throws {
        let expected: [(CALayerContentsGravity, CGRect)] = [
            (.resize, CGRect(x: 10, y: 10, width: 20, height: 20)),
            (.resizeAspect, CGRect(x: 10, y: 15, width: 20, height: 10)),
            (.resizeAspectFill, CGRect(x: 0, y: 10, width: 40, height: 20)),
            (.center, CGRect(x: 16, y: 18, width: 8, height: 4)),
            (.top, CGRect(x: 16, y: 10, width: 8, height: 4)),
            (.bottom, CGRect(x: 16, y: 26, width: 8, height: 4)),
            (.left, CGRect(x: 10, y: 18, width: 8, height: 4)),
            (.right, CGRect(x: 22, y: 18, width: 8, height: 4)),
            (.topLeft, CGRect(x: 10, y: 10, width: 8, height: 4)),
            (.topRight, CGRect(x: 22, y: 10, width: 8, height: 4)),
            (.bottomLeft, CGRect(x: 10, y: 26, width: 8, height: 4)),
            (.bottomRight, CGRect(x: 22, y: 26, width: 8, height: 4)),
            (CALayerContentsGravity(rawValue: "unknown"), CGRect(x: 10, y: 10, width: 20, height: 20)),
        ]
        let (root, layer) = try makeHolder(20, 20)
        let host = LayerHost(root)
        for (gravity, rect) in expected {
            layer.contentsGravity = gravity
            let pixels = try host.frame().pixels()
            #expect(pixels.ink == rect, "\(gravity.rawValue)")
            #expect(
                pixels[Int(rect.minX), Int(rect.minY)] == .pureRed
                    && pixels[Int(rect.maxX) - 1, Int(rect.minY)] == .pureBlue)
        }
    }

    @Test("contentsScale makes pixels smaller, contentsRect shows a part")
    func scalesAndCuts() throws {
        let (root, layer) = try makeHolder(20, 20)
        layer.contentsGravity = .center
        layer.contentsScale = 2
        let host = LayerHost(root)
        #expect(try host.frame().pixels().ink == CGRect(x: 18, y: 19, width: 4, height: 2))
        layer.contentsScale = 1
        layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
        let pixels = try host.frame().pixels()
        #expect(pixels.ink == CGRect(x: 18, y: 18, width: 4, height: 4) && pixels[18, 18] == .pureBlue)
    }

    @Test("contentsCenter stretches the middle and keeps the rest")
    func stretchesMiddle() throws {
        let bitmap = Bitmap(width: 6, height: 6)
        for y in 0..<6 {
            for x in 0..<6 { bitmap[x, y] = (2..<4).contains(x) && (2..<4).contains(y) ? .pureBlue : .pureRed }
        }
        let (root, layer) = try makeHolder(30, 20)
        layer.contents = CGImage(bitmap: bitmap)
        let third = 1.0 / 3
        layer.contentsCenter = CGRect(x: third, y: third, width: third, height: third)
        let pixels = try root.pixels()
        #expect(
            pixels[11, 11] == .pureRed && pixels[11, 20] == .pureRed && pixels[12, 12] == .pureBlue
                && pixels[37, 27] == .pureBlue)
        #expect(pixels[38, 20] == .pureRed && pixels[20, 28] == .pureRed)
    }

    @Test("drawn contents follow gravity too")
    func placesDrawings() throws {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .white)
        let layer = DrawingLayer()
        layer.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
        layer.body = { context, _ in
            context.setFillColor(.blue)
            context.fill(CGRect(x: -5, y: -5, width: 50, height: 50))
        }
        layer.contentsGravity = .bottomRight
        root.addSublayer(layer)
        layer.setNeedsDisplay()
        let host = LayerHost(root)
        // What lies beyond the bounds that were drawn for is cut off.
        #expect(try host.frame().pixels().ink == CGRect(x: 10, y: 10, width: 10, height: 10))
        layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        #expect(try host.frame().pixels().ink == CGRect(x: 20, y: 20, width: 10, height: 10))
        layer.contentsGravity = .resizeAspectFill
        #expect(try host.frame().pixels().ink == CGRect(x: 10, y: 10, width: 20, height: 20))
        layer.contents = nil
        #expect(try host.frame().pixels().ink.isNull)
    }

    @Test("what cannot be shown is kept and shows nothing")
    func keepsOthers() throws {
        let (root, layer) = try makeHolder(20, 20)
        layer.contents = "text"
        #expect(layer.contents as? String == "text")
        #expect(try root.pixels().ink.isNull)
    }

    @Test("the delegate may make the contents, or draw them")
    func asksDelegate() throws {
        final class Maker: CALayerDelegate {
            var image: CGImage?
            var willDraw = 0
            func display(_ layer: CALayer) { layer.contents = image }
        }
        final class Drawer: CALayerDelegate {
            var willDraw = 0
            func layerWillDraw(_ layer: CALayer) { willDraw += 1 }
            func draw(_ layer: CALayer, in ctx: CGContext) {
                ctx.setFillColor(.green)
                ctx.fill(layer.bounds)
            }
        }
        let (root, layer) = try makeHolder(20, 20)
        let (maker, drawer) = (Maker(), Drawer())
        maker.image = try makeImage()
        layer.contents = nil
        layer.delegate = maker
        layer.setNeedsDisplay()
        let host = LayerHost(root)
        #expect(try host.frame().pixels()[12, 12] == .pureRed)
        layer.delegate = drawer
        layer.setNeedsDisplay()
        #expect(try host.frame().pixels()[12, 12] == .pureGreen && drawer.willDraw == 1)
    }

    @Test("render(in:) draws a layer that was never in a frame, laid out and displayed")
    func renders() throws {
        let layer = DrawingLayer()
        layer.bounds = CGRect(x: 5, y: 5, width: 20, height: 20)
        layer.body = { context, rect in
            context.setFillColor(.blue)
            context.fill(rect)
        }
        layer.setNeedsDisplay()
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 40, height: 40), scale: 1)
        layer.render(in: context)
        #expect(context.finishPicture().bounds.rect == layer.bounds && layer.drawn.count == 1)
    }

    @Test("an opaque layer with cut corners leaves what is behind its corners")
    func roundedOpaqueLayerHidesNoMore() throws {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .blue)
        root.addSublayer(makeLayer(CGRect(x: 0, y: 0, width: 30, height: 30), .green))
        let cover = DrawingLayer()
        cover.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        cover.isOpaque = true
        cover.cornerRadius = 40
        cover.masksToBounds = true
        cover.body = { context, rect in
            context.setFillColor(.red)
            context.fill(rect)
        }
        root.addSublayer(cover)
        cover.setNeedsDisplay()
        // The whole area is in the cover's box, and its upper left pixels are beyond the round corner.
        let area = RasterArea(scale: 4, x: 2, y: 2, width: 128, height: 128)
        guard case .bitmap(let pixels) = try LayerHost(root).frame().raster(area, in: .init(pool: BitmapPool())) else {
            Issue.record("an area of two colors is not solid")
            return
        }
        #expect(pixels[0, 0] == .pureGreen && pixels[127, 127] == .pureRed)
    }

    @Test("a mask whose layer is gone can be a sublayer")
    func maskOutlivesItsLayer() {
        let mask = CALayer()
        do {
            let layer = CALayer()
            layer.mask = mask
        }
        let parent = CALayer()
        parent.addSublayer(mask)
        #expect(mask.superlayer === parent)
    }

    @Test("an opaque layer stops what is behind it from being drawn")
    func hidesWhatIsBehind() throws {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .white)
        for index in 0..<50 {
            let holder = makeLayer(CGRect(x: index, y: index, width: 40, height: 40), .blue)
            holder.addSublayer(makeLayer(CGRect(x: 5, y: 5, width: 10, height: 10), .green))
            root.addSublayer(holder)
        }
        let cover = DrawingLayer()
        cover.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        cover.body = { context, _ in
            for step in 0..<10 {
                context.setFillColor(.red)
                context.fill(CGRect(x: 0, y: step * 10, width: 100, height: 10))
            }
        }
        root.addSublayer(cover)
        cover.setNeedsDisplay()
        let host = LayerHost(root)
        let area = RasterArea(scale: 1, x: 30, y: 30, width: 5, height: 5)
        func drawn(_ tree: RenderTree) throws -> Int {
            var counters = ReplayCounters()
            _ = try tree.raster(area, in: .init(pool: BitmapPool(limit: 0)), counters: &counters)
            return counters.operationsDrawn
        }
        #expect(try drawn(host.frame()) > 10)
        cover.isOpaque = true
        #expect(try drawn(host.frame()) <= 2)
        cover.isOpaque = false
        cover.backgroundColor = .black
        #expect(try drawn(host.frame()) <= 4)
        cover.opacity = 0.9
        #expect(try drawn(host.frame()) > 10)
    }
}
