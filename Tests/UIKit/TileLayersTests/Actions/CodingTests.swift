import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Archives of layers")
struct CodingTests {
    private func copy<Layer: CALayer>(_ layer: Layer) throws -> Layer {
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Layer.self, from: data))
    }

    @Test("geometry, looks, sublayers and masks come back")
    func comeBack() throws {
        let layer = makeLayer(CGRect(x: 1, y: 2, width: 30, height: 40), .red)
        layer.transform = CATransform3DMakeRotation(0.5, 1, 2, 3)
        layer.name = "name"
        layer.maskedCorners = [.layerMaxXMaxYCorner]
        layer.cornerRadius = 4
        layer.contentsGravity = .center
        layer.contentsScale = 2
        layer.shadowOffset = CGSize(width: 5, height: 6)
        layer.isHidden = true
        layer.speed = 3
        layer.borderColor = nil
        let shape = CAShapeLayer()
        shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil)
        shape.lineDashPattern = [2, 3]
        shape.fillRule = .evenOdd
        layer.addSublayer(shape)
        layer.mask = makeLayer(CGRect(x: 0, y: 0, width: 9, height: 9), .blue)
        let back = try copy(layer)
        #expect(back.bounds == layer.bounds && back.position == layer.position && back.transform == layer.transform)
        #expect(back.name == "name" && back.maskedCorners == layer.maskedCorners && back.cornerRadius == 4)
        #expect(back.contentsGravity == .center && back.contentsScale == 2 && back.shadowOffset == layer.shadowOffset)
        #expect(
            back.isHidden && back.speed == 3 && back.backgroundColor?.components == layer.backgroundColor?.components)
        let inner = try #require(back.sublayers?.first as? CAShapeLayer)
        #expect(inner.path == shape.path && inner.lineDashPattern == [2, 3] && inner.fillRule == .evenOdd)
        #expect(back.mask?.frame == layer.mask?.frame)
    }

    /// Returns the layer decoded from an archive.
    private func decoded<Layer: CALayer>(_ type: Layer.Type, _ write: (NSKeyedArchiver) -> Void) throws -> Layer {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        write(archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        // With secure coding, Foundation ends the program at a class that is not allowed.
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        return try #require(Layer(coder: unarchiver))
    }

    @Test("what an archive holds wrongly is left as it is")
    func survivesNonsense() throws {
        let layer = try decoded(CALayer.self) { archiver in
            archiver.encode(NSNumber(value: -1), forKey: "contentsScale")
            archiver.encode(NSNumber(value: Double.nan), forKey: "cornerRadius")
            archiver.encode(NSArray(array: ["rect" as NSString, NSNumber(value: 1)]), forKey: "bounds")
            archiver.encode("1 2 3" as NSString, forKey: "position.numbers")
            archiver.encode("1 nan" as NSString, forKey: "anchorPoint.numbers")
            archiver.encode(NSNumber(value: -7), forKey: "maskedCorners")
            archiver.encode(NSNumber(value: Double.nan), forKey: "opacity")
            archiver.encode("red" as NSString, forKey: "backgroundColor")
        }
        #expect(layer.contentsScale == 1 && layer.cornerRadius == 0 && layer.bounds == .zero)
        #expect(layer.position == .zero && layer.maskedCorners.rawValue == 15 && layer.opacity == 1)
        #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5) && layer.backgroundColor == nil)
    }

    @Test("each property of each kind of layer comes back as it was set")
    func kindsComeBack() throws {
        let plain = CALayer()
        plain.borderColor = .red
        plain.shadowColor = nil
        plain.sublayerTransform.m34 = -0.01
        plain.zPosition = 3
        plain.edgeAntialiasingMask = [.layerLeftEdge]
        plain.minificationFilter = .nearest
        plain.shadowPath = CGPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4), transform: nil)
        let back = try copy(plain)
        #expect(
            back.borderColor == .red && back.shadowColor == nil && back.sublayerTransform == plain.sublayerTransform)
        #expect(back.zPosition == 3 && back.edgeAntialiasingMask == [.layerLeftEdge])
        #expect(back.minificationFilter == .nearest && back.shadowPath == plain.shadowPath)

        let gradient = CAGradientLayer()
        gradient.colors = [CGColor.red, CGColor.blue]
        gradient.locations = [0.25, 0.75]
        gradient.startPoint = CGPoint(x: 0, y: 1)
        gradient.type = .radial
        let sameGradient = try copy(gradient)
        #expect(sameGradient.colors as? [CGColor] == [.red, .blue] && sameGradient.locations == [0.25, 0.75])
        #expect(sameGradient.startPoint == gradient.startPoint && sameGradient.type == .radial)

        let replicator = CAReplicatorLayer()
        replicator.instanceCount = 4
        replicator.instanceTransform = CATransform3DMakeTranslation(1, 2, 3)
        replicator.instanceColor = .red
        replicator.instanceAlphaOffset = -0.25
        let sameReplicator = try copy(replicator)
        #expect(sameReplicator.instanceCount == 4 && sameReplicator.instanceColor == .red)
        #expect(sameReplicator.instanceTransform == replicator.instanceTransform)
        #expect(sameReplicator.instanceAlphaOffset == -0.25)

        let scroll = CAScrollLayer()
        scroll.scrollMode = .vertically
        #expect(try copy(scroll).scrollMode == .vertically && copy(scroll).masksToBounds)
        #expect(try copy(CATransformLayer()).allowsGroupOpacity == false)
    }

    @Test("a text layer's text comes back with its attributes, its font by name")
    func textComesBack() throws {
        let layer = CATextLayer()
        layer.string = "Row 1"
        layer.font = UIFont.boldSystemFont(ofSize: 5)
        layer.fontSize = 12
        layer.foregroundColor = nil
        layer.isWrapped = true
        layer.alignmentMode = .center
        let back = try copy(layer)
        #expect(back.string as? String == "Row 1" && back.font as? String == UIFont.boldSystemFont(ofSize: 5).fontName)
        #expect(back.fontSize == 12 && back.foregroundColor == nil && back.isWrapped && back.alignmentMode == .center)
        let text = NSAttributedString(string: "Row 2", attributes: [.font: UIFont.systemFont(ofSize: 7), .kern: 2.0])
        layer.string = text
        let styled = try #require(try copy(layer).string as? NSAttributedString)
        #expect(styled.string == "Row 2" && styled.attribute(.kern, at: 4, effectiveRange: nil) as? Double == 2)
        #expect(styled.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == .systemFont(ofSize: 7))
    }

    @Test("sublayers of archives nest 250 deep; deeper ones are left out, and frames of the rest are made")
    func leavesOutDepth() throws {
        let root = CALayer()
        var layer = root
        for _ in 0..<400 {
            let next = CALayer()
            layer.addSublayer(next)
            layer = next
        }
        let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
        let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        var depth = 0
        var inner = back
        while let next = inner.sublayers?.first { (inner, depth) = (next, depth + 1) }
        #expect(depth == 250)
        #expect(LayerHost(back).frame().size == .zero)
    }

    @Test("numbers beyond all use are brought into range, or left out")
    func survivesHugeNumbers() throws {
        let layer = try decoded(CAReplicatorLayer.self) { archiver in
            archiver.encode(NSNumber(value: 1e300), forKey: "instanceCount")
            archiver.encode(NSNumber(value: 1e300), forKey: "contentsScale")
        }
        #expect(layer.instanceCount == 1_000_000_000 && layer.contentsScale == 1)
    }
}
