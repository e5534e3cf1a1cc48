import Foundation
import Testing
import TileGeometry
import TileLayers

@Suite("Sublayers")
struct SublayerTests {
    private let root = CALayer()
    private let a = CALayer()
    private let b = CALayer()
    private let c = CALayer()

    private func isOrder(_ layers: CALayer...) -> Bool {
        (root.sublayers ?? []).elementsEqual(layers, by: ===)
    }

    @Test("layers are added in front, and inserted at, below and above")
    func orders() {
        #expect(root.sublayers == nil)
        root.addSublayer(a)
        root.addSublayer(b)
        #expect(isOrder(a, b))
        root.insertSublayer(c, at: 0)
        #expect(isOrder(c, a, b))
        root.insertSublayer(c, above: a)
        #expect(isOrder(a, c, b))
        root.insertSublayer(b, below: a)
        #expect(isOrder(b, a, c))
        root.addSublayer(b)
        #expect(isOrder(a, c, b))
        root.insertSublayer(b, below: nil)
        #expect(isOrder(b, a, c))
        root.insertSublayer(b, above: nil)
        #expect(isOrder(a, c, b))
        #expect(a.superlayer === root)
    }

    @Test("a layer has one superlayer; replaced and removed ones have none")
    func moves() {
        root.addSublayer(a)
        root.addSublayer(b)
        b.addSublayer(a)
        #expect(isOrder(b) && a.superlayer === b)
        root.replaceSublayer(b, with: c)
        #expect(isOrder(c) && b.superlayer == nil && c.superlayer === root)
        c.removeFromSuperlayer()
        #expect(root.sublayers == nil && c.superlayer == nil)
        root.sublayers = [c, a, b]
        #expect(isOrder(c, a, b) && b.sublayers == nil)
        root.sublayers = [a, c]
        #expect(isOrder(a, c) && b.superlayer == nil)
    }

    @Test("sublayers outlive their superlayer without one")
    func outlives() {
        var gone: CALayer? = CALayer()
        gone?.addSublayer(a)
        gone?.mask = b
        gone = nil
        #expect(a.superlayer == nil)
        root.mask = b
        #expect(root.mask === b && b.superlayer == nil)
        root.mask = nil
        root.addSublayer(b)
        #expect(b.superlayer === root)
    }

    @Test("a cycle traps")
    func trapsOnCycles() async {
        await #expect(processExitsWith: .failure) {
            let layer = CALayer()
            layer.addSublayer(layer)
        }
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (CALayer(), CALayer())
            outer.addSublayer(inner)
            inner.addSublayer(outer)
        }
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (CALayer(), CALayer())
            outer.addSublayer(inner)
            inner.mask = outer
        }
    }

    @Test("the frontmost layer that holds a point is hit: by depth, then by order")
    func hits() {
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.position = CGPoint(x: 50, y: 50)
        for layer in [a, b] {
            layer.frame = CGRect(x: 20, y: 20, width: 50, height: 50)
            root.addSublayer(layer)
        }
        c.frame = CGRect(x: 40, y: 40, width: 50, height: 50)
        a.addSublayer(c)
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === b)
        a.zPosition = 1
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === a)
        // The point is outside of a, but a does not clip it.
        #expect(root.hitTest(CGPoint(x: 80, y: 80)) === c)
        a.masksToBounds = true
        #expect(root.hitTest(CGPoint(x: 80, y: 80)) === root)
        a.isHidden = true
        #expect(root.hitTest(CGPoint(x: 30, y: 30)) === b)
        #expect(root.hitTest(CGPoint(x: 130, y: 30)) == nil)
        #expect(root.contains(CGPoint(x: 99, y: 99)) && !root.contains(CGPoint(x: 100, y: 100)))
    }
}
