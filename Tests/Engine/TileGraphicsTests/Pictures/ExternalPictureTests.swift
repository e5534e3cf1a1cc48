import Testing
import TileGeometry
import TileSupport

@testable import TileGraphics

/// Tests of parts of pictures that are drawn externally.
@Suite struct ExternalPictureTests {
    /// A red part that takes measurable time to draw.
    private final class Slow: ExternalDrawing {
        let byteCount = 0
        let archived: (document: any ExternalDocument, part: [UInt8])? = nil
        let asked = Lock(0)

        func usableScale(_ scale: Double) -> Double { scale }

        func pixels(_ area: RasterArea, isCancelled: () -> Bool) throws(RasterFailure) -> Bitmap? {
            asked.withLock { $0 += 1 }
            let begin = MonotonicClock.nanoseconds
            while MonotonicClock.nanoseconds == begin {}
            let bitmap = Bitmap(width: area.width, height: area.height)
            for y in 0..<area.height { bitmap.row(y).update(repeating: 0xFFFF_0000) }
            return bitmap
        }
    }

    @Test(arguments: [(nil, 3), (0, 1), (1000, 3)] as [(Double?, Int)])
    func manyTogetherTakeNoMoreTimeThanThereIs(_ patience: Double?, _ drawn: Int) throws {
        let slow = Slow()
        var recorder = PictureRecorder()
        for number in 0..<3 {
            recorder.draw(ExternalPicture(slow, bounds: Box(x: Double(number) * 20, y: 0, width: 10, height: 10)))
        }
        var counters = ReplayCounters()
        let image = try recorder.finish().raster(
            .identity, width: 60, height: 10, pool: BitmapPool(), counters: &counters, externalPatience: patience)
        #expect(slow.asked.withLock { $0 } == drawn)
        #expect(counters.partsMissing == 3 - drawn)
        guard case .bitmap(let bitmap) = image else {
            Issue.record("nothing was drawn")
            return
        }
        for number in 0..<3 { #expect(bitmap[number * 20 + 5, 5].red == (number < drawn ? 255 : 0)) }
    }

    @Test(arguments: [(5e-6, 10), (0.01, 256)])
    func aPartThatIsMuchLargerAlongOneAxisIsDrawn(down: Double, height: Int) throws {
        let slow = Slow()
        var recorder = PictureRecorder()
        recorder.draw(
            ExternalPicture(slow, bounds: Box(x: 0, y: 0, width: 1, height: 2e6)),
            transform: CGAffineTransform(a: 60, b: 0, c: 0, d: down, tx: 0, ty: 0))
        var counters = ReplayCounters()
        let image = try recorder.finish().raster(
            .identity, width: 80, height: height, pool: BitmapPool(), counters: &counters)
        #expect(counters.partsMissing == 0)
        guard case .bitmap(let bitmap) = image else {
            Issue.record("nothing was drawn")
            return
        }
        #expect(bitmap[30, 5].argb == 0xFFFF_0000 && bitmap[70, 5].argb == 0)
    }
}
