import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Frames")
struct FrameCycleTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 80), .white)

    @Test("a frame in which nothing changed draws nothing and gives the same tree")
    func repeats() {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        #expect(host.isFramePending)
        let first = host.frame()
        #expect(!host.isFramePending && drawing.drawn == [CGRect(x: 0, y: 0, width: 20, height: 20)])
        var second = first
        let counted = host.counting { second = host.frame() }
        var nothing = FrameCounters()
        nothing.frames = 1
        #expect(counted == nothing)
        #expect(second.root === first.root && second.picture === first.picture)
        #expect(second.damage(since: first).isEmpty)
    }

    @Test("one moved layer of a thousand commits itself and its ancestors, draws nothing, and damages its two places")
    func movesOne() throws {
        var layers: [CALayer] = []
        for index in 0..<1000 {
            let layer = makeLayer(CGRect(x: index % 40 * 2, y: index / 40 * 3, width: 2, height: 2), .blue)
            root.addSublayer(layer)
            layers.append(layer)
        }
        let host = LayerHost(root)
        let first = host.frame()
        layers[500].position.y += 1
        var second = first
        let counted = host.counting { second = host.frame() }
        #expect(counted.nodesCommitted == 2 && counted.nodesShared == 0)
        #expect(counted.displays == 0 && counted.layersLaidOut == 0)
        let damage = second.damage(since: first).reduce(CGRect.null) { $0.union($1) }
        #expect(damage == CGRect(x: 40, y: 36, width: 2, height: 3))
        // Drawing from shared parts equals drawing from a new tree.
        let fresh = makeLayer(root.frame, .white)
        for layer in layers { fresh.addSublayer(makeLayer(layer.frame, .blue)) }
        let (shared, made) = (try second.pixels(), try fresh.pixels())
        for y in 0..<80 { #expect(shared.row(y).elementsEqual(made.row(y))) }
    }

    @Test("what is drawn is kept when the layer moves, and stretched when its size changes")
    func keepsDrawing() throws {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        drawing.body = { context, _ in
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
        }
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        host.frame()
        drawing.frame = CGRect(x: 20, y: 20, width: 40, height: 20)
        let pixels = try host.frame().pixels()
        #expect(drawing.drawn.count == 1)
        #expect(
            pixels[19, 25] == .white && pixels[21, 25] == .pureRed && pixels[39, 25] == .pureRed
                && pixels[41, 25] == .white)
        drawing.needsDisplayOnBoundsChange = true
        drawing.bounds.size.width = 50
        host.frame()
        #expect(drawing.drawn.count == 2)
    }

    @Test("a dirty rect alone is drawn anew, and replaces what was there")
    func patches() throws {
        let drawing = DrawingLayer()
        var color = CGColor.red
        drawing.frame = CGRect(x: 10, y: 10, width: 40, height: 40)
        drawing.body = { context, rect in
            context.setFillColor(color)
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
            context.clear(CGRect(x: 0, y: 0, width: 5, height: 40))
        }
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        let first = host.frame()
        color = .green
        drawing.setNeedsDisplay(CGRect(x: 2, y: 10, width: 10, height: 10))
        drawing.setNeedsDisplay(CGRect(x: 4, y: 12, width: 2, height: 2))
        var second = first
        let counted = host.counting { second = host.frame() }
        #expect(drawing.drawn.last == CGRect(x: 2, y: 10, width: 10, height: 10))
        #expect(counted.displays == 1 && counted.displayRects == 1 && counted.displayPixels == 100)
        #expect(second.damage(since: first) == [CGRect(x: 12, y: 20, width: 10, height: 10)])
        let pixels = try second.pixels()
        #expect(pixels[14, 25] == .white && pixels[16, 25] == .pureGreen && pixels[21, 25] == .pureGreen)
        #expect(pixels[22, 25] == .pureRed && pixels[16, 19] == .pureRed && pixels[16, 30] == .pureRed)
        drawing.setNeedsDisplay(CGRect(x: 100, y: 100, width: 5, height: 5))
        #expect(!drawing.needsDisplay())
    }

    @Test("parts drawn anew never show their seams, at any scale, and never have all drawn anew")
    func pilesPatches() throws {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 0, y: 0, width: 100, height: 80)
        drawing.body = { context, _ in
            context.setFillColor(.blue)
            context.fill(CGRect(x: 0, y: 0, width: 100, height: 80))
        }
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        host.frame()
        for step in 0..<200 {
            drawing.setNeedsDisplay(CGRect(x: step * 7 % 90, y: step * 11 % 70, width: 9, height: 6))
            let tree = host.frame()
            if step % 20 == 5 {
                for scale in [0.37, 1, 1.73] {
                    #expect(try tree.pixels(scale: CGFloat(scale))[5, 5] == .pureBlue)
                    let bitmap = try tree.bitmap(CGRect(x: 3, y: 3, width: 90, height: 70), scale: CGFloat(scale))
                    #expect(bitmap.solidColor == .pureBlue)
                }
            }
        }
        #expect(drawing.drawn.count == 201 && drawing.drawn.dropFirst().allSatisfy { $0.width == 9 })
    }

    @Test("hidden layers are drawn when they are shown")
    func waitsForShowing() {
        let drawing = DrawingLayer()
        drawing.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        let holder = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        holder.addSublayer(drawing)
        holder.isHidden = true
        root.addSublayer(holder)
        let host = LayerHost(root)
        host.frame()
        drawing.setNeedsDisplay()
        host.frame()
        #expect(drawing.drawn.isEmpty)
        holder.isHidden = false
        host.frame()
        #expect(drawing.drawn.count == 1)
    }

    @Test("a layer without an extent is drawn when it has one")
    func waitsForExtent() {
        let drawing = DrawingLayer()
        root.addSublayer(drawing)
        drawing.setNeedsDisplay()
        let host = LayerHost(root)
        host.frame()
        #expect(drawing.drawn.isEmpty && drawing.needsDisplay())
        drawing.bounds.size = CGSize(width: 5, height: 5)
        host.frame()
        #expect(drawing.drawn.count == 1)
    }

    @Test("the host says once that something changed")
    func notes() {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10))
        root.addSublayer(layer)
        let host = LayerHost(root)
        host.frame()
        var count = 0
        host.onChange = { count += 1 }
        layer.position.x += 1
        layer.opacity = 0.5
        root.backgroundColor = .red
        #expect(count == 1 && host.isFramePending)
        host.frame()
        root.setNeedsLayout()
        #expect(count == 2)
    }

    @Test("layers that come, go and change places damage what they cover")
    func damages() {
        let a = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), .red)
        let b = makeLayer(CGRect(x: 20, y: 0, width: 10, height: 10), .green)
        let c = makeLayer(CGRect(x: 40, y: 0, width: 10, height: 10), .blue)
        root.sublayers = [a, b]
        let host = LayerHost(root)
        var last = host.frame()
        func damage() -> Set<CGRect> {
            let tree = host.frame()
            defer { last = tree }
            return Set(tree.damage(since: last))
        }
        root.insertSublayer(c, at: 0)
        #expect(damage() == [c.frame])
        a.removeFromSuperlayer()
        #expect(damage() == [CGRect(x: 0, y: 0, width: 10, height: 10)])
        root.addSublayer(c)
        #expect(damage().contains(c.frame))
        b.isHidden = true
        #expect(damage() == [b.frame])
        b.isHidden = false
        #expect(damage() == [b.frame])
        c.backgroundColor = .black
        #expect(damage() == [c.frame])
        c.backgroundColor = .black
        #expect(damage() == [])
    }
}
