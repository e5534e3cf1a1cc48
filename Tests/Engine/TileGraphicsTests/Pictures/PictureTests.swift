import Dispatch
import Testing
import TileGeometry
import TileSupport

@testable import TileGraphics

@Suite struct `A picture` {
    private static func square(x: Double, y: Double, side: Double) -> Path {
        var builder = PathBuilder()
        builder.rectangle(x: x, y: y, width: side, height: side)
        return builder.build()
    }

    /// A grid of squares, some translucent, with groups, a clip, a mask and a pattern among them.
    private static func mixed() -> Picture {
        var recorder = PictureRecorder()
        recorder.fill(square(x: 0, y: 0, side: 1000), with: .color(.white))
        for index in 0..<400 {
            let x = Double(index % 20) * 50
            let y = Double(index / 20) * 50
            let color = Color(
                red: Double(index % 7) / 7, green: Double(index % 5) / 5, blue: 0.5, alpha: index % 3 == 0 ? 0.5 : 1)
            recorder.fill(square(x: x + 5, y: y + 5, side: 40), with: .color(color))
        }
        var inner = PictureRecorder()
        for index in 0..<50 {
            inner.fill(square(x: Double(index) * 20, y: Double(index) * 20, side: 15), with: .color(.black))
        }
        let content = inner.finish()
        recorder.draw(PictureGroup(content: content, opacity: 0.5))
        let clip = PictureGroup.Clip(parts: [(square(x: 100, y: 100, side: 300), .identity)], rule: .nonZero)
        recorder.draw(PictureGroup(content: content, clips: [clip]), transform: .init(translationX: 30, y: 0))
        var light = PictureRecorder()
        light.fill(square(x: 0, y: 0, side: 500), with: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.7)))
        let mask = PictureGroup.Mask(
            content: light.finish(), transform: .identity, region: Box(x: 0, y: 0, width: 400, height: 400),
            regionTransform: .identity)
        recorder.draw(PictureGroup(content: content, mask: mask), transform: .init(translationX: 0, y: 40))
        let pattern = PatternPaint(
            content: content, contentTransform: .identity, cellWidth: 37, cellHeight: 41, transform: .identity)
        recorder.fill(square(x: 600, y: 600, side: 300), with: .pattern(pattern))
        return recorder.finish()
    }

    private static func pixels(_ image: TileImage) -> [UInt32] {
        switch image {
        case .solid(let color, let width, let height): Array(repeating: color.argb, count: width * height)
        case .bitmap(let bitmap): (0..<bitmap.height).flatMap { Array(bitmap.row($0)) }
        }
    }

    private static func tile(_ picture: Picture, x: Int, y: Int, scale: Double, side: Int = 128) -> [UInt32] {
        let area = RasterArea(scale: scale, x: x, y: y, width: side, height: side)
        var counters = ReplayCounters()
        let image = try? picture.raster(
            area.contentToPixels, width: side, height: side, pool: BitmapPool(), counters: &counters)
        return image.map(pixels) ?? []
    }

    /// A pattern repeats as far as a drawing reaches: a tile that is whole cells further on shows the same.
    @Test(arguments: [(0, 0), (20_000, 0), (300, 30_000), (32_800, 32_800), (70_000, 65_000), (900_000, 800_000)])
    func `patterns repeat however far away`(column: Int, row: Int) {
        var inner = PictureRecorder()
        inner.fill(Self.square(x: 0, y: 0, side: 4), with: .color(.black))
        let pattern = PatternPaint(
            content: inner.finish(), contentTransform: .identity, cellWidth: 9, cellHeight: 9, transform: .identity)
        var recorder = PictureRecorder()
        recorder.fill(Self.square(x: 0, y: 0, side: 1e6), with: .pattern(pattern))
        let picture = recorder.finish()
        for scale in [1.0, 3, 54] {
            let step = Int(9 * scale)
            let near = Self.tile(picture, x: step, y: step, scale: scale, side: 256)
            #expect(Set(near).count > 1)
            let far = Self.tile(
                picture, x: (column / step + 1) * step, y: (row / step + 1) * step, scale: scale, side: 256)
            #expect(far == near, "at \(column), \(row), scale \(scale)")
        }
    }

    /// The pixels are the same in whichever tile: no seams. Cairo cuts edges at a tile's border, which may round the
    /// coverage of a pixel by a few of its 255 steps.
    @Test func `cut into tiles is the picture whole`() {
        let picture = Self.mixed()
        for scale in [0.25, 0.6, 1.3] {
            let whole = Self.tile(picture, x: 0, y: 0, scale: scale, side: 256)
            for (x, y) in [(0, 0), (128, 0), (0, 128), (128, 128)] {
                let part = Self.tile(picture, x: x, y: y, scale: scale)
                #expect(part.count == 128 * 128)
                var worst = 0
                for row in 0..<128 {
                    for column in 0..<128 {
                        let drawn = PixelColor(argb: part[row * 128 + column])
                        let expected = PixelColor(argb: whole[(y + row) * 256 + x + column])
                        for (a, b) in [
                            (drawn.red, expected.red), (drawn.green, expected.green), (drawn.blue, expected.blue),
                            (drawn.alpha, expected.alpha),
                        ] { worst = max(worst, abs(Int(a) - Int(b))) }
                    }
                }
                #expect(worst <= 4, "the tile at (\(x), \(y)) at \(scale)")
            }
        }
    }

    @Test func `gives every thread the same pixels at once`() {
        let picture = Self.mixed()
        let scales = [0.3, 1, 2.5]
        var places: [(x: Int, y: Int, scale: Double)] = []
        for index in 0..<24 { places.append((index % 6 * 90, index / 6 * 90, scales[index % 3])) }
        let allPlaces = places
        let expected = allPlaces.map { Self.tile(picture, x: $0.x, y: $0.y, scale: $0.scale) }
        let matches = Lock([Bool](repeating: false, count: 96))
        DispatchQueue.concurrentPerform(iterations: 96) { turn in
            let place = allPlaces[turn % allPlaces.count]
            let drawn = Self.tile(picture, x: place.x, y: place.y, scale: place.scale)
            matches.withLock { $0[turn] = drawn == expected[turn % allPlaces.count] }
        }
        #expect(matches.withLock { $0.allSatisfy { $0 } })
    }

    @Test func `counts exactly what a replay does`() throws {
        var recorder = PictureRecorder()
        for index in 0..<10 { recorder.fill(Self.square(x: Double(index) * 100, y: 0, side: 50), with: .color(.black)) }
        let picture = recorder.finish()
        var counters = ReplayCounters()
        // Half of square 2 and half of square 3, and the margin does not reach the others.
        _ = try picture.raster(
            .init(translationX: -225, y: 0), width: 100, height: 40, pool: BitmapPool(), counters: &counters)
        #expect(counters.operationsVisited == 2)
        #expect(counters.operationsDrawn == 2)
        #expect(counters.operationsHidden == 0)
        #expect(counters.solids == 0)
    }

    @Test func `does not draw what is hidden`() throws {
        var recorder = PictureRecorder()
        for _ in 0..<10 { recorder.fill(Self.square(x: 10, y: 10, side: 20), with: .color(.black)) }
        recorder.fill(Self.square(x: 0, y: 0, side: 1000), with: .color(.white))
        let picture = recorder.finish()
        var counters = ReplayCounters()
        let image = try picture.raster(
            .init(translationX: -5, y: -5), width: 50, height: 50, pool: BitmapPool(), counters: &counters)
        guard case .solid(.white, 50, 50) = image else {
            Issue.record("all is white")
            return
        }
        #expect(counters.operationsHidden == 10)
        #expect(counters.segments == 0)
        #expect(counters.solids == 1)
    }

    /// A translucent cover, or one whose edge is in sight, hides nothing.
    @Test func `draws what shows through or beside`() throws {
        for cover in [Self.square(x: 0, y: 0, side: 1000), Self.square(x: 0, y: 0, side: 40)] {
            var recorder = PictureRecorder()
            recorder.fill(Self.square(x: 10, y: 10, side: 20), with: .color(.black))
            let alpha = cover.bounds.maxX == 1000 ? 0.5 : 1
            recorder.fill(cover, with: .color(Color(red: 1, green: 1, blue: 1, alpha: alpha)))
            var counters = ReplayCounters()
            _ = try recorder.finish().raster(
                .identity, width: 50, height: 50, pool: BitmapPool(), counters: &counters)
            #expect(counters.operationsHidden == 0)
            #expect(counters.operationsDrawn == 2)
        }
    }

    @Test func `stops when it is no longer wanted`() {
        let picture = Self.mixed()
        var counters = ReplayCounters()
        #expect(throws: RasterFailure.cancelled) {
            _ = try picture.raster(
                .init(scaleX: 0.2, y: 0.2), width: 200, height: 200, pool: BitmapPool(), counters: &counters,
                isCancelled: { true })
        }
    }

    @Test func `takes a transform without an inverse for nothing to draw`() throws {
        var counters = ReplayCounters()
        let image = try Self.mixed().raster(
            .init(scaleX: 0, y: 1), width: 8, height: 8, pool: BitmapPool(), counters: &counters)
        guard case .solid(.clear, 8, 8) = image else {
            Issue.record("a flat plane shows nothing")
            return
        }
    }
}
