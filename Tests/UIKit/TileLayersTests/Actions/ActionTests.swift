import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

/// An action that records the events for which it runs.
private final class NotedAction: CAAction {
    let label: String
    private(set) var events: [String] = []

    init(_ label: String) { self.label = label }

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        if anObject is CALayer { events.append(event) }
    }
}

@Suite("Actions")
struct ActionTests {
    private final class Delegate: CALayerDelegate {
        var actions: [String: any CAAction] = [:]

        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { actions[event] }
    }

    private final class Layer: CALayer {
        override class func defaultAction(forKey event: String) -> (any CAAction)? {
            event == "position" ? NotedAction("class") : nil
        }
    }

    private func label(_ layer: CALayer) -> String? { (layer.action(forKey: "position") as? NotedAction)?.label }

    @Test("actions are looked for in the delegate, in actions, in style and in styles within it, then in the class")
    func looksInOrder() {
        let layer = Layer()
        let delegate = Delegate()
        layer.delegate = delegate
        #expect(label(layer) == "class")
        layer.style = ["style": ["actions": ["position": NotedAction("inner style") as any CAAction]]]
        #expect(label(layer) == "inner style")
        layer.style?["actions"] = ["position": NotedAction("style") as any CAAction]
        #expect(label(layer) == "style")
        layer.actions = ["position": NotedAction("actions")]
        #expect(label(layer) == "actions")
        delegate.actions["position"] = NotedAction("delegate")
        #expect(label(layer) == "delegate")
        #expect(layer.action(forKey: "bounds") == nil)
    }

    @Test("NSNull ends the search at every stage", arguments: 0..<3)
    func endsWithNull(stage: Int) {
        let layer = Layer()
        let delegate = Delegate()
        layer.delegate = delegate
        switch stage {
        case 0: delegate.actions["position"] = NSNull()
        case 1: layer.actions = ["position": NSNull()]
        default: layer.style = ["actions": ["position": NSNull() as any CAAction]]
        }
        #expect(layer.action(forKey: "position") == nil)
    }

    /// Changes every kind of property, each once.
    private func change(_ layer: CALayer) {
        layer.position = CGPoint(x: 1, y: 1)
        layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        layer.opacity = 0.5
        layer.transform = CATransform3DMakeScale(2, 2, 2)
        layer.cornerRadius = 3
        layer.isHidden = true
        layer.backgroundColor = .red
        layer.contents = nil
        layer.mask = CALayer()
        layer.anchorPoint = .zero
        layer.zPosition = 4
        layer.sublayerTransform.m34 = 1
        layer.borderWidth = 1
        layer.shadowOffset = .zero
        layer.masksToBounds = true
        layer.setValue(1, forKey: "custom")
    }

    @Test("a changed property runs its action once; with actions disabled it runs none")
    func runsOnChange() {
        let names = [
            "position", "bounds", "opacity", "transform", "cornerRadius", "hidden", "backgroundColor", "contents",
            "mask", "anchorPoint", "zPosition", "sublayerTransform", "borderWidth", "shadowOffset", "masksToBounds",
            "custom",
        ]
        let (quiet, loud) = (NotedAction("quiet"), NotedAction("loud"))
        let (first, second) = (CALayer(), CALayer())
        first.actions = Dictionary(uniqueKeysWithValues: names.map { ($0, quiet) })
        second.actions = Dictionary(uniqueKeysWithValues: names.map { ($0, loud) })
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        change(first)
        CATransaction.commit()
        #expect(quiet.events.isEmpty)
        change(second)
        #expect(loud.events == names)
        // Set to what it is, a property does not change.
        second.position = CGPoint(x: 1, y: 1)
        second.opacity = 0.5
        #expect(loud.events.count == names.count)
    }

    @Test("setting frame changes bounds, then position")
    func setsFrame() {
        let layer = CALayer()
        let action = NotedAction("any")
        layer.actions = ["bounds": action, "position": action, "frame": action]
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(action.events == ["bounds", "position"])
    }

    @Test("coming into a tree and going out of sight are events")
    func runsOnOrder() {
        let root = CALayer()
        let layer = CALayer()
        let (order, out) = (NotedAction("in"), NotedAction("out"))
        layer.actions = [kCAOnOrderIn: order, kCAOnOrderOut: out]
        root.addSublayer(layer)
        #expect(order.events == [kCAOnOrderIn])
        layer.isHidden = true
        layer.isHidden = false
        #expect(out.events.count == 1 && order.events.count == 2)
        layer.removeFromSuperlayer()
        #expect(out.events.count == 2)
    }

    @Test("a subclass says which changes ask for drawing")
    func asksForDrawing() {
        final class Gauge: CALayer {
            override class func needsDisplay(forKey key: String) -> Bool {
                key == "level" || super.needsDisplay(forKey: key)
            }
        }
        let gauge = Gauge()
        gauge.opacity = 0.5
        #expect(!gauge.needsDisplay())
        gauge.setValue(5, forKey: "level")
        #expect(gauge.needsDisplay() && gauge.value(forKey: "level") as? Int == 5)
    }
}
