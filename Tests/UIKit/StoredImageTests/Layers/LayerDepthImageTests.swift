import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@Suite("Layers in space as stored")
struct LayerDepthImageTests {
    private let sheet = Sheet(columns: 4, width: 64, height: 64)

    private func square(_ color: CGColor, _ transform: CATransform3D, z: CGFloat = 0) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        layer.position = CGPoint(x: 32, y: 32)
        layer.zPosition = z
        layer.transform = transform
        layer.backgroundColor = color
        layer.borderWidth = 2
        return layer
    }

    private func pictured(_ transform: CATransform3D) -> CALayer {
        let layer = square(.yellow, transform)
        layer.contents = TestImage.arrow.cgImage
        return layer
    }

    /// Returns a layer with sublayers seen from 120 points in front.
    private func room(_ layers: [CALayer], as room: CALayer = CALayer()) -> CALayer {
        room.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 120
        room.sublayerTransform = perspective
        for layer in layers { room.addSublayer(layer) }
        return room
    }

    @Test("in the plane: turned, slanted, mirrored, and about another anchor point")
    func plane() throws {
        let slanted = CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0, c: 0.4, d: 1, tx: 0, ty: 0))
        let anchored = pictured(CATransform3DMakeRotation(.pi / 6, 0, 0, 1))
        anchored.anchorPoint = .zero
        anchored.position = CGPoint(x: 24, y: 8)
        try expectImage(
            "depth-plane",
            sheet.layers([
                pictured(CATransform3DMakeRotation(.pi / 6, 0, 0, 1)), pictured(slanted),
                pictured(CATransform3DMakeScale(-0.75, 1, 1)), anchored,
            ]))
    }

    @Test("turned about each axis under perspective; without it, only flatter")
    func perspective() throws {
        try expectImage(
            "depth-perspective",
            sheet.layers([
                room([pictured(CATransform3DMakeRotation(.pi / 3, 0, 1, 0))]),
                room([pictured(CATransform3DMakeRotation(.pi / 3, 1, 0, 0))]),
                room([pictured(CATransform3DMakeRotation(0.8, 1, 1, 0.5))]),
                pictured(CATransform3DMakeRotation(.pi / 3, 0, 1, 0)),
                room([pictured(CATransform3DMakeRotation(.pi, 0, 1, 0))]),
                room([pictured(CATransform3DMakeTranslation(0, 0, 40))]),
            ]))
    }

    @Test("nearer layers are in front, whatever their order; equally near ones in their order")
    func order() throws {
        func pair(_ redDepth: CGFloat, _ blueDepth: CGFloat) -> [CALayer] {
            [
                square(.red, CATransform3DMakeTranslation(-8, -8, 0), z: redDepth),
                square(.blue, CATransform3DMakeTranslation(8, 8, 0), z: blueDepth),
            ]
        }
        try expectImage(
            "depth-order", sheet.layers([room(pair(20, -20)), room(pair(-20, 20)), room(pair(0, 0))]))
    }

    @Test("a transform layer keeps its sublayers' depth; a plain layer flattens them into its plane")
    func flattening() throws {
        // The faces of a cube with a front, a right and a top.
        func cube(_ holder: CALayer) -> CALayer {
            holder.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
            let half: CGFloat = 20
            holder.addSublayer(square(.red, CATransform3DMakeTranslation(0, 0, half)))
            holder.addSublayer(
                square(
                    .green,
                    CATransform3DRotate(CATransform3DMakeTranslation(half, 0, 0), .pi / 2, 0, 1, 0)))
            holder.addSublayer(
                square(
                    .blue, CATransform3DRotate(CATransform3DMakeTranslation(0, -half, 0), .pi / 2, 1, 0, 0)))
            holder.transform = CATransform3DRotate(CATransform3DMakeRotation(-0.5, 1, 0, 0), -0.6, 0, 1, 0)
            return room([holder])
        }
        try expectImage("depth-flattening", sheet.layers([cube(CATransformLayer()), cube(CALayer())]))
    }
}
