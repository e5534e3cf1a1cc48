import Testing
import TileGeometry

@testable import TileGraphics

/// Pictures that take long, or that nest beyond measure: a replay ends soon after it is told to, within bounded memory
/// and stack.
@Suite struct HeavyPictureTests {
    private func picture(_ record: (inout PictureRecorder) -> Void) -> Picture {
        var recorder = PictureRecorder()
        record(&recorder)
        return recorder.finish()
    }

    private func square(_ side: Double = 64) -> Path {
        var builder = PathBuilder()
        builder.rectangle(x: 0, y: 0, width: side, height: side)
        return builder.build()
    }

    /// Returns the number of times that a replay checks for cancellation, or the number of the check that ended it.
    private func questions(_ picture: Picture, side: Int = 64, endingAt end: Int = .max) throws -> Int {
        var counters = ReplayCounters()
        var asked = 0
        do {
            _ = try picture.raster(
                .identity, width: side, height: side, pool: BitmapPool(), counters: &counters,
                isCancelled: {
                    asked += 1
                    return asked >= end
                })
        } catch RasterFailure.cancelled {}
        return asked
    }

    private func nested(_ depth: Int) -> Picture {
        var inner = picture { $0.fill(square(), with: .color(.black)) }
        for _ in 0..<depth {
            let group = PictureGroup(content: inner, opacity: 0.999)
            inner = picture { $0.draw(group) }
        }
        return inner
    }

    @Test(
        arguments: [
            (1e40, CGAffineTransform.identity), (1, CGAffineTransform(scaleX: 1, y: 1e290)), (1e-9, .identity),
            (0.01, CGAffineTransform(scaleX: 1, y: 1e290)), (0.01, CGAffineTransform(scaleX: 1e290, y: 1)),
            (1e30, CGAffineTransform(scaleX: 1e200, y: 1e-200)),
        ])
    func longLinesBeyondMeasureAreDrawn(width: Double, transform: CGAffineTransform) throws {
        for height in [1.0, 8e17, 1e30] {
            var builder = PathBuilder()
            builder.move(x: 0, y: -height)
            for index in 1..<20_000 { builder.line(x: Double(index % 64), y: index % 2 == 0 ? -height : height) }
            let path = builder.build()
            let long = picture {
                $0.stroke(path, style: StrokeStyle(width: width), with: .color(.black), transform: transform)
                $0.fill(path, rule: .evenOdd, with: .color(.black), transform: transform)
            }
            var counters = ReplayCounters()
            let image = try long.raster(.identity, width: 64, height: 64, pool: BitmapPool(), counters: &counters)
            #expect(image.width == 64)
        }
    }

