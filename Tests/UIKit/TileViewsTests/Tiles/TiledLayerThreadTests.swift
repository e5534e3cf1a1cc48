import Foundation
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileSupport

@testable import TileViews

/// A view with drawing code that reads only constant or locked state.
private final class Grid: UIView {
    let color = Lock(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
    let count = Lock(0)

    override class var layerClass: AnyClass { CATiledLayer.self }

    override func draw(_ rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        count.withLock { $0 += 1 }
        context.setFillColor(color.withLock { $0 })
        context.fill(rect)
        context.setStrokeColor(UIColor.label.cgColor)
        for _ in 0..<20 { context.stroke(rect.insetBy(dx: 3, dy: 3)) }
        ("x" as NSString).draw(at: rect.origin, withAttributes: [.font: UIFont.systemFont(ofSize: 12)])
    }
}

@Suite("Tiled layers drawn on several threads")
struct TiledLayerThreadTests {
    @Test("are moved, scaled, marked, hidden, taken away and dropped by their own thread meanwhile")
    func meanwhile() {
        let screen = UIScreen(size: CGSize(width: 400, height: 300), scale: 1)
        let clock = VirtualClock()
        screen.clock = clock
        let window = UIWindow(screen: screen)
        window.makeKeyAndVisible()
        var policy = EnginePolicy()
        policy.workers = 4
        let engine = TileEngine(policy: policy, services: EngineServices())
        var drawn = 0
        weak var last: Grid?
        for round in 0..<12 {
            let grid = Grid(frame: CGRect(x: 0, y: 0, width: 4000, height: 4000))
            let layer = grid.layer as! CATiledLayer
            layer.engine = engine
            layer.tileSize = CGSize(width: 64, height: 64)
            (layer.levelsOfDetail, layer.levelsOfDetailBias) = (4, 1)
            window.addSubview(grid)
            // Workers have drawn at least once before the next step, even on a busy machine.
            while round == 0, grid.count.withLock({ $0 == 0 }) {
                clock.advance(by: 1.0 / 60)
                _ = screen.frame()
                sched_yield()
            }
            for step in 0..<40 {
                grid.center = CGPoint(x: Double((round * 37 + step * 101) % 400), y: 150)
                switch (round + step) % 8 {
                case 0: grid.transform = CGAffineTransform(scaleX: 0.5 + Double(step) / 20, y: 1)
                case 1: grid.setNeedsDisplay(CGRect(x: 1900, y: 1900, width: 100, height: 100))
                case 2: grid.color.withLock { $0 = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }
                case 3: grid.isHidden.toggle()
                case 4: window.overrideUserInterfaceStyle = step % 16 == 4 ? .dark : .light
                case 5: grid.setNeedsDisplay()
                case 6: layer.levelsOfDetailBias = step % 3
                default:
                    grid.removeFromSuperview()
                    window.addSubview(grid)
                }
                clock.advance(by: 1.0 / 60)
                _ = screen.frame()
                // Lets workers run.
                if step % 10 == 9 { sched_yield() }
            }
            drawn += grid.count.withLock { $0 }
            last = grid
            grid.removeFromSuperview()
        }
        // The last reference may be released on a worker, after it has finished. A test that fails here hangs and
        // reports the location.
        while last != nil {
            _ = screen.frame()
            sched_yield()
        }
        #expect(drawn > 0)
        engine._checkInvariants()
    }
}
