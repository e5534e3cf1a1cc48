import Foundation
import Testing
import TileGeometry
import TileLayers

/// The attribution of damage between two frames to layers.
@Suite("Damage by layer")
struct DamageByLayerTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 80), .white)
    private let panel = makeLayer(CGRect(x: 10, y: 10, width: 50, height: 50), .blue)
    private let knob = makeLayer(CGRect(x: 5, y: 5, width: 10, height: 10), .red)
    private let host: LayerHost

    init() {
        root.addSublayer(panel)
        panel.addSublayer(knob)
        host = LayerHost(root)
    }

    /// Changes something between two frames. All that differs is somebody's.
    private func damage(_ change: () -> Void) -> [UInt: [Box]] {
        let first = host.frame()
        change()
        let second = host.frame()
        let byLayer = second.damageByLayer(since: first)
        for rect in second.damage(since: first) {
            #expect(byLayer.values.contains { boxes in boxes.contains { $0.contains(Box(rect)) } })
        }
        return byLayer
    }

    @Test("a layer of another color is damaged where it lies") func recolors() {
        let found = damage { knob.backgroundColor = .green }
        #expect(Set(found.keys) == [knob.renderNumber])
        let place = Box(x: 15, y: 15, width: 10, height: 10)
        #expect(found[knob.renderNumber]?.allSatisfy { $0 == place } == true)
    }

    @Test("a layer that moved is damaged in both places, and what it lies in is not") func moves() {
        let found = damage { knob.position = CGPoint(x: 30, y: 10) }
        #expect(Set(found.keys) == [knob.renderNumber])
        #expect(found[knob.renderNumber]?.contains(Box(x: 15, y: 15, width: 10, height: 10)) == true)
        #expect(found[knob.renderNumber]?.contains(Box(x: 35, y: 15, width: 10, height: 10)) == true)
    }

    @Test("a layer that came is itself; one that went is missed by what it was in") func comesAndGoes() {
        let new = makeLayer(CGRect(x: 20, y: 20, width: 5, height: 5), .green)
        #expect(Set(damage { panel.addSublayer(new) }.keys) == [new.renderNumber])
        #expect(Set(damage { new.removeFromSuperlayer() }.keys) == [panel.renderNumber])
    }

    @Test("a frame of another size is the top layer's") func resizes() {
        let found = damage { root.bounds = CGRect(x: 0, y: 0, width: 90, height: 90) }
        #expect(found == [root.renderNumber: [Box(x: 0, y: 0, width: 90, height: 90)]])
    }

    @Test("where nothing changed nobody is named") func stays() { #expect(damage {}.isEmpty) }

    @Test("each layer of which a node is made is told of, after those in it") func tellsOfCommits() {
        final class Log: FrameObserver {
            var committed: [CALayer] = []

            func frame(_ stage: FrameStage, _ work: () -> Void) { work() }
            func isAnimated(_ layer: CALayer, by animations: Int) {}
            func lays(out layer: CALayer) {}
            func willDisplay(_ layer: CALayer, pixels: Int) {}
            func didCommit(_ layer: CALayer) { committed.append(layer) }
        }
        _ = host.frame()
        knob.opacity = 0.5
        let log = Log()
        let counters = host.counting { FrameObservation.observing(by: log) { _ = host.frame() } }
        #expect(log.committed.map(ObjectIdentifier.init) == [knob, panel, root].map(ObjectIdentifier.init))
        #expect(counters.nodesCommitted == 3)
    }
}
