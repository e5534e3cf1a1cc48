import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Layers off the plane")
struct PerspectiveTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 200, height: 200), .white)

    /// A layer in perspective, the left half red and the right half blue.
    private func makeCard(_ angle: Double) -> CALayer {
        root.sublayerTransform.m34 = -1 / 300
        let card = makeLayer(CGRect(x: 50, y: 50, width: 100, height: 100), .red)
        card.addSublayer(makeLayer(CGRect(x: 50, y: 0, width: 50, height: 100), .blue))
        card.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
        root.addSublayer(card)
        return card
    }

    @Test("every pixel shows the point that conversion says lies behind it", arguments: [0.6, -1.0])
    func matchesConversion(angle: Double) throws {
        let card = makeCard(angle)
        let pixels = try root.pixels()
        var checked = 0
        for y in stride(from: 20, to: 180, by: 5) {
            for x in stride(from: 30, to: 170, by: 3) {
                let point = root.convert(CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5), to: card)
                let inside = card.bounds.insetBy(dx: 3, dy: 3).contains(point)
                let outside = !card.bounds.insetBy(dx: -3, dy: -3).contains(point)
                if inside, abs(point.x - 50) > 3 {
                    #expect(pixels[x, y] == (point.x < 50 ? PixelColor.pureRed : .pureBlue), "at \(x), \(y)")
                    checked += 1
                } else if outside {
                    #expect(pixels[x, y] == .white, "at \(x), \(y)")
                }
            }
        }
        #expect(checked > 100)
    }

    @Test("tiles of a projected layer are parts of one drawing")
    func tilesMatch() throws {
        _ = makeCard(0.8)
        let tree = LayerHost(root).frame()
        let whole = try tree.bitmap(CGRect(x: 0, y: 0, width: 200, height: 200), scale: 2)
        let part = try tree.bitmap(CGRect(x: 60, y: 70, width: 50, height: 40), scale: 2)
        var largest = 0
        for y in 0..<part.height {
            for x in 0..<part.width {
                let (a, b) = (whole[x + 120, y + 140], part[x, y])
                for (p, q) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
                    largest = max(largest, abs(Int(p) - Int(q)))
                }
            }
        }
        // Flat drawings of other parts have other pixel grids, so only the edges of their content may differ.
        #expect(largest <= 128)
        #expect(whole[120, 200] == part[0, 60])
    }

    @Test("what lies behind the eye is not drawn")
    func cutsBehindEye() throws {
        let card = makeCard(0)
        card.transform = CATransform3DMakeTranslation(0, 0, 1000)
        #expect(try root.pixels().solidColor == .white)
    }

    @Test("a transform layer's sublayers keep their depth and are drawn by it")
    func keepsDepth() throws {
        let box = CATransformLayer()
        box.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
        let front = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .red)
        let back = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .blue)
        front.zPosition = 20
        back.zPosition = -20
        box.addSublayer(front)
        box.addSublayer(back)
        box.backgroundColor = .green
        root.addSublayer(box)
        let host = LayerHost(root)
        #expect(try host.frame().pixels()[100, 100] == .pureRed)
        #expect(root.hitTest(CGPoint(x: 100, y: 100)) === front)
        // Seen from behind, the layer that was in front is hidden.
        box.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
        #expect(try host.frame().pixels()[100, 100] == .pureBlue)
        #expect(root.hitTest(CGPoint(x: 100, y: 100)) === back)
        // From the side, both are edge on, 40 points apart.
        box.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
        front.bounds.size.height = 10
        let point = front.convert(CGPoint(x: 50, y: 5), to: root)
        #expect(abs(point.x - 120) < 1e-9 || abs(point.x - 80) < 1e-9)
    }
}
