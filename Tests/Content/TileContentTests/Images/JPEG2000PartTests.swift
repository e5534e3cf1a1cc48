import Foundation
import ImageMessages
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// JPEG 2000 of which decoders return wrong parts. OpenJPEG 2.5.0 decodes a part of a high-throughput tile to an even
/// gray, and libvips 8.14 takes the corner of a picture for that of the reference grid.
@Suite("Parts of JPEG 2000")
struct JPEG2000PartTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // Codestreams of an even gray of 90, 4 pixels high, by OpenJPH 0.26.
    private static let small =
        "/0//UQApQAAAAAIAAAAABAAAAAAAAAAAAAACAAAAAAQAAAAAAAAAAAABBwEB/1AACAACAAAAAv9SAAwAAgABAAUEBEAB/1wAEyBI"
        + "UFBQUFBQUFBQUFBQSEhI/2QAFwABT3BlbkpQSCBWZXIgMC4yNi4zLv+QAAoAAAAAAC8AAf+TwC2Qy2VZlmVZlmVZlmVZ/gAcmtcm"
        + "tcmtcmo8AAAAAAAA/9k="
    private static let tiled =
        "/0//UQApQAAAAAJYAAAABAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAAABBwEB/1AACAACAAAAAv9SAAwAAgABAAUEBEAB/1wAEyBI"
        + "UFBQUFBQUFBQUFBQSEhI/2QAFwABT3BlbkpQSCBWZXIgMC4yNi4zLv+QAAoAAAAAAC8AAf+TwC2Qy2VZlmVZlmVZlmVZ/gAcmtcm"
        + "tcmtcmo8AAAAAAAA/5AACgABAAAAHgAB/5PAKgDLZfkA5PY1AAAAAAAA/9k="
    private static let large =
        "/0//UQApQAAAAAIBAAAABAAAAAAAAAAAAAACAQAAAAQAAAAAAAAAAAABBwEB/1AACAACAAAAAv9SAAwAAgABAAUEBEAB/1wAEyBI"
        + "UFBQUFBQUFBQUFBQSEhI/2QAFwABT3BlbkpQSCBWZXIgMC4yNi4zLv+QAAoAAAAAADAAAf+TwC2gy2VZlmVZlmVZlmVZlgBHvJrX"
        + "JrXJrXJqPQAAAAAAAP/Z"

    private func file(_ text: String) throws -> String {
        try folder.write("a.jph", [UInt8](try #require(Data(base64Encoded: text))))
    }

    @Test("high throughput is read, in tiles and without", arguments: [(small, 512), (tiled, 600), (large, 513)])
    func highThroughput(text: String, width: Int) throws {
        let source = try ImageSource.open(file(text))
        #expect(source.width == width && source.height == 4)
        let bitmap = try whole(source)
        #expect((0..<width).allSatisfy { bitmap[$0, 1] == PixelColor(argb: 0xFF5A_5A5A) })
        #expect(try whole(source, level: 2)[100, 0] == PixelColor(argb: 0xFF5A_5A5A))
    }

    private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + Array(name.utf8) + body }

    /// Writes a file of boxes around a codestream, 4 pixels high.
    ///
    /// - Parameters:
    ///   - colorSpace: The number of the color space (EnumCS).
    ///   - boxes: Further boxes of the header.
    private func write(
        _ codestream: String, components: Int = 1, width: Int, colorSpace: Int, boxes: [UInt8] = []
    ) throws -> String {
        let codestream = [UInt8](try #require(Data(base64Encoded: codestream)))
        let colors = box("colr", [1, 0, 0] + big(colorSpace))
        let header = box("ihdr", big(4) + big(width) + [0, UInt8(components), 7, 7, 0, 0]) + colors + boxes
        return try folder.write(
            "a.jph",
            box("jP  ", [13, 10, 0x87, 10]) + box("ftyp", Array("jp2 ".utf8) + big(0) + Array("jp2 ".utf8))
                + box("jp2h", header) + box("jp2c", codestream))
    }

    // 512 × 4 pixels of 90, 10 and 200, by opj_compress 2.5.0.
    private static let colors =
        "/0//UQAvAAAAAAIAAAAABAAAAAAAAAAAAAACAAAAAAQAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/ZAAlAAFDcmVhdG"
        + "VkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAFGAAH/k/H9Qr+oV/1Cv6hUCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwk"
        + "JftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhLCJEZeYfB6AAAAAwkJftYiAAAGEhL8/tHP2jn+0c/aOAIkRl/3BkFAAAABhIS7r1gAYSEv3F0AA"
        + "ADCQl/CJEZf9wZBQAAAAYSEu69YAGEhL9xdAAAAwkJfwiRGX/cGQUAAAAGEhLuvWABhIS/cXQAAAMJCX8IkRl/3BkFAAAABhIS7r1gAYSEv3F0AAAD"
        + "CQl/8/tFP2in+0U/aKAB2QV5h8HoAAAADCQl3XrAAwkJfwHZBXmHwegAAAAMJCXdesADCQl/AdkFeYfB6AAAAAwkJd16wAMJCX8B2QV5h8HoAAAADC"
        + "Ql3XrAAwkJf4CAgP/Z"

    @Test("indexes are replaced by the colors of the palette", arguments: [1, 3])
    func palette(channels: Int) throws {
        var entries: [UInt8] = []
        for index in 0...255 as ClosedRange<UInt8> { entries += [index, 255 - index, index / 2].suffix(channels) }
        // Each component is the index of a channel of its own.
        var map: [UInt8] = []
        for channel in 0..<UInt8(channels) { map += [0, channel, 1, channel] }
        let depths = [UInt8](repeating: 7, count: channels)
        let boxes = box("pclr", [1, 0, UInt8(channels)] + depths + entries) + box("cmap", map)
        let path = try write(
            channels == 1 ? Self.small : Self.colors, components: channels, width: 512,
            colorSpace: channels == 1 ? 17 : 16, boxes: boxes)
        let source = try ImageSource.open(path)
        let color = PixelColor(argb: channels == 1 ? 0xFF2D_2D2D : 0xFF5A_F564)
        let bitmap = try whole(source)
        #expect(Set((0..<512).map { bitmap[$0, 3] }) == [color])
        #expect(try whole(source, level: 1)[100, 0] == color)
        #expect(source.facts.contains { $0.name == "bands" && $0.value == "\(channels) of 8 bits" })
        #expect(source.facts.contains { $0.name == "read by" && $0.value.hasPrefix("OpenJPEG") })
    }

    @Test("high throughput with other colors is refused by name where it would be gray")
    func refused() throws {
        // Gray that is declared as luminance and color differences.
        let path = try write(Self.large, width: 513, colorSpace: 18)
        let failure = ContentFailure.unsupported(
            path: path,
            what: "it is high-throughput JPEG 2000 (HTJ2K) of more than 512 pixels without tiles, with colors or "
                + "components that need a conversion")
        #expect(throws: failure) { try ContentReader.open(path) }
        #expect(failure.description.hasSuffix("which Tilework does not read; convert it first"))
    }

    // 40 × 30 pixels of gray at 37, 21 of the reference grid, by opj_compress 2.5.0, and so in tiles from 11, 7 on.
    private static let offset =
        "/0//UQApAAAAAABNAAAAMwAAACUAAAAVAAAATQAAADMAAAAAAAAAAAABBwEB/1IADAAAAAEAAgQEAAH/XAAKQEBISFBISFD/ZAAlAAFDcmVhdG"
        + "VkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAACfAAH/k8+09BEdwihPPtZ2m37I3S3dm3IZBWVKClaCnhYPciuwVwvNMmv0R97r"
        + "LkrttiZocFrMDxsojmRIMP9/9849GD/B84q/MRh9oOCT7rtUgN8nkao/dt4CKrxYs3xRv3Ri45HJgBV23A2PEgB/x9oVPwDo/AFA2dOVTaYwes"
        + "sDWNnq22qtNgGY6xRGUWu825B+Cm//2Q=="
    private static let offsetInTiles =
        "/0//UQApAAAAAABNAAAAMwAAACUAAAAVAAAAIAAAACAAAAALAAAABwABBwEB/1IADAAAAAEAAgQEAAH/XAAKQEBISFBISFD/ZAAlAAFDcmVhdG"
        + "VkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAAwAAH/k8+0FBEj2gaJwHwiQPkBgBFCQq8Rj4/AOhwHwhgRaj8SiT//kAAKAAEA"
        + "AABQAAH/k8+0eBDiOsfJKBhw4NDtRfFAafq/gw2Avrq+beGVA1VSf8B8IkD5BAA2nJJXEozSDVm8gD/AOhwHwigRazQSjrnDf/+QAAoAAgAAAC"
        + "YAAf+Tz7QQA8fLA8D5AYARj4/AOhQHwhARdxJf/5AACgADAAAALgAB/5PD5wgFax1/wHwiQPkBgAiza38NhV/AOhwHwhARaT8Siv+QAAoABAAA"
        + "AGgAAf+Tz7RYH80uswO4M7Th9gN4MMBsFj9lS7+zf8Hzh4HyCo/AGDsWJn74dO8MwRQs1hcgrI1nOwYw4xcEx9oRH2hsPtAwnHMPVYliWy+ccm"
        + "udH4kmBKbSPgw/nNWB/5AACgAFAAAALgAB/5PPtBABpZxvz8AQDiXTD8faCwHwhT8wIBtq8kLfEn8dR//Z"

    @Test("a picture away from the corner of the grid is read as it is", arguments: [offset, offsetInTiles])
    func offsets(text: String) throws {
        let source = try ImageSource.open(file(text))
        #expect(source.width == 40 && source.height == 30)
        let bitmap = try whole(source)
        for y in 0..<30 {
            for x in 0..<40 {
                let value = UInt8((3 * x + 5 * y) % 256)
                #expect(
                    bitmap[x, y] == PixelColor(premultipliedRed: value, green: value, blue: value, alpha: 255))
            }
        }
        #expect(try strips(source, height: 7, widths: [40]) == (0..<30).flatMap { Array(bitmap.row($0)) })
    }

    @Test("a decoder of wrong parts is found out by the first, and the whole picture is shown", arguments: [1, 2])
    func checkedParts(bytes: Int) throws {
        struct Failure: Error {}
        func picture(_ value: UInt8) -> CheckedParts<Failure>.Decoding {
            { _, window in
                [UInt8](repeating: value, count: window.width * window.height * bytes)
            }
        }
        let window = ImageWindow(x: 8, y: 4, width: 3, height: 2)
        let right = [UInt8](repeating: 90, count: 6 * bytes)
        var wholes = 0
        let wrong = CheckedParts<Failure>(bytes: bytes, part: picture(128)) { level, window throws(Failure) in
            wholes += 1
            return try picture(90)(level, window)
        }
        #expect(try wrong.samples(0, window) == right && wrong.result == .different)
        #expect(try wrong.samples(1, window) == right && wholes == 2)
        // Conversions of colors may round otherwise.
        let same = CheckedParts<Failure>(bytes: bytes, part: picture(91), whole: picture(90))
        #expect(try same.samples(0, window).first == 91 && same.result == .same)
        // Nothing is known of a picture that can't be decoded whole.
        let damaged = CheckedParts<Failure>(bytes: bytes, part: picture(128)) { _, _ throws(Failure) in
            throw Failure()
        }
        #expect(try damaged.samples(0, window).first == 128 && damaged.result == .same)
    }

    @Test("pictures with and without tiles are read as they are", arguments: [1100, 256])
    func parts(tile: Int) throws {
        let image = SampleImage(width: 1100, height: 600, bands: 3) { x, y, band in [x, y, x + y][band] & 255 }
        let (path, reference) = (folder.file("a.jp2"), folder.file("a.png"))
        // libvips writes a single tile if it is as large as the image.
        try image.write(
            path, by: "jp2ksave", ["lossless": "true", "tile-width": "\(tile)", "tile-height": "\(min(tile, 600))"])
        try image.write(reference, by: "pngsave")
        let codestream = try #require(FileBytes(path).flatMap { JPEG2000Codestream($0) })
        #expect(codestream.tileCount == (tile == 1100 ? 1 : 15))
        let (shown, right) = (try whole(ImageSource.open(path)), try whole(ImageSource.open(reference)))
        var different = 0
        for y in 0..<600 { for x in 0..<1100 where shown[x, y] != right[x, y] { different += 1 } }
        #expect(different == 0)
    }
}
