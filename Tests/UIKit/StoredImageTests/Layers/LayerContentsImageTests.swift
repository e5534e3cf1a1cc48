import Foundation
import Testing
import TileDrawing
import TileGraphics
import TileLayers

@Suite("Layers' contents as stored")
struct LayerContentsImageTests {
    private func layer(
        _ image: CGImage, _ size: CGSize = CGSize(width: 40, height: 40), change: (CALayer) -> Void
    ) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(origin: CGPoint(x: 4, y: 4), size: size)
        layer.contents = image
        layer.backgroundColor = CGColor(gray: 0.8, alpha: 1)
        change(layer)
        return layer
    }

    @Test("the twelve gravities, of contents smaller than the layer, and in a layer smaller than they are")
    func gravities() throws {
        let all: [CALayerContentsGravity] = [
            .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize,
            .resizeAspect, .resizeAspectFill,
        ]
        let image = TestImage.arrow.cgImage!
        for (name, size) in [("larger", CGSize(width: 40, height: 40)), ("smaller", CGSize(width: 16, height: 28))] {
            try expectImage(
                "layer-gravities-\(name)",
                Sheet(columns: 6, width: size.width + 8, height: size.height + 8).layers(
                    all.map { gravity in
                        layer(image, size) {
                            $0.contentsGravity = gravity
                            $0.masksToBounds = true
                        }
                    }))
        }
    }

    @Test("contentsRect shows a part; contentsScale makes contents smaller; filters choose how pixels are mixed")
    func parts() throws {
        let image = TestImage.arrow.cgImage!
        try expectImage(
            "layer-contents-parts",
            Sheet(columns: 5, width: 48, height: 48).layers([
                layer(image) { $0.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.75) },
                layer(image) { $0.contentsRect = CGRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5) },
                layer(image) {
                    $0.contentsGravity = .center
                    $0.contentsScale = 2
                },
                layer(image) { $0.magnificationFilter = .nearest },
                layer(image) {
                    $0.contentsGravity = .topLeft
                    $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
                },
            ]))
    }

    @Test("contentsCenter: what is outside keeps its size, what is inside is stretched")
    func stretching() throws {
        let image = TestImage.frame.cgImage!
        let third = CGFloat(1) / 3
        try expectImage(
            "layer-contents-center",
            Sheet(columns: 4, width: 48, height: 48).layers([
                layer(image) { _ in },
                layer(image) { $0.contentsCenter = CGRect(x: third, y: third, width: third, height: third) },
                layer(image) { $0.contentsCenter = CGRect(x: third, y: 0, width: third, height: 1) },
                layer(image) {
                    $0.contentsScale = 2
                    $0.contentsCenter = CGRect(x: third, y: third, width: third, height: third)
                },
            ]))
    }
}
