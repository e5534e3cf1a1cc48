import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Shape layers")
struct ShapeLayerTests {
    private let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), .white)

    private func makeShape(_ path: CGPath) -> CAShapeLayer {
        let shape = CAShapeLayer()
        shape.frame = root.bounds
        shape.path = path
        root.addSublayer(shape)
        return shape
    }

    private func makeLine() -> CAShapeLayer {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 10, y: 50))
        path.addLine(to: CGPoint(x: 50, y: 50))
        path.addLine(to: CGPoint(x: 90, y: 50))
        let shape = makeShape(path)
        shape.strokeColor = .blue
        shape.lineWidth = 10
        return shape
    }

    @Test("a shape is filled by its rule and stroked above, not cut to the bounds")
    func draws() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 10, y: 10, width: 60, height: 60))
        path.addRect(CGRect(x: 30, y: 30, width: 20, height: 20))
        let shape = makeShape(path)
        shape.fillColor = .red
        shape.strokeColor = .blue
        shape.lineWidth = 4
        shape.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(pixels[40, 40] == .pureRed && pixels[20, 20] == .pureRed && pixels[11, 40] == .pureBlue)
        shape.fillRule = .evenOdd
        pixels = try host.frame().pixels()
        #expect(pixels[40, 40] == .white && pixels[20, 20] == .pureRed)
        shape.fillColor = nil
        shape.strokeColor = nil
        #expect(try host.frame().pixels().solidColor == .white)
    }

    @Test("the path is copied when it is set")
    func copiesPath() throws {
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        _ = makeShape(path)
        path.addRect(CGRect(x: 50, y: 50, width: 10, height: 10))
        let pixels = try root.pixels()
        #expect(pixels[55, 55] == .white && pixels[5, 5] == .pureBlack)
    }

    @Test(
        "strokeStart and strokeEnd cut the line by its length",
        arguments: [(0.0, 1.0), (0.25, 0.75), (0.0, 0.1), (0.9, 1.0), (0.5, 0.5), (0.8, 0.2)])
    func trims(start: Double, end: Double) throws {
        let shape = makeLine()
        shape.strokeStart = CGFloat(start)
        shape.strokeEnd = CGFloat(end)
        let pixels = try root.pixels()
        let ink = (0..<100).reduce(0) { sum, y in sum + pixels.row(y).count { $0 == PixelColor.pureBlue.argb } }
        #expect(ink == Int((80 * max(0, end - start)).rounded()) * 10)
    }

    @Test("curves are cut by length too; an ellipse begins at its right and goes clockwise")
    func trimsCurves() throws {
        let circle = makeShape(CGPath(ellipseIn: CGRect(x: 20, y: 20, width: 60, height: 60), transform: nil))
        circle.fillColor = nil
        circle.strokeColor = .red
        circle.lineWidth = 6
        circle.strokeEnd = 0.25
        let pixels = try root.pixels()
        #expect(pixels[71, 71] == .pureRed && pixels[28, 71] == .white && pixels[71, 28] == .white)
    }

    @Test("dashes and caps are drawn")
    func dashes() throws {
        let shape = makeLine()
        shape.lineDashPattern = [10, 6]
        shape.lineDashPhase = 5
        let host = LayerHost(root)
        var pixels = try host.frame().pixels()
        #expect(pixels[14, 50] == .pureBlue && pixels[17, 50] == .white && pixels[22, 50] == .pureBlue)
        shape.lineDashPattern = nil
        shape.lineCap = .square
        pixels = try host.frame().pixels()
        #expect(pixels[6, 46] == .pureBlue && pixels[94, 50] == .pureBlue)
        shape.lineCap = .round
        pixels = try host.frame().pixels()
        #expect(pixels[5, 45] == .white && pixels[6, 50] == .pureBlue)
    }
}
