import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("Images as stored")
struct ImageImageTests {
    private let cell = CGRect(x: 0, y: 0, width: 48, height: 32)

    @Test("an image enlarged by nearest pixel and by mixing, and made smaller")
    func interpolation() throws {
        let image = TestImage.arrow.cgImage!
        let qualities: [CGInterpolationQuality] = [.none, .low, .medium, .high]
        try expectImage(
            "image-interpolation",
            Sheet(columns: 4, width: 48, height: 32).drawing(
                qualities.map { quality in
                    { context in
                        context.interpolationQuality = quality
                        context.drawYDown(image, in: cell)
                    }
                }
                    + qualities.map { quality in
                        { context in
                            context.interpolationQuality = quality
                            context.drawYDown(image, in: CGRect(x: 8, y: 8, width: 9, height: 6))
                            context.translateBy(x: 32, y: 14)
                            context.rotate(by: 0.4)
                            context.drawYDown(image, in: CGRect(x: -12, y: -8, width: 24, height: 16))
                        }
                    }))
    }

    @Test("the eight orientations")
    func orientations() throws {
        let all: [UIImage.Orientation] = [
            .up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored,
        ]
        try expectImage(
            "image-orientations",
            Sheet(columns: 4, width: 28, height: 28).drawing(
                all.map { orientation in
                    { _ in
                        UIImage(cgImage: TestImage.arrow.cgImage!, scale: 1, orientation: orientation)
                            .draw(at: CGPoint(x: 2, y: 2))
                    }
                }))
    }

    @Test("resizable images: caps keep their size, the rest is stretched or tiled")
    func resizable() throws {
        let caps = UIEdgeInsets(top: 4, left: 4, bottom: 4, right: 4)
        let images = [
            TestImage.frame, TestImage.frame.resizableImage(withCapInsets: caps, resizingMode: .stretch),
            TestImage.frame.resizableImage(withCapInsets: caps, resizingMode: .tile),
        ]
        try expectImage(
            "image-resizable",
            Sheet(columns: 3, width: 48, height: 32).drawing(images.map { image in { _ in image.draw(in: cell) } }))
    }

    @Test("an image half clear, blended, tinted, and as a pattern")
    func variants() throws {
        try expectImage(
            "image-variants",
            Sheet(columns: 4, width: 48, height: 32).drawing([
                { _ in TestImage.arrow.draw(in: cell, blendMode: .normal, alpha: 0.4) },
                { context in
                    context.setFillColor(.yellow)
                    context.fill(cell)
                    TestImage.arrow.draw(in: cell, blendMode: .multiply, alpha: 1)
                },
                { _ in TestImage.star.withTintColor(.systemGreen).draw(in: CGRect(x: 8, y: 0, width: 32, height: 32)) },
                { _ in TestImage.arrow.drawAsPattern(in: cell) },
            ]))
    }
}
