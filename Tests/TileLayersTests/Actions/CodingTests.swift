import Foundation
import Testing
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

    @Test("what an archive holds wrongly is left as it is")
    func survivesNonsense() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSNumber(value: -1), forKey: "contentsScale")
        archiver.encode(NSNumber(value: Double.nan), forKey: "cornerRadius")
        archiver.encode(NSArray(array: ["rect" as NSString, NSNumber(value: 1)]), forKey: "bounds")
        archiver.encode("wide" as NSString, forKey: "position")
        archiver.encode(NSNumber(value: -7), forKey: "maskedCorners")
        archiver.encode(NSNumber(value: Double.nan), forKey: "opacity")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let layer = try #require(CALayer(coder: unarchiver))
        #expect(layer.contentsScale == 1 && layer.cornerRadius == 0 && layer.bounds == .zero)
        #expect(layer.position == .zero && layer.maskedCorners.rawValue == 15 && layer.opacity == 1)
    }

    @Test("numbers beyond all use are brought into range, or left out")
    func survivesHugeNumbers() throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(NSNumber(value: 1e300), forKey: "instanceCount")
        archiver.encode(NSNumber(value: 1e300), forKey: "contentsScale")
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let layer = try #require(CAReplicatorLayer(coder: unarchiver))
        #expect(layer.instanceCount == 1_000_000_000 && layer.contentsScale == 1)
    }
}
