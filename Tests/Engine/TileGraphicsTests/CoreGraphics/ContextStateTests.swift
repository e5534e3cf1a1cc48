import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A context's state")
struct ContextStateTests {
    private func near(_ a: CGPoint, _ b: CGPoint) -> Bool { abs(a.x - b.x) < 1e-9 && abs(a.y - b.y) < 1e-9 }

    @Test("converts points, sizes and rects to pixels as the CTM says, and back")
    func deviceSpace() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 20, height: 20), scale: 2)
        context.translateBy(x: 3, y: 4)
        context.rotate(by: .pi / 2)
        let matrix = CGAffineTransform(rotationAngle: .pi / 2)
            .concatenating(CGAffineTransform(translationX: 3, y: 4)).concatenating(
                CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 40))
        #expect(context.userSpaceToDeviceSpaceTransform == context.ctm)
        let point = CGPoint(x: 5, y: 1)
        #expect(near(context.convertToDeviceSpace(point), point.applying(matrix)))
        #expect(near(context.convertToDeviceSpace(point), CGPoint(x: 4, y: 22)))
        #expect(near(context.convertToUserSpace(CGPoint(x: 4, y: 22)), point))
        // Sizes are vectors: they turn and are not shifted.
        let size = context.convertToDeviceSpace(CGSize(width: 5, height: 1))
        #expect(near(CGPoint(x: size.width, y: size.height), CGPoint(x: -2, y: -10)))
        let back = context.convertToUserSpace(size)
        #expect(near(CGPoint(x: back.width, y: back.height), point))
        let rect = context.convertToDeviceSpace(CGRect(x: 0, y: 0, width: 5, height: 1))
        #expect(
            near(rect.origin, CGPoint(x: 4, y: 22)) && near(CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: 6, y: 32)))
        let user = context.convertToUserSpace(rect)
        #expect(near(user.origin, .zero) && near(CGPoint(x: user.maxX, y: user.maxY), point))
    }

    @Test("whose CTM has no way back converts from pixels without a trap")
    func noWayBack() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 20, height: 20), scale: 1)
        context.scaleBy(x: 0, y: 1)
        #expect(context.convertToDeviceSpace(CGPoint(x: 7, y: 3)) == CGPoint(x: 0, y: 17))
        for rect in [
            context.convertToUserSpace(CGRect(x: 0, y: 0, width: 4, height: 4)), context.boundingBoxOfClipPath,
        ] {
            #expect(!rect.size.width.isNaN)
        }
    }

    @Test("begins a path without what was added before, and takes many rects at once")
    func paths() throws {
        let bitmap = try drawn(8, 4) { context in
            context.setFillColor(.red)
            context.addRect(CGRect(x: 0, y: 0, width: 8, height: 4))
            context.beginPath()
            #expect(context.isPathEmpty)
            context.addRects([CGRect(x: 0, y: 0, width: 2, height: 4), CGRect(x: 1, y: 0, width: 4, height: 4)])
            context.fillPath(using: .evenOdd)
        }
        #expect((0..<8).map { bitmap[$0, 2] == .pureRed } == [true, false, true, true, true, false, false, false])
    }

    @Test("gives lines black of a new color space, then what its components say, then a pattern")
    func strokes() throws {
        let cell = try #require(
            CGPattern(bounds: CGRect(x: 0, y: 0, width: 4, height: 4), xStep: 4, yStep: 4) { context in
                context.setFillColor(.blue)
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
            })
        let bitmap = try drawn(8, 12) { context in
            func line(_ y: Int) { context.strokeLineSegments(between: [CGPoint(x: 0, y: y), CGPoint(x: 8, y: y)]) }
            context.setLineWidth(4)
            context.setStrokeColor(.red)
            context.setStrokeColorSpace(.deviceGray)
            line(2)
            context.setStrokeColor([1, 1])
            line(6)
            context.setStrokeColorSpace(CGColorSpace(patternBaseSpace: nil)!)
            context.setStrokePattern(cell, colorComponents: [1])
            line(10)
        }
        #expect(bitmap[3, 2] == .opaqueBlack && bitmap[3, 6] == .white)
        #expect((0..<8).map { bitmap[$0, 10] == .pureBlue } == [true, true, false, false, true, true, false, false])
    }

    @Test("that code sets for hinted fonts, rough curves and color management draws the same")
    func withoutEffect() throws {
        let font = try #require(CGFont("DejaVuSans"), "the font DejaVu Sans is not installed")
        func draw(_ context: CGContext) {
            context.setFont(font)
            context.setFontSize(12)
            context.showGlyphs(
                [font.glyph(for: "a")!, font.glyph(for: "b")!], at: [CGPoint(x: 1, y: 14), CGPoint(x: 9.3, y: 14)])
            context.fillEllipse(in: CGRect(x: 2, y: 2, width: 9, height: 5))
        }
        let plain = try drawn(20, 20, draw: draw)
        let set = try drawn(20, 20) { context in
            context.setFlatness(20)
            context.setRenderingIntent(.perceptual)
            context.setCharacterSpacing(5)
            for flag in [true, false] {
                context.setShouldSmoothFonts(flag)
                context.setAllowsFontSmoothing(flag)
                context.setShouldSubpixelPositionFonts(flag)
                context.setAllowsFontSubpixelPositioning(flag)
                context.setShouldSubpixelQuantizeFonts(flag)
                context.setAllowsFontSubpixelQuantization(flag)
            }
            draw(context)
        }
        #expect(greatestDifference(plain, set) == 0)
    }

    @Test("brings drawing into a bitmap context's memory when it is synchronized")
    func synchronizing() throws {
        let context = try #require(
            CGContext(
                data: nil, width: 2, height: 1, bitsPerComponent: 8, bytesPerRow: 8, space: .deviceRGB,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        let memory = try #require(context.data).assumingMemoryBound(to: UInt8.self)
        context.setFillColor(.red)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        context.synchronize()
        #expect((0..<8).map { memory[$0] } == [255, 0, 0, 255, 0, 0, 0, 0])
    }

    @Test("of a PDF starts anew on every page, which endPage() ends")
    func pages() throws {
        let data = NSMutableData()
        let context = try #require(CGContext(consumer: CGDataConsumer(data: data)!, mediaBox: nil, nil))
        for _ in 0..<3 {
            var box = CGRect(x: 0, y: 0, width: 50, height: 40)
            context.beginPage(mediaBox: &box)
            #expect(context.boundingBoxOfClipPath == box && context.ctm == .identity)
            context.translateBy(x: 10, y: 0)
            context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 5))
            context.endPage()
        }
        context.closePDF()
        let text = try #require(String(data: data as Data, encoding: .isoLatin1))
        #expect(text.components(separatedBy: "/MediaBox [ 0 0 50 40 ]").count - 1 == 3)
    }
}
