import Testing
import TileGeometry

@testable import TileGraphics

@Suite("Backdrops")
struct BackdropTests {
    private let pool = BitmapPool(limit: 1 << 24)
    private let red = Color(red: 1, green: 0, blue: 0)
    private let blue = Color(red: 0, green: 0, blue: 1)

    private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Path {
        var builder = PathBuilder()
        builder.rectangle(x: x, y: y, width: width, height: height)
        return builder.build()
    }

    /// A red and a blue half, which meet at x = 128.
    private func halves() -> PictureRecorder {
        var recorder = PictureRecorder()
        recorder.fill(box(0, 0, 128, 256), with: .color(red))
        recorder.fill(box(128, 0, 128, 256), with: .color(blue))
        return recorder
    }

    private func bitmap(
        _ picture: Picture, x: Int = 0, y: Int = 0, width: Int = 256, height: Int = 256, scale: Double = 1
    ) throws -> Bitmap {
        var counters = ReplayCounters()
        let transform = CGAffineTransform(scaleX: scale, y: scale)
            .concatenating(CGAffineTransform(translationX: -Double(x), y: -Double(y)))
        switch try picture.raster(transform, width: width, height: height, pool: pool, counters: &counters) {
        case .bitmap(let bitmap): return bitmap
        case .solid(let color, let width, let height):
            let bitmap = Bitmap(width: width, height: height)
            bitmap.fill(color)
            return bitmap
        }
    }

    @Test("what is behind is blurred within the outline, and sharp outside it")
    func blurs() throws {
        var recorder = halves()
        recorder.draw(PictureBackdrop(outline: box(64, 64, 128, 128), deviation: 8))
        recorder.fill(box(100, 100, 4, 4), with: .color(.white))
        let pixels = try bitmap(recorder.finish())
        #expect(pixels[127, 20].argb == 0xFFFF_0000 && pixels[128, 20].argb == 0xFF00_00FF)
        // Half of each at the border, and 7.5 points from it what three boxes of 8, 8 and 9 pixels leave, over pixels
        // twice as large.
        #expect(abs(Int(pixels[127, 128].red) - 130) <= 4 && abs(Int(pixels[128, 128].blue) - 130) <= 4)
        #expect(abs(Int(pixels[120, 128].red) - 206) <= 2 && abs(Int(pixels[120, 128].blue) - 49) <= 2)
        #expect(pixels[70, 128].argb == 0xFFFF_0000 && pixels[102, 102] == .white)
        #expect(pixels[63, 128].argb == 0xFFFF_0000 && pixels[192, 128].argb == 0xFF00_00FF)
    }

