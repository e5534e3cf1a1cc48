import Foundation
import Testing
import TileGeometry
import TileGraphics

@testable import TileLayers

@Suite("Layers that are animated")
struct LayerAnimationTests {
    /// A layer with an animatable property that counts its drawings.
    private final class Dial: CALayer {
        var value = 0.0
        var drawn = 0

        override init() { super.init() }
        required init?(coder: NSCoder) { super.init(coder: coder) }
        override init(layer: Any) {
            super.init(layer: layer)
            if let dial = layer as? Dial { value = dial.value }
        }
        override func draw(in ctx: CGContext) {
            drawn += 1
            ctx.fill(bounds)
        }
    }

    @Test(
        "show a copy of their own class, that knows its layer, and whose layers are those above and below as they show")
    func presentation() throws {
        let dial = Dial()
        dial.value = 7
        let rig = AnimationRig(dial)
        let child = CALayer()
        dial.addSublayer(child)
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 1))
        rig.frame()
        rig.frame(after: 0.5)
        let shown = try #require(dial.presentation())
        #expect(type(of: shown) == Dial.self && shown !== dial && shown.value == 7)
        #expect(shown.model() === dial && dial.model() === dial && child.presentation() === child)
        #expect(shown.superlayer === rig.host.root && shown.sublayers?.first === child)
        #expect(shown.hitTest(CGPoint(x: 45, y: 5)) === shown && dial.hitTest(CGPoint(x: 45, y: 5)) == nil)
    }

    @Test("an animated frame commits what moves and its ancestors, draws nothing, and lays out nothing")
    func counts() {
        let rig = AnimationRig()
        let dials = (0..<100).map { index in
            let dial = Dial()
            dial.frame = CGRect(x: index * 3, y: 50, width: 2, height: 2)
            dial.setNeedsDisplay()
            rig.host.root.addSublayer(dial)
            return dial
        }
        rig.frame()
        for dial in dials.prefix(10) {
            let animation = CABasicAnimation("transform.rotation.z", from: 0, to: 3, seconds: 1)
            animation.repeatCount = .infinity
            dial.add(animation, forKey: "turn")
        }
        rig.frame()
        for _ in 0..<30 {
            let counters = rig.host.counting { rig.frame(after: 1.0 / 60) }
            #expect(counters.nodesCommitted == 11 && counters.displays == 0 && counters.layersLaidOut == 0)
        }
        #expect(dials.allSatisfy { $0.drawn == 1 })
    }

    @Test("damage is where they were and where they are")
    func damage() {
        let rig = AnimationRig()
        rig.layer.backgroundColor = .red
        rig.add(CABasicAnimation("position", from: CGPoint(x: 10, y: 10), to: CGPoint(x: 110, y: 10), seconds: 1))
        let before = rig.frame()
        let after = rig.frame(after: 0.5)
        let boxes = after.damage(since: before).sorted { $0.minX < $1.minX }
        #expect(boxes == [CGRect(x: 0, y: 0, width: 20, height: 20), CGRect(x: 50, y: 0, width: 20, height: 20)])
    }

    @Test("delegates hear of the first frame and of the end, in this order, after the layers have moved")
    func delegates() {
        let rig = AnimationRig()
        let told = Told()
        let animation = CABasicAnimation("opacity", from: 0, to: 1, seconds: 1)
        animation.delegate = told
        rig.add(animation)
        #expect(told.log.isEmpty)
        rig.frame()
        rig.frame(after: 0.5)
        #expect(told.log == ["start"])
        rig.frame(after: 0.5)
        #expect(told.log == ["start", "finished"])
        rig.add(animation)
        rig.frame()
        rig.frame(after: 0.1)
        rig.layer.removeAnimation(forKey: "key")
        rig.frame()
        #expect(told.log == ["start", "finished", "start", "stopped"] && rig.layer.animation(forKey: "key") == nil)
    }

    @Test("another under the same key takes the place, and what is changed after adding has no effect")
    func replacing() {
        let rig = AnimationRig()
        let told = Told()
        let animation = CABasicAnimation("position.x", from: 0, to: 100, seconds: 1)
        animation.delegate = told
        rig.add(animation)
        animation.toValue = 9999
        animation.duration = 50
        #expect(rig.values("position.x", at: [0.5]) == [50])
        rig.add(CABasicAnimation("position.x", from: 300, to: 400, seconds: 1))
        #expect(rig.values("position.x", at: [0.5]) == [350])
        #expect(told.log == ["start", "stopped"] && rig.layer.animationKeys() == ["key"])
        rig.add(CABasicAnimation("opacity", from: 0, to: 1, seconds: 1), key: nil)
        #expect(rig.layer.animationKeys() == ["key"])
        rig.layer.removeAllAnimations()
        rig.frame()
        #expect(rig.layer.animationKeys() == nil && rig.nodeX == 0 && !rig.host.isAnythingPending)
    }

    @Test("what is not removed shows what it fills, and wants no more frames")
    func filled() {
        let rig = AnimationRig()
        let told = Told()
        let animation = CABasicAnimation("position.x", from: 0, to: 100, seconds: 1)
        (animation.isRemovedOnCompletion, animation.fillMode, animation.delegate) = (false, .forwards, told)
        rig.add(animation)
        rig.frame()
        rig.frame(after: 2)
        #expect(rig.nodeX == 90 && told.log == ["start", "finished"] && !rig.host.isAnythingPending)
        rig.layer.position.y = 110
        rig.frame(after: 5)
        #expect(rig.layer.node?.transform.ty == 100 && rig.nodeX == 90 && told.log.count == 2)
        rig.layer.removeAllAnimations()
        rig.frame()
        #expect(rig.nodeX == 0 && told.log.count == 2)
    }

    @Test("a begin to come is waited for; it is in the layer's time, which is the screen's where nobody changed it")
    func later() {
        let rig = AnimationRig()
        let animation = CABasicAnimation("position.x", from: 100, to: 200, seconds: 1)
        MediaClock.with(rig.clock) { animation.beginTime = CACurrentMediaTime() + 2 }
        rig.add(animation)
        #expect(rig.values("position.x", at: [0, 1.9, 2, 2.5]) == [10, 10, 100, 150])
        animation.fillMode = .backwards
        animation.beginTime = rig.clock.now + 2
        rig.add(animation)
        #expect(rig.values("position.x", at: [0, 1.9, 2, 2.5]) == [100, 100, 100, 150])
    }

    @Test("a layer whose time stands still stands still, wants no frames, and goes on where it was")
    func pausing() {
        let rig = AnimationRig()
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 1))
        #expect(rig.values("position.x", at: [0.25]) == [25])
        // As Apple's note QA1673 has it.
        let paused = rig.layer.convertTime(rig.clock.now, from: nil)
        (rig.layer.speed, rig.layer.timeOffset) = (0, paused)
        rig.frame(after: 3)
        rig.frame(after: 3)
        #expect(rig.shown.position.x == 25 && !rig.host.isAnythingPending)
        rig.layer.timeOffset = paused + 0.25
        rig.frame()
        #expect(rig.shown.position.x == 50)
        let offset = rig.layer.timeOffset
        (rig.layer.speed, rig.layer.timeOffset, rig.layer.beginTime) = (1, 0, 0)
        rig.layer.beginTime = rig.layer.convertTime(rig.clock.now, from: nil) - offset
        rig.frame(after: 0.25)
        #expect(isClose([Double(rig.shown.position.x)], [75]))
        rig.frame(after: 0.3)
        #expect(rig.layer.animationKeys() == nil)
    }

    @Test("a parent that runs twice as fast takes its sublayers along")
    func hierarchy() {
        let rig = AnimationRig()
        rig.host.root.speed = 2
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 1))
        #expect(rig.values("position.x", at: [0.25]) == [50])
    }

    @Test("transactions wait for the animations that were added in them, those in others within too")
    func transactions() {
        let rig = AnimationRig()
        var done: [String] = []
        CATransaction.begin()
        CATransaction.setCompletionBlock { done.append("outer") }
        rig.add(CABasicAnimation("opacity", from: 0, to: 1, seconds: 1), key: "a")
        CATransaction.begin()
        CATransaction.setCompletionBlock { done.append("inner") }
        rig.add(CABasicAnimation("cornerRadius", from: 0, to: 1, seconds: 2), key: "b")
        CATransaction.commit()
        CATransaction.commit()
        rig.frame()
        rig.frame(after: 1)
        #expect(done.isEmpty)
        rig.frame(after: 1)
        #expect(done == ["inner", "outer"] || done == ["outer", "inner"])
        CATransaction.begin()
        CATransaction.setCompletionBlock { done.append("empty") }
        CATransaction.commit()
        #expect(done.last == "empty")
        // One that is replaced has ended, too.
        CATransaction.begin()
        CATransaction.setCompletionBlock { done.append("replaced") }
        rig.add(CABasicAnimation("opacity", from: 0, to: 1, seconds: 1), key: "a")
        CATransaction.commit()
        rig.add(CABasicAnimation("opacity", from: 0, to: 1, seconds: 1), key: "a")
        rig.frame()
        #expect(done.last == "replaced")
    }

    @Test("a duration that is not given is the transaction's")
    func durations() {
        let rig = AnimationRig()
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 0))
        #expect(rig.values("position.x", at: [0.125]) == [50])
        CATransaction.begin()
        CATransaction.setAnimationDuration(4)
        rig.add(CABasicAnimation("position.x", from: 0, to: 100, seconds: 0))
        CATransaction.commit()
        #expect(rig.values("position.x", at: [1]) == [25])
    }

    @Test("changes of layers by themselves are animated from what shows, where a screen shows them")
    func implicit() {
        let rig = AnimationRig()
        rig.layer.position.x = 110
        rig.frame()
        #expect(rig.nodeX == 100 && rig.layer.animationKeys() == nil)
        rig.host.animatesImplicitly = true
        rig.layer.position.x = 210
        rig.layer.opacity = 0
        rig.layer.name = "no property that shows"
        #expect(rig.layer.animationKeys() == ["position", "opacity"] && rig.layer.position.x == 210)
        rig.frame()
        #expect(rig.nodeX == 100)
        rig.frame(after: 0.125)
        let middle = 100 + 100 * CAMediaTimingFunction(name: .default).curve.progress(at: 0.5)
        #expect(isClose([rig.nodeX], [middle]))
        // Turned round on the way.
        rig.layer.position.x = 110
        rig.frame()
        #expect(isClose([rig.nodeX], [middle]))
        rig.frame(after: 0.25)
        #expect(rig.nodeX == 100 && rig.layer.animationKeys() == nil)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        rig.layer.position.x = 10
        CATransaction.commit()
        rig.frame()
        #expect(rig.nodeX == 0)
        rig.layer.actions = ["position": NSNull()]
        rig.layer.position.x = 60
        #expect(rig.layer.animationKeys() == nil)
        let new = CALayer()
        rig.host.root.addSublayer(new)
        new.position = CGPoint(x: 1, y: 1)
        #expect(new.animationKeys() == nil)
    }

    @Test("an animation is a layer's action, for the property whose it is")
    func actions() {
        let rig = AnimationRig()
        let action = CABasicAnimation()
        (action.fromValue, action.duration) = (0, 1)
        rig.layer.actions = ["cornerRadius": action]
        rig.layer.cornerRadius = 10
        #expect(rig.layer.animationKeys() == ["cornerRadius"])
        #expect(rig.values("cornerRadius", at: [0.5]) == [5])
    }

    @Test("a parent's perspective that is animated moves its sublayers; an order that is animated changes it")
    func parents() {
        let rig = AnimationRig()
        let root = rig.host.root
        root.add(
            CABasicAnimation(
                "sublayerTransform", from: CATransform3DIdentity, to: CATransform3DMakeTranslation(100, 0, 0),
                seconds: 1), forKey: "sub")
        rig.frame()
        rig.frame(after: 0.5)
        #expect(rig.nodeX == 50)
        rig.frame(after: 0.5)
        #expect(rig.nodeX == 0)

        let above = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20), .blue)
        rig.layer.backgroundColor = .red
        root.addSublayer(above)
        rig.add(CABasicAnimation("zPosition", from: -1, to: 1, seconds: 1))
        rig.frame()
        rig.frame(after: 0.25)
        #expect(root.node?.children.last?.layer == above.renderNumber)
        rig.frame(after: 0.5)
        #expect(root.node?.children.last?.layer == rig.layer.renderNumber)
        rig.frame(after: 0.5)
        #expect(root.node?.children.last?.layer == above.renderNumber)
    }

    @Test("contents go from image to image in turn")
    func contents() throws {
        func image(_ color: PixelColor) -> CGImage {
            let bitmap = Bitmap(width: 1, height: 1)
            bitmap.fill(color)
            return CGImage(bitmap: bitmap)
        }
        let rig = AnimationRig()
        let animation = CAKeyframeAnimation(keyPath: "contents")
        (animation.values, animation.calculationMode, animation.duration) = (
            [image(.pureRed), image(.pureBlue)], .discrete, 1
        )
        rig.add(animation)
        #expect(try rig.frame().pixels()[5, 5] == .pureRed)
        #expect(try rig.frame(after: 0.6).pixels()[5, 5] == .pureBlue)
        #expect(try rig.frame(after: 0.6).pixels()[5, 5] == PixelColor(argb: 0))
    }

    @Test("a number under a name of the program's keeps the type that was set")
    func typesOfNumbers() {
        let rig = AnimationRig()
        rig.layer.setValue(Double(300), forKey: "angle")
        rig.layer.setValue(Float(3), forKey: "level")
        rig.layer.setValue(CGFloat(3), forKey: "width")
        for key in ["angle", "level", "width"] {
            rig.add(CABasicAnimation(key, from: 0, to: 2, seconds: 1), key: key)
        }
        rig.frame()
        rig.frame(after: 0.5)
        #expect(rig.shown.value(forKey: "angle") as? Double == 1 && rig.shown.value(forKey: "level") as? Float == 1)
        #expect(rig.shown.value(forKey: "width") as? CGFloat == 1)
        rig.frame(after: 0.6)
        #expect(rig.shown.value(forKey: "angle") as? Double == 300 && rig.shown.value(forKey: "level") as? Float == 3)
    }

    @Test("transform.scale.xy scales the plane, and leaves the depth as it is")
    func planeScale() {
        let rig = AnimationRig()
        rig.layer.transform = CATransform3DMakeScale(1, 1, 3)
        rig.add(CABasicAnimation("transform.scale.xy", from: Float(0), to: 1.0, seconds: 1))
        rig.frame()
        rig.frame(after: 0.5)
        let shown = rig.shown.transform
        #expect(isClose([Double(shown.m11), Double(shown.m22), Double(shown.m33)], [0.5, 0.5, 3]))
        #expect(rig.shown.value(forKeyPath: "transform.scale.xy") as? CGFloat == 0.5)
        rig.layer.setValue(2, forKeyPath: "transform.scale.xy")
        #expect(rig.layer.transform == CATransform3DMakeScale(2, 2, 3))
    }

    @Test("a property of the program's is drawn by the copy, at each of its values")
    func drawing() {
        final class Level: CALayer {
            override init() { super.init() }
            required init?(coder: NSCoder) { super.init(coder: coder) }
            override init(layer: Any) { super.init(layer: layer) }
            override class func needsDisplay(forKey key: String) -> Bool {
                key == "level" || super.needsDisplay(forKey: key)
            }
            override func draw(in ctx: CGContext) {
                let level = value(forKey: "level") as? CGFloat ?? 0
                ctx.fill(CGRect(x: 0, y: 0, width: level, height: 20))
            }
        }
        let level = Level()
        let rig = AnimationRig(level)
        level.setValue(CGFloat(20), forKey: "level")
        rig.add(CABasicAnimation("level", from: 0, to: 20, seconds: 1))
        rig.frame()
        rig.frame(after: 0.5)
        #expect(level.node?.body.extent.maxX == 10)
        rig.frame(after: 0.6)
        #expect(level.node?.body.extent.maxX == 20)
    }
}
