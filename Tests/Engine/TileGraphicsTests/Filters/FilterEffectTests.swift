import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

/// Each effect compared with its definition, computed pixel by pixel.
@Suite struct FilterEffectTests {
    private static let side = 24

    private func random(_ seed: UInt64, width: Int = side, height: Int = side) -> Bitmap {
        var state = seed
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let alpha = UInt32(state >> 33 & 255)
                func part(_ shift: UInt64) -> UInt32 { UInt32(state >> shift & 255) * alpha / 255 }
                bitmap.row(y)[x] = alpha << 24 | part(41) << 16 | part(49) << 8 | part(56)
            }
        }
        return bitmap
    }

    private func components(_ pixel: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(pixel >> UInt32($0) & 255) } }

    @Test(arguments: [(0, 0), (1, 0), (0, 3), (2, 2), (5, 1)], [true, false])
    func extremesAreThoseOfTheWindow(_ radii: (Int, Int), _ isDilation: Bool) {
        let source = random(7)
        let (width, height) = (Self.side - 2 * radii.0, Self.side - 2 * radii.1)
        let result = Bitmap(width: width, height: height)
        Morphology.apply(source, isDilation: isDilation, x: radii.0, y: radii.1, into: result, pool: BitmapPool())
        for y in 0..<height {
            for x in 0..<width {
                var expected = components(source.row(y)[x])
                for line in y...(y + 2 * radii.1) {
                    for column in x...(x + 2 * radii.0) {
                        let other = components(source.row(line)[column])
                        for at in 0..<4 {
                            expected[at] = isDilation ? max(expected[at], other[at]) : min(expected[at], other[at])
                        }
                    }
                }
                #expect(components(result.row(y)[x]) == expected)
            }
        }
    }

    @Test(arguments: [0.6, 1.2, 1.9, 2, 3.3, 7, 15.9])
    func aBlurIsAGaussian(_ deviation: Double) {
        let bitmap = Bitmap(width: 160, height: 5)
        for y in 0..<5 { for x in 80..<160 { bitmap.row(y)[x] = 0xFF80_4020 } }
        BitmapBlur.apply(to: bitmap, x: deviation, y: 0, pool: BitmapPool())
        for x in 30..<110 {
            let distance = Double(x) + 0.5 - 80
            let part = 0.5 * (1 + erf(distance / (deviation * 2.0.squareRoot())))
            let pixel = bitmap[x, 2]
            // Three boxes are within 3 % of the curve; small ones have whole pixels.
            #expect(abs(Double(pixel.alpha) - part * 255) <= 9, "\(x)")
            #expect(abs(Double(pixel.red) - part * 128) <= 5, "\(x)")
        }
    }

    @Test func aBlurIsTheSameAlongBothAxes() {
        let source = random(3, width: 61, height: 61)
        let (across, down) = (Bitmap(width: 61, height: 61), Bitmap(width: 61, height: 61))
        for y in 0..<61 {
            for x in 0..<61 {
                across.row(y)[x] = source.row(y)[x]
                down.row(x)[y] = source.row(y)[x]
            }
        }
        for deviation in [1.1, 4, 20] {
            BitmapBlur.apply(to: across, x: deviation, y: 0, pool: BitmapPool())
            BitmapBlur.apply(to: down, x: 0, y: deviation, pool: BitmapPool())
            for y in 0..<61 { for x in 0..<61 { #expect(across.row(y)[x] == down.row(x)[y]) } }
        }
    }

    @Test(arguments: [ConvolutionKernel.Edges.none, .duplicate, .wrap])
    func weightsAreTurnedAgainstThePixels(_ edges: ConvolutionKernel.Edges) throws {
        let source = random(11)
        let rect = GridRect(minX: 3, minY: 5, maxX: 3 + Self.side, maxY: 5 + Self.side)
        let weights: [Double] = [1, 0, 2, -1, 3, 1]
        let kernel = try #require(
            ConvolutionKernel(columns: 3, rows: 2, weights: weights, targetX: 2, targetY: 0, edges: edges))
        let result = Bitmap(width: Self.side, height: Self.side)
        kernel.apply(source, rect, region: rect, wanted: rect, steps: (1, 1), into: result)
        func sourceIndex(of value: Int) -> Int? {
            switch edges {
            case .none: (0..<Self.side).contains(value) ? value : nil
            case .duplicate: min(Self.side - 1, max(0, value))
            case .wrap: (value + Self.side) % Self.side
            }
        }
        for y in 0..<Self.side {
            for x in 0..<Self.side {
                var sums = [0.0, 0, 0, 0]
                for i in 0..<2 {
                    for j in 0..<3 {
                        guard let column = sourceIndex(of: x - 2 + j), let line = sourceIndex(of: y + i) else {
                            continue
                        }
                        let pixel = components(source.row(line)[column])
                        for at in 0..<4 { sums[at] += Double(pixel[at]) * weights[(1 - i) * 3 + 2 - j] }
                    }
                }
                let values = sums.map { min(255, max(0, $0 / 6)) }
                let alpha = Int(values[0] + 0.5)
                let expected = [alpha] + values.dropFirst().map { min(alpha, Int($0 + 0.5)) }
                for (a, b) in zip(components(result.row(y)[x]), expected) { #expect(abs(a - b) <= 1) }
            }
        }
    }

    @Test func kernelsThatDoNotFitAreNone() {
        #expect(ConvolutionKernel(columns: 3, rows: 3, weights: [1, 2]) == nil)
        #expect(ConvolutionKernel(columns: 1024, rows: 1024, weights: []) == nil)
        #expect(ConvolutionKernel(columns: 1, rows: 1, weights: [1], targetX: 1) == nil)
        #expect(ConvolutionKernel(columns: 1, rows: 1, weights: [.nan]) == nil)
        #expect(ConvolutionKernel(columns: 1, rows: 1, weights: [0])?.divisor == 1)
    }

    @Test func lightAndBackAgainIsTheSameColor() {
        // Of opaque colors the light ones come back; dark ones share what 8 bits of light have of them.
        let bitmap = Bitmap(width: 256, height: 1)
        for x in 0..<256 { bitmap.row(0)[x] = 0xFF00_0000 | UInt32(x) << 16 | UInt32(x) << 8 | UInt32(x) }
        LinearLight.convert(bitmap, toLinear: true)
        #expect(bitmap[128, 0].red == 55)  // 0.2158 of 255
        LinearLight.convert(bitmap, toLinear: false)
        for x in 0..<256 { #expect(abs(Int(bitmap[x, 0].red) - x) <= (x < 64 ? 7 : 1)) }
    }

    @Test func colorsAreSumsOfStraightComponents() {
        let bitmap = Bitmap(width: 1, height: 1)
        bitmap.row(0)[0] = PixelColor(premultipliedRed: 100, green: 50, blue: 0, alpha: 128).argb
        FilterColorMatrix([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0, 2, 0]).apply(to: bitmap)
        // 199 and 100 straight.
        #expect(components(bitmap.row(0)[0]) == [255, 100, 199, 128])
        let clear = Bitmap(width: 1, height: 1)
        FilterColorMatrix([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 1]).apply(to: clear)
        #expect(components(clear.row(0)[0]) == [255, 255, 0, 0])
    }

    @Test func curvesGoThroughTheirValues() {
        let table = TransferTables.Curve.table([0, 1, 0.5])
        #expect([0, 0.25, 0.5, 0.75, 1].map(table.value) == [0, 0.5, 1, 0.75, 0.5])
        let steps = TransferTables.Curve.discrete([0.1, 0.9])
        #expect([0, 0.49, 0.51, 1].map(steps.value) == [0.1, 0.1, 0.9, 0.9])
        #expect(TransferTables.Curve.gamma(amplitude: 2, exponent: 0.5, offset: -0.5).value(0.25) == 0.5)
        #expect(TransferTables.Curve.gamma(amplitude: 1, exponent: -1, offset: 0).value(0) == .infinity)
    }

    @Test func noiseRepeatsWhereItIsStitched() throws {
        let box = Box(minX: 40, minY: 30, maxX: 260, maxY: 220)
        for isFractal in [true, false] {
            let noise = Turbulence(
                frequencyX: 0.03, frequencyY: 0.05, octaves: 3, seed: 2, isFractal: isFractal, stitched: box)
            func line(_ x: Double) throws -> [UInt32] {
                let bitmap = Bitmap(width: 1, height: 190)
                try noise.fill(bitmap, toPlane: CGAffineTransform(translationX: x, y: 30)) {}
                return (0..<190).map { bitmap.row($0)[0] }
            }
            #expect(try line(40) == line(260))
            #expect(try line(40) != line(150))
        }
    }

    /// The alpha of a noise as Chromium draws it at its own size and at twice that: of the middles of pixels, moved by
    /// half a unit.
    @Test(arguments: [(1, [143, 122, 161, 132, 71]), (2, [139, 121, 158, 125, 69])])
    func noiseIsWhereChromiumHasIt(_ scale: Int, _ expected: [Int]) throws {
        let noise = Turbulence(frequencyX: 0.06, frequencyY: 0.11, octaves: 2, seed: 3, isFractal: true)
        let bitmap = Bitmap(width: 60 * scale, height: 60 * scale)
        try noise.fill(bitmap, toPlane: CGAffineTransform(scaleX: 1 / Double(scale), y: 1 / Double(scale))) {}
        for ((x, y), alpha) in zip([(3, 4), (20, 9), (31, 30), (44, 17), (57, 52)], expected) {
            #expect(abs(Int(bitmap.row(y * scale)[x * scale] >> 24) - alpha) <= 2)
        }
    }

    @Test func flatGroundIsLitEvenly() throws {
        // Straight from above: the light's color, times the constant.
        let filter = FilterPictures.filter(
            [
                .light(
                    .sourceAlpha,
                    Lighting(
                        source: .distant(azimuth: 0, elevation: .pi / 2), surface: .diffuse(constant: 0.5), height: 3,
                        color: Color(red: 1, green: 0.5, blue: 0, alpha: 1)))
            ], region: Box(minX: 0, minY: 0, maxX: 40, maxY: 40))
        let picture = FilterPictures.picture(
            FilterPictures.rectangle(Box(x: 10, y: 10, width: 20, height: 20), .black), filter)
        let bitmap = try FilterPictures.raster(picture, width: 40, height: 40)
        #expect(components(bitmap.row(20)[20]) == [255, 128, 64, 0])
        #expect(components(bitmap.row(2)[2]) == [255, 128, 64, 0])
        // Slopes are darker.
        #expect(bitmap[10, 20].red < 100)
    }

    /// Light falls on a slope alike however fine its pixels are.
    @Test func reliefIsAsHighAtEveryScale() throws {
        let filter = FilterPictures.filter(
            [
                .blur(.sourceAlpha, deviationX: 6, deviationY: 6),
                .light(
                    .step(0),
                    Lighting(
                        source: .distant(azimuth: .pi, elevation: 0.8), surface: .diffuse(constant: 1), height: 8,
                        color: .white)),
            ], region: Box(minX: 0, minY: 0, maxX: 80, maxY: 80))
        let picture = FilterPictures.picture(
            FilterPictures.rectangle(Box(x: 30, y: 10, width: 40, height: 60), .black), filter)
        let small = try FilterPictures.raster(picture, width: 80, height: 80)
        let large = try FilterPictures.raster(picture, scale: 4, width: 320, height: 320)
        for x in stride(from: 14, to: 60, by: 5) {
            #expect(abs(Int(small[x, 40].red) - Int(large[4 * x + 2, 161].red)) <= 8, "\(x)")
        }
        #expect(abs(Int(small[30, 40].red) - Int(small[5, 40].red)) > 30)
    }

    @Test func aRegionRepeatsWithItsExactPeriod() {
        let pattern = TilePattern(Box(minX: 10.25, minY: 0, maxX: 20.5, maxY: 8))
        // The thousandth repetition is where a thousand times 10.25 is.
        #expect(pattern.reads(GridRect(minX: 10_260, minY: 0, maxX: 10_261, maxY: 1)).minX == 10)
        for x in 0..<500 {
            let read = pattern.reads(GridRect(minX: x, minY: 3, maxX: x + 1, maxY: 4))
            #expect(read.minX >= 10 && read.maxX <= 21 && read.width == 1)
        }
        #expect(
            pattern.reads(GridRect(minX: 0, minY: 0, maxX: 50, maxY: 20))
                == GridRect(minX: 10, minY: 0, maxX: 21, maxY: 8))
    }

    @Test func inkOfAFilterIsWithinItsBounds() {
        let content = FilterPictures.rectangle(Box(x: 10, y: 10, width: 20, height: 20), .black)
        func bounds(_ effects: [PictureFilter.Effect], _ region: Box = .infinite) -> Box {
            FilteredPicture(content: content, filter: FilterPictures.filter(effects, region: region)).bounds
        }
        #expect(bounds([.blur(.source, deviationX: 2, deviationY: 1)]) == Box(minX: 4, minY: 7, maxX: 36, maxY: 33))
        #expect(bounds([.offset(.source, x: 5, y: -5)]) == Box(minX: 15, minY: 5, maxX: 35, maxY: 25))
        let region = Box(minX: 0, minY: 0, maxX: 50, maxY: 50)
        #expect(bounds([.flood(.black)], region) == region)
        #expect(bounds([.flood(Color(red: 1, green: 0, blue: 0, alpha: 0))], region).isEmpty)
        #expect(bounds([.composite(.source, .source, .in)], region) == Box(minX: 10, minY: 10, maxX: 30, maxY: 30))
        #expect(bounds([.colorMatrix(.source, .alphaOnly)], region) == Box(minX: 10, minY: 10, maxX: 30, maxY: 30))
        #expect(bounds([.offset(.source, x: 100, y: 0)], region).isEmpty)
    }
}
