import Foundation
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@Suite("A tile key")
struct TileKeyTests {
    static let outputs: [TileKey.Output] = [
        .pixels, .encoded(.png), .encoded(.webpLossless), .encoded(.jpeg(quality: 1)), .encoded(.jpeg(quality: 100)),
        .encoded(.webp(quality: 0)), .encoded(.webp(quality: 80)), .encoded(.avif(quality: 0)),
        .encoded(.avif(quality: 60)), .encoded(.jxl(quality: 0)), .encoded(.jxl(quality: 100)), .encoded(.jxlLossless),
    ]

    @Test("gives back all that it was made of, at the ends of every range")
    func roundTrip() {
        var keys = Set<TileKey>()
        var count = 0
        for content in [ContentID(0), ContentID(.max)] {
            for level in [-128, -1, 0, 22, 127] {
                for column in [0, 1, (1 << 24) - 1] {
                    for row in [0, 1, (1 << 24) - 1] {
                        for output in Self.outputs {
                            for variant in 0..<8 {
                                let tile = TileCoordinate(level: level, column: column, row: row)
                                let key = TileKey(
                                    content, tile, magnification: 1 + variant & 1, cropped: variant & 2 != 0,
                                    quality: variant & 4 == 0 ? .full : .draft, as: output)
                                #expect(key.content == content)
                                #expect(key.tile == tile)
                                #expect(key.magnification == 1 + variant & 1)
                                #expect(key.isCropped == (variant & 2 != 0))
                                #expect(key.quality == (variant & 4 == 0 ? .full : .draft))
                                #expect(key.output == output)
                                #expect(key.with(.pixels).output == .pixels)
                                #expect(key.with(.pixels).with(output) == key)
                                keys.insert(key)
                                count += 1
                            }
                        }
                    }
                }
            }
        }
        #expect(keys.count == count, "two different tiles have one key")
    }

    @Test("names a tile that ends within the content the same, cropped or not; one that is cut off, not")
    func canonical() throws {
        // 300 × 600 at level 2 (scale 1): 2 × 3 tiles, of which the last column and the last row are cut off.
        let pyramid = try TilePyramid(contentSize: CGSize(width: 300, height: 600), tileSize: 256)
        for row in 0..<3 {
            for column in 0..<2 {
                let tile = TileCoordinate(level: pyramid.maxLevel, column: column, row: row)
                let whole = TileKey(ContentID(1), tile, as: .pixels)
                let cropped = TileKey(ContentID(1), tile, cropped: true, as: .pixels)
                let isWhole = column == 0 && row < 2
                #expect((cropped.canonical(in: pyramid) == whole) == isWhole)
                #expect(whole.canonical(in: pyramid) == whole)
                #expect(cropped.canonical(in: pyramid).area(in: pyramid) == cropped.area(in: pyramid))
            }
        }
    }

    @Test("of a tile for dense screens shows the same part of the content with twice the pixels each way")
    func magnified() throws {
        let pyramid = try TilePyramid(contentSize: CGSize(width: 300, height: 600), tileSize: 256)
        let tile = TileCoordinate(level: 2, column: 1, row: 2)
        let once = TileKey(ContentID(1), tile, cropped: true, as: .pixels).area(in: pyramid)
        let twice = TileKey(ContentID(1), tile, magnification: 2, cropped: true, as: .pixels).area(in: pyramid)
        #expect((once.width, once.height) == (44, 88))
        #expect((twice.width, twice.height) == (88, 176))
        #expect(once.contentBox == twice.contentBox)
    }
}

@Suite("A strong validator")
struct StrongValidatorTests {
    @Test("differs when any one bit of a file does, at any length up to 40 bytes")
    func everyBit() {
        var seen = Set<StrongValidator>()
        var count = 0
        for length in 0...40 {
            var bytes = [UInt8](repeating: 0, count: length)
            seen.insert(bytes.withUnsafeBytes { StrongValidator(of: $0) })
            count += 1
            for index in bytes.indices {
                for bit in 0..<8 {
                    bytes[index] ^= 1 << bit
                    seen.insert(bytes.withUnsafeBytes { StrongValidator(of: $0) })
                    count += 1
                    bytes[index] ^= 1 << bit
                }
            }
        }
        #expect(seen.count == count)
    }

    @Test("differs when any two bits of 24 bytes do")
    func everyPair() {
        var seen = Set<StrongValidator>()
        var count = 0
        var bytes = [UInt8](repeating: 0xA5, count: 24)
        for first in 0..<192 {
            for second in first..<192 {
                for bit in [first, second] { bytes[bit / 8] ^= 1 << (bit % 8) }
                seen.insert(bytes.withUnsafeBytes { StrongValidator(of: $0) })
                count += first == second ? 0 : 1
                for bit in [first, second] { bytes[bit / 8] ^= 1 << (bit % 8) }
            }
        }
        // The pairs of a bit and itself are the file as it is.
        #expect(seen.count == count + 1)
    }

    @Test("is the same for the same bytes, wherever in memory they are")
    func alignment() {
        let file = (0..<100).map { UInt8($0) }
        let expected = file.withUnsafeBytes { StrongValidator(of: $0) }
        for offset in 0..<8 {
            let shifted = [UInt8](repeating: 9, count: offset) + file
            let found = shifted.withUnsafeBytes { StrongValidator(of: UnsafeRawBufferPointer(rebasing: $0[offset...])) }
            #expect(found == expected)
        }
    }
}

@Suite("A latency histogram")
struct LatencyHistogramTests {
    @Test("counts a time in the first bucket whose bound is not below it")
    func buckets() {
        for (index, bound) in LatencyHistogram.bounds.enumerated() {
            for (time, expected) in [(bound, index), (bound + 1, index + 1), (bound / 2 + 1, index)] {
                var histogram = LatencyHistogram()
                histogram.record(time)
                #expect(histogram.counts[expected] == 1, "\(time) ns")
                #expect(histogram.sum == time)
                #expect(histogram.count == 1)
            }
        }
        var histogram = LatencyHistogram()
        histogram.record(0)
        histogram.record(1 << 62)
        #expect(histogram.counts.first == 1 && histogram.counts.last == 1)
    }
}
