import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport

@Suite("Trees on threads")
struct TwoTreesTests {
    @Test("two trees at once, 1,000 frames on every thread, each drawn by the other thread too")
    func runsApart() async throws {
        let finals = await withTaskGroup(of: RenderTree.self) { group in
            let exchange = Exchange()
            for thread in 0..<2 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread { continuation.resume(returning: Self.run(thread, exchange)) }.start()
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let (a, b) = (try finals[0].pixels(), try finals[1].pixels())
        for y in 0..<a.height { #expect(a.row(y).elementsEqual(b.row(y))) }
    }

    /// Passes render trees from one thread to the other.
    private final class Exchange: Sendable {
        private let trees = Lock<[RenderTree?]>([nil, nil])

        func put(_ tree: RenderTree, from thread: Int) { trees.withLock { $0[thread] = tree } }
        func other(than thread: Int) -> RenderTree? { trees.withLock { $0[1 - thread] } }
    }

    /// Makes the same changes on either thread.
    private static func run(_ thread: Int, _ exchange: Exchange) -> RenderTree {
        var random = Numbers(state: 42)
        let root = makeLayer(CGRect(x: 0, y: 0, width: 64, height: 64), .white)
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
        shape.frame = CGRect(x: 20, y: 20, width: 20, height: 20)
        let text = CATextLayer()
        text.fontSize = 9
        text.frame = CGRect(x: 0, y: 40, width: 60, height: 20)
        text.foregroundColor = .red
        var layers: [CALayer] = [shape, text]
        for layer in layers { root.addSublayer(layer) }
        let host = LayerHost(root)
        let pool = BitmapPool()
        var tree = host.frame()
        for frame in 0..<1000 {
            CATransaction.begin()
            CATransaction.setDisableActions(frame % 2 == 0)
            switch frame % 7 {
            case 0:
                let drawing = DrawingLayer()
                drawing.frame = CGRect(x: random.next(50), y: random.next(50), width: 12, height: 12)
                drawing.body = { context, rect in
                    context.setFillColor(.blue)
                    context.fill(rect)
                }
                drawing.setNeedsDisplay()
                root.addSublayer(drawing)
                layers.append(drawing)
            case 1: layers[random.next(layers.count)].setNeedsDisplay(CGRect(x: 2, y: 2, width: 3, height: 3))
            case 2: text.string = "frame \(frame)"
            case 3: shape.strokeEnd = CGFloat(frame) / 1000
            case 4 where layers.count > 20: layers.remove(at: 2 + random.next(10)).removeFromSuperlayer()
            case 5: layers[random.next(layers.count)].opacity = Float(random.next(10)) / 10
            default: layers[random.next(layers.count)].position.x += 1
            }
            CATransaction.commit()
            let new = host.frame()
            _ = new.damage(since: tree)
            tree = new
            exchange.put(tree, from: thread)
            if frame % 20 == 0, let other = exchange.other(than: thread) {
                let area = RasterArea(scale: 1, x: 0, y: 0, width: 64, height: 64)
                _ = try? other.raster(area, in: .init(pool: pool))
            }
        }
        return tree
    }

    /// Generates the same numbers for both threads.
    private struct Numbers {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}
