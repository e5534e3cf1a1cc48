import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Hostile trees")
struct HostileTreeTests {
    @Test("huge and tiny geometry is drawn, cut or left out, and never traps", arguments: UInt64(1)...8)
    func survivesHugeGeometry(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let sizes = [0, -0.0, 1e-300, -3, 1, 40, 1e6, 1e19, -1e40, 1e150, 1e300, -1e308]
        func number() -> Double { sizes.randomElement(using: &generator)! }
        let root = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .white)
        var layers = [root]
        let host = LayerHost(root)
        var last = host.frame()
        for step in 0..<60 {
            let kinds: [() -> CALayer] = [
                { CAShapeLayer() }, { DrawingLayer() }, { CAGradientLayer() }, { CATextLayer() },
                { CAReplicatorLayer() },
                { CAScrollLayer() }, { CATransformLayer() },
            ]
            let layer = kinds[step % kinds.count]()
            if let text = layer as? CATextLayer {
                text.string = "Row 12"
                text.font = "No such font"
                text.fontSize = CGFloat(number())
                text.isWrapped = step % 2 == 0
            }
            if let replicator = layer as? CAReplicatorLayer {
                replicator.instanceCount = 3
                replicator.instanceTransform = CATransform3DMakeTranslation(number(), number(), number())
                replicator.instanceAlphaOffset = Float(number())
            }
            (layer as? CAScrollLayer)?.scroll(to: CGPoint(x: number(), y: number()))
            (layer as? CAShapeLayer)?.strokeColor = .blue
            (layer as? CAShapeLayer)?.lineWidth = CGFloat(number())
            (layer as? CAShapeLayer)?.lineDashPattern = [NSNumber(value: number()), NSNumber(value: number())]
            (layer as? CAShapeLayer)?.path = CGPath(
                rect: CGRect(x: number(), y: 0, width: number(), height: 5), transform: nil)
            (layer as? CAGradientLayer)?.colors = [CGColor.red, CGColor.blue]
            layer.bounds = CGRect(x: number(), y: number(), width: number(), height: number())
            layer.position = CGPoint(x: number(), y: number())
            layer.anchorPoint = CGPoint(x: number(), y: 0.5)
            layer.backgroundColor = .red
            if step % 4 == 0 { layer.transform = CATransform3DMakeScale(number(), number(), number()) }
            if step % 5 == 0 { layer.sublayerTransform.m34 = number() }
            if step % 6 == 0 { layer.transform = CATransform3DMakeRotation(1, 1, 1, 0) }
            layer.cornerRadius = CGFloat(number())
            layer.borderWidth = CGFloat(number())
            layer.shadowOpacity = step % 7 == 0 ? 0.5 : 0
            layer.shadowRadius = CGFloat(number())
            layer.shadowOffset = CGSize(width: number(), height: number())
            layer.masksToBounds = step % 2 == 0
            layer.contentsRect = CGRect(x: number(), y: number(), width: number(), height: number())
            layers[step % layers.count].addSublayer(layer)
            layers.append(layer)
            layer.setNeedsDisplay()
            layer.setNeedsDisplay(CGRect(x: number(), y: number(), width: number(), height: number()))
            let tree = host.frame()
            _ = tree.damage(since: last)
            _ = try? tree.pixels()
            _ = layer.convert(CGRect(x: 0, y: 0, width: 1, height: 1), to: root)
            _ = root.hitTest(CGPoint(x: 3, y: 3))
            last = tree
        }
        #expect(last.size == CGSize(width: 40, height: 40))
    }

    @Test("layers nested deeper trap with a message, before the stack ends")
    func refusesDepth() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let root = CALayer()
            var layer = root
            for _ in 0..<1500 {
                let next = CALayer()
                layer.addSublayer(next)
                layer = next
            }
            LayerHost(root).frame()
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("nested more than"))
    }

    @Test("layers nested nearly as deep as they may be are laid out, drawn and let go of")
    func survivesDepth() async throws {
        let color: PixelColor? = await withCheckedContinuation { continuation in
            let thread = Thread {
                let root = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20), .white)
                var layer = root
                for depth in 0..<990 {
                    let next = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20), depth % 2 == 0 ? .red : .blue)
                    next.masksToBounds = depth % 3 == 0
                    layer.addSublayer(next)
                    layer = next
                }
                let pixels = try? LayerHost(root).frame().pixels()
                continuation.resume(returning: pixels?.solidColor)
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        #expect(color == .pureBlue)
    }

    @Test("a tree larger than any image throws where it is asked for as one, and its parts are drawn")
    func refusesHugeBitmaps() throws {
        for color in [CGColor.red, nil] {
            let layer = makeLayer(CGRect(x: 0, y: 0, width: 1e12, height: 1e12), color)
            let tree = LayerHost(layer).frame()
            let part = try tree.bitmap(CGRect(x: 1e11, y: 1e11, width: 4, height: 4), scale: 1)
            #expect(part.solidColor == (color == nil ? .clear : .pureRed))
            for scale in [1, 1e-7, 100] as [CGFloat] {
                #expect(throws: RasterFailure.cairo) { try tree.bitmap(layer.bounds, scale: scale) }
            }
        }
    }

    @Test("what is scaled to nothing shows nothing of itself, in whatever cuts it off", arguments: [0, 1, 2])
    func showsNothingFlat(kind: Int) {
        let root = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20))
        root.masksToBounds = true
        let layer = makeLayer(CGRect(x: 5, y: 5, width: 30, height: 4))
        root.addSublayer(layer)
        #expect(layer.visibleRect == CGRect(x: 0, y: 0, width: 15, height: 4))
        layer.transform =
            [
                CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 1, 1),
                CATransform3DMakeRotation(.pi / 2, 0, 1, 0),
            ][
                kind]
        if kind == 2 { layer.transform.m11 = 0 }
        #expect(layer.visibleRect == .zero)
        layer.scrollRectToVisible(layer.bounds)
        layer.scroll(.zero)
        let scroller = CAScrollLayer()
        scroller.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        scroller.addSublayer(root)
        layer.scrollRectToVisible(layer.bounds)
        layer.transform = CATransform3DIdentity
        layer.scrollRectToVisible(CGRect(x: 20, y: 0, width: 10, height: 4))
        #expect(scroller.bounds.origin == CGPoint(x: 15, y: 0))
    }

    @Test("a rect to draw that is no number traps, and says so; one without end is all, one without extent nothing")
    func refusesNonFiniteRects() async {
        let layer = DrawingLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        let host = LayerHost(layer)
        layer.setNeedsDisplay()
        host.frame()
        layer.setNeedsDisplay(.null)
        layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 0, height: 9))
        host.frame()
        #expect(layer.drawn.count == 1)
        layer.setNeedsDisplay(.infinite)
        host.frame()
        layer.setNeedsDisplay(CGRect(x: 3, y: 2, width: -CGFloat.infinity, height: -1))
        host.frame()
        #expect(layer.drawn.dropFirst() == [layer.bounds, layer.bounds])
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CALayer().setNeedsDisplay(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1))
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("CALayerInvalidGeometry: a rect to draw"))
    }

    @Test("geometry that is no number traps, and says which property it was")
    func refusesNonFinite() async {
        func message(_ result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CATextLayer().fontSize = .infinity
        }
        #expect(message(result).contains("CALayerInvalidGeometry: fontSize"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CAReplicatorLayer().instanceTransform.m11 = .nan
        }
        #expect(message(result).contains("CALayerInvalidGeometry: instanceTransform"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            CAScrollLayer().scroll(to: CGPoint(x: CGFloat.nan, y: 0))
        }
        #expect(message(result).contains("CALayerInvalidGeometry: bounds"))
    }
}
