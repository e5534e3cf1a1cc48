import Foundation
import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileContent

@Suite("Formats with readers of their own")
struct RowFormatTests {
    typealias Sample = SampleRowFile

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var kind: ContentKind
        var bytes: [UInt8]
        /// The red, green, blue and alpha of a pixel, not multiplied.
        var pixel: @Sendable (_ x: Int, _ y: Int) -> [Int]
        var testDescription: String { name }
    }

    private static func color(_ x: Int, _ y: Int) -> [Int] { Sample.color(x, y).map { Int($0) } + [255] }
    private static func indexed(_ x: Int, _ y: Int, bits: Int = 8) -> [Int] {
        Sample.palette[Int(Sample.index(x, y)) & ((1 << bits) - 1)].map { Int($0) } + [255]
    }
    private static func gray(_ value: Int) -> [Int] { [value, value, value, 255] }

    /// Returns the sample of sRGB for light (IEC 61966-2-1).
    private static func encoded(_ light: Double) -> Int {
        let light = min(1, max(0, light))
        return Int(((light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255).rounded())
    }

    static let cases: [Case] = [
        Case(name: "24.bmp", kind: .bmp, bytes: Sample.bitmap24.bytes, pixel: color),
        Case(name: "top-down.bmp", kind: .bmp, bytes: Sample.bitmapTopDown.bytes, pixel: color),
        Case(name: "os2.bmp", kind: .bmp, bytes: Sample.bitmapCore.bytes) { indexed($0, $1) },
        Case(name: "8.bmp", kind: .bmp, bytes: Sample.bitmap8.bytes) { indexed($0, $1) },
        Case(name: "4.bmp", kind: .bmp, bytes: Sample.bitmap4.bytes) { indexed($0, $1) },
        Case(name: "2.bmp", kind: .bmp, bytes: Sample.bitmap2.bytes) { indexed($0, $1) },
        Case(name: "1.bmp", kind: .bmp, bytes: Sample.bitmap1.bytes) { indexed($0, $1, bits: 1) },
        Case(name: "fields.bmp", kind: .bmp, bytes: Sample.bitmapFields.bytes) {
            color($0, $1).dropLast() + [100 + $0]
        },
        Case(name: "runs.bmp", kind: .bmp, bytes: Sample.bitmapRuns.bytes) {
            $1 == 0 && $0 < 2 ? [0, 0, 0, 255] : indexed($0, $1)
        },
        Case(name: "a.ppm", kind: .pnm, bytes: Sample.ppm, pixel: color),
        Case(name: "16.ppm", kind: .pnm, bytes: Sample.ppm16) { x, y in
            color(x, y).dropLast().map { (min(1000, 4 * $0) * 255 + 500) / 1000 } + [255]
        },
        Case(name: "text.pgm", kind: .pnm, bytes: Sample.pgmText) { x, _ in gray((x * 255 + 15) / 31) },
        // 1 is black.
        Case(name: "a.pbm", kind: .pnm, bytes: Sample.pbm) { gray(Sample.index($0, $1) & 1 == 1 ? 0 : 255) },
        Case(name: "text.pbm", kind: .pnm, bytes: Sample.pbmText) { gray(Sample.index($0, $1) & 1 == 1 ? 0 : 255) },
        Case(name: "a.pam", kind: .pnm, bytes: Sample.pam) { color($0, $1).dropLast() + [100 + $0] },
        Case(name: "light.pfm", kind: .pfm, bytes: Sample.pfm(depth: 3) { x, y in Float(x + y) / 16 - 0.25 }) {
            gray(encoded(Double($0 + $1) / 16 - 0.25))
        },
        Case(
            name: "big.pfm", kind: .pfm,
            bytes: Sample.pfm(depth: 1, isLittle: false) { x, y in x == 0 ? .nan : Float(x) / 20 }
        ) { x, _ in gray(encoded(Double(x) / 20)) },
        Case(
            name: "distances.pfm", kind: .pfm,
            bytes: Sample.pfm(depth: 1) { x, y in x == 0 && y == 0 ? .infinity : Float(100 + 12 * y + x) }
        ) { x, y in gray(x == 0 && y == 0 ? 255 : (12 * y + x - 1) * 255 / 161) },
        Case(name: "a.hdr", kind: .radiance, bytes: Sample.radiance) { x, _ in
            gray(encoded(128.5 * exp2(Double(x - 11 - 8))))
        },
        Case(name: "plain.hdr", kind: .radiance, bytes: Sample.radiancePlain) { x, _ in
            gray(encoded(128.5 * exp2(Double(x - 11 - 8))))
        },
        Case(name: "a.qoi", kind: .qoi, bytes: Sample.qoi) { Sample.qoiColor($0, $1).map { Int($0) } + [255] },
        Case(name: "a.psd", kind: .photoshop, bytes: Sample.photoshop.bytes, pixel: color),
        Case(name: "16.psd", kind: .photoshop, bytes: Sample.photoshop16.bytes, pixel: color),
        Case(
            name: "indexed.psd", kind: .photoshop,
            bytes: Sample.Photoshop(
                mode: 2, channels: 1, resources: Sample.resource(1047, [0, 3]),
                colors: (0..<3).flatMap { part in (0..<256).map { Sample.palette[$0 % 4][part] } }
            ) { _, y in (0..<Sample.width).map { Sample.index($0, y) } }.bytes
        ) { Sample.index($0, $1) == 3 ? [0, 0, 0, 0] : indexed($0, $1) },
        // A negative number of layers, and colors that are blended with white.
        Case(
            name: "alpha.psd", kind: .photoshop,
            bytes: Sample.Photoshop(channels: 4, layers: 0xFFFF) { channel, y in
                (0..<Sample.width).map { channel == 3 ? 51 : 204 + Sample.color($0, y)[channel] / 5 }
            }.bytes
        ) { color($0, $1).dropLast() + [51] },
        // A saved selection.
        Case(
            name: "selection.psd", kind: .photoshop,
            bytes: Sample.Photoshop(channels: 4, layers: 1) { channel, y in
                (0..<Sample.width).map { channel == 3 ? 51 : Sample.color($0, y)[channel] }
            }.bytes, pixel: color),
    ]

    @Test("show the pixels that they hold, in tiles, below full size and in builds", arguments: cases)
    func pixels(_ test: Case) throws {
        let path = try folder.write(test.name, test.bytes)
        let document = try ContentReader.open(path)
        #expect(document.kind == test.kind)
        #expect(document.notes.isEmpty && document.damage == nil)
        #expect(document.facts.contains(ContentDocument.Fact(name: "format", value: test.kind.title)))
        let source = try #require(document.source as? ImageSource)
        let shown = try whole(source)
        try #require(shown.width == Sample.width && shown.height == Sample.height)
        // Alpha below 255 multiplies and rounds colors.
        for y in 0..<shown.height {
            for x in 0..<shown.width {
                let right = test.pixel(x, y)
                let premultiplied = right.prefix(3).map { ($0 * right[3] + 127) / 255 } + [right[3]]
                let pixel = shown[x, y]
                let found = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Int($0) }
                try #require(
                    zip(found, premultiplied).allSatisfy { abs($0 - $1) <= 1 }, "\(found) at \(x), \(y): not \(right)")
            }
        }
        let part = try raster(source, RasterArea(scale: 1, x: 9, y: 5, width: 7, height: 6))
        #expect((0..<6).allSatisfy { y in (0..<7).allSatisfy { part[$0, y] == shown[9 + $0, 5 + y] } })
        let half = try whole(try ImageSource.open(path), level: 1)
        let right = halved(shown, times: 1)
        #expect((0..<half.height).allSatisfy { Array(half.row($0)) == Array(right.row($0)) })
        #expect(
            try strips(source, height: 5, widths: [10, 9]) == (0..<shown.height).flatMap { Array(shown.row($0)) })
    }

    @Test(
        "A file that ends early shows the rows that it has",
        arguments: [
            // The first stored row is the bottom one.
            ("24.bmp", 0.5, false), ("top-down.bmp", 0.5, true), ("runs.bmp", 0.7, false), ("a.ppm", 0.5, true),
            ("light.pfm", 0.5, false), ("a.qoi", 0.5, true), ("16.psd", 0.9, true), ("a.psd", 0.9, true),
        ] as [(String, Double, Bool)])
    func truncated(name: String, part: Double, fromTop: Bool) throws {
        let test = try #require(Self.cases.first { $0.name == name })
        let path = try folder.write(name, test.bytes)
        let right = try whole(try ImageSource.open(path))
        _ = try folder.write(name, test.bytes.prefix(Int(Double(test.bytes.count) * part)))
        let document = try ContentReader.open(path)
        guard case .picture(let missing)? = document.damage?.loss else {
            Issue.record("\(String(describing: document.damage))")
            return
        }
        let count = Int((missing * Double(Sample.height)).rounded())
        try #require(count > 0 && count < Sample.height)
        let source = try #require(document.source as? ImageSource)
        let shown = try whole(source)
        for y in 0..<Sample.height {
            let isMissing = fromTop ? y >= Sample.height - count : y < count
            let row = isMissing ? [UInt32](repeating: 0, count: Sample.width) : Array(right.row(y))
            #expect(Array(shown.row(y)) == row)
        }
        #expect(throws: ContentFailure.self) { try strips(source, height: 5, widths: [10, 9]) }
    }

    @Test(
        "Damage that only decoding finds leaves the rows above it",
        arguments: [("text.pgm", 0.6), ("a.hdr", 0.6), ("plain.hdr", 0.6)])
    func damaged(name: String, part: Double) throws {
        let test = try #require(Self.cases.first { $0.name == name })
        let right = try whole(try ImageSource.open(try folder.write(name, test.bytes)))
        let path = try folder.write(name, test.bytes.prefix(Int(Double(test.bytes.count) * part)))
        let source = try ImageSource.open(path)
        let shown = try whole(source)
        let count = (0..<Sample.height).prefix { Array(shown.row($0)) == Array(right.row($0)) }.count
        #expect((6...8).contains(count))
        #expect((count..<Sample.height).allSatisfy { shown.row($0).allSatisfy { $0 == 0 } })
        #expect(throws: ContentFailure.self) { try strips(source, height: 5, widths: [10, 9]) }
    }

    @Test("Variants that are not read are named, and are not damaged")
    func unsupported() throws {
        func failure(_ name: String, _ bytes: [UInt8]) throws -> ContentFailure? {
            let path = try folder.write(name, bytes)
            return #expect(throws: ContentFailure.self) { try ContentReader.open(path) }
        }
        func unsupported(_ name: String, _ what: String) -> ContentFailure {
            .unsupported(path: folder.file(name), what: what)
        }
        var bitmap = Sample.bitmap24
        bitmap.compression = 4
        #expect(try failure("a.bmp", bitmap.bytes) == unsupported("a.bmp", "it is a bitmap that contains a JPEG"))
        var picture = Sample.photoshop
        picture.mode = 9
        #expect(
            try failure("a.psd", picture.bytes)
                == unsupported("a.psd", "it is a Photoshop document in CIE Lab with 8 bits"))
        picture = Sample.photoshop
        picture.resources = Sample.resource(1057, [0, 0, 0, 1, 0])
        #expect(
            try failure("b.psd", picture.bytes)
                == unsupported(
                    "b.psd",
                    "it is a Photoshop document without a flattened picture (save it with “Maximize Compatibility”)"))
        let turned = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n+X 19 +Y 13\n".utf8) + [0]
        #expect(
            try failure("a.hdr", turned)
                == unsupported("a.hdr", "it is a Radiance picture with its rows in the order “+X +Y”"))
        let bands = Array("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 7\nMAXVAL 255\nENDHDR\n1234567".utf8)
        #expect(try failure("a.pam", bands) == unsupported("a.pam", "its pixels have 7 samples of type “”"))
    }

    @Test("A profile is applied, and inks are not inverted")
    func profiles() throws {
        let data = [UInt8](try #require(CGColorSpace(name: CGColorSpace.linearSRGB)?.copyICCData()))
        var picture = Sample.photoshop
        picture.resources = Sample.resource(1005, [1, 2, 3]) + Sample.resource(1039, data)
        let document = try ContentReader.open(try folder.write("a.psd", picture.bytes))
        #expect(document.facts.contains { $0.name == "color profile" && $0.value.hasSuffix("converted to sRGB") })
        let shown = try whole(try #require(document.source as? ImageSource))
        #expect(abs(Int(shown[10, 6].red) - Self.encoded(130.0 / 255)) <= 1)
        // 255 is paper.
        let inks = Sample.Photoshop(mode: 4, channels: 4) { channel, y in
            (0..<Sample.width).map { $0 < 9 || channel == 0 ? 255 : 0 }
        }
        let colors = try whole(try ImageSource.open(try folder.write("b.psd", inks.bytes)))
        #expect(colors[2, 2].green > 240 && colors[2, 2].red > 240 && colors[12, 2].red < 80)
    }

    @Test(
        "Text that starts with the same letters is text",
        arguments: ["BMP is a format", "P5 is a track", "PF", "P7 332\n", "qoi", "#?bash", "8BP"])
    func text(_ content: String) {
        #expect(ContentKind.recognize(Array(content.utf8)) == .unknown("this is plain text"))
    }
}
