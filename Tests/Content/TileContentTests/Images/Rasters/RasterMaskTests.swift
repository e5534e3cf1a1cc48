import TestSupport
import Testing
import TileGraphics

@testable import TileContent

@Suite("Masks and missing data of TIFF pages with samples of 8 bits")
struct RasterMaskTests {
    let fixture: RasterFixture

    init() throws { fixture = try RasterFixture() }

    private static func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> PixelColor {
        PixelColor(premultipliedRed: red, green: green, blue: blue, alpha: 255)
    }

    @Test("bits of a mask are read from any bit on, in both polarities")
    func bits() {
        let bytes: [UInt8] = [0b1010_0110, 0b0011_1100, 0b1111_1111, 0b0000_0001]
        let all: [Bool] = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
        for first in 0..<16 {
            for count in 0...16 {
                for isInverted in [false, true] {
                    let bits: [UInt8] = all[first..<(first + count)].map { $0 != isInverted ? 255 : 0 }
                    // The last value must not be written.
                    var target = [UInt8](repeating: 7, count: count + 1)
                    bytes.withUnsafeBytes { bytes in
                        let numbers = TIFFNumbers(
                            row: bytes.baseAddress!, firstBit: first, stride: 1, count: count,
                            type: TIFFSampleType(bits: 1, format: 1))
                        target.withUnsafeMutableBufferPointer {
                            numbers.readBits(into: $0.baseAddress!, isInverted: isInverted)
                        }
                    }
                    #expect(target == bits + [7], "\(count) from \(first)")
                }
            }
        }
    }

    @Test("a color is missing only if all bands have the missing value, together and apart", arguments: [false, true])
    func missingColors(isPlanar: Bool) throws {
        let pixels: [[UInt8]] = [[7, 7, 7], [7, 8, 7], [255, 0, 7], [1, 2, 3]]
        let pieces =
            isPlanar ? (0..<3).map { band in pixels.map { $0[band] } } : [pixels.flatMap { $0 }]
        var file = SampleTIFF(
            width: 4, height: 1, bands: 3, photometric: 2, isPlanar: isPlanar, tags: [42113: .text("7")],
            pieces: pieces)
        #expect(
            try fixture.firstRow(file)
                == [.clear, Self.color(7, 8, 7), Self.color(255, 0, 7), Self.color(1, 2, 3)])
        file.pages.append(RasterFixture.mask(width: 4, height: 1, kind: 4, [[1, 0, 1, 0]]))
        #expect(try fixture.firstRow(file) == [.clear, .clear, Self.color(255, 0, 7), .clear])
    }

    @Test("a gray page whose lowest value is white is inverted under its mask, and not its missing data")
    func invertedGray() throws {
        var file = SampleTIFF(
            width: 4, height: 1, photometric: 0, tags: [42113: .text("255")], pieces: [[255, 0, 55, 60]])
        let white = RasterFixture.gray(255)
        #expect(
            try fixture.firstRow(file) == [.clear, white, RasterFixture.gray(200), RasterFixture.gray(195)])
        file.pages.append(RasterFixture.mask(width: 4, height: 1, kind: 4, [[1, 1, 0, 1]]))
        #expect(try fixture.firstRow(file) == [.clear, white, .clear, RasterFixture.gray(195)])
    }

    @Test("tiles that a mask hides are not decoded")
    func hiddenTiles() throws {
        let row = [Int](repeating: 0, count: 16) + [Int](repeating: 1, count: 16)
        var file = SampleTIFF(
            width: 32, height: 16, tile: 16, tags: [259: .shorts([32_773])],
            pieces: [SampleTIFF.packBits(90, count: 256), SampleTIFF.packBits(80, count: 256)])
        file.pages.append(
            RasterFixture.mask(width: 32, height: 16, kind: 4, [[Int]](repeating: row, count: 16)))
        let raster = try fixture.raster(file).open(.page(0))
        var pixels: [[UInt8]] = []
        try raster.readRows(x: 0, y: 0, width: 32, height: 16) { row, samples in
            if row == 15 { pixels = (12..<20).map { [samples[2 * $0], samples[2 * $0 + 1]] } }
        }
        #expect(pixels == [[UInt8]](repeating: [0, 0], count: 4) + [[UInt8]](repeating: [80, 255], count: 4))
        #expect(raster.bands.decodedByteCount == 256)
    }
}
