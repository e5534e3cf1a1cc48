import Foundation
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Returns the raster of `area` as a bitmap, even if it has one color.
func raster(_ source: any TileSource, _ area: RasterArea) throws -> Bitmap {
    switch try source.raster(area, in: RasterContext(pool: BitmapPool())) {
    case .bitmap(let bitmap): return bitmap
    case .solid(let color, let width, let height):
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height { for x in 0..<width { bitmap[x, y] = color } }
        return bitmap
    }
}

func whole(_ source: ImageSource, level: Int = 0) throws -> Bitmap {
    let divisor = 1 << level
    return try raster(
        source,
        RasterArea(
            scale: 1 / Double(divisor), x: 0, y: 0, width: (source.width + divisor - 1) / divisor,
            height: (source.height + divisor - 1) / divisor))
}

/// Returns a level, computed with the simplest possible code.
func halved(_ bitmap: Bitmap, times: Int) -> Bitmap {
    var result = bitmap
    for _ in 0..<times {
        let next = Bitmap(width: (result.width + 1) / 2, height: (result.height + 1) / 2)
        for y in 0..<next.height {
            for x in 0..<next.width {
                var sums = [2, 2, 2, 2] as [Int]
                for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                    let pixel = result[min(2 * x + dx, result.width - 1), min(2 * y + dy, result.height - 1)]
                    sums[0] += Int(pixel.red)
                    sums[1] += Int(pixel.green)
                    sums[2] += Int(pixel.blue)
                    sums[3] += Int(pixel.alpha)
                }
                next[x, y] = PixelColor(
                    premultipliedRed: UInt8(sums[0] / 4), green: UInt8(sums[1] / 4), blue: UInt8(sums[2] / 4),
                    alpha: UInt8(sums[3] / 4))
            }
        }
        result = next
    }
    return result
}

func strips(_ source: ImageSource, height: Int, widths: [Int]) throws -> [UInt32] {
    let reader = try source.makeStripReader()
    var result: [UInt32] = []
    while reader.nextRow < reader.height {
        let count = min(height, reader.height - reader.nextRow)
        let bitmaps = widths.map { Bitmap(width: $0, height: height) }
        try reader.read(rowCount: count, into: bitmaps)
        for y in 0..<count { result += bitmaps.flatMap { Array($0.row(y)) }.prefix(reader.width) }
    }
    return result
}

