import Foundation
import Testing
import TileDrawing
import TileGraphics

/// A renderer that prepares its contexts with a frame.
private final class Framed: UIGraphicsImageRenderer {
    override class func prepare(_ context: CGContext, with rendererContext: UIGraphicsRendererContext) {
        UIColor.blue.setFill()
        UIRectFrameUsingBlendMode(rendererContext.format.bounds, .normal)
    }
}

@Suite("UIGraphicsRenderer")
struct RendererTests {
    private func format() -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return format
    }

    @Test("A subclass prepares every context before the actions draw")
    func preparing() {
        let renderer = Framed(size: CGSize(width: 4, height: 3), format: format())
        let image = renderer.image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(image.cgImage!.bitmap.letters(letters) == ["rrbb", "b..b", "bbbb"])
    }

    @Test("Drawing actions run before completing ones, in the current context, and both may take the image")
    func running() throws {
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format())
        var images: [UIImage] = []
        let before = UIGraphicsGetCurrentContext()
        try renderer.runDrawingActions { context in
            #expect(UIGraphicsGetCurrentContext() === context.cgContext)
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
            images.append((context as? UIGraphicsImageRendererContext)?.currentImage ?? UIImage())
        } completionActions: { context in
            UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
            images.append((context as? UIGraphicsImageRendererContext)?.currentImage ?? UIImage())
        }
        #expect(images.map { $0.cgImage?.bitmap.letters(letters) } == [["g."], ["gg"]])
        #expect(UIGraphicsGetCurrentContext() === before)
    }

    @Test("Each renderer says the class of its contexts; one without a drawing of its own throws")
    func classes() {
        #expect(UIGraphicsImageRenderer.rendererContextClass() is UIGraphicsImageRendererContext.Type)
        #expect(UIGraphicsPDFRenderer.rendererContextClass() is UIGraphicsPDFRendererContext.Type)
        let plain = UIGraphicsRenderer(bounds: CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(
            ObjectIdentifier(UIGraphicsRenderer.rendererContextClass())
                == ObjectIdentifier(UIGraphicsRendererContext.self))
        #expect(throws: UIGraphicsRendererFailure.self) { try plain.runDrawingActions { _ in } }
    }

    @Test("A format remembers the range asked for; images have the standard one")
    func ranges() {
        let format = format()
        #expect(format.preferredRange == .standard && !format.prefersExtendedRange)
        format.prefersExtendedRange = true
        #expect(format.preferredRange == .extended && !format.supportsHighDynamicRange)
        format.preferredRange = .automatic
        #expect(!format.prefersExtendedRange)
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format)
        #expect((renderer.format as? UIGraphicsImageRendererFormat)?.preferredRange == .automatic)
        #expect(!renderer.image { _ in }.isHighDynamicRange)
    }

    @Test("Bounds that are no numbers trap")
    func noNumbers() async {
        await #expect(processExitsWith: .failure) {
            _ = UIGraphicsImageRenderer(size: CGSize(width: CGFloat.nan, height: 1))
        }
    }
}
