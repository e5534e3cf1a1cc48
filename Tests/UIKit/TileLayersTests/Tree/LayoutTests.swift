import Foundation
import Testing
import TileLayers

@Suite("Layout")
struct LayoutTests {
    /// Records the order in which layers are laid out.
    private final class Log { var names: [String] = [] }

    private final class Laid: CALayer {
        var log: Log?
        var label = ""
        var onLayout: (() -> Void)?

        override func layoutSublayers() {
            super.layoutSublayers()
            log?.names.append(label)
            onLayout?()
        }
    }

    private func tree() -> (Log, [Laid]) {
        let log = Log()
        let layers = ["root", "child", "grandchild"].map { name in
            let layer = Laid()
            layer.log = log
            layer.label = name
            return layer
        }
        layers[0].addSublayer(layers[1])
        layers[1].addSublayer(layers[2])
        layers[0].layoutIfNeeded()
        log.names = []
        return (log, layers)
    }

    @Test("marked layers are laid out once, superlayers first, and the others not at all")
    func laysOutOnce() {
        let (log, layers) = tree()
        layers[2].setNeedsLayout()
        layers[0].setNeedsLayout()
        layers[0].setNeedsLayout()
        #expect(layers[0].needsLayout() && !layers[1].needsLayout())
        layers[0].layoutIfNeeded()
        #expect(log.names == ["root", "grandchild"])
        layers[0].layoutIfNeeded()
        #expect(log.names.count == 2)
    }

    @Test("layoutIfNeeded begins with the highest marked layer of an unbroken chain")
    func beginsAtTop() {
        let (log, layers) = tree()
        layers.forEach { $0.setNeedsLayout() }
        // Nothing else retains the superlayers.
        withExtendedLifetime(layers) { layers[2].layoutIfNeeded() }
        #expect(log.names == ["root", "child", "grandchild"])
    }

    @Test("a new size asks for layout, a new place does not")
    func followsSize() {
        let (log, layers) = tree()
        layers[1].position = CGPoint(x: 5, y: 5)
        layers[1].bounds = CGRect(x: 9, y: 0, width: 0, height: 0)
        layers[0].layoutIfNeeded()
        #expect(log.names.isEmpty)
        layers[1].bounds = CGRect(x: 9, y: 0, width: 5, height: 5)
        layers[0].layoutIfNeeded()
        #expect(log.names == ["child"])
    }

    @Test("adding a layer asks for its own layout and its superlayer's")
    func followsAdding() {
        let (log, layers) = tree()
        let new = Laid()
        new.log = log
        new.label = "new"
        layers[1].addSublayer(new)
        layers[0].layoutIfNeeded()
        #expect(log.names == ["child", "new"])
    }

    @Test("a layout that marks its superlayer again is settled in the same pass; one that never settles ends")
    func settles() {
        let (log, layers) = tree()
        var isFirst = true
        layers[2].onLayout = {
            if isFirst { layers[0].setNeedsLayout() }
            isFirst = false
        }
        layers[2].setNeedsLayout()
        layers[0].layoutIfNeeded()
        #expect(log.names == ["grandchild", "root"])
        layers[1].onLayout = { layers[1].setNeedsLayout() }
        layers[1].setNeedsLayout()
        layers[0].layoutIfNeeded()
        #expect(layers[1].needsLayout())
    }

    @Test("the delegate lays out when the layer's class does not")
    func asksDelegate() {
        final class Placer: CALayerDelegate {
            var count = 0
            func layoutSublayers(of layer: CALayer) { count += 1 }
        }
        let placer = Placer()
        let layer = CALayer()
        layer.delegate = placer
        layer.setNeedsLayout()
        layer.layoutIfNeeded()
        #expect(placer.count == 1)
    }
}
