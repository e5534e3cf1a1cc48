import Foundation
import Testing

@testable import TileLayers

@Suite("Code that runs while sublayers come and go")
struct SublayerActionTests {
    private let root = CALayer()
    private let layers = (0..<4).map { _ in CALayer() }

    init() {
        for layer in layers { root.addSublayer(layer) }
    }

    private func order() -> [Int] {
        (root.sublayers ?? []).map { layer in layers.firstIndex { $0 === layer } ?? -1 }
    }

    @Test("taking out: code that takes out others does not lead to another layer's removal", arguments: 0..<4)
    func othersLeave(leaving: Int) {
        let others = layers.indices.filter { $0 != leaving }
        for count in 0...others.count {
            let (root, layers) = (CALayer(), (0..<4).map { _ in CALayer() })
            for layer in layers { root.addSublayer(layer) }
            let meddler = Meddler { for index in others.prefix(count) { layers[index].removeFromSuperlayer() } }
            layers[leaving].delegate = meddler
            layers[leaving].removeFromSuperlayer()
            #expect(layers[leaving].superlayer == nil)
            let left = others.dropFirst(count).map { layers[$0] }
            #expect(root.sublayers ?? [] == Array(left))
        }
    }

    @Test("taking out: where the code takes the layer out itself, or puts it elsewhere, that stands")
    func movedAway() {
        let other = CALayer()
        let taker = Meddler { [layers] in layers[1].removeFromSuperlayer() }
        layers[1].delegate = taker
        layers[1].removeFromSuperlayer()
        #expect(layers[1].superlayer == nil && order() == [0, 2, 3])
        let mover = Meddler { [layers] in other.addSublayer(layers[2]) }
        layers[2].delegate = mover
        layers[2].removeFromSuperlayer()
        #expect(layers[2].superlayer === other && other.sublayers?.count == 1 && order() == [0, 3])
    }

    @Test("putting in: where the code puts the layer elsewhere, it is there and only there")
    func putElsewhere() {
        let (other, new) = (CALayer(), CALayer())
        let mover = Meddler { other.addSublayer(new) }
        new.delegate = mover
        root.addSublayer(new)
        #expect(new.superlayer === other && order() == [0, 1, 2, 3] && other.sublayers?.count == 1)
    }

    @Test("putting in beside a sibling: the place is the sibling's when the layer goes there, not before")
    func siblingsMove() {
        for isBelow in [true, false] {
            let (root, layers, new) = (CALayer(), (0..<4).map { _ in CALayer() }, CALayer())
            for layer in layers { root.addSublayer(layer) }
            let meddler = Meddler { layers[0].removeFromSuperlayer() }
            new.delegate = meddler
            if isBelow {
                root.insertSublayer(new, below: layers[2])
            } else {
                root.insertSublayer(new, above: layers[2])
            }
            let expected = isBelow ? [layers[1], new, layers[2], layers[3]] : [layers[1], layers[2], new, layers[3]]
            #expect(root.sublayers ?? [] == expected)
        }
    }

    @Test("replacing: the new layer is where the old one was, also when the old one's action takes out others")
    func replacing() {
        let new = CALayer()
        let meddler = Meddler { [layers] in
            layers[0].removeFromSuperlayer()
            layers[3].removeFromSuperlayer()
        }
        layers[2].delegate = meddler
        root.replaceSublayer(layers[2], with: new)
        #expect(root.sublayers == [layers[1], new] && layers[2].superlayer == nil)
    }

    @Test("replacing by a layer that is a sublayer already moves that one")
    func replacingBySibling() {
        root.replaceSublayer(layers[0], with: layers[3])
        #expect(order() == [3, 1, 2] && layers[0].superlayer == nil)
        root.replaceSublayer(layers[2], with: layers[3])
        #expect(order() == [1, 3])
    }

    @Test("setting all sublayers takes none out of where the code has put it")
    func settingAll() {
        let other = CALayer()
        let mover = Meddler { [layers] in other.addSublayer(layers[1]) }
        layers[0].delegate = mover
        root.sublayers = [layers[3], layers[2]]
        #expect(order() == [3, 2] && layers[1].superlayer === other && layers[0].superlayer == nil)
    }

    @Test("a mask that the code sets while another is set is let go of")
    func masks() {
        let (first, second) = (CALayer(), CALayer())
        let meddler = Meddler { [root] in root.mask = first }
        root.delegate = meddler
        root.mask = second
        #expect(root.mask === second)
        root.addSublayer(first)
        #expect(first.superlayer === root)
    }

    @Test("a change of order alone looks for no action")
    func reordering() {
        var asked = 0
        let counter = Meddler(isRepeated: true) { asked += 1 }
        for layer in layers { layer.delegate = counter }
        root.insertSublayer(layers[3], below: layers[1])
        #expect(order() == [0, 3, 1, 2])
        root.insertSublayer(layers[0], above: layers[1])
        #expect(order() == [3, 1, 0, 2])
        root.insertSublayer(layers[2], at: 0)
        root.addSublayer(layers[3])
        #expect(order() == [2, 1, 0, 3] && asked == 0)
        root.insertSublayer(layers[3], below: nil)
        root.insertSublayer(layers[2], above: CALayer())
        #expect(order() == [3, 1, 0, 2])
    }

    @Test("every way of inserting gives the order that it says, against an array")
    func orders() {
        for moved in 0..<4 {
            for sibling in 0..<4 where sibling != moved {
                for isBelow in [true, false] {
                    let (root, layers) = (CALayer(), (0..<4).map { _ in CALayer() })
                    for layer in layers { root.addSublayer(layer) }
                    var model = [0, 1, 2, 3].filter { $0 != moved }
                    model.insert(moved, at: model.firstIndex(of: sibling)! + (isBelow ? 0 : 1))
                    if isBelow {
                        root.insertSublayer(layers[moved], below: layers[sibling])
                    } else {
                        root.insertSublayer(layers[moved], above: layers[sibling])
                    }
                    #expect(root.sublayers ?? [] == model.map { layers[$0] })
                }
            }
        }
    }

    @Test("a layer that is the top of a host's tree goes into no other, as long as the host is there")
    func hosted() async {
        await #expect(processExitsWith: .failure) {
            let host = LayerHost(CALayer())
            CALayer().addSublayer(host.root)
        }
        await #expect(processExitsWith: .failure) {
            let host = LayerHost(CALayer())
            CALayer().mask = host.root
        }
        let top = CALayer()
        do { _ = LayerHost(top).frame() }
        root.addSublayer(top)
        #expect(top.superlayer === root)
    }
}

/// A delegate that runs code when it is asked for the action of adding or removing a layer, or of setting a mask.
private final class Meddler: CALayerDelegate {
    private let isRepeated: Bool
    private var code: (() -> Void)?

    init(isRepeated: Bool = false, _ code: @escaping () -> Void) {
        self.isRepeated = isRepeated
        self.code = code
    }

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard [kCAOnOrderIn, kCAOnOrderOut, "mask"].contains(event), let code else { return nil }
        if !isRepeated { self.code = nil }
        code()
        return nil
    }
}
