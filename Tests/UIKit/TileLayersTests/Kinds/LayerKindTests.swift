import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Kinds of layers")
struct LayerKindTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .white)

    private func isNear(_ byte: UInt8, _ expected: Int, within tolerance: Int = 8) -> Bool {
        abs(Int(byte) - expected) <= tolerance
    }

    private func makeGradient(_ type: CAGradientLayerType) -> CAGradientLayer {
        let gradient = CAGradientLayer()
        gradient.frame = root.bounds
        gradient.type = type
        gradient.colors = [CGColor.red, CGColor.blue]
        root.addSublayer(gradient)
        return gradient
    }

    @Test("an axial gradient runs from start to end, in the layer's shape")
    func drawsAxial() throws {
        let gradient = makeGradient(.axial)
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(isNear(pixels[50, 1].red, 252) && isNear(pixels[50, 98].blue, 252) && isNear(pixels[5, 50].red, 127))
        gradient.startPoint = CGPoint(x: 0, y: 0.5)
        gradient.endPoint = CGPoint(x: 1, y: 0.5)
        gradient.locations = [0.5, 0.5]
        pixels = try host.frame().pixels()
        #expect(pixels[48, 50] == .pureRed && pixels[52, 50] == .pureBlue)
        gradient.cornerRadius = 20
        #expect(try host.frame().pixels()[1, 1] == .white)
        gradient.colors = [CGColor.red]
        #expect(try host.frame().pixels().solidColor == .white)
    }

    @Test("a radial gradient runs outwards to an ellipse, a conic one around")
    func drawsOthers() throws {
        let gradient = makeGradient(.radial)
        gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
        gradient.endPoint = CGPoint(x: 1, y: 0.75)
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(isNear(pixels[50, 50].red, 250) && isNear(pixels[75, 50].red, 127))
        #expect(isNear(pixels[50, 62].red, 127) && pixels[50, 76] == .pureBlue)
        gradient.type = .conic
        gradient.endPoint = CGPoint(x: 0.5, y: 0)
        pixels = try host.frame().pixels()
        #expect(pixels[53, 5].red > 240 && pixels[47, 5].blue > 240)
        #expect(isNear(pixels[95, 50].red, 191) && isNear(pixels[5, 50].red, 64))
    }

    @Test("text is drawn in its color, where its alignment says, and never beyond the bounds")
    func drawsText() throws {
        let text = CATextLayer()
        text.frame = CGRect(x: 10, y: 10, width: 80, height: 60)
        text.string = "Hello"
        text.fontSize = 20
        text.foregroundColor = .blue
        root.addSublayer(text)
        let host = LayerHost(root)
        let left = try host.frame().pixels().ink
        #expect(left.minX >= 10 && left.minX < 16 && left.width > 20 && text.frame.contains(left))
        text.alignmentMode = .right
        let right = try host.frame().pixels().ink
        #expect(right.maxX > 84 && abs(right.width - left.width) <= 1)
        let size = text.preferredFrameSize()
        #expect(size.width > left.width && size.height > left.height)
        text.string = "Hello to a world that is far too wide"
        text.alignmentMode = .left
        for mode in [CATextLayerTruncationMode.none, .start, .middle, .end] {
            text.truncationMode = mode
            let inked = try host.frame().pixels().ink
            #expect(text.frame.contains(inked) && inked.width > 50)
        }
        text.truncationMode = .none
        text.isWrapped = true
        #expect(try host.frame().pixels().ink.height > left.height * 1.5)
        text.string = NSAttributedString(
            string: "Red",
            attributes: [.foregroundColor: UIColor(cgColor: .red), .font: UIFont.boldSystemFont(ofSize: 30)])
        let pixels = try host.frame().pixels()
        #expect((0..<100).contains { y in pixels.row(y).contains(PixelColor.pureRed.argb) })
        text.string = nil
        #expect(try host.frame().pixels().solidColor == .white)
    }

    @Test("a replicator draws its sublayers again, moved and colored step by step")
    func replicates() throws {
        let replicator = CAReplicatorLayer()
        replicator.frame = root.bounds
        replicator.instanceCount = 4
        replicator.instanceTransform = CATransform3DMakeTranslation(20, 10, 0)
        replicator.instanceGreenOffset = -0.5
        replicator.addSublayer(makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), .white))
        root.addSublayer(replicator)
        root.backgroundColor = .black
        let host = LayerHost(root)
        let pixels = try host.frame().pixels()
        let magenta = PixelColor(argb: 0xFFFF_00FF)
        #expect(pixels[5, 5] == .white && pixels[45, 25] == magenta && pixels[65, 35] == magenta)
        #expect(isNear(pixels[25, 15].green, 128, within: 1))
        #expect(pixels[85, 45] == .pureBlack && pixels[15, 5] == .pureBlack)
        replicator.instanceCount = 0
        #expect(try host.frame().pixels()[5, 5] == .pureBlack)
    }

    @Test("a replicator's copies turn about its middle")
    func turnsCopies() throws {
        let replicator = CAReplicatorLayer()
        replicator.frame = root.bounds
        replicator.instanceCount = 4
        replicator.instanceTransform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
        replicator.addSublayer(makeLayer(CGRect(x: 45, y: 0, width: 10, height: 10), .red))
        root.addSublayer(replicator)
        let pixels = try root.pixels()
        #expect(pixels[50, 5] == .pureRed && pixels[95, 50] == .pureRed && pixels[50, 95] == .pureRed)
        #expect(pixels[5, 50] == .pureRed && pixels[5, 5] == .white)
    }

    @Test("a scroll layer scrolls to points, and by the least to rects, along its axes")
    func scrolls() throws {
        let scroller = CAScrollLayer()
        scroller.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
        let content = makeLayer(CGRect(x: 0, y: 0, width: 200, height: 200), .blue)
        let mark = makeLayer(CGRect(x: 100, y: 60, width: 10, height: 10), .red)
        content.addSublayer(mark)
        scroller.addSublayer(content)
        root.addSublayer(scroller)
        let host = LayerHost(root)
        let pixels = try host.frame().pixels()
        #expect(pixels[39, 39] == .pureBlue && pixels[41, 20] == .white)
        mark.scrollRectToVisible(mark.bounds)
        #expect(scroller.bounds.origin == CGPoint(x: 70, y: 30))
        #expect(try host.frame().pixels()[35, 35] == .pureRed)
        #expect(content.visibleRect == CGRect(x: 70, y: 30, width: 40, height: 40))
        mark.scrollRectToVisible(mark.bounds)
        #expect(scroller.bounds.origin == CGPoint(x: 70, y: 30))
        scroller.scrollMode = .vertically
        content.scroll(CGPoint(x: 5, y: 6))
        #expect(scroller.bounds.origin == CGPoint(x: 70, y: 6))
        scroller.scrollMode = .none
        scroller.scroll(to: CGPoint(x: 1, y: 1))
        #expect(scroller.bounds.origin == CGPoint(x: 70, y: 6))
    }
}
