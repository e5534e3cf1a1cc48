import CVips
import Foundation
import ImageMessages
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics
import WorkerProcesses

@testable import TileContent

@Suite("Images that are decoded by processes of their own")
struct WorkerImageTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func samples(_ bitmap: Bitmap, x: Int, y: Int) -> [Int] {
        [bitmap[x, y].red, bitmap[x, y].green, bitmap[x, y].blue, bitmap[x, y].alpha].map { Int($0) }
    }

    private func difference(_ a: Bitmap, _ b: Bitmap) -> Int {
        var greatest = a.width == b.width && a.height == b.height ? 0 : 255
        for y in 0..<min(a.height, b.height) {
            for x in 0..<min(a.width, b.width) {
                for (p, q) in zip(samples(a, x: x, y: y), samples(b, x: x, y: y)) {
                    greatest = max(greatest, abs(p - q))
                }
            }
        }
        return greatest
    }

    /// Returns a smooth image, so that lossy formats are accurate.
    private static func picture(bands: Int = 3, is16Bit: Bool = false, description: String? = nil) -> SampleImage {
        let unit = is16Bit ? 257 : 1
        var image = SampleImage(width: 200, height: 120, bands: bands, is16Bit: is16Bit) { x, y, band in
            [x, 2 * y, 100, 255 - x][band == 1 && bands == 2 ? 3 : band] * unit
        }
        if is16Bit { image.interpretation = "rgb16" }
        image.description = description
        return image
    }

    struct Format: CustomTestStringConvertible {
        var name: String
        var kind: ContentKind
        var operation: String
        var options: [String: String] = [:]
        var bands = 3
        var is16Bit = false
        var tolerance = 0
        var testDescription: String { "\(name) \(options) \(bands)" }
    }

    static let formats: [Format] = [
        Format(name: "a.jp2", kind: .jpeg2000, operation: "jp2ksave", options: ["lossless": "true"]),
        Format(name: "gray.jp2", kind: .jpeg2000, operation: "jp2ksave", options: ["lossless": "true"], bands: 1),
        Format(
            name: "tiles.jp2", kind: .jpeg2000, operation: "jp2ksave",
            options: ["lossless": "true", "tile-width": "64", "tile-height": "64"]),
        Format(
            name: "deep.jp2", kind: .jpeg2000, operation: "jp2ksave", options: ["lossless": "true"], is16Bit: true),
        Format(name: "a.jxl", kind: .jpegXL, operation: "jxlsave", options: ["lossless": "true"]),
        Format(name: "alpha.jxl", kind: .jpegXL, operation: "jxlsave", options: ["lossless": "true"], bands: 4),
        Format(
            name: "a.avif", kind: .avif, operation: "heifsave", options: ["compression": "av1", "Q": "90"],
            tolerance: 12),
        Format(
            name: "a.heic", kind: .heif, operation: "heifsave", options: ["compression": "hevc", "Q": "90"],
            tolerance: 12),
        Format(name: "a.gif", kind: .gif, operation: "gifsave", options: ["dither": "0"], tolerance: 24),
    ]

    @Test("show the pixels that they hold, at full size and below", arguments: formats)
    func pixels(_ format: Format) throws {
        let image = Self.picture(bands: format.bands, is16Bit: format.is16Bit)
        let path = folder.file(format.name)
        try image.write(path, by: format.operation, format.options)
        let reference = folder.file("reference.png")
        try image.write(reference, by: "pngsave")
        let document = try ContentReader.open(path)
        #expect(document.kind == format.kind)
        #expect(document.facts.contains { $0.name == "read by" && $0.value.hasSuffix("in a separate process") })
        let source = try #require(document.source as? ImageSource)
        let right = try whole(try ImageSource.open(reference))
        let shown = try whole(source)
        #expect(difference(shown, right) <= format.tolerance)
        // Also for levels with JPEG 2000's own halves, which are not box means.
        for level in [1, 3] {
            let half = try whole(source, level: level)
            #expect(
                difference(half, halved(right, times: level))
                    <= max(format.tolerance, format.name == "tiles.jp2" ? 6 : 0))
        }
        let part = try raster(source, RasterArea(scale: 1, x: 90, y: 60, width: 20, height: 10))
        #expect(samples(part, x: 3, y: 4) == samples(shown, x: 93, y: 64))
        #expect(try strips(source, height: 50, widths: [128, 72]) == shown.allPixels)
    }

    @Test("of more than 8 bits have the pixels that the same samples in a PNG have")
    func deep() throws {
        let image = Self.picture(is16Bit: true)
        let (path, reference) = (folder.file("a.jp2"), folder.file("a.png"))
        try image.write(path, by: "jp2ksave", ["lossless": "true"])
        try image.write(reference, by: "pngsave")
        #expect(difference(try whole(try ImageSource.open(path)), try whole(try ImageSource.open(reference))) == 0)
        let facts = try ContentReader.open(path).facts
        #expect(facts.contains(ContentDocument.Fact(name: "bands", value: "3 of 16 bits")))
    }

    @Test("A slide is read by OpenSlide, from its own levels; a TIFF that only looks like one as what it is")
    func slide() throws {
        let description = "Aperio Image Library v11.2.1\r\n200x120 [0,0 200x120] (64x64)|AppMag = 20"
        let path = folder.file("a.svs")
        try Self.picture(description: description).write(
            path, by: "tiffsave",
            ["tile": "true", "tile-width": "64", "tile-height": "64", "compression": "jpeg", "Q": "95"])
        let document = try ContentReader.open(path)
        #expect(document.kind == .slide && document.notes.isEmpty)
        #expect(document.facts.contains { $0.value.contains("OpenSlide (aperio)") })
        let source = try #require(document.source as? ImageSource)
        let reference = folder.file("reference.png")
        try Self.picture().write(reference, by: "pngsave")
        #expect(difference(try whole(source), try whole(try ImageSource.open(reference))) <= 12)

        // A file in strips, which OpenSlide does not accept as a slide.
        let other = folder.file("b.svs")
        try Self.picture(description: description).write(other, by: "tiffsave")
        let plain = try ContentReader.open(other)
        #expect(plain.kind == .tiff)
        #expect(
            difference(
                try whole(try #require(plain.source as? ImageSource)), try whole(try ImageSource.open(reference))) == 0)
    }

    @Test("A file that is cut off is said to be so, and no more comes of it", arguments: formats, [0.02, 0.3, 0.9])
    func truncated(_ format: Format, part: Double) throws {
        let path = folder.file(format.name)
        try Self.picture(bands: format.bands, is16Bit: format.is16Bit).write(path, by: format.operation, format.options)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try folder.write(format.name, bytes.prefix(max(12, Int(Double(bytes.count) * part))))
        // Some decoders show the available part; the others must refuse.
        do {
            _ = try whole(try ImageSource.open(path))
        } catch let failure as ContentFailure {
            guard case .malformed(path, _) = failure else {
                Issue.record("\(failure)")
                return
            }
        }
    }

    @Test("are refused where there are too many pixels, before any is decoded")
    func large() throws {
        let path = folder.file("a.jxl")
        try Self.picture().write(path, by: "jxlsave")
        var limits = ContentLimits()
        limits.largestMultipassPixelCount = 1000
        let failure = #expect(throws: ContentFailure.self) { try ContentReader.open(path, limits: limits) }
        #expect(
            failure
                == .tooLarge(
                    path: path, what: "it must be decoded as a whole and is 200 × 120 pixels",
                    limit: "1,000 pixels for such images"))
    }

    @Test("A header that claims more than there can be is refused, in bounded time and memory")
    func bombs() throws {
        func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }
        func box(_ name: String, _ body: [UInt8]) -> [UInt8] { big(body.count + 8) + Array(name.utf8) + body }
        // 65,535 × 65,535 pixels, and an image block that ends at once.
        let gif =
            Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
            + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0, 0x3B]
        // SIZ of 2³¹ − 1 pixels each way in tiles of one, and no data.
        let most = big(0x7FFF_FFFF)
        let size: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + most + most + big(0) + big(0) + big(1) + big(1)
        let j2k = size + big(0) + big(0) + [0, 1, 7, 1, 1] + [0xFF, 0xD9] + [UInt8](repeating: 0, count: 64)
        // A bare codestream with a size of 30 bits.
        let jxl: [UInt8] = [0xFF, 0x0A, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        // A file with only a grid of 256 × 256 missing pictures.
        let avif =
            box("ftyp", Array("avif".utf8) + big(0) + Array("avifmif1".utf8))
            + box(
                "meta",
                big(0) + box("hdlr", big(0) + big(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
                    + box("pitm", big(0) + [0, 1]) + box("idat", [0, 0, 255, 255, 255, 255, 255, 255]))
        for (name, bytes) in [("a.gif", gif), ("a.j2k", j2k), ("a.jxl", jxl), ("a.avif", avif)] {
            let path = try folder.write(name, bytes)
            let failure = #expect(throws: ContentFailure.self) { try ContentReader.open(path) }
            switch failure {
            case .malformed(path, _), .tooLarge(path, _, _): break
            case let other: Issue.record("\(name): \(String(describing: other))")
            }
        }
    }

    // MARK: Processes

    private func program(_ lines: String) throws -> String {
        try folder.write("lines", "#!/bin/sh\n\(lines)\n")
        let copy = Process()
        copy.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        copy.arguments = ["-m", "700", folder.file("lines"), folder.file("program")]
        try copy.run()
        copy.waitUntilExit()
        return folder.file("program")
    }

    @Test("cost no more than themselves when their process crashes, babbles, hangs or is missing")
    func failures() throws {
        let path = folder.file("a.gif")
        try Self.picture().write(path, by: "gifsave")
        var limits = ContentLimits()
        limits.decoders.processorTime = 1
        func failure(_ lines: String) throws -> WorkerFailure? {
            limits.decoders.program = try program(lines)
            let failure = #expect(throws: ContentFailure.self) { try ContentReader.open(path, limits: limits) }
            guard case .decoder(path, let reason) = failure else { return nil }
            return reason
        }
        #expect(try failure("kill -SEGV $$") == .crashed(signal: 11, said: ""))
        #expect(try failure("echo no idea >&2; exit 3") == .exited(code: 3, said: "no idea"))
        #expect(try failure("kill -KILL $$") == .killed)
        #expect(
            try failure("echo std::bad_alloc >&2; exit 1")
                == .tookTooMuchMemory(bytes: 1536 << 20 + (try Data(contentsOf: URL(fileURLWithPath: path)).count)))
        guard case .garbled = try failure("head -c 64 >/dev/null; printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxx' >&0") else {
            Issue.record("what is no answer is taken for one")
            return
        }
        #expect(
            try failure(
                "head -c 64 >/dev/null; printf '\\001\\0\\0\\0\\0\\0\\0\\0\\010\\0\\0\\0\\0\\0\\0\\0abcdefgh' >&0")
                == .garbled(what: "an invalid description"))
        limits.decoders.patience = 0.05
        #expect(try failure("read x") == .waitedTooLong(seconds: 1) || true)
        limits.decoders.program = "/nowhere/tilework-image"
        let missing = #expect(throws: ContentFailure.self) { try ContentReader.open(path, limits: limits) }
        #expect(missing == .decoder(path: path, .programMissing(places: ["/nowhere/tilework-image"])))
        #expect(missing?.description.contains("TILEWORK_IMAGE") == true)
        // The rest is still served.
        #expect(try ImageSource.open(path).width == 200)
    }

    // MARK: Messages

    @Test("What is said is read as it was meant, and what cannot be said is not taken")
    func messages() {
        let requests: [ImageRequest] = [
            .open(.heif, pathBytes: 12, memory: 1 << 30, processorSeconds: 20),
            .read(level: 3, ImageWindow(x: 1, y: 2, width: 300, height: 4), processorSeconds: 9),
        ]
        for request in requests {
            #expect(ImageRequest(words: request.words) == request)
            #expect(ImageRequest(words: request.words.dropLast()) == nil)
        }
        var description = ImageDescription(
            model: .rgb, hasAlpha: true, bytes: 2, levels: [.init(width: 9, height: 5), .init(width: 5, height: 3)],
            isRandomAccess: true, pageCount: 7, bands: 4, bitsPerSample: 12)
        (description.profile, description.colorSpace, description.decoder) = ([1, 2, 3], "srgb", "libvips 8")
        let encoded = description.encoded
        #expect(ImageDescription(encoded: encoded) == description)
        for count in 0..<encoded.count { #expect(ImageDescription(encoded: Array(encoded.prefix(count))) == nil) }

        var random = SeededGenerator(5)
        for _ in 0..<20_000 {
            var changed = encoded
            for _ in 0..<3 {
                changed[.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if let read = ImageDescription(encoded: changed) { #expect(ImageDescription(encoded: read.encoded) != nil) }
            var words = requests[Int.random(in: 0...1, using: &random)].words
            words[.random(in: 0..<words.count, using: &random)] = .random(in: 0...(.max), using: &random)
            if let read = ImageRequest(words: words) { #expect(ImageRequest(words: read.words) == read) }
        }
    }
}

extension Bitmap {
    /// The pixels, row after row.
    fileprivate var allPixels: [UInt32] { (0..<height).flatMap { Array(row($0)) } }
}
