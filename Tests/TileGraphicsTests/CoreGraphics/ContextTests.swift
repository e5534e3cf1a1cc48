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
            #expect(context.ctm == CGAffineTransform(scaleX: 2, y: 2))
            context.setFillColor(.red)
            context.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        }
        #expect(bitmap[1, 1] == .clear)
        #expect(bitmap[2, 2] == .pureRed)
        #expect(bitmap[3, 3] == .pureRed)
        #expect(bitmap[4, 4] == .clear)
    }

    @Test("restores what it saved: CTM, clip, colours, line style")
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

    @Test("draws an image upright")
    func image() throws {
        let source = Bitmap(width: 2, height: 2)
        source[0, 0] = .pureRed
        source[1, 0] = .pureGreen
        source[0, 1] = .pureBlue
        source[1, 1] = .opaqueBlack
        let bitmap = try drawn(4, 4) { context in
            context.interpolationQuality = .none
            context.draw(CGImage(bitmap: source), in: CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        #expect(bitmap[1, 1] == .pureRed)
        #expect(bitmap[2, 1] == .pureGreen)
        #expect(bitmap[1, 2] == .pureBlue)
        #expect(bitmap[2, 2] == .opaqueBlack)
    }

    @Test("records 100,000 rects into one list")
    func manyRects() {
        let context = CGContext(recording: CGRect(x: 0, y: 0, width: 1000, height: 1000), scale: 1)
        for index in 0..<100_000 { context.fill(CGRect(x: index % 1000, y: index / 1000, width: 1, height: 1)) }
        #expect(context.finishPicture().operationCount == 100_000)
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
