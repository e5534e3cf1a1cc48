import Foundation
import ImageMessages
import TestSupport
import Testing
import TileEngine
import TileGeometry
import TileGraphics

@testable import TileContent

/// Pictures as phones and the web have them. The right values are those that Chromium 156 shows.
@Suite("Pictures of phones and of the web")
struct PhonePictureTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The nearest of the colors of `SamplePhonePicture` at the corners: top left, top right, bottom left and right.
    private func corners(_ name: String, _ bytes: [UInt8]) throws -> String {
        let bitmap = try whole(ImageSource.open(folder.write(name, bytes)))
        let (right, bottom) = (bitmap.width - 1, bitmap.height - 1)
        return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { x, y in
            let pixel = bitmap[x, y]
            switch (pixel.red > 127, pixel.green > 127, pixel.blue > 127) {
            case (true, false, false): return "R"
            case (false, true, false): return "G"
            case (false, false, true): return "B"
            case (true, true, false): return "Y"
            default: return "?"
            }
        }.joined()
    }

    private func size(_ name: String) throws -> [Int] {
        let source = try ImageSource.open(folder.file(name))
        return [source.width, source.height]
    }

    @Test("are turned, mirrored and cropped as HEIF's properties say")
    func properties() throws {
        #expect(try corners("a.avif", SamplePhonePicture.turned) == "BRYG")
        #expect(try size("a.avif") == [24, 40])
        #expect(try corners("b.avif", SamplePhonePicture.mirrored) == "GRYB")
        #expect(try corners("c.avif", SamplePhonePicture.cropped) == "RRRR")
        #expect(try size("c.avif") == [20, 12])
        #expect(try corners("d.heic", SamplePhonePicture.turnedHEIC) == "GYRB")
    }

    @Test("are not turned by EXIF in HEIF, which states turns in properties")
    func onlyEXIF() throws {
        #expect(try corners("a.avif", SamplePhonePicture.described) == "RGBY")
        #expect(try size("a.avif") == [40, 24])
    }

    /// The pixels of a sample: quarters of four colors.
    private static let quarters = SampleImage(width: 40, height: 24, bands: 3) { x, y, band in
        let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0]]
        return colors[(y < 12 ? 0 : 2) + (x < 20 ? 0 : 1)][band]
    }

    /// A TIFF of a single tag, the orientation: the form of EXIF in PNG and WebP.
    private static func exif(_ orientation: Int) -> [UInt8] {
        Array("MM".utf8) + [
            0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0,
        ]
    }

    @Test("are turned by EXIF in a PNG, if it precedes the pixels")
    func exifOfPNG() throws {
        let pixels = Self.quarters.samples.map { UInt8($0) }
        var file = SamplePNG(width: 40, height: 24, bands: 3, pixels: pixels)
        file.chunks = [("eXIf", Self.exif(6))]
        #expect(try corners("a.png", file.bytes) == "BRYG")
        #expect(try size("a.png") == [24, 40])
        file.chunks = [("eXIf", Self.exif(3))]
        #expect(try corners("a.png", file.bytes) == "YBGR")
        (file.chunks, file.lateChunks) = ([], [("eXIf", Self.exif(6))])
        #expect(try corners("a.png", file.bytes) == "RGBY")
    }

    @Test("are turned by EXIF in a WebP and a JPEG", arguments: ["webp", "jpeg"])
    func exif(format: String) throws {
        var image = Self.quarters
        image.orientation = 6
        let path = folder.file("a.\(format)")
        try image.write(path, by: "\(format)save", ["Q": "95"])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(try corners("b.\(format)", bytes) == "BRYG")
        #expect(try size("b.\(format)") == [24, 40])
    }

    // MARK: Alpha

    /// Returns the straight color at the top right, which has an alpha of 128.
    private func half(_ path: String) throws -> [Int] {
        let bitmap = try whole(ImageSource.open(path))
        let pixel = bitmap[bitmap.width - 1, 0]
        #expect(abs(Int(pixel.alpha) - 128) <= 2)
        return [pixel.red, pixel.green, pixel.blue].map { (Int($0) * 255 + 64) / 128 }
    }

    @Test("Colors that an AVIF or a JPEG XL multiplied by alpha are divided by it")
    func premultiplied() throws {
        for (name, bytes) in [("a.avif", SamplePhonePicture.premultiplied), ("a.jxl", SamplePhonePicture.associated)] {
            let color = try half(folder.write(name, bytes))
            #expect(color[0] <= 6 && color[1] >= 249 && color[2] <= 6, "\(name): \(color)")
        }
    }

    @Test("Colors that a JPEG 2000 multiplied by alpha are divided by it", arguments: [8, 16])
    func premultipliedJPEG2000(bits: Int) throws {
        let unit = bits == 16 ? 257 : 1
        var image = SampleImage(width: 16, height: 8, bands: 4, is16Bit: bits == 16) { _, _, band in
            [0, 128, 20, 128][band] * unit
        }
        if bits == 16 { image.interpretation = "rgb16" }
        let path = folder.file("a.jp2")
        try image.write(path, by: "jp2ksave", ["lossless": "true"])
        #expect(zip(try half(path), [0, 128, 20]).allSatisfy { abs($0 - $1) <= 2 })
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        // The fourth channel, which libvips writes as opacity, becomes premultiplied opacity.
        let entry = try #require(bytes.firstRange(of: [0, 3, 0, 1, 0, 0]))
        bytes[entry.lowerBound + 3] = 2
        let color = try half(folder.write("b.jp2", bytes))
        #expect(zip(color, [0, 255, 40]).allSatisfy { abs($0 - $1) <= 2 }, "\(color)")
    }

    @Test("Colors are divided exactly, and never exceed white")
    func division() {
        for alpha in 0...255 {
            var pixels = (0...255).flatMap { [UInt8($0), UInt8(alpha)] }
            PremultipliedAlpha.divide(&pixels, channels: 1, bytes: 1)
            let right = (0...255).map { color in
                alpha == 0 ? color : min(255, (2 * color * 255 + alpha) / (2 * alpha))
            }
            #expect(stride(from: 0, to: 512, by: 2).map { Int(pixels[$0]) } == right)
        }
    }

    // MARK: GIF

    /// A GIF with a red picture at a place of its screen, whose background is blue.
    private static func gif(screen: [Int], picture: [Int], isTransparent: Bool = false) -> [UInt8] {
        func words(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] } }
        // Codes of three bits, with a clear code before each pixel, so that they do not grow.
        let codes = (0..<(picture[2] * picture[3])).flatMap { _ in [4, 1] } + [5]
        let bits = codes.flatMap { code in (0..<3).map { code >> $0 & 1 } }
        let data = stride(from: 0, to: bits.count, by: 8).map { start -> UInt8 in
            let part = bits[start..<min(start + 8, bits.count)]
            return part.enumerated().reduce(0) { $0 | UInt8($1.element << $1.offset) }
        }
        // The screen with four colors, and a comment.
        var file: [UInt8] = Array("GIF89a".utf8) + words(screen)
        file += [0xF1, 0, 0, 0, 0, 255, 255, 0, 0, 0, 255, 0, 9, 9, 9]
        file += [0x21, 0xFE, 3, 1, 2, 3, 2, 4, 5, 0]
        if isTransparent { file += [0x21, 0xF9, 4, 1, 0, 0, 3, 0] }
        file += [0x2C] + words(picture)
        file += [0, 2, UInt8(data.count)] + data
        return file + [0, 0x3B]
    }

    @Test("A GIF whose picture is smaller than its screen is transparent around it", arguments: [false, true])
    func smallGIF(isTransparent: Bool) throws {
        let bytes = Self.gif(screen: [10, 8], picture: [3, 2, 4, 5], isTransparent: isTransparent)
        let bitmap = try whole(ImageSource.open(folder.write("a.gif", bytes)))
        #expect(bitmap.width == 10 && bitmap.height == 8)
        let red = PixelColor(premultipliedRed: 255, green: 0, blue: 0, alpha: 255)
        for y in 0..<8 {
            for x in 0..<10 {
                let isInside = (3..<7).contains(x) && (2..<7).contains(y)
                #expect(bitmap[x, y] == (isInside ? red : .clear), "at \(x), \(y)")
            }
        }
        // The same in a drawing.
        let drawn = try #require(GIFImage.decoding(Data(bytes)))
        for y in 0..<8 { for x in 0..<10 { #expect(drawn[x, y] == bitmap[x, y]) } }
    }

    @Test("A GIF whose picture covers its screen is opaque")
    func wholeGIF() throws {
        for picture in [[0, 0, 6, 5], [0, 0, 6, 9]] {
            let path = try folder.write("a.gif", Self.gif(screen: [6, 5], picture: picture))
            let bitmap = try whole(ImageSource.open(path))
            for y in 0..<5 { for x in 0..<6 { #expect(bitmap[x, y].isOpaque) } }
        }
    }

    @Test("The part that a GIF's picture covers is found in bounded time, whatever the file has")
    func hostileGIF() {
        func coverage(_ bytes: [UInt8]) -> GIFCoverage? {
            GIFCoverage { offset, count in
                offset >= 0 && offset + count <= bytes.count ? Array(bytes[offset..<(offset + count)]) : nil
            }
        }
        let file = Self.gif(screen: [10, 8], picture: [3, 2, 4, 5])
        let part = coverage(file)?.partial(ofScreen: 10, 8)
        #expect(part?.left == 3 && part?.top == 2 && part?.width == 4 && part?.height == 5)
        for count in 0..<30 { #expect(coverage(Array(file.prefix(count))) == nil) }
        #expect(coverage(Self.gif(screen: [10, 8], picture: [0, 0, 10, 8]))?.partial(ofScreen: 10, 8) == nil)
        // Beyond the screen, and of no size.
        #expect(coverage(Self.gif(screen: [10, 8], picture: [10, 0, 4, 4]))?.partial(ofScreen: 10, 8) == nil)
        #expect(coverage(Self.gif(screen: [10, 8], picture: [0, 0, 0, 4]))?.partial(ofScreen: 10, 8) == nil)
        // A file of nothing but empty extensions.
        let endless = Array(file.prefix(25))
        #expect(coverage(endless + (0..<300_000).flatMap { _ in [0x21, 0xFE, 0] as [UInt8] }) == nil)
        // Endless sub-blocks of one byte.
        var reads = 0
        let found = GIFCoverage { offset, count in
            reads += 1
            let block: [UInt8] = [0x21, 0xFE, 1, 0]
            if offset < 25 { return Array((file + file)[offset..<(offset + count)]) }
            return (0..<count).map { offset + $0 < 29 ? block[offset + $0 - 25] : 1 }
        }
        #expect(found == nil && reads < 1 << 19)
    }

    // MARK: JPEG

    @Test("A JPEG with a gain map shows its base, once")
    func gainMap() throws {
        let (base, map) = (folder.file("base.jpg"), folder.file("map.jpg"))
        try SampleImage(width: 32, height: 16, bands: 3) { _, _, band in [200, 120, 80][band] }
            .write(base, by: "jpegsave", ["Q": "95"])
        try SampleImage(width: 8, height: 4, bands: 1) { _, _, _ in 255 }.write(map, by: "jpegsave", ["Q": "95"])
        let first = [UInt8](try Data(contentsOf: URL(fileURLWithPath: base)))
        let second = [UInt8](try Data(contentsOf: URL(fileURLWithPath: map)))
        // The index of a multi-picture file (CIPA DC-007): version, number of pictures, and an entry of 16 bytes each.
        var index: [UInt8] = Array("MPF\0MM".utf8)
        index += [0, 42, 0, 0, 0, 8, 0, 3, 0xB0, 0, 0, 7, 0, 0, 0, 4] + Array("0100".utf8)
        index += [0xB0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50, 0, 0, 0, 0]
        index += SamplePNG.big([0x0003_0000, first.count, 0, 0, 0, second.count, first.count, 0])
        var bytes: [UInt8] = Array(first.prefix(2)) + [0xFF, 0xE2]
        bytes += SamplePNG.big([index.count + 2], bytes: 2) + index
        bytes += Array(first.dropFirst(2)) + second
        let document = try ContentReader.open(folder.write("a.jpg", bytes))
        #expect(document.notes.isEmpty && document.pages == nil && document.damage == nil)
        let source = try #require(document.source as? ImageSource)
        #expect(source.width == 32 && source.height == 16)
        let pixel = try whole(source)[9, 9]
        #expect(pixel == (try whole(ImageSource.open(base)))[9, 9])
        #expect(abs(Int(pixel.red) - 200) <= 2 && abs(Int(pixel.green) - 120) <= 2 && abs(Int(pixel.blue) - 80) <= 2)
        // A file that ends within the gain map has its whole picture.
        let cut = try ContentReader.open(folder.write("b.jpg", bytes.dropLast(second.count / 2)))
        #expect(cut.damage == nil)
        #expect(try whole(try #require(cut.source as? ImageSource))[9, 9] == pixel)
    }

    /// A progressive JPEG of a size, of which only the headers exist (ITU-T T.81, B.2).
    private static func progressive(width: Int, height: Int) -> [UInt8] {
        func zeros(_ count: Int, of value: UInt8 = 0) -> [UInt8] { [UInt8](repeating: value, count: count) }
        // A table of quantization, and the frame.
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + zeros(64, of: 1)
        file += [0xFF, 0xC2, 0, 17, 8] + SamplePNG.big([height, width], bytes: 2)
        file += [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        // A code table of one symbol, and the first scan.
        file += [0xFF, 0xC4, 0, 20, 0, 1] + zeros(16)
        file += [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0] + zeros(64)
        return file + [0xFF, 0xD9]
    }

    @Test("A progressive JPEG that is too large for the limit or the memory is refused with a reason")
    func largeProgressive() throws {
        // 300 million pixels.
        let path = try folder.write("a.jpg", Self.progressive(width: 20_000, height: 15_000))
        #expect(
            throws: ContentFailure.tooLarge(
                path: path, what: "it is progressive or interlaced and 20,000 × 15,000 pixels",
                limit: "268,435,456 pixels for such images")
        ) { try ContentReader.open(path) }
        // 200 million pixels take 1.2 GB.
        let other = try folder.write("b.jpg", Self.progressive(width: 20_000, height: 10_000))
        var limits = ContentLimits()
        limits.memory = MemoryBudget(limit: 256 << 20)
        let source = try ImageSource.open(other, limits: limits)
        let failure = #expect(throws: ContentFailure.self) {
            _ = try raster(source, RasterArea(scale: 1, x: 0, y: 0, width: 16, height: 16))
        }
        guard case .noRoom(other, let room)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect("\(room)".contains("memory"))
    }
}
