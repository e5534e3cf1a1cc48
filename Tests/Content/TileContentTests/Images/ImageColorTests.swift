import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Colors of images")
struct ImageColorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func first(_ path: String) throws -> PixelColor {
        let source = try ImageSource.open(path)
        let pixel = try whole(source)[0, 0]
        #expect(try strips(source, height: 8, widths: [8])[0] == pixel.argb, "strips differ from tiles")
        return pixel
    }

    private func solid(_ values: [Int], is16Bit: Bool = false, interpretation: String? = nil) -> SampleImage {
        SampleImage(width: 8, height: 8, bands: values.count, is16Bit: is16Bit, interpretation: interpretation) {
            values[$2]
        }
    }

    @Test("grey is all three colors")
    func grey() throws {
        try solid([77]).write(folder.file("a.png"), by: "pngsave")
        #expect(try first(folder.file("a.png")) == PixelColor(argb: 0xFF4D_4D4D))
    }

    @Test("alpha is multiplied into grey and color, rounded")
    func alpha() throws {
        try solid([200, 128]).write(folder.file("a.png"), by: "pngsave")
        // 200 × 128 / 255 = 100.4
        #expect(try first(folder.file("a.png")) == PixelColor(argb: 0x8064_6464))
        try solid([255, 101, 0, 128]).write(folder.file("b.png"), by: "pngsave")
        // 101 × 128 / 255 = 50.7
        #expect(try first(folder.file("b.png")) == PixelColor(argb: 0x8080_3300))
        try solid([255, 101, 9, 0]).write(folder.file("c.tif"), by: "tiffsave")
        #expect(try first(folder.file("c.tif")) == .clear)
    }

    @Test("every pair of color and alpha is multiplied exactly")
    func everyAlpha() throws {
        var source = [UInt8]()
        for color in 0...255 { for alpha in 0...255 { source += [UInt8(color), UInt8(alpha)] } }
        var target = [UInt32](repeating: 0, count: 65536)
        PixelConversion.convert(source, bands: 2, count: 65536, into: &target)
        let wrong = target.indices.filter { index in
            let (color, alpha) = (index / 256, index % 256)
            return Int(PixelColor(argb: target[index]).red) != (2 * color * alpha + 255) / 510
        }
        #expect(wrong.isEmpty)
    }

    @Test("a palette is looked up")
    func palette() throws {
        try solid([10, 200, 30]).write(folder.file("a.png"), by: "pngsave", ["palette": "true"])
        let pixel = try first(folder.file("a.png"))
        #expect(abs(Int(pixel.red) - 10) <= 2 && abs(Int(pixel.green) - 200) <= 2 && abs(Int(pixel.blue) - 30) <= 2)
    }

    @Test("16 bits become 8", arguments: ["a.png", "a.tif"])
    func deep(name: String) throws {
        let save = name.hasSuffix("png") ? "pngsave" : "tiffsave"
        try solid([0x1234, 0x8000, 0xFFFF], is16Bit: true, interpretation: "rgb16").write(folder.file(name), by: save)
        #expect(try first(folder.file(name)) == PixelColor(argb: 0xFF12_80FF))
        try solid([0x4567], is16Bit: true, interpretation: "grey16").write(folder.file(name), by: save)
        #expect(try first(folder.file(name)) == PixelColor(argb: 0xFF45_4545))
        try solid([0xFFFF, 0, 0, 0x8080], is16Bit: true, interpretation: "rgb16").write(folder.file(name), by: save)
        #expect(try first(folder.file(name)) == PixelColor(argb: 0x8080_0000))
    }

    @Test("CMYK becomes sRGB", arguments: ["a.tif", "a.jpg"])
    func cmyk(name: String) throws {
        let save = name.hasSuffix("jpg") ? "jpegsave" : "tiffsave"
        try solid([0, 0, 0, 0], interpretation: "cmyk").write(folder.file(name), by: save)
        let paper = try first(folder.file(name))
        #expect(paper.red > 245 && paper.green > 245 && paper.blue > 245 && paper.isOpaque)
        try solid([0, 255, 255, 0], interpretation: "cmyk").write(folder.file(name), by: save)
        let red = try first(folder.file(name))
        #expect(red.red > 200 && red.green < 80 && red.blue < 80)
    }

    @Test("the profile of inks without one is named")
    func inks() throws {
        let path = folder.file("a.tif")
        try solid([0, 255, 255, 0], interpretation: "cmyk").write(path, by: "tiffsave")
        func fact(_ name: String) throws -> String? {
            try ImageSource.open(path).facts.first { $0.name == name }?.value
        }
        let title = try #require(ICCProfile.ofUnknownInks?.title)
        #expect(
            try fact("inks") == "converted to sRGB by the profile of libvips for inks without one, \(title)")
        #expect(try fact("color profile") == nil)
        try solid([0, 255, 255, 0], interpretation: "cmyk").write(path, by: "tiffsave", ["profile": "cmyk"])
        #expect(try fact("inks") == nil)
        #expect(try fact("color profile")?.hasSuffix("converted to sRGB") == true)
    }

    @Test("a color profile is applied, an sRGB one is not")
    func profile() throws {
        let p3 = folder.file("p3.jpg")
        try solid([200, 60, 60]).write(p3, by: "jpegsave", ["profile": "p3", "Q": "100"])
        let source = try ImageSource.open(p3)
        #expect(source.facts.contains { $0.name == "color profile" && $0.value.hasSuffix("converted to sRGB") })
        // The same numbers mean a stronger red in Display P3.
        #expect(try first(p3).red > 205)
        let srgb = folder.file("srgb.jpg")
        try solid([200, 60, 60]).write(srgb, by: "jpegsave", ["profile": "srgb", "Q": "100"])
        #expect(try ImageSource.open(srgb).facts.allSatisfy { !$0.value.hasSuffix("converted to sRGB") })
        #expect(abs(Int(try first(srgb).red) - 200) <= 2)
    }

    @Test("a JPEG has the same pixels through libjpeg and through libvips", arguments: [1, 3])
    func bothWays(bands: Int) throws {
        let path = folder.file("a.jpg")
        try SampleImage.pattern(width: 99, height: 61, bands: bands).write(path, by: "jpegsave", ["Q": "80"])
        let header = try ImageHeader.read(path, kind: .jpeg, limits: ContentLimits())
        let direct = try #require(try JPEGRowReader(path))
        let through = try VipsRowReader(header)
        var a = [UInt32](repeating: 0, count: 99)
        var b = a
        for _ in 0..<61 {
            try direct.readRow(into: &a)
            try through.readRow(into: &b)
            #expect(a == b)
        }
    }

    /// Returns a TIFF of one row of gray pixels.
    private func row(_ samples: [UInt8], count: Int, bits: Int, format: Int) throws -> String {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 10, 0]
        func entry(_ tag: Int, type: Int, value: Int) {
            for (number, size) in [(tag, 2), (type, 2), (1, 4), (value, 4)] {
                for index in 0..<size { bytes.append(UInt8(number >> (8 * index) & 255)) }
            }
        }
        for (tag, type, value) in [
            (256, 3, count), (257, 3, 1), (258, 3, bits), (259, 3, 1), (262, 3, 1), (273, 4, 134), (277, 3, 1),
            (278, 3, 1), (279, 4, samples.count), (339, 3, format),
        ] { entry(tag, type: type, value: value) }
        return try folder.write("a.tif", bytes + [0, 0, 0, 0] + samples)
    }

    private func grays(_ path: String) throws -> [Int] {
        let bitmap = try whole(try ImageSource.open(path))
        return (0..<bitmap.width).map { Int(bitmap[$0, 0].red) }
    }

    private func bytes<Number>(_ numbers: [Number]) -> [UInt8] { numbers.withUnsafeBytes { Array($0) } }

    @Test("numbers without an agreed range are shown from 0 to 1, or from the least to the greatest")
    func ranges() throws {
        let unit = try row(bytes([0, 0.25, 1, .nan, 0.5] as [Float]), count: 5, bits: 32, format: 3)
        #expect(try grays(unit) == [0, 63, 255, 0, 127])
        #expect(
            try ContentReader.open(unit).facts.contains { $0.name == "values" && $0.value.hasPrefix("0 to 1,") })
        let heights = try row(bytes([100, 200, 300, -3.4e38, .infinity] as [Float]), count: 5, bits: 32, format: 3)
        #expect(try grays(heights) == [0, 127, 255, 0, 255])
        let signed = try row(bytes([-50, 0, 50] as [Int16]), count: 3, bits: 16, format: 2)
        #expect(try grays(signed) == [0, 127, 255])
        let counts = try row(bytes([1_000_000, 2_000_000, 3_000_000] as [UInt32]), count: 3, bits: 32, format: 1)
        #expect(try grays(counts) == [0, 127, 255])
        let even = try row(bytes([7, 7] as [Float]), count: 2, bits: 32, format: 3)
        #expect(try grays(even) == [127, 127])
        // Values that mark missing data are few, or far outside the range of real values.
        let range = SampleRange([Double](repeating: -9999, count: 5) + (0..<10_000).map { Double($0) / 10 })
        #expect(range.low > -1 && range.high < 1000 && range.high > 990)
        #expect(SampleRange([]) == SampleRange([0, 1]))
    }

    @Test("samples that cannot be shown are refused by name")
    func unsupported() throws {
        let short = try row([1, 2, 3, 4, 5, 6], count: 2, bits: 24, format: 3)
        #expect(
            throws: ContentFailure.unsupported(path: short, what: "its samples are 24-bit floating-point numbers")
        ) { try ImageSource.open(short) }
    }

    @Test(
        "a compression without a decoder is refused by name, before anything is decoded",
        arguments: [
            (UInt16(50_002), "JPEG XL (TIFF compression 50002)"),
            (34_892, "lossy JPEG of DNG (TIFF compression 34892)"),
            (34_661, "JBIG (TIFF compression 34661)"), (65_000, "TIFF compression 65000"),
        ])
    func compression(code: UInt16, title: String) throws {
        let path = try row([1, 2, 3], count: 3, bits: 8, format: 1)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        // The entry of tag 259 is a SHORT with 1 value.
        let entry = try #require(bytes.firstRange(of: [3, 1, 3, 0, 1, 0, 0, 0]))
        bytes.replaceSubrange(entry.upperBound..<entry.upperBound + 2, with: [UInt8(code & 0xFF), UInt8(code >> 8)])
        try folder.write("a.tif", bytes)
        #expect(
            throws: ContentFailure.unsupported(path: path, what: "its pixels are compressed with \(title)")
        ) { try ContentReader.open(path) }
    }

    @Test(
        "the color space has its usual name",
        arguments: [("srgb", 3, "sRGB"), ("b-w", 1, "gray"), ("cmyk", 4, "CMYK")])
    func colorSpaceName(interpretation: String, bands: Int, name: String) throws {
        let path = folder.file("a.tif")
        try SampleImage(width: 8, height: 8, bands: bands, interpretation: interpretation) { _, _, _ in 7 }
            .write(path, by: "tiffsave")
        let facts = try ContentReader.open(path).facts
        #expect(facts.first { $0.name == "color space" }?.value == name)
    }

    @Test("of many bands the first are shown")
    func bands() throws {
        let path = folder.file("a.tif")
        try SampleImage(width: 8, height: 8, bands: 7, interpretation: "multiband") { _, _, band in 10 * band + 5 }
            .write(path, by: "tiffsave")
        #expect(try first(path) == PixelColor(premultipliedRed: 5, green: 15, blue: 25, alpha: 255))
        #expect(try ContentReader.open(path).notes == ["It has 7 bands; the first 3 are shown."])
    }
}
