import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A context")
struct ContextTests {
    @Test("puts the origin at the top left, with y down")
    func origin() throws {
        let bitmap = try drawn(4, 4) { context in
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(bitmap[0, 0] == .pureRed)
        #expect(bitmap[1, 0] == .pureRed)
        #expect(bitmap[2, 0] == .clear)
        #expect(bitmap[0, 1] == .clear)
    }

    @Test("draws points as pixels of its scale")
    func scale() throws {
        let bitmap = try drawn(4, 4, scale: 2) { context in
            #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 8))
            context.setFillColor(.red)
            context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        }
        #expect(bitmap[1, 1] == .clear)
        #expect(bitmap[2, 2] == .pureRed)
        #expect(bitmap[3, 3] == .pureRed)
        #expect(bitmap[4, 4] == .clear)
    }

    @Test("fades a path that is filled and stroked at once as one, so that no area shows through its line")
    func fadesAsOne() throws {
        let bitmap = try drawn(20, 20) { context in
            context.setAlpha(0.5)
            context.setFillColor(.red)
            context.setStrokeColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
            context.setLineWidth(8)
            context.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
            context.drawPath(using: .fillStroke)
        }
        // Inside and outside of the outline, the line is the same.
        #expect(bitmap[7, 10] == bitmap[3, 10] && bitmap[7, 10].red == 0 && bitmap[7, 10].blue > 120)
        #expect(bitmap[10, 10].red > 120 && bitmap[10, 10].blue == 0)
    }

    @Test("restores what it saved: CTM, clip, colors, line style")
    func states() throws {
        let bitmap = try drawn(8, 8) { context in
            context.setFillColor(.red)
            context.saveGState()
            context.clip(to: CGRect(x: 0, y: 0, width: 2, height: 8))
            context.translateBy(x: 0, y: 4)
            context.setFillColor(.blue)
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 1))
            context.restoreGState()
            #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 8, height: 8))
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 1))
            // One restore too many changes nothing.
            context.restoreGState()
            context.fill(CGRect(x: 0, y: 1, width: 8, height: 1))
        }
        #expect(bitmap[1, 4] == .pureBlue)
        #expect(bitmap[2, 4] == .clear)
        #expect(bitmap[7, 0] == .pureRed)
        #expect(bitmap[7, 1] == .pureRed)
    }

    @Test("draws in a plane of its own and comes back from it, also when that ends with an error")
    func planes() throws {
        struct Refused: Error {}
        let bitmap = try drawn(8, 8) { context in
            let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
            context.withTransform(CGAffineTransform(translationX: 4, y: 2)) {
                context.setFillColor(.red)
                context.fill(unit)
            }
            #expect(throws: Refused.self) {
                try context.withTransform(CGAffineTransform(translationX: 6, y: 6)) {
                    context.setFillColor(.red)
                    throw Refused()
                }
            }
            #expect(context.ctm == CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 8))
            context.setFillColor(.blue)
            context.fill(unit)
        }
        #expect(bitmap[4, 2] == .pureRed)
        #expect(bitmap[0, 0] == .pureBlue)
        #expect(bitmap[6, 6] == .clear)
    }

    @Test("intersects clips, and goes on under the outer one after the inner one ends")
    func nestedClips() throws {
        let bitmap = try drawn(8, 8) { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 6, height: 8))
            context.setFillColor(.green)
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
            context.saveGState()
            context.addEllipse(in: CGRect(x: -4, y: -4, width: 8, height: 8))
            context.clip()
            context.clip(to: CGRect(x: 0, y: 0, width: 8, height: 2))
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
            context.restoreGState()
            context.setFillColor(.blue)
            context.fill(CGRect(x: 4, y: 4, width: 8, height: 8))
        }
        #expect(bitmap[0, 0] == .pureRed)
        #expect(bitmap[0, 2] == .pureGreen)
        #expect(bitmap[5, 5] == .pureBlue)
        #expect(bitmap[6, 5] == .clear)
    }

    @Test(
        "draws an image's top row at the greatest y: upside down where y points down, and upright after the usual flip")
    func image() throws {
        let source = Bitmap(width: 2, height: 2)
        source[0, 0] = .pureRed
        source[1, 0] = .pureGreen
        source[0, 1] = .pureBlue
        source[1, 1] = .opaqueBlack
        let (image, cell) = (CGImage(bitmap: source), CGRect(x: 0, y: 0, width: 4, height: 4))
        let turned = try drawn(4, 4) { context in
            context.interpolationQuality = .none
            context.draw(image, in: cell)
        }
        #expect(turned[1, 2] == .pureRed && turned[2, 2] == .pureGreen)
        #expect(turned[1, 1] == .pureBlue && turned[2, 1] == .opaqueBlack)
        let draws: [(CGContext) -> Void] = [
            {
                $0.translateBy(x: 0, y: 4)
                $0.scaleBy(x: 1, y: -1)
                $0.draw(image, in: cell)
            }, { $0.drawYDown(image, in: cell) },
        ]
        for draw in draws {
            let bitmap = try drawn(4, 4) { context in
                context.interpolationQuality = .none
                draw(context)
            }
            #expect(bitmap[1, 1] == .pureRed && bitmap[2, 1] == .pureGreen)
            #expect(bitmap[1, 2] == .pureBlue && bitmap[2, 2] == .opaqueBlack)
        }
    }

    @Test("records 100,000 rects into one list")
    func manyRects() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 1000, height: 1000), scale: 1)
        for index in 0..<100_000 { context.fill(CGRect(x: index % 1000, y: index / 1000, width: 1, height: 1)) }
        #expect(context.finishPicture().operationCount == 100_000)
    }

    @Test("draws nothing of what is no number, has no extent, or lies on a plane without one")
    func nothing() throws {
        let bitmap = try drawn(8, 8) { context in
            context.fill(.null)
            context.fill(.zero)
            context.fill(CGRect(x: CGFloat.nan, y: 0, width: 4, height: 4))
            context.setLineWidth(.nan)
            context.stroke(CGRect(x: 0, y: 0, width: 4, height: 4))
            context.setLineWidth(-1)
            context.stroke(CGRect(x: 0, y: 0, width: 4, height: 4))
            context.concatenate(CGAffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0))
            #expect(context.ctm == CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 8))
            context.saveGState()
            context.scaleBy(x: 0, y: 0)
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
            context.addEllipse(in: CGRect(x: 0, y: 0, width: 4, height: 4))
            context.drawPath(using: .fillStroke)
            context.drawLinearGradient(GradientTests.redToBlue, start: .zero, end: CGPoint(x: 1, y: 0), options: [])
            context.restoreGState()
            context.clip(to: .null)
            context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
        }
        for y in 0..<8 { for x in 0..<8 { #expect(bitmap[x, y] == .clear) } }
    }

    @Test("fills all of the clip with a rect without end")
    func endless() throws {
        let bitmap = try drawn(8, 8) { context in
            context.clip(to: .infinite)
            context.setFillColor(.red)
            context.fill(.infinite)
        }
        for y in 0..<8 { for x in 0..<8 { #expect(bitmap[x, y] == .pureRed) } }
    }

    @Test("fixes a path's points where they are added, and its pen where it is stroked")
    func pathAndCTM() throws {
        let bitmap = try drawn(20, 20) { context in
            context.move(to: CGPoint(x: 2, y: 10))
            context.scaleBy(x: 2, y: 1)
            context.addLine(to: CGPoint(x: 9, y: 10))
            #expect(context.currentPointOfPath == CGPoint(x: 9, y: 10))
            #expect(context.boundingBoxOfPath == CGRect(x: 1, y: 10, width: 8, height: 0))
            context.scaleBy(x: 0.5, y: 4)
            context.setLineWidth(1)
            context.strokePath()
            #expect(context.isPathEmpty)
        }
        #expect(bitmap[1, 9] == .clear && bitmap[2, 9] == .opaqueBlack && bitmap[17, 9] == .opaqueBlack)
        #expect(bitmap[18, 9] == .clear)
        // Four points high, for y was stretched when it was stroked.
        #expect(bitmap[9, 8] == .opaqueBlack && bitmap[9, 11] == .opaqueBlack)
        #expect(bitmap[9, 7] == .clear && bitmap[9, 12] == .clear)
    }

    @Test("gives the picture and the image so far, and goes on")
    func soFar() throws {
        let context = CGContext(recording: CGRect(x: 10, y: 0, width: 4, height: 2), scale: 2)
        context.clip(to: CGRect(x: 10, y: 0, width: 1, height: 2))
        context.setFillColor(.red)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
        let image = try #require(context.makeImage())
        #expect(image.width == 8 && image.height == 4)
        #expect(image.bitmap[1, 3] == .pureRed && image.bitmap[2, 3] == .clear)
        context.setFillColor(.blue)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 1))
        let later = try #require(context.makeImage())
        #expect(later.bitmap[1, 1] == .pureBlue && later.bitmap[1, 3] == .pureRed && later.bitmap[2, 1] == .clear)
        #expect(image.bitmap[1, 1] == .pureRed)
    }

    @Test("lets states go that were saved in a transparency layer, and none before it")
    func layersAndStates() throws {
        let bitmap = try drawn(8, 8) { context in
            context.saveGState()
            context.translateBy(x: 4, y: 0)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            // Not the layer's own.
            context.restoreGState()
            context.saveGState()
            context.translateBy(x: 0, y: 4)
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            context.endTransparencyLayer()
            context.endTransparencyLayer()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            context.restoreGState()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        #expect(bitmap[4, 4] == .pureRed)
        #expect(bitmap[4, 0] == .opaqueBlack && bitmap[0, 0] == .opaqueBlack)
        #expect(bitmap[0, 4] == .clear)
    }

    @Test("draws a layer wherever it is put, as it is at that moment")
    func layers() throws {
        let bitmap = try drawn(8, 8) { context in
            let layer = CGLayer(context, size: CGSize(width: 2, height: 2), auxiliaryInfo: nil)
            layer?.context?.setFillColor(.red)
            layer?.context?.fill(CGRect(x: 0, y: 0, width: 9, height: 1))
            if let layer {
                context.draw(layer, at: CGPoint(x: 1, y: 1))
                layer.context?.setFillColor(.blue)
                layer.context?.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
                context.draw(layer, in: CGRect(x: 4, y: 4, width: 4, height: 4))
            }
            #expect(CGLayer(context, size: .zero, auxiliaryInfo: nil) == nil)
        }
        #expect(bitmap[2, 1] == .pureRed && bitmap[3, 1] == .clear && bitmap[1, 2] == .clear)
        #expect(bitmap[7, 5] == .pureRed && bitmap[5, 7] == .pureBlue && bitmap[6, 7] == .clear)
    }

    @Test("takes 100,000 clips one upon the other")
    func deepClips() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 8, height: 8), scale: 1)
        for _ in 0..<100_000 { context.clip(to: CGRect(x: 0, y: 0, width: 8, height: 8)) }
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(context.finishPicture().operationCount == 1)
    }

    @Test("draws hard edges when they are not to be smoothed")
    func hardEdges() throws {
        for allows in [false, true] {
            let bitmap = try drawn(20, 20) { context in
                context.setAllowsAntialiasing(allows)
                context.setShouldAntialias(!allows)
                context.fillEllipse(in: CGRect(x: 2.3, y: 2.3, width: 15, height: 15))
            }
            for y in 0..<20 { for x in 0..<20 { #expect([0, 255].contains(bitmap[x, y].alpha)) } }
        }
    }

    @Test("traps when something is drawn after its end")
    func afterTheEnd() async {
        await #expect(processExitsWith: .failure) {
            let context = CGContext(recording: CGRect(x: 0, y: 0, width: 8, height: 8), scale: 1)
            _ = context.finishPicture()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
    }
}
