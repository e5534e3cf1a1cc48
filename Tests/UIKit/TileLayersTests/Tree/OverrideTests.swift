import Foundation
import Testing
import TileGraphics

@testable import TileLayers

@Suite("Subclasses of layers")
struct OverrideTests {
    /// A layer that observes its properties by overriding them, as layers of libraries do.
    private final class Follower: CALayer {
        var log: [String] = []

        override var backgroundColor: CGColor? { didSet { log.append("backgroundColor") } }
        override var opacity: Float { didSet { log.append("opacity") } }
        override var isHidden: Bool { didSet { log.append("isHidden") } }
        override var cornerRadius: CGFloat { didSet { log.append("cornerRadius") } }
        override var contentsScale: CGFloat { didSet { log.append("contentsScale") } }
        override var sublayers: [CALayer]? { didSet { log.append("sublayers") } }
        override var mask: CALayer? { didSet { log.append("mask") } }
        override var repeatCount: Float { didSet { log.append("repeatCount") } }
        override var speed: Float { didSet { log.append("speed") } }

        override func insertSublayer(_ layer: CALayer, at idx: UInt32) {
            log.append("insert at \(idx)")
            super.insertSublayer(layer, at: idx)
        }
    }

    @Test("override what is set of layers, and are told of it")
    func overrides() {
        let rig = AnimationRig(Follower())
        guard let layer = rig.layer as? Follower else { return }
        layer.log = []
        layer.backgroundColor = .black
        layer.opacity = 0.5
        layer.isHidden = true
        layer.cornerRadius = 3
        layer.contentsScale = 3
        layer.sublayers = [CALayer()]
        layer.mask = CALayer()
        layer.repeatCount = 2
        layer.speed = 0.5
        layer.insertSublayer(CALayer(), at: 0)
        #expect(
            layer.log == [
                "backgroundColor", "opacity", "isHidden", "cornerRadius", "contentsScale", "sublayers", "mask",
                "repeatCount", "speed", "insert at 0",
            ])
        #expect(layer.sublayers?.count == 2 && layer.opacity == 0.5 && layer.speed == 0.5)
    }

    @Test("are told by key paths too, but not by the presentation of an animation")
    func byKeyPath() {
        let rig = AnimationRig(Follower())
        guard let layer = rig.layer as? Follower else { return }
        layer.log = []
        layer.setValue(0.25, forKeyPath: "opacity")
        #expect(layer.log == ["opacity"])
        rig.add(CABasicAnimation("opacity", from: 0, to: 1, seconds: 1))
        rig.frame()
        rig.frame(after: 0.5)
        #expect(layer.log == ["opacity"] && abs(rig.shown.opacity - 0.5) < 1e-6)
    }
}
