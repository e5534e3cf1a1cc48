import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Values by name")
struct ValueTests {
    private let layer = CALayer()

    @Test("properties read their standard, take numbers of any type, and go back to the standard with nil")
    func standards() throws {
        let numbers = [
            "zPosition", "anchorPointZ", "cornerRadius", "borderWidth", "shadowRadius", "rasterizationScale",
            "contentsScale",
        ]
        for key in numbers {
            let standard = try #require(CALayer.defaultValue(forKey: key) as? CGFloat)
            #expect(layer.value(forKey: key) as? CGFloat == standard)
            layer.setValue(7, forKey: key)
            #expect(layer.value(forKey: key) as? CGFloat == 7)
            layer.setValue(NSNumber(value: 2.5), forKey: key)
            #expect(layer.value(forKey: key) as? CGFloat == 2.5)
            layer.setValue(nil, forKey: key)
            #expect(layer.value(forKey: key) as? CGFloat == standard)
        }
        for key in ["hidden", "doubleSided", "masksToBounds", "opaque", "geometryFlipped", "allowsGroupOpacity"] {
            let standard = try #require(CALayer.defaultValue(forKey: key) as? Bool)
            layer.setValue(!standard, forKey: key)
            #expect(layer.value(forKey: key) as? Bool == !standard)
        }
        layer.setValue("center", forKey: "contentsGravity")
        #expect(layer.contentsGravity == .center)
        #expect(CALayer.defaultValue(forKey: "nothing") == nil)
        #expect(CAShapeLayer.defaultValue(forKey: "lineWidth") as? CGFloat == 1)
        #expect(CALayer.defaultValue(forKey: "lineWidth") == nil)
    }

    @Test("paths lead into structs, and on into other layers")
    func paths() {
        layer.setValue(5, forKeyPath: "position.x")
        layer.setValue(8.5, forKeyPath: "bounds.size.width")
        layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
        layer.setValue(-1, forKeyPath: "shadowOffset.height")
        #expect(layer.position == CGPoint(x: 5, y: 0))
        #expect(layer.bounds == CGRect(x: 1, y: 2, width: 8.5, height: 0))
        #expect(layer.value(forKeyPath: "bounds.origin.y") as? CGFloat == 2)
        #expect(layer.value(forKeyPath: "shadowOffset.height") as? CGFloat == -1)
        #expect(layer.value(forKeyPath: "bounds.nothing") == nil)
        let mask = CALayer()
        layer.mask = mask
        layer.setValue(0.5, forKeyPath: "mask.opacity")
        #expect(mask.opacity == 0.5 && layer.value(forKeyPath: "mask.opacity") as? Float == 0.5)
    }

    @Test("paths into transforms read and set turns, scales and moves, and keep the others")
    func transforms() throws {
        layer.setValue(0.5, forKeyPath: "transform.rotation.z")
        layer.setValue(2, forKeyPath: "transform.scale.x")
        layer.setValue(9, forKeyPath: "transform.translation.y")
        layer.setValue(0.25, forKeyPath: "transform.rotation.x")
        func isClose(_ path: String, _ expected: Double) throws -> Bool {
            abs(Double(try #require(layer.value(forKeyPath: "transform." + path) as? CGFloat)) - expected) < 1e-12
        }
        #expect(try isClose("rotation.z", 0.5) && isClose("rotation", 0.5))
        #expect(try isClose("rotation.x", 0.25) && isClose("rotation.y", 0))
        #expect(try isClose("scale.x", 2) && isClose("scale.y", 1))
        #expect(try isClose("scale", 4.0 / 3) && isClose("translation.y", 9))
        let move = layer.value(forKeyPath: "transform.translation") as? CGSize
        #expect(move == CGSize(width: 0, height: 9))
        layer.transform = CATransform3DMakeScale(3, 3, 3)
        layer.setValue(Double.pi, forKeyPath: "transform.rotation")
        #expect(abs(layer.transform.m11 + 3) < 1e-12 && abs(layer.transform.m33 - 3) < 1e-12)
    }

    @Test("names that are no properties keep what they are given, or what style says")
    func keeps() {
        layer.setValue([1, 2], forKey: "mine")
        #expect(layer.value(forKey: "mine") as? [Int] == [1, 2])
        layer.style = ["other": 3, "style": ["deep": 4]]
        #expect(layer.value(forKey: "other") as? Int == 3 && layer.value(forKey: "deep") as? Int == 4)
    }

    @Test("what a property can't hold traps")
    func refuses() async {
        await #expect(processExitsWith: .failure) { CALayer().setValue("wide", forKey: "bounds") }
        await #expect(processExitsWith: .failure) { CALayer().setValue(1, forKeyPath: "bounds.size.depth") }
    }

    @Test("times convert through begin, speed and offset of each layer")
    func converts() {
        let (outer, inner) = (CALayer(), CALayer())
        outer.addSublayer(inner)
        outer.beginTime = 10
        outer.speed = 2
        inner.timeOffset = 5
        inner.speed = 0.5
        // The tree's 20 is (20 − 10) · 2 = 20 in the outer layer and 20 · 0.5 + 5 = 15 in the inner one.
        #expect(inner.convertTime(20, from: nil) == 15 && inner.convertTime(15, to: nil) == 20)
        #expect(inner.convertTime(20, from: outer) == 15 && outer.convertTime(15, from: inner) == 20)
        #expect(outer.convertTime(20, to: inner) == 15)
        #expect(inner.fillMode == .removed && inner.duration == 0 && !inner.autoreverses)
    }

    @Test("a copy has the properties, not the place")
    func copies() {
        let root = CALayer()
        root.addSublayer(layer)
        layer.frame = CGRect(x: 1, y: 2, width: 4, height: 4)
        layer.opacity = 0.25
        layer.cornerRadius = 2
        layer.name = "name"
        layer.transform = CATransform3DMakeScale(2, 1, 1)
        let copy = CALayer(layer: layer)
        layer.cornerRadius = 5
        #expect(copy.frame == CGRect(x: -1, y: 2, width: 8, height: 4) && copy.opacity == 0.25)
        #expect(copy.cornerRadius == 2 && copy.name == "name" && copy.superlayer == nil)
        #expect(layer.presentation() === layer && layer.model() === layer)
        LayerHost(root).frame()
        #expect(layer.presentation() === layer)
    }
}
