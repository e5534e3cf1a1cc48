import Foundation
import Testing
import TileDrawing
import TileGraphics

@Suite("UIGraphics")
struct UIGraphicsTests {
    @Test("contexts are a stack: the last one pushed is the current one")
    func stack() {
        #expect(UIGraphicsGetCurrentContext() == nil)
        let first = CGContext(recording: CGRect(x: 0, y: 0, width: 1, height: 1), scale: 1)
        let second = CGContext(recording: CGRect(x: 0, y: 0, width: 1, height: 1), scale: 1)
        UIGraphicsPushContext(first)
        UIGraphicsPushContext(second)
        #expect(UIGraphicsGetCurrentContext() === second)
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() === first)
        UIGraphicsPopContext()
        UIGraphicsPopContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("each thread has a stack of its own")
    func threads() {
        UIGraphicsPushContext(CGContext(recording: CGRect(x: 0, y: 0, width: 1, height: 1), scale: 1))
        defer { UIGraphicsPopContext() }
        let done = DispatchSemaphore(value: 0)
        Thread {
            #expect(UIGraphicsGetCurrentContext() == nil)
            done.signal()
        }.start()
        done.wait()
    }

    @Test("an image context gives what was drawn so far, and ends")
    func imageContext() throws {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 1), false, 2)
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let first = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIRectFill(CGRect(x: 1, y: 0, width: 0.5, height: 1))
        let second = try #require(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        #expect(first.size == CGSize(width: 2, height: 1))
        #expect(first.scale == 2)
        #expect(first.cgImage!.bitmap.letters(letters) == ["rr..", "rr.."])
        #expect(second.cgImage!.bitmap.letters(letters) == ["rrr.", "rrr."])
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
    }

    @Test("an image context of no size has a context and no image")
    func noSize() {
        UIGraphicsBeginImageContext(.zero)
        #expect(UIGraphicsGetCurrentContext() != nil)
        #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
        UIGraphicsEndImageContext()
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("filling a rect replaces what was there; a blend mode says otherwise")
    func fills() {
        let pixels = drawn(3, 1) { _ in
            UIColor.red.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 1))
            UIColor.clear.setFill()
            UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
            UIRectFillUsingBlendMode(CGRect(x: 2, y: 0, width: 1, height: 1), .normal)
        }
        #expect(pixels.letters(letters) == ["r.r"])
    }

    @Test("a frame lies inside of the rect's edges")
    func frames() {
        let pixels = drawn(5, 4) { _ in
            UIColor.blue.setFill()
            UIRectFrame(CGRect(x: 0, y: 0, width: 5, height: 4))
        }
        #expect(pixels.letters(letters) == ["bbbbb", "b...b", "b...b", "bbbbb"])
    }

    @Test("a clip lets through only what is in the rect")
    func clips() {
        let pixels = drawn(3, 1) { _ in
            UIRectClip(CGRect(x: 1, y: 0, width: 1, height: 1))
            UIColor.green.setFill()
            UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 1))
        }
        #expect(pixels.letters(letters) == [".g."])
    }
}

@Suite("UIGraphicsImageRenderer")
struct UIGraphicsImageRendererTests {
    @Test("bounds are the part of the plane that is drawn, at the format's scale")
    func bounds() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        let renderer = UIGraphicsImageRenderer(bounds: CGRect(x: 10, y: 20, width: 2, height: 1), format: format)
        #expect(renderer.format.bounds == CGRect(x: 10, y: 20, width: 2, height: 1))
        #expect(renderer.allowsImageOutput)
        let image = renderer.image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 11, y: 20, width: 1, height: 1))
        }
        #expect(image.cgImage!.bitmap.letters(letters) == ["..rr", "..rr"])
        #expect(image.size == CGSize(width: 2, height: 1))
    }

    @Test("an opaque image is black where nothing is drawn")
    func opaque() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        format.opaque = true
        let image = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format).image { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(image.cgImage!.bitmap.letters(letters) == ["rk"])
        #expect(image.imageRendererFormat.opaque)
    }

    @Test("a renderer may be used again, and the image so far can be had meanwhile")
    func currentImage() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format)
        var middle: UIImage?
        let full = renderer.image { context in
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            middle = context.currentImage
            context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        }
        #expect(middle?.cgImage!.bitmap.letters(letters) == ["b."])
        #expect(full.cgImage!.bitmap.letters(letters) == ["bb"])
        #expect(renderer.image { _ in }.cgImage!.bitmap.letters(letters) == [".."])
        #expect(UIGraphicsGetCurrentContext() == nil)
    }

    @Test("a stroke is one point inside of the rect; a clip and a blend mode hold")
    func contextCalls() {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 3), format: format).image { context in
            UIColor.red.set()
            context.stroke(CGRect(x: 0, y: 0, width: 4, height: 3))
            context.clip(to: CGRect(x: 1, y: 1, width: 2, height: 2))
            UIColor.blue.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 3), blendMode: .destinationOver)
        }
        #expect(image.cgImage!.bitmap.letters(letters) == ["rrrr", "rbbr", "rrrr"])
    }

    @Test("the scale is that of the current traits, unless the format says another")
    func scale() {
        UITraitCollection(displayScale: 3).performAsCurrent {
            #expect(UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1)).image { _ in }.scale == 3)
        }
        #expect(UIGraphicsImageRendererFormat(for: UITraitCollection(displayScale: 2)).scale == 2)
    }

    @Test("files are those of the image")
    func files() throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let renderer = UIGraphicsImageRenderer(size: CGSize(width: 1, height: 1), format: format)
        let png = renderer.pngData { context in
            UIColor.green.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(try #require(UIImage(data: png)).cgImage!.bitmap.letters(letters) == ["g"])
        #expect(UIImage(data: renderer.jpegData(withCompressionQuality: 1) { _ in }) != nil)
    }

    @Test("a size that no image can have gives an image of nothing")
    func badSizes() {
        for size in [CGSize.zero, CGSize(width: 1e9, height: 1)] {
            #expect(UIGraphicsImageRenderer(size: size).image { _ in }.cgImage == nil)
        }
    }
}
