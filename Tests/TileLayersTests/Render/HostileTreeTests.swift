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
