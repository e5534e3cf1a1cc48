import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

/// The boundaries of a frame: its transaction, work done before it, a root that is hidden.
@Suite("Between frames")
struct BetweenFramesTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 80), .white)

    @Test("a frame ends the implicit transaction after what it shows is committed, unless a transaction is open")
    func endsTransaction() async {
        // On a thread of its own, whose implicit transaction no other test shares.
        await withCheckedContinuation { continuation in
            Thread {
                let root = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), .white)
                let host = LayerHost(root)
                host.frame()
                var calls: [String] = []
                CATransaction.setDisableActions(true)
                CATransaction.setCompletionBlock {
                    calls.append(host.isFramePending ? "before" : "after")
                    root.backgroundColor = .blue
                }
                root.backgroundColor = .red
                CATransaction.begin()
                host.frame()
                #expect(calls.isEmpty)
                CATransaction.commit()
                host.frame()
                #expect(calls == ["after"] && !CATransaction.disableActions())
                #expect(host.isFramePending)
                // Also a frame in which nothing changed is a turn.
                host.frame()
                CATransaction.setCompletionBlock { calls.append("again") }
                let counted = host.counting { host.frame() }
                #expect(calls == ["after", "again"] && counted.nodesCommitted == 0)
                continuation.resume()
            }.start()
        }
    }

    @Test("what is laid out, displayed and committed between frames counts with the next one")
    func countsBetween() {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        root.addSublayer(drawing)
        let host = LayerHost(root)
        host.frame()
        drawing.setNeedsDisplay()
        drawing.displayIfNeeded()
        drawing.setNeedsLayout()
        drawing.layoutIfNeeded()
        let counted = host.counting { host.frame() }
        #expect(counted.displays == 1 && counted.displayPixels == 400)
        #expect(counted.layersLaidOut == 1 && counted.layoutPasses == 1 && counted.frames == 1)
        drawing.setNeedsDisplay()
        drawing.render(in: CGContext(recording: drawing.bounds, scale: 1))
        let second = host.counting { host.frame() }
        #expect(second.displays == 1 && second.nodesCommitted == 2)
        let idle = host.counting { host.frame() }
        #expect(idle.displays == 0 && idle.layersLaidOut == 0)
    }

    @Test("what a layout has laid out at once counts with the frame that it is part of")
    func countsWithin() {
        final class Pushy: CALayer {
            override func layoutSublayers() { sublayers?.forEach { $0.layoutIfNeeded() } }
        }
        let pushy = Pushy()
        let child = makeLayer(CGRect(x: 0, y: 0, width: 5, height: 5))
        pushy.addSublayer(child)
        root.addSublayer(pushy)
        let host = LayerHost(root)
        host.frame()
        pushy.setNeedsLayout()
        child.setNeedsLayout()
        let counted = host.counting { host.frame() }
        #expect(counted.layersLaidOut >= 2 && counted.layoutPasses == 1)
    }

    @Test("a hidden root has frames in constant time, tells of changes, and is drawn when it shows")
    func hidesRoot() throws {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        root.addSublayer(drawing)
        let host = LayerHost(root)
        host.frame()
        root.isHidden = true
        drawing.setNeedsDisplay()
        drawing.position.x += 1
        host.frame()
        #expect(!host.isFramePending && drawing.drawn.isEmpty)
        var nothing = FrameCounters()
        nothing.frames = 1
        #expect(host.counting { host.frame() } == nothing)
        let context = CGContext(recording: root.bounds, scale: 1)
        root.render(in: context)
        #expect(context.finishPicture().bounds.isEmpty && drawing.drawn.isEmpty)
        host.frame()
        var notes = 0
        host.onChange = { notes += 1 }
        drawing.position.x += 1
        root.isHidden = false
        #expect(notes == 1 && host.isFramePending)
        #expect(try host.frame().pixels()[50, 50] == .white && drawing.drawn.count == 1)
    }

    @Test("a root without an extent that is to be drawn has frames in constant time")
    func waitsForExtent() {
        let drawing = DrawingLayer()
        let host = LayerHost(drawing)
        drawing.setNeedsDisplay()
        host.frame()
        #expect(!host.isFramePending)
        drawing.bounds.size = CGSize(width: 4, height: 4)
        host.frame()
        #expect(drawing.drawn.count == 1)
    }
}