    @Test("the drawing's edges do not fade into a backdrop there")
    func keepsEdges() throws {
        var recorder = halves()
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 60), deviation: 10))
        let pixels = try bitmap(recorder.finish())
        for y in [0, 1, 30, 59] { #expect(pixels[0, y].argb == 0xFFFF_0000 && pixels[255, y].argb == 0xFF00_00FF) }
    }

    @Test("saturation multiplies the distance from gray")
    func saturates() throws {
        for (saturation, expected): (Double, UInt32) in [(0, 0xFF36_3636), (1, 0xFFFF_0000), (0.5, 0xFF9B_1B1B)] {
            var recorder = PictureRecorder()
            recorder.fill(box(0, 0, 256, 256), with: .color(red))
            recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: 5, saturation: saturation))
            #expect(try bitmap(recorder.finish())[100, 100].argb == expected)
        }
    }

    /// A drawing with backdrops in groups that are clipped, translucent and scaled, one over another.
    private func layered() -> Picture {
        var recorder = PictureRecorder()
        for index in 0..<40 {
            let shade = Double(index % 7) / 6
            recorder.fill(
                box(Double(index * 37 % 240), Double(index * 53 % 240), 30, 22),
                with: .color(Color(red: shade, green: 1 - shade, blue: Double(index % 3) / 2)))
        }
        var inner = PictureRecorder()
        inner.fill(box(10, 10, 60, 20), with: .color(blue))
        inner.draw(PictureBackdrop(outline: box(0, 0, 120, 60), deviation: 6, saturation: 1.8))
        inner.fill(box(20, 30, 10, 10), with: .color(.white))
        let group = PictureGroup(content: inner.finish(), clips: [.box(Box(x: 5, y: 5, width: 100, height: 50))])
        recorder.draw(group, transform: CGAffineTransform(a: 1.5, b: 0, c: 0, d: 1.5, tx: 30.5, ty: 20))
        recorder.draw(
            PictureGroup(content: group.content, opacity: 0.5), transform: CGAffineTransform(translationX: 90, y: 77))
        recorder.draw(PictureBackdrop(outline: box(60, 60, 150, 150), deviation: 20))
        return recorder.finish()
    }

    @Test("tiles and strips show the pixels of the whole", arguments: [0.5, 1.0, 3.0])
    func tiles(scale: Double) throws {
        let picture = layered()
        let side = Int(256 * scale)
        let whole = try bitmap(picture, width: side, height: side, scale: scale)
        let tile = 100
        for y in stride(from: 0, to: side, by: tile) {
            for x in stride(from: 0, to: side, by: tile) {
                let part = try bitmap(
                    picture, x: x, y: y, width: min(tile, side - x), height: min(tile, side - y), scale: scale)
                for row in 0..<part.height {
                    #expect(part.row(row).elementsEqual(whole.row(y + row)[x..<x + part.width]), "row \(y + row)")
                }
            }
        }
    }

    @Test("a backdrop in a group shows what is behind the group, too")
    func looksThroughGroups() throws {
        var inner = PictureRecorder()
        inner.draw(PictureBackdrop(outline: box(64, 64, 128, 128), deviation: 8))
        let blurred = inner.finish()
        var plain = halves()
        plain.append(blurred)
        let expected = try bitmap(plain.finish())
        var grouped = halves()
        grouped.draw(PictureGroup(content: blurred, isIsolated: true))
        let pixels = try bitmap(grouped.finish())
        for y in 0..<256 { #expect(pixels.row(y).elementsEqual(expected.row(y))) }
        // A mask has nothing behind.
        var masked = halves()
        masked.draw(
            PictureGroup(
                content: plainFill(),
                mask: .init(
                    content: blurred, kind: .alpha, transform: .identity,
                    region: Box(x: 0, y: 0, width: 256, height: 256),
                    regionTransform: .identity)))
        #expect(try bitmap(masked.finish())[128, 128].argb == 0xFF00_00FF)
    }

    private func plainFill() -> Picture {
        var recorder = PictureRecorder()
        recorder.fill(box(0, 0, 256, 256), with: .color(.white))
        return recorder.finish()
    }

    @Test("backdrops that hide one another take bounded work")
    func isBounded() throws {
        func counters(_ count: Int) throws -> ReplayCounters {
            var recorder = halves()
            for _ in 0..<count {
                recorder.draw(PictureBackdrop(outline: box(20, 20, 200, 200), deviation: 8))
                recorder.fill(box(20, 20, 200, 200), with: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.1)))
            }
            var counters = ReplayCounters()
            _ = try recorder.finish().raster(
                .identity, width: 64, height: 64, pool: pool, counters: &counters)
            return counters
        }
        // Each of 8, and for each those before it: 8 + 28.
        #expect(try counters(8).layers == 36)
        #expect(try counters(100).layers == 100)
    }

    @Test("numbers of no use, empty outlines and nothing behind draw nothing or no blur")
    func hostile() throws {
        for number in [Double.nan, -Double.infinity, -1, 0] {
            var recorder = halves()
            recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: number))
            let pixels = try bitmap(recorder.finish())
            #expect(pixels[127, 20].argb == 0xFFFF_0000 && pixels[128, 20].argb == 0xFF00_00FF)
        }
        var recorder = PictureRecorder()
        recorder.draw(PictureBackdrop(outline: box(0, 0, 0, 0), deviation: 8))
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: .infinity, saturation: .nan))
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: 1e300))
        #expect(try bitmap(recorder.finish())[10, 10] == .clear)
    }
}
