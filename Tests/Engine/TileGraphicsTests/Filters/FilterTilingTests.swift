import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

/// Checks that a filter draws the same image with any tiling, and costs a tile no more than necessary.
@Suite struct FilterTilingTests {
    private static let lights: [(String, PictureFilter)] = [
        ("blur", FilterPictures.filter([.blur(.source, deviationX: 3, deviationY: 5)], isLinear: true)),
        ("wide blur", FilterPictures.filter([.blur(.source, deviationX: 40, deviationY: 30)])),
        ("blur along a line", FilterPictures.filter([.blur(.source, deviationX: 60, deviationY: 0)])),
        (
            "shadow",
            FilterPictures.filter([
                .blur(.sourceAlpha, deviationX: 4, deviationY: 4), .offset(.step(0), x: 5, y: 7),
                .merge([.step(1), .source]),
            ])
        ),
        ("dilation", FilterPictures.filter([.morphology(.source, isDilation: true, radiusX: 3, radiusY: 2)])),
        ("erosion", FilterPictures.filter([.morphology(.source, isDilation: false, radiusX: 1, radiusY: 2)])),
        (
            "displacement by noise",
            FilterPictures.filter(
                [
                    .turbulence(
                        Turbulence(frequencyX: 0.05, frequencyY: 0.08, octaves: 3, seed: 4, isFractal: true)),
                    .displacement(
                        .source, by: .step(0), scaleX: 20, scaleY: 20, horizontal: .red, vertical: .alpha),
                ], region: Box(minX: -20, minY: -20, maxX: 140, maxY: 140))
        ),
        (
            "light",
            FilterPictures.filter(
                [
                    .blur(.sourceAlpha, deviationX: 2, deviationY: 2),
                    .light(
                        .step(0),
                        Lighting(
                            source: .point(x: 30, y: 20, z: 50), surface: .specular(constant: 0.9, exponent: 12),
                            height: 5, color: .white)),
                ], region: Box(minX: -20, minY: -20, maxX: 140, maxY: 140))
        ),
        (
            "tiles",
            PictureFilter(
                steps: [
                    .init(
                        .offset(.source, x: 0, y: 0), region: Box(minX: 20, minY: 30, maxX: 57, maxY: 53),
                        isLinear: false),
                    .init(.tile(.step(0)), region: Box(minX: -20, minY: -20, maxX: 140, maxY: 140), isLinear: false),
                ], region: Box(minX: -20, minY: -20, maxX: 140, maxY: 140))
        ),
        (
            "weights",
            FilterPictures.filter(
                [
                    .convolution(
                        .source, ConvolutionKernel(columns: 3, rows: 3, weights: [1, 2, 0, 0, 3, 1, -1, 0, 2])!)
                ], region: Box(minX: -20, minY: -20, maxX: 140, maxY: 140))
        ),
    ]

    @Test(arguments: lights.indices, [1, 2.5, 7.3])
    func tilesFitTogether(_ number: Int, _ scale: Double) throws {
        let (name, filter) = Self.lights[number]
        let picture = FilterPictures.picture(FilterPictures.shapes(), filter)
        let (left, top, side) = (scale * 10 - 17, scale * 12 - 9, 180)
        let whole = try FilterPictures.raster(
            picture, scale: scale, x: left.rounded(), y: top.rounded(), width: side, height: side)
        var worst = 0
        for y in stride(from: 0, to: side, by: 60) {
            for x in stride(from: 0, to: side, by: 60) {
                let tile = try FilterPictures.raster(
                    picture, scale: scale, x: left.rounded() + Double(x), y: top.rounded() + Double(y), width: 60,
                    height: 60)
                worst = max(worst, Self.difference(tile, whole, x: x, y: y))
            }
        }
        // Where outlines are smoothed, Cairo's rows differ by what is beyond the tile; filters add nothing to it.
        #expect(worst <= 4, "\(name)")
    }

    private static func difference(_ tile: Bitmap, _ whole: Bitmap, x: Int, y: Int) -> Int {
        var worst = 0
        for line in 0..<tile.height {
            for column in 0..<tile.width {
                let (a, b) = (tile[column, line], whole[x + column, y + line])
                worst = max(
                    worst, abs(Int(a.alpha) - Int(b.alpha)), abs(Int(a.red) - Int(b.red)),
                    abs(Int(a.green) - Int(b.green)), abs(Int(a.blue) - Int(b.blue)))
            }
        }
        return worst
    }

