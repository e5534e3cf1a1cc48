import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("An image")
struct ImageTests {
    private func image(
        _ bytes: [UInt8], width: Int, height: Int, bits: Int, bitsPerPixel: Int, bytesPerRow: Int,
        space: CGColorSpace = .deviceRGB, info: UInt32, decode: [CGFloat]? = nil
    ) -> CGImage? {
        func make(_ decode: UnsafePointer<CGFloat>?) -> CGImage? {
            CGImage(
                width: width, height: height, bitsPerComponent: bits, bitsPerPixel: bitsPerPixel,
                bytesPerRow: bytesPerRow, space: space, bitmapInfo: CGBitmapInfo(rawValue: info),
                provider: CGDataProvider(data: Data(bytes))!, decode: decode, shouldInterpolate: true,
                intent: .defaultIntent)
        }
        return decode.map { make($0) } ?? make(nil)
    }

    @Test("enlarged with any quality but none, has pixels mixed and no squares", arguments: [2, 3, 4, 16])
    func enlarging(factor: Int) throws {
        let two = try #require(
            image(
                [0, 0, 0, 255, 255, 255, 255, 255], width: 2, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 8,
                info: CGImageAlphaInfo.last.rawValue))
        func tones(_ quality: CGInterpolationQuality) throws -> Set<UInt8> {
            let bitmap = try drawn(2 * factor, 1) { context in
                context.interpolationQuality = quality
                context.draw(two, in: CGRect(x: 0, y: 0, width: 2 * factor, height: 1))
            }
            return Set((0..<2 * factor).map { bitmap[$0, 0].red })
        }
        #expect(try tones(.none) == [0, 255])
        for quality in [CGInterpolationQuality.default, .low, .medium, .high] {
            // From the middle of one pixel to that of the other the tones change with every pixel drawn.
            #expect(try tones(quality).count >= factor)
        }
    }

    @Test("reads the usual layouts of four bytes")
    func fourBytes() {
        let last = image(
            [255, 0, 0, 128, 0, 255, 0, 255], width: 2, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 8,
            info: CGImageAlphaInfo.last.rawValue)
        #expect(last?.bitmap[0, 0] == PixelColor(argb: 0x8080_0000))
        #expect(last?.bitmap[1, 0] == .pureGreen)
        let skipped = image(
            [9, 255, 0, 0], width: 1, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 4,
            info: CGImageAlphaInfo.noneSkipFirst.rawValue)
        #expect(skipped?.bitmap[0, 0] == .pureRed)
        let little = image(
            [0, 64, 128, 128], width: 1, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 4,
            info: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        #expect(little?.bitmap[0, 0] == PixelColor(argb: 0x8080_4000))
    }

    @Test("reads bits, 16 bits, floats, packed and indexed pixels, inks and three bytes")
    func otherLayouts() throws {
        let none = CGImageAlphaInfo.none.rawValue
        let bits = image(
            [0b1010_0000], width: 4, height: 1, bits: 1, bitsPerPixel: 1, bytesPerRow: 1, space: .deviceGray, info: none
        )
        #expect((0..<4).map { bits?.bitmap[$0, 0].red } == [255, 0, 255, 0])
        let nibbles = image(
            [0xF0, 0x80], width: 4, height: 1, bits: 4, bitsPerPixel: 4, bytesPerRow: 2, space: .deviceGray, info: none)
        #expect((0..<4).map { nibbles?.bitmap[$0, 0].red } == [255, 0, 136, 0])
        let deep = image(
            [0xFF, 0xFF, 0x80, 0x00, 0, 0], width: 1, height: 1, bits: 16, bitsPerPixel: 48, bytesPerRow: 6, info: none)
        #expect(deep?.bitmap[0, 0] == PixelColor(argb: 0xFFFF_8000))
        let deepLittle = image(
            [0xFF, 0xFF, 0x00, 0x80, 0, 0], width: 1, height: 1, bits: 16, bitsPerPixel: 48, bytesPerRow: 6,
            info: none | CGBitmapInfo.byteOrder16Little.rawValue)
        #expect(deepLittle?.bitmap[0, 0] == PixelColor(argb: 0xFFFF_8000))
        let floats = [Float(1), 0.5, 0, 1].flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) }
        let float = image(
            floats, width: 1, height: 1, bits: 32, bitsPerPixel: 128, bytesPerRow: 16,
            info: CGImageAlphaInfo.last.rawValue | CGBitmapInfo.floatComponents.rawValue
                | CGBitmapInfo.byteOrder32Little.rawValue)
        #expect(float?.bitmap[0, 0] == PixelColor(argb: 0xFFFF_8000))
        let packed = image(
            [0b0111_1100, 0b0001_1111], width: 1, height: 1, bits: 5, bitsPerPixel: 16, bytesPerRow: 2,
            info: CGImageAlphaInfo.noneSkipFirst.rawValue)
        #expect(packed?.bitmap[0, 0] == PixelColor(argb: 0xFFFF_00FF))
        let three = image(
            [255, 0, 0, 0, 255, 0], width: 2, height: 1, bits: 8, bitsPerPixel: 24, bytesPerRow: 6, info: none)
        #expect(three?.bitmap[1, 0] == .pureGreen)
        let inks = image(
            [0, 255, 255, 0], width: 1, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 4, space: .deviceCMYK,
            info: none)
        #expect(inks?.bitmap[0, 0] == .pureRed)
        let palette = try #require(
            CGColorSpace(indexedBaseSpace: .deviceRGB, last: 1, colorTable: [255, 0, 0, 0, 0, 255]))
        let indexed = image(
            [0, 1], width: 2, height: 1, bits: 8, bitsPerPixel: 8, bytesPerRow: 2, space: palette, info: none)
        #expect(indexed?.bitmap[0, 0] == .pureRed)
        #expect(indexed?.bitmap[1, 0] == .pureBlue)
        let inverted = image(
            [0, 255], width: 2, height: 1, bits: 8, bitsPerPixel: 8, bytesPerRow: 2, space: .deviceGray, info: none,
            decode: [1, 0])
        #expect((0..<2).map { inverted?.bitmap[$0, 0].red } == [255, 0])
    }

    @Test("is none when its numbers make no layout or its bytes are too few")
    func refused() {
        let last = CGImageAlphaInfo.last.rawValue
        func make(width: Int, height: Int, bits: Int, bitsPerPixel pixel: Int, bytesPerRow row: Int) -> CGImage? {
            image(
                [UInt8](repeating: 0, count: 16), width: width, height: height, bits: bits, bitsPerPixel: pixel,
                bytesPerRow: row, info: last)
        }
        #expect(make(width: 2, height: 2, bits: 8, bitsPerPixel: 32, bytesPerRow: 8) != nil)
        #expect(make(width: 0, height: 2, bits: 8, bitsPerPixel: 32, bytesPerRow: 8) == nil)
        #expect(make(width: 2, height: -2, bits: 8, bitsPerPixel: 32, bytesPerRow: 8) == nil)
        #expect(make(width: 2, height: 3, bits: 8, bitsPerPixel: 32, bytesPerRow: 8) == nil)
        #expect(make(width: 2, height: 2, bits: 8, bitsPerPixel: 24, bytesPerRow: 8) == nil)
        #expect(make(width: 2, height: 2, bits: 7, bitsPerPixel: 32, bytesPerRow: 8) == nil)
        #expect(make(width: 2, height: 2, bits: 8, bitsPerPixel: 32, bytesPerRow: 4) == nil)
        #expect(make(width: 2, height: 2, bits: 8, bitsPerPixel: 32, bytesPerRow: Int.max / 2) == nil)
        #expect(make(width: 40_000, height: 1, bits: 8, bitsPerPixel: 32, bytesPerRow: 160_000) == nil)
    }

    @Test("decodes what the codecs encode, and nothing else")
    func decoding() throws {
        let source = Bitmap(width: 16, height: 16)
        for y in 0..<16 {
            for x in 0..<16 { source[x, y] = PixelColor(argb: 0xFF00_0000 | UInt32(x * 16) << 16 | UInt32(y * 16)) }
        }
        let encoder = TileEncoder()
        let image = TileImage.bitmap(source)
        for (format, tolerance) in [(TileFormat.png, 0), (.jpeg(quality: 95), 24), (.webp(quality: 95), 24)] {
            let bytes = try encoder.encode(image, as: format).bytes
            let decoded = try #require(CGImage.decoding(Data(bytes)))
            #expect(greatestDifference(decoded.bitmap, source) <= tolerance)
            // Cut short it is an image with damage or none, never a trap.
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
                if let cut = CGImage.decoding(Data(bytes.prefix(length))) { #expect(cut.width == 16) }
            }
        }
        #expect(CGImage.decoding(Data("GIF89a".utf8)) == nil)
        #expect(CGImage.decoding(Data()) == nil)
        // A header that promises 2³¹ pixels each way.
        var huge: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        huge += [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 6, 0, 0, 0, 0, 0, 0, 0]
        #expect(CGImage.decoding(Data(huge)) == nil)
    }

    @Test("is cropped, masked by an image, by a stencil and by colors")
    func derived() throws {
        let source = Bitmap(width: 4, height: 1)
        for (x, color) in [PixelColor.pureRed, .pureGreen, .pureBlue, .white].enumerated() { source[x, 0] = color }
        let image = CGImage(bitmap: source)
        let cropped = try #require(image.cropping(to: CGRect(x: 1.2, y: -5, width: 1.5, height: 10)))
        #expect(cropped.width == 2 && cropped.height == 1)
        #expect(cropped.bitmap[0, 0] == .pureGreen)
        #expect(image.cropping(to: CGRect(x: 10, y: 0, width: 1, height: 1)) == nil)
        let stencil = try #require(
            CGImage(
                maskWidth: 4, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 4,
                provider: CGDataProvider(data: Data([0, 255, 128, 0]))!, decode: nil, shouldInterpolate: false))
        #expect(stencil.isMask)
        let masked = try #require(image.masking(stencil))
        #expect(masked.bitmap[0, 0] == .pureRed)
        #expect(masked.bitmap[1, 0] == .clear)
        #expect(masked.bitmap[2, 0] == PixelColor(argb: 0x7F00_007F))
        let lightness = Bitmap(width: 4, height: 1)
        for x in 0..<4 { lightness[x, 0] = x < 2 ? .white : .opaqueBlack }
        let half = try #require(image.masking(CGImage(bitmap: lightness)))
        #expect(half.bitmap[1, 0] == .pureGreen)
        #expect(half.bitmap[2, 0] == .clear)
        let keyed = try #require(image.copy(maskingColorComponents: [0, 10, 200, 255, 0, 10]))
        #expect(keyed.bitmap[0, 0] == .pureRed)
        #expect(keyed.bitmap[1, 0] == .clear)
    }

    @Test("that is a stencil is painted in the fill color")
    func stencil() throws {
        let stencil = try #require(
            CGImage(
                maskWidth: 2, height: 1, bitsPerComponent: 1, bitsPerPixel: 1, bytesPerRow: 1,
                provider: CGDataProvider(data: Data([0b0100_0000]))!, decode: nil, shouldInterpolate: false))
        let bitmap = try drawn(8, 4) { context in
            context.interpolationQuality = .none
            context.setFillColor(.green)
            context.draw(stencil, in: CGRect(x: 0, y: 0, width: 8, height: 4))
        }
        #expect(bitmap[1, 2] == .pureGreen)
        #expect(bitmap[6, 2] == .clear)
    }

    @Test("tiles the clip from a first rect")
    func tiling() throws {
        let source = Bitmap(width: 2, height: 2)
        source.fill(.pureRed)
        source[0, 0] = .pureBlue
        let bitmap = try drawn(9, 9) { context in
            context.clip(to: CGRect(x: 0, y: 0, width: 8, height: 9))
            context.draw(CGImage(bitmap: source), in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
        }
        // The top row is that of the greater y in each.
        for y in 0..<9 {
            for x in 0..<8 { #expect(bitmap[x, y] == (x % 2 == 1 && y % 2 == 0 ? .pureBlue : .pureRed)) }
            #expect(bitmap[8, y] == .clear)
        }
        let upright = try drawn(9, 9) { context in
            context.drawYDown(CGImage(bitmap: source), in: CGRect(x: 1, y: 1, width: 2, height: 2), byTiling: true)
        }
        for y in 0..<9 {
            for x in 0..<9 { #expect(upright[x, y] == (x % 2 == 1 && y % 2 == 1 ? .pureBlue : .pureRed)) }
        }
    }

    @Test("as a clip mask lets through what it is light, nothing outside, and blends with what is beneath")
    func clipMask() throws {
        let lightness = Bitmap(width: 4, height: 1)
        for x in 0..<4 { lightness[x, 0] = x < 2 ? .white : .opaqueBlack }
        let bitmap = try drawn(12, 4) { context in
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 12, height: 4))
            context.interpolationQuality = .none
            context.clip(to: CGRect(x: 2, y: 0, width: 8, height: 4), mask: CGImage(bitmap: lightness))
            context.setFillColor(.white)
            context.setBlendMode(.difference)
            context.fill(CGRect(x: 0, y: 0, width: 12, height: 4))
            context.setBlendMode(.clear)
            context.fill(CGRect(x: 4, y: 0, width: 12, height: 4))
        }
        #expect(bitmap[1, 1] == .pureRed)
        #expect(bitmap[3, 1] == PixelColor(argb: 0xFF00_FFFF))
        #expect(bitmap[5, 1] == .clear)
        #expect(bitmap[7, 1] == .pureRed)
        #expect(bitmap[11, 1] == .pureRed)
    }

    @Test("as a clip mask an image that is transparent somewhere lets through what its alpha says, of any color")
    func clipMaskOfAlpha() throws {
        let icon = Bitmap(width: 3, height: 1)
        icon[0, 0] = .opaqueBlack
        icon[1, 0] = .clear
        icon[2, 0] = PixelColor(argb: 0x8000_0000)
        let bitmap = try drawn(3, 1) { context in
            context.interpolationQuality = .none
            context.clip(to: CGRect(x: 0, y: 0, width: 3, height: 1), mask: CGImage(bitmap: icon))
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
        }
        #expect(bitmap[0, 0] == .pureRed && bitmap[1, 0] == .clear)
        #expect(abs(Int(bitmap[2, 0].alpha) - 0x80) <= 1 && bitmap[2, 0].green == 0)
    }
}