    @Test func groupsThatNestBeyondMeasureAreNeitherDrawnNorFreedOneWithinTheOther() {
        let deep = nested(100_000)
        #expect(!deep.bounds.isEmpty)
        var counters = ReplayCounters()
        #expect(throws: RasterFailure.tooDeep) {
            try deep.raster(.identity, width: 8, height: 8, pool: BitmapPool(), counters: &counters)
        }
    }

    @Test func deepGroupsAreDrawnInBandsThatLookAlike() throws {
        let picture = nested(300)
        #expect(picture.layerDepth == 300)
        var counters = ReplayCounters()
        // 300 layers of 1 MB each do not fit in 128 MB.
        let image = try picture.raster(
            CGAffineTransform(scaleX: 7.9, y: 7.9), width: 512, height: 512, pool: BitmapPool(), counters: &counters)
        guard case .bitmap(let bitmap) = image else {
            Issue.record("it shows something")
            return
        }
        #expect(counters.layers == 300 * 3)
        for y in 1..<504 { #expect(bitmap.row(y)[3] == bitmap.row(0)[3] && bitmap.row(y)[511] == 0) }
        #expect(bitmap.row(0)[3] >> 24 > 150)
    }

    /// Gradients of millions of pixels, and of thousands of stops.
    @Test func everyLargeOrLongGradientIsAQuestion() throws {
        func gradients(_ stops: Int, _ side: Double) -> Picture {
            let colors = (0..<stops).map {
                Gradient.Stop(offset: Double($0) / Double(stops), color: $0.isMultiple(of: 2) ? .black : .white)
            }
            let gradient = Gradient(
                geometry: .linear(x1: 0, y1: 0, x2: side, y2: side), spread: .pad, stops: colors, transform: .identity)
            return picture { recorder in
                for _ in 0..<40 { recorder.fill(square(side), with: .gradient(gradient)) }
            }
        }
        #expect(try questions(gradients(2, 1024), side: 1024) >= 40)
        #expect(try questions(gradients(2, 1024), side: 1024, endingAt: 3) == 3)
        #expect(try questions(gradients(5000, 8), side: 8) >= 40)
        // Of a tile, and of a few colors, they are soon drawn.
        #expect(try questions(gradients(2, 256), side: 256) < 10)
    }

    @Test func everyLayerIsAQuestion() throws {
        let layers = picture { recorder in
            let content = picture { $0.fill(square(), with: .color(.black)) }
            for _ in 0..<1000 { recorder.draw(PictureGroup(content: content, opacity: 0.5)) }
        }
        #expect(try questions(layers) >= 500)
        #expect(try questions(layers, endingAt: 3) == 3)
    }

    /// A line up and down, so often that Cairo takes seconds over it.
    private func zigzag(_ count: Int) -> Path {
        var builder = PathBuilder()
        for index in 0..<count {
            builder.line(x: Double(index % 997) * 64 / 997, y: Double(index % 2) * 60 + Double(index % 13) / 4)
        }
        return builder.build()
    }

    @Test func aLongOutlineIsDrawnInBandsWithQuestionsBetween() throws {
        for count in [15_000, 400_000] {
            var builder = PathBuilder()
            // Of 400,000 short steps, and of 15,000 long ones.
            let step = count > 100_000 ? 0.01 : 30.0
            for index in 0..<count {
                builder.line(
                    x: Double(index % 631) / 10,
                    y: Double(index / 631) * 40_000 / Double(count) + Double(index % 2) * step)
            }
            let path = builder.build()
            for isStroke in [false, true] {
                let heavy = picture { recorder in
                    if isStroke {
                        recorder.stroke(path, style: StrokeStyle(width: 0.1), with: .color(.black))
                    } else {
                        recorder.fill(path, with: .color(.black))
                    }
                }
                let asked = try questions(heavy)
                // The short steps are thinned first, and then few are left.
                let least = count > 100_000 ? 1 : 2
                #expect(asked >= least, "\(count) \(isStroke)")
                #expect(try questions(heavy, endingAt: least) == least)
            }
        }
    }

    /// Returns the mean alpha of a picture, 0…255.
    private func meanAlpha(_ picture: Picture) throws -> Double {
        var counters = ReplayCounters()
        let image = try picture.raster(.identity, width: 64, height: 64, pool: BitmapPool(), counters: &counters)
        guard case .bitmap(let bitmap) = image else { return 0 }
        return (0..<64).reduce(0.0) { sum, y in bitmap.row(y).reduce(sum) { $0 + Double($1 >> 24) } } / 4096
    }

    @Test func outlinesAndClipsAndLinesOfLettersOfAnyNumberOfEdgesAreDrawn() throws {
        let path = zigzag(90_000)
        let filled = picture { $0.fill(path, with: .color(.black)) }
        let content = picture { $0.fill(square(), with: .color(.black)) }
        let clipped = picture {
            $0.draw(
                PictureGroup(content: content, clips: [PictureGroup.Clip(parts: [(path, .identity)], rule: .nonZero)]))
        }
        let mean = try meanAlpha(filled)
        #expect(mean > 0.3 * 255)
        #expect(abs(try meanAlpha(clipped) - mean) <= 1)
        #expect(try questions(filled, endingAt: 2) == 2)
        #expect(try questions(clipped, endingAt: 2) == 2)
        let letter = zigzag(40)
        let run = GlyphRun(
            glyphs: (0..<3000).map { _ in GlyphRun.Glyph(outline: letter, x: 0, y: 0) }, size: GlyphRun.unitsPerEm)
        let text = picture { $0.show(run, with: .color(.black)) }
        let single = picture { $0.fill(letter, with: .color(.black)) }
        // As dark as one of them, with an edge that is drawn in another way.
        #expect(abs(try meanAlpha(text) - meanAlpha(single)) <= 8)
    }

    /// Lines that cross at random take no longer than others: no order of their edges is kept.
    @Test func linesThatCrossAtRandomAreDrawn() throws {
        var builder = PathBuilder()
        for index in 0..<120_000 {
            builder.line(x: Double(index * 7919 % 64_007) / 1000, y: Double(index * 104_729 % 63_997) / 1000)
        }
        let path = builder.build()
        for width in [0.001, 1, 5] {
            let drawn = picture { $0.stroke(path, style: StrokeStyle(width: width), with: .color(.black)) }
            // The thinnest ones have an ink of 120,000 lines of some 20 pixels each.
            #expect(try meanAlpha(drawn) > (width < 0.1 ? 0.3 : 0.97) * 255, "\(width)")
            #expect(try questions(drawn, endingAt: 2) == 2, "\(width)")
        }
    }

    @Test func hiddenOutlinesAreQuestionsToo() throws {
        // Each may hide all before it, which has to be found out along its segments.
        let path = zigzag(2000)
        let many = picture { recorder in
            for _ in 0..<2000 { recorder.fill(path, with: .color(.black)) }
        }
        #expect(try questions(many, endingAt: 2) == 2)
    }

    @Test func anOperationIsSmall() {
        #expect(Picture.bytesPerOperation <= 160)
        #expect(square().byteCount <= 256)
    }
}
