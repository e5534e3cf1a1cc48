import Foundation
import Testing
import TileGeometry
import TileGraphics

@testable import TileLayers

/// Trees of frames that nobody holds are made into those of later ones: that must show in nothing but the memory.
@Suite("Nodes of frames that nobody holds")
struct RetiredNodesTests {
    private let root = CALayer()
    private let host: LayerHost
    private var layers: [CALayer] = []

    init() {
        root.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
        // More than a run holds, in groups of their own and beside each other.
        for index in 0..<100 {
            let layer = CALayer()
            layer.frame = CGRect(x: index % 10 * 20, y: index / 10 * 20, width: 15, height: 15)
            layer.backgroundColor = CGColor(red: Double(index) / 100, green: 0.5, blue: 0.25, alpha: 1)
            let inner = CALayer()
            inner.frame = CGRect(x: 3, y: 3, width: 5, height: 5)
            inner.backgroundColor = CGColor(gray: 0, alpha: 1)
            layer.addSublayer(inner)
            root.addSublayer(layer)
            layers.append(layer)
        }
        host = LayerHost(root)
    }

    private func move(_ number: Int) {
        for (index, layer) in layers.enumerated() where (index + number).isMultiple(of: 3) {
            layer.position.x += 0.5
            if index.isMultiple(of: 7) { layer.sublayers?[0].position.y += 0.25 }
        }
    }

    private static func bytes(_ tree: RenderTree) throws -> [UInt8] {
        let bitmap = try tree.bitmap(CGRect(x: 0, y: 0, width: 200, height: 200), scale: 1)
        return (0..<200).flatMap { y in Array(UnsafeRawBufferPointer(bitmap.row(y))) }
    }

    @Test("trees that somebody holds stay as they were, whole, in part or as a picture, while others are used again")
    func heldTreesStay() throws {
        var trees: [(tree: RenderTree, bytes: [UInt8])] = []
        var pictures: [(picture: Picture, box: String)] = []
        var nodes: [(node: RenderNode, transform: CGAffineTransform)] = []
        for number in 0..<40 {
            move(number)
            let tree = host.frame()
            switch number % 5 {
            case 0: trees.append((tree, try Self.bytes(tree)))
            case 1: pictures.append((tree.picture, "\(tree.picture.bounds) \(tree.picture.totalOperationCount)"))
            case 2: nodes += tree.root.children.prefix(40).map { ($0, $0.transform) }
            default: break
            }
        }
        for (tree, bytes) in trees { #expect(try Self.bytes(tree) == bytes) }
        for (picture, box) in pictures { #expect("\(picture.bounds) \(picture.totalOperationCount)" == box) }
        for (node, transform) in nodes { #expect(node.transform == transform) }
    }

    @Test("a tree made of used nodes is the one that a host makes that never made another")
    func likeNewOnes() throws {
        for number in 0..<30 {
            move(number)
            // Layers that come and go change the runs as well.
            if number.isMultiple(of: 4) { layers[number].removeFromSuperlayer() }
            if number.isMultiple(of: 6) { root.insertSublayer(layers[number], at: 5) }
            let before = host.frame()
            let fresh = LayerHostCopy.tree(of: before)
            #expect(try Self.bytes(before) == Self.bytes(fresh))
        }
    }

    @Test("damage is told between trees of which those before were used again")
    func damageHolds() {
        var last = host.frame()
        for number in 0..<20 {
            move(number)
            let next = host.frame()
            #expect(!next.damage(since: last).isEmpty)
            last = next
        }
        #expect(host.frame().damage(since: last).isEmpty)
    }

    @Test("nodes and runs are used again once nobody holds them, and not while somebody does")
    func areUsedAgain() {
        func frame(_ number: Int) -> RenderTree {
            for layer in layers { layer.position.x += Double(number + 1) }
            return host.frame()
        }
        for number in 0..<3 { _ = frame(number) }
        let before = host.retired.used
        _ = frame(3)
        // All layers that move, the top one and its visible part, the four runs and the one over them.
        #expect(host.retired.used - before == layers.count + 2 + 4 + 1)
        var held = (4..<8).map(frame)
        let then = host.retired.used
        held += (8..<12).map(frame)
        #expect(host.retired.used == then)
        held = []
        for number in 12..<16 { _ = frame(number) }
        #expect(host.retired.used > then + 2 * layers.count)
    }
}

/// A tree as it is made without any before it.
private enum LayerHostCopy {
    static func tree(of tree: RenderTree) -> RenderTree {
        let children = ContiguousArray(tree.root.children.map(copy))
        let run = RenderRun.over(children, sharing: nil)
        let look = LayerLook(LayerLook.Properties(bounds: tree.root.body.bounds))
        let body = RenderBody(look: look, contents: nil, children: run, mask: nil)
        return RenderTree(
            RenderNode(layer: 0, body: body, .flat(.identity)), bounds: CGRect(x: 0, y: 0, width: 200, height: 200))
    }

    private static func copy(_ node: RenderNode) -> RenderNode {
        RenderNode(layer: node.layer, body: node.body, .flat(node.transform))
    }
}