@Suite("Images as tile content")
struct ImageRasterTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let lossless: [(name: String, operation: String, options: [String: String])] = [
        ("plain.png", "pngsave", [:]),
        ("interlaced.png", "pngsave", ["interlace": "true"]),
        ("lossless.webp", "webpsave", ["lossless": "true"]),
        ("strips.tif", "tiffsave", [:]),
        ("deflate.tif", "tiffsave", ["compression": "deflate"]),
        ("tiles.tif", "tiffsave", ["tile": "true", "tile-width": "16", "tile-height": "16"]),
        ("big.tif", "tiffsave", ["tile": "true", "bigtiff": "true"]),
    ]

    @Test("every lossless format gives the same pixels, whole, halved, in parts and in strips", arguments: lossless)
    func pixelsSurvive(format: (name: String, operation: String, options: [String: String])) throws {
        let sample = SampleImage.pattern(width: 75, height: 53)
        let path = folder.file(format.name)
        try sample.write(path, by: format.operation, format.options)
        let expected = Bitmap(width: 75, height: 53)
        for y in 0..<53 {
            for x in 0..<75 {
                let at = (y * 75 + x) * 3
                expected[x, y] = PixelColor(
                    premultipliedRed: UInt8(sample.samples[at]), green: UInt8(sample.samples[at + 1]),
                    blue: UInt8(sample.samples[at + 2]), alpha: 255)
            }
        }
        // In memory, on disk, and with nothing kept between two reads. Files that must be decoded as a whole need some
        // memory.
        let least = ["interlaced.png", "lossless.webp"].contains(format.name) ? 16 << 20 : 0
        for (memory, kept) in [(64 << 20, Int.max), (0, Int.max), (64 << 20, least), (0, least)] {
            var limits = ContentLimits()
            limits.pixelMemory = memory
            limits.memory = MemoryBudget(limit: kept)
            let source = try ImageSource.open(path, limits: limits)
            #expect(source.contentSize == CGSize(width: 75, height: 53))
            for level in 0...7 {
                #expect(
                    pixels(try whole(source, level: level)) == pixels(halved(expected, times: level)),
                    "level \(level)")
            }
            let part = try raster(source, RasterArea(scale: 0.25, x: 4, y: 3, width: 9, height: 8))
            let quarter = halved(expected, times: 2)
            for y in 0..<8 { for x in 0..<9 { #expect(part[x, y] == quarter[x + 4, y + 3]) } }
            #expect(try strips(source, height: 10, widths: [32, 32, 32]) == pixels(expected))
            #expect(try strips(source, height: 64, widths: [75]) == pixels(expected))
        }
    }

    @Test("an area that reaches beyond the image is clear there, and one outside is clear")
    func outside() throws {
        let path = folder.file("a.png")
        try SampleImage.pattern(width: 10, height: 6).write(path, by: "pngsave")
        let source = try ImageSource.open(path)
        let all = try whole(source)
        let around = try raster(source, RasterArea(scale: 1, x: -3, y: -2, width: 20, height: 12))
        for y in 0..<12 {
            for x in 0..<20 {
                let isInside = (3..<13).contains(x) && (2..<8).contains(y)
                #expect(around[x, y] == (isInside ? all[x - 3, y - 2] : .clear))
            }
        }
        for scale in [1, 0.5, 0.3, 2.5] {
            let far = RasterArea(scale: scale, x: 100, y: 0, width: 4, height: 4)
            guard case .solid(.clear, 4, 4) = try source.raster(far, in: RasterContext(pool: BitmapPool())) else {
                Issue.record("not clear at \(scale)")
                return
            }
        }
    }

    @Test("a picture of one color keeps it, opaque to its edge, at any scale")
    func odd() throws {
        let path = folder.file("a.png")
        try SampleImage(width: 37, height: 23, bands: 3) { _, _, band in [200, 100, 50][band] }
            .write(path, by: "pngsave")
        let source = try ImageSource.open(path)
        for scale in [0.9, 0.7, 0.51, 0.3, 0.1, 0.01, 1.0, 1.1, 2, 3.7, 16] {
            let width = Int((37 * scale).rounded(.up))
            let height = Int((23 * scale).rounded(.up))
            let bitmap = try raster(source, RasterArea(scale: scale, x: 0, y: 0, width: width, height: height))
            #expect(bitmap.solidColor == PixelColor(argb: 0xFFC8_6432), "at \(scale)")
        }
    }

    @Test("areas that touch join without a seam at scales that are no power of two", arguments: [0.7, 0.3, 1.6, 3])
    func seamless(scale: Double) throws {
        let path = folder.file("a.png")
        try SampleImage.pattern(width: 90, height: 70).write(path, by: "pngsave")
        let source = try ImageSource.open(path)
        let all = try raster(source, RasterArea(scale: scale, x: 0, y: 0, width: 60, height: 20))
        for x in stride(from: 0, to: 60, by: 20) {
            let part = try raster(source, RasterArea(scale: scale, x: x, y: 0, width: 20, height: 20))
            for row in 0..<20 { #expect(Array(part.row(row)) == Array(all.row(row)[x..<(x + 20)])) }
        }
    }

    @Test("magnifying is linear between pixel centres")
    func magnify() throws {
        let path = folder.file("a.png")
        try SampleImage(width: 2, height: 1, bands: 1) { x, _, _ in x * 100 }.write(path, by: "pngsave")
        let source = try ImageSource.open(path)
        let bitmap = try raster(source, RasterArea(scale: 4, x: 0, y: 0, width: 8, height: 1))
        #expect((0..<8).map { bitmap[$0, 0].red } == [0, 0, 13, 38, 63, 88, 100, 100])
    }

    @Test("many threads draw the same pixels at once", arguments: ["deflate.tif", "tiles.tif", "plain.png"])
    func concurrent(name: String) throws {
        let format = Self.lossless.first { $0.name == name }!
        let path = folder.file(name)
        try SampleImage.pattern(width: 300, height: 200).write(path, by: format.operation, format.options)
        let expected = pixels(try whole(ImageSource.open(path), level: 1))
        let source = try ImageSource.open(path)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let found = (try? whole(source, level: 1)).map(pixels)
            #expect(found == expected)
        }
    }

    @Test("a raster that is no longer wanted throws")
    func cancelled() throws {
        let path = folder.file("a.png")
        try SampleImage.pattern(width: 10, height: 6).write(path, by: "pngsave")
        let source = try ImageSource.open(path)
        let context = RasterContext(pool: BitmapPool(), isCancelled: { true })
        #expect(throws: CancellationError.self) {
            try source.raster(RasterArea(scale: 1, x: 0, y: 0, width: 4, height: 4), in: context)
        }
    }

    @Test("each EXIF orientation is shown upright, whole, halved and in strips", arguments: 1...8)
    func orientation(number: Int) throws {
        let sample = SampleImage.pattern(width: 75, height: 131, bands: 1, orientation: number)
        let path = folder.file("turned.tif")
        try sample.write(path, by: "tiffsave")
        var limits = ContentLimits()
        for (memory, kept) in [(64 << 20, Int.max), (0, Int.max), (0, 0)] {
            limits.pixelMemory = memory
            limits.memory = MemoryBudget(limit: kept)
            let source = try ImageSource.open(path, limits: limits)
            let swaps = number >= 5
            #expect(source.width == (swaps ? 131 : 75) && source.height == (swaps ? 75 : 131))
            // EXIF 2.32: the sides of the scene at row 0 and column 0 of the stored picture.
            let expected = Bitmap(width: source.width, height: source.height)
            for y in 0..<expected.height {
                for x in 0..<expected.width {
                    let (right, bottom) = (expected.width - 1 - x, expected.height - 1 - y)
                    let stored: (x: Int, y: Int) =
                        switch number {
                        case 2: (right, y)
                        case 3: (right, bottom)
                        case 4: (x, bottom)
                        case 5: (y, x)
                        case 6: (y, right)
                        case 7: (bottom, right)
                        case 8: (bottom, x)
                        default: (x, y)
                        }
                    let value = UInt8(sample.samples[stored.y * 75 + stored.x])
                    expected[x, y] = PixelColor(premultipliedRed: value, green: value, blue: value, alpha: 255)
                }
            }
            #expect(pixels(try whole(source)) == pixels(expected))
            #expect(pixels(try whole(source, level: 2)) == pixels(halved(expected, times: 2)))
            #expect(try strips(source, height: 50, widths: [source.width]) == pixels(expected))
        }
    }

    @Test("a tiled TIFF's own overviews are used", arguments: [["subifd": "true"], [:]])
    func ownOverviews(options: [String: String]) throws {
        let path = folder.file("pyramid.tif")
        let layout = ["tile": "true", "tile-width": "256", "tile-height": "256", "pyramid": "true"]
        // Every other column is white: a pyramid of nearest pixels shows stripes, and one of boxes shows gray.
        try SampleImage(width: 2050, height: 1100, bands: 1) { x, _, _ in x % 2 * 255 }
            .write(path, by: "tiffsave", layout.merging(options) { $1 }.merging(["region-shrink": "nearest"]) { $1 })
        let source = try ImageSource.open(path)
        #expect(source.hasOwnOverviews)
        let tile = try raster(source, RasterArea(scale: 0.25, x: 64, y: 64, width: 64, height: 64))
        #expect(tile.solidColor == PixelColor(argb: 0xFF00_0000))
        let edge = try raster(source, RasterArea(scale: 0.5, x: 1020, y: 545, width: 5, height: 5))
        #expect(edge[4, 4].isOpaque)
        #expect(source.facts.contains { $0.name == "access" && $0.value.contains("own overviews") })
    }
}
