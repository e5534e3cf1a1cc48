import CCairo
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

    @Test("translucent content is replaced, and does not stay sharp over its blur")
    func replaces() throws {
        var recorder = PictureRecorder()
        recorder.fill(box(64, 64, 128, 128), with: .color(Color(red: 1, green: 0, blue: 0, alpha: 0.5)))
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: 8))
        let pixels = try bitmap(recorder.finish())
        #expect(pixels[128, 128].argb == 0x8080_0000 && pixels[20, 128] == .clear)
        // Half of it at the edge, on either side.
        let (outside, inside) = (Int(pixels[63, 128].alpha), Int(pixels[64, 128].alpha))
        #expect(abs(outside - 62) <= 3 && abs(outside + inside - 128) <= 2)
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
    private func layered(shapes: Int = 40) -> Picture {
        var recorder = PictureRecorder()
        for index in 0..<shapes {
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

    /// Strips that the calling thread draws one after the other.
    private struct NoThreads: StripThreads {
        func reserve(atMost most: Int) -> Int { 0 }
        func giveBack(_ count: Int) {}
        func run(_ body: @escaping @Sendable () -> Void) {}
        func cancellation() -> () -> Bool { { false } }
    }

    @Test("strips show the pixels of the whole")
    func strips() throws {
        let picture = layered(shapes: 400)
        let whole = try bitmap(picture, width: 768, height: 768, scale: 3)
        var counters = ReplayCounters()
        let drawn = try picture.raster(
            CGAffineTransform(scaleX: 3, y: 3), width: 768, height: 768, pool: pool, threads: NoThreads(),
            counters: &counters)
        guard case .bitmap(let joined) = drawn else { throw RasterFailure.cairo }
        for y in 0..<768 { #expect(joined.row(y).elementsEqual(whole.row(y)), "row \(y)") }
        // 3 backdrops and what is behind them, in more than one strip.
        #expect(counters.layers > 12)
    }

    @Test("filters behind a backdrop count in the image's limit")
    func sharesTheFilterBudget() throws {
        let blur = PictureFilter(
            steps: [.init(.blur(.source, deviationX: 2, deviationY: 2), region: .infinite, isLinear: false)],
            region: .infinite)
        func left(withBackdrop: Bool) throws -> Double {
            var recorder = PictureRecorder()
            recorder.draw(FilteredPicture(content: halves().finish(), filter: blur))
            if withBackdrop { recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: 4)) }
            let picture = recorder.finish()
            let replay = Replay(pool: pool, antialias: CAIRO_ANTIALIAS_DEFAULT) { false }
            if withBackdrop { replay.trail = BackdropTrail(root: picture) }
            let canvas = Canvas(width: 256, height: 256, pool: pool, antialias: CAIRO_ANTIALIAS_DEFAULT)
            try replay.draw(picture, .identity, on: canvas, clip: canvas.bounds)
            replay.end()
            return replay.filterBudget ?? 0
        }
        let (alone, twice) = (try left(withBackdrop: false), try left(withBackdrop: true))
        let all = Double(96 << 20)
        // The second time with the blur's reach around it.
        #expect(alone < all && all - twice >= 2 * (all - alone))
    }

    @Test("a shadow is that of a group without its backdrops")
    func castsNoShadow() throws {
        var inner = PictureRecorder()
        inner.draw(PictureBackdrop(outline: box(40, 40, 60, 60), deviation: 8))
        inner.fill(box(50, 50, 10, 10), with: .color(.white))
        var recorder = halves()
        recorder.draw(
            PictureGroup(
                content: inner.finish(),
                shadow: PictureShadow(offsetX: 100, offsetY: 0, deviation: 0, color: .black)))
        let pixels = try bitmap(recorder.finish())
        #expect(pixels[155, 55].argb == 0xFF00_0000 && pixels[180, 80].argb == 0xFF00_00FF)
    }

    @Test("layers of backdrops count in the bound of memory")
    func bandsAreLow() {
        let picture = layered()
        // Two layers: that of the translucent group, and what is behind within it; each replay holds them again.
        #expect(picture.layerDepth == 2 && picture.heldLayerDepth == 6)
        #expect(halves().finish().heldLayerDepth == 0)
    }

    @Test("tiles show the pixels of the whole", arguments: [0.5, 1.0, 3.0])
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
        recorder.draw(PictureBackdrop(outline: box(0, 9, 256, 0), deviation: 8))
        #expect(recorder.finish().backdropCount == 0)
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: .infinity, saturation: .nan))
        recorder.draw(PictureBackdrop(outline: box(0, 0, 256, 256), deviation: 1e300))
        #expect(try bitmap(recorder.finish())[10, 10] == .clear)
    }
}
