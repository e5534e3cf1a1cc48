import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("What a layer keeps for code that sets it")
struct KeptPropertyTests {
    @Test("hints without effect are kept, draw the same, and make no frame draw anew")
    func hints() throws {
        let layer = DrawingLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.body = { context, rect in
            context.setFillColor(.red)
            context.fillEllipse(in: rect)
        }
        layer.setNeedsDisplay()
        let host = LayerHost(layer)
        let before = try host.frame().pixels()
        layer.contentsFormat = .gray8Uint
        layer.wantsExtendedDynamicRangeContent = true
        layer.toneMapMode = .never
        layer.minificationFilterBias = 0.5
        layer.drawsAsynchronously = true
        layer.allowsEdgeAntialiasing = true
        layer.edgeAntialiasingMask = [.layerLeftEdge, .layerRightEdge, .layerTopEdge, .layerBottomEdge]
        layer.backgroundFilters = ["blur"]
        layer.repeatCount = 2
        layer.repeatDuration = 3
        layer.fillMode = .forwards
        let after = try host.frame().pixels()
        #expect(before.differences(from: after) == 0 && layer.drawn.count == 1)
        #expect(layer.contentsFormat == .gray8Uint && layer.wantsExtendedDynamicRangeContent)
        #expect(layer.toneMapMode == .never && layer.minificationFilterBias == 0.5 && layer.drawsAsynchronously)
        #expect(layer.allowsEdgeAntialiasing && layer.edgeAntialiasingMask.rawValue == 15)
        #expect(layer.backgroundFilters as? [String] == ["blur"])
        #expect(layer.repeatCount == 2 && layer.repeatDuration == 3 && layer.fillMode == .forwards)
        #expect(CALayer().contentsFormat == .RGBA8Uint && CALayerContentsFormat.RGBA16Float != .RGBA8Uint)
    }

    @Test("text, and copies of a replicator, have them too")
    func kinds() throws {
        let text = CATextLayer()
        text.frame = CGRect(x: 0, y: 0, width: 30, height: 20)
        text.fontSize = 12
        text.foregroundColor = .red
        text.string = "ab"
        let before = try text.pixels()
        text.allowsFontSubpixelQuantization = false
        #expect(try before.differences(from: text.pixels()) == 0 && !text.allowsFontSubpixelQuantization)
        let replicator = CAReplicatorLayer()
        replicator.frame = text.frame
        replicator.addSublayer(makeLayer(CGRect(x: 0, y: 0, width: 3, height: 3), .blue))
        replicator.instanceCount = 2
        replicator.instanceTransform = CATransform3DMakeTranslation(5, 0, 0)
        let copies = try replicator.pixels()
        replicator.instanceDelay = 4
        replicator.preservesDepth = true
        #expect(try copies.differences(from: replicator.pixels()) == 0)
        #expect(replicator.instanceDelay == 4 && replicator.preservesDepth)
    }

    @Test("a layer's map of the plane is that of its transform, and sets it")
    func affine() {
        let layer = CALayer()
        #expect(layer.affineTransform() == .identity)
        let map = CGAffineTransform(rotationAngle: 1).translatedBy(x: 3, y: 4)
        layer.setAffineTransform(map)
        #expect(layer.affineTransform() == map && CATransform3DIsAffine(layer.transform))
        let entries = CATransform3D(
            m11: 1, m12: 2, m13: 0, m14: 0, m21: 3, m22: 4, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 5,
            m42: 6, m43: 0, m44: 1)
        layer.transform = entries
        #expect(layer.affineTransform() == CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    }

    @Test("each corner is rounded alone, and only it", arguments: 0..<16)
    func corners(raw: Int) throws {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20), .red)
        layer.cornerRadius = 8
        let mask = CACornerMask(rawValue: UInt(raw))
        layer.maskedCorners = mask
        let pixels = try layer.pixels()
        let corners: [(CACornerMask, Int, Int)] = [
            (.layerMinXMinYCorner, 0, 0), (.layerMaxXMinYCorner, 19, 0), (.layerMinXMaxYCorner, 0, 19),
            (.layerMaxXMaxYCorner, 19, 19),
        ]
        for (corner, x, y) in corners { #expect((pixels[x, y] == .clear) == mask.contains(corner)) }
    }

    @Test("a shrunk image is the mean of its pixels by the filter trilinear")
    func trilinear() throws {
        let source = Bitmap(width: 64, height: 64)
        for y in 0..<64 { for x in 0..<64 { source[x, y] = (x + y) % 2 == 0 ? .white : .pureBlack } }
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.contents = CGImage(bitmap: source)
        layer.minificationFilter = .trilinear
        let pixels = try layer.pixels()
        for y in 1..<7 { for x in 1..<7 { #expect((112...144).contains(pixels[x, y].red)) } }
    }

    @Test("a layer that scrolls along one axis stays where it is on the other")
    func scrolling() {
        let layer = CAScrollLayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        let places: [(CAScrollLayerScrollMode, CGPoint)] = [
            (.none, .zero), (.horizontally, CGPoint(x: 3, y: 0)), (.vertically, CGPoint(x: 0, y: 4)),
            (.both, CGPoint(x: 3, y: 4)),
        ]
        for (mode, expected) in places {
            layer.bounds.origin = .zero
            layer.scrollMode = mode
            layer.scroll(to: CGPoint(x: 3, y: 4))
            #expect(layer.bounds.origin == expected)
        }
    }

    @Test("a subclass decides what of it is archived")
    func archived() throws {
        let layer = SecretiveLayer()
        layer.name = "secret"
        layer.cornerRadius = 3
        #expect(layer.shouldArchiveValue(forKey: "cornerRadius") && !layer.shouldArchiveValue(forKey: "name"))
        let open = CALayer()
        #expect(!open.shouldArchiveValue(forKey: "name"), "what is as at first needs no room")
        open.name = "open"
        #expect(open.shouldArchiveValue(forKey: "name"))
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: SecretiveLayer.self, from: data)
        #expect(copy?.name == nil && copy?.cornerRadius == 3)
    }

    @Test("a transaction's values go by their keys as by their methods")
    func transactionKeys() {
        let curve = CAMediaTimingFunction(name: .easeInEaseOut)
        let count = Count()
        CATransaction.begin()
        CATransaction.setValue(curve, forKey: kCATransactionAnimationTimingFunction)
        CATransaction.setValue({ count.value += 1 }, forKey: kCATransactionCompletionBlock)
        #expect(CATransaction.animationTimingFunction() == curve)
        #expect(CATransaction.value(forKey: kCATransactionCompletionBlock) != nil)
        (CATransaction.value(forKey: kCATransactionCompletionBlock) as? () -> Void)?()
        CATransaction.commit()
        #expect(count.value == 2)
        #expect(CATransaction.animationTimingFunction() == nil)
        #expect([kCAOnOrderIn, kCAOnOrderOut, kCATransition] == ["onOrderIn", "onOrderOut", "transition"])
    }
}

private final class Count { var value = 0 }

/// A layer that does not archive its name. It is internal because Foundation archives only classes that have a name.
final class SecretiveLayer: CALayer {
    override func shouldArchiveValue(forKey key: String) -> Bool {
        key != "name" && super.shouldArchiveValue(forKey: key)
    }
}
