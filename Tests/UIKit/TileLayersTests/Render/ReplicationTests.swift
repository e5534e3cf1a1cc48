import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Replicators without end")
struct ReplicationTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40), .white)

    private func makeReplicator(_ count: Int, holding layer: CALayer) -> CAReplicatorLayer {
        let replicator = CAReplicatorLayer()
        replicator.frame = root.bounds
        replicator.instanceCount = count
        replicator.instanceTransform = CATransform3DMakeTranslation(0.001, 0, 0)
        replicator.addSublayer(layer)
        return replicator
    }

    private func makeSquare() -> CALayer { makeLayer(CGRect(x: 10, y: 10, width: 5, height: 5), .red) }

    @Test("replicators in replicators draw no more layers than a replicator may, the first copies first")
    func boundsNesting() throws {
        var layer: CALayer = makeSquare()
        for _ in 0..<5 { layer = makeReplicator(1000, holding: layer) }
        root.addSublayer(layer)
        let host = LayerHost(root)
        let tree = host.frame()
        #expect(tree.picture.totalOperationCount <= 250_010)
        #expect(host.counters.copyOperations <= 5000)
        #expect(try tree.pixels()[12, 12] == .pureRed)
    }

    @Test("in a tree of more copies than a frame may draw, each replicator shows its first, until there are fewer")
    func boundsFrame() throws {
        // Each of 315 × 315 copies.
        let replicators = (0..<12).map { _ in makeReplicator(315, holding: makeReplicator(315, holding: makeSquare())) }
        for replicator in replicators { root.addSublayer(replicator) }
        let host = LayerHost(root)
        let first = host.frame()
        #expect(first.picture.totalOperationCount <= 30)
        #expect(try first.pixels()[12, 12] == .pureRed)
        // A change elsewhere does not redraw the copies.
        root.backgroundColor = .blue
        var counted = host.counting { host.frame() }
        #expect(counted.copyOperations == 0)
        for replicator in replicators.dropFirst(2) { replicator.removeFromSuperlayer() }
        counted = host.counting { host.frame() }
        #expect(counted.copyOperations == 4 * 315)
        #expect(host.frame().picture.totalOperationCount == 2 * 315 * 315 + 1)
    }

    @Test("copies colored differently are as many drawings of their own, and bounded by these")
    func boundsTints() throws {
        let holder = makeLayer(CGRect(x: 0, y: 0, width: 40, height: 40))
        for _ in 0..<500 { holder.addSublayer(makeSquare()) }
        let replicator = makeReplicator(100_000, holding: holder)
        replicator.instanceRedOffset = -0.0001
        root.addSublayer(replicator)
        let host = LayerHost(root)
        let tree = host.frame()
        #expect(tree.picture.totalOperationCount < 260_000 && host.counters.copyOperations < 260_000)
        #expect(try tree.pixels()[12, 12].red > 200)
    }
}