    @Test func whatIsBeyondReachIsNotDrawn() throws {
        var recorder = PictureRecorder()
        for number in 0..<1000 {
            recorder.append(
                FilterPictures.rectangle(Box(x: Double(number) * 100, y: 0, width: 50, height: 50), .black))
        }
        let picture = FilterPictures.picture(
            recorder.finish(), FilterPictures.filter([.blur(.source, deviationX: 10, deviationY: 10)]))
        var counters = ReplayCounters()
        _ = try FilterPictures.raster(
            picture, CGAffineTransform(translationX: -50_000, y: 0), width: 256, height: 256, counters: &counters)
        // 256 pixels and 31 more on both sides, in steps of 100.
        #expect(counters.operationsDrawn <= 5)
        counters = ReplayCounters()
        _ = try FilterPictures.raster(
            picture, CGAffineTransform(translationX: 0, y: -200), width: 256, height: 256, counters: &counters)
        #expect(counters.operationsVisited == 0)
    }

    @Test func aWideBlurCostsNoMoreTheDeeperATileLies() throws {
        let picture = FilterPictures.picture(
            FilterPictures.shapes(), FilterPictures.filter([.blur(.source, deviationX: 9, deviationY: 9)]))
        // At this scale it reaches 27 million pixels to each side: only on coarse ones is there anything to be done.
        let scale = 1_000_000.0
        let bitmap = try FilterPictures.raster(
            picture, scale: scale, x: 60 * scale, y: 60 * scale, width: 256, height: 256)
        let coarse = try FilterPictures.raster(picture, scale: 16, x: 60 * 16, y: 60 * 16, width: 4, height: 4)
        #expect(bitmap.solidColor != nil || Self.spread(bitmap) <= 1)
        #expect(abs(Int(bitmap[0, 0].alpha) - Int(coarse[0, 0].alpha)) <= 2)
        #expect(bitmap[0, 0].alpha > 100)
    }

    private static func spread(_ bitmap: Bitmap) -> Int {
        var (low, high) = (255, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                low = min(low, Int(bitmap[x, y].alpha))
                high = max(high, Int(bitmap[x, y].alpha))
            }
        }
        return high - low
    }

    /// Each filter reads the output of the next beyond its edges: without a bound their work multiplies.
    @Test func filtersInFiltersEndInBoundedWorkAndLeaveTheRest() throws {
        var picture = FilterPictures.shapes()
        for _ in 0..<60 {
            picture = FilterPictures.picture(
                picture,
                FilterPictures.filter([.blur(.source, deviationX: 4, deviationY: 4), .merge([.step(0), .source])]))
        }
        var recorder = PictureRecorder()
        recorder.append(picture)
        recorder.append(FilterPictures.rectangle(Box(x: 2, y: 3, width: 4, height: 5), .black))
        var counters = ReplayCounters()
        let image = try FilterPictures.raster(
            recorder.finish(), CGAffineTransform(scaleX: 8, y: 8), width: 256, height: 256, counters: &counters)
        #expect(counters.layers <= 60 * 4)
        #expect(counters.filtersRefused == 1)
        for y in 0..<256 {
            for x in 0..<256 {
                let isInside = (16..<48).contains(x) && (24..<64).contains(y)
                #expect(image[x, y].alpha == (isInside ? 255 : 0))
            }
        }
    }

    @Test func aTurnedFilterWorksAlongItsOwnAxes() throws {
        let bar = FilterPictures.rectangle(Box(x: 40, y: 48, width: 20, height: 4), .black)
        let picture = FilterPictures.picture(
            bar, FilterPictures.filter([.blur(.source, deviationX: 8, deviationY: 0)]))
        var counters = ReplayCounters()
        let upright = try FilterPictures.raster(picture, .identity, width: 100, height: 100, counters: &counters)
        let turned = try FilterPictures.raster(
            picture, CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 0), width: 100, height: 100,
            counters: &counters)
        var worst = 0
        for y in 0..<100 {
            for x in 0..<100 { worst = max(worst, abs(Int(upright[x, y].alpha) - Int(turned[99 - y, x].alpha))) }
        }
        #expect(worst <= 2)
        #expect(upright[30, 50].alpha > 20)
    }
}
