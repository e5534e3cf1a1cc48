import Foundation
import Testing
import TileGeometry

@testable import TileGraphics

@Suite("A bitmap context")
struct BitmapContextTests {
    static let rgb = CGColorSpaceCreateDeviceRGB()

    private func made(
        _ info: UInt32, space: CGColorSpace = rgb, width: Int = 4, height: Int = 2, bytesPerRow: Int = 0
    ) -> CGContext? {
        CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: info)
    }

    /// The alpha and byte order, with the bytes of orange at half opacity.
    static let layouts: [(UInt32, [UInt8])] = {
        let first = CGImageAlphaInfo.premultipliedFirst.rawValue
        let last = CGImageAlphaInfo.premultipliedLast.rawValue
        let little = CGBitmapInfo.byteOrder32Little.rawValue
        let big = CGBitmapInfo.byteOrder32Big.rawValue
        return [
            (last, [128, 64, 0, 128]), (last | big, [128, 64, 0, 128]), (last | little, [128, 0, 64, 128]),
            (first, [128, 128, 64, 0]), (first | big, [128, 128, 64, 0]), (first | little, [0, 64, 128, 128]),
        ]
    }()

    @Test("lays its bytes out as asked", arguments: layouts)
    func layout(_ info: UInt32, _ bytes: [UInt8]) throws {
        let context = try #require(made(info))
        context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
        context.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
        let data = try #require(context.data)
        let pixel = (0..<4).map { Int(data.load(fromByteOffset: $0, as: UInt8.self)) }
        for (actual, expected) in zip(pixel, bytes) { #expect(abs(actual - Int(expected)) <= 1) }
        #expect(data.load(fromByteOffset: 4, as: UInt32.self) == 0)
        #expect(context.bytesPerRow == 16)
        #expect(context.bitsPerPixel == 32)
    }

    @Test("draws upon the caller's memory, its first row at the top, and later drawing upon earlier")
    func callersMemory() throws {
        var bytes = [UInt8](repeating: 255, count: 2 * 20)
        bytes.withUnsafeMutableBytes { memory in
            let context = CGContext(
                data: memory.baseAddress, width: 4, height: 2, bitsPerComponent: 8, bytesPerRow: 20, space: Self.rgb,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            context?.setFillColor(.red)
            context?.fill(CGRect(x: 0, y: 1, width: 1, height: 1))
            context?.flush()
            #expect(memory[0] == 255 && memory[1] == 0)
            context?.setBlendMode(.multiply)
            context?.setFillColor(.blue)
            context?.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
        }
        // The context has gone by now, and has drawn.
        #expect(Array(bytes[0..<4]) == [0, 0, 0, 255])
        #expect(Array(bytes[4..<8]) == [0, 0, 255, 255])
        #expect(Array(bytes[20..<24]) == [255, 255, 255, 255])
    }

    @Test("clears what the caller's memory holds")
    func clears() throws {
        let context = try #require(made(CGImageAlphaInfo.premultipliedLast.rawValue))
        context.setFillColor(.red)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
        context.flush()
        context.clear(CGRect(x: 0, y: 1, width: 1, height: 1))
        let image = try #require(context.makeImage())
        #expect(image.bitmap[0, 0] == .clear)
        #expect(image.bitmap[1, 0] == .pureRed)
    }

    @Test("of grays keeps lightness, of alpha only opacity")
    func grays() throws {
        let gray = try #require(made(CGImageAlphaInfo.none.rawValue, space: CGColorSpaceCreateDeviceGray()))
        gray.setFillColor(gray: 0.5, alpha: 1)
        gray.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        let grays = try #require(gray.data)
        #expect(grays.load(as: UInt8.self) == 0)
        #expect(abs(Int(grays.load(fromByteOffset: 1, as: UInt8.self)) - 128) <= 1)
        #expect(gray.bitsPerPixel == 8)
        let alpha = try #require(made(CGImageAlphaInfo.alphaOnly.rawValue))
        alpha.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        alpha.fill(CGRect(x: 1, y: 1, width: 1, height: 1))
        let opacities = try #require(alpha.data)
        #expect(opacities.load(as: UInt8.self) == 0)
        #expect(abs(Int(opacities.load(fromByteOffset: 1, as: UInt8.self)) - 128) <= 1)
        #expect(alpha.makeImage()?.alphaInfo == .alphaOnly)
    }

    @Test("has its origin at the bottom left and y up, for shapes, images, masks, glyphs, shadows and patterns")
    func yUp() throws {
        func pixels(_ draw: (CGContext) -> Void) throws -> Bitmap {
            let context = try #require(
                CGContext(
                    data: nil, width: 40, height: 30, bitsPerComponent: 8, bytesPerRow: 0, space: Self.rgb,
                    bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
            #expect(context.ctm == .identity)
            draw(context)
            return try #require(context.makeImage()).bitmap
        }
        let shape = try pixels { context in
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        #expect(shape[5, 25] == .pureRed && shape[5, 5] == .clear && shape[15, 25] == .clear)

        let source = Bitmap(width: 1, height: 2)
        source[0, 0] = .pureRed
        source[0, 1] = .pureBlue
        let image = try pixels { context in
            context.interpolationQuality = .none
            context.draw(CGImage(bitmap: source), in: CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        #expect(image[5, 22] == .pureRed && image[5, 27] == .pureBlue && image[5, 18] == .clear)

        let light = Bitmap(width: 1, height: 2)
        light[0, 0] = PixelColor(argb: 0xFFFF_FFFF)
        light[0, 1] = .opaqueBlack
        let masked = try pixels { context in
            context.interpolationQuality = .none
            context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10), mask: CGImage(bitmap: light))
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
        }
        #expect(masked[5, 22] == .pureRed && masked[5, 27].alpha == 0)

        let font = try #require(CGFont("DejaVuSans-Bold"))
        let text = try pixels { context in
            context.setFont(font)
            context.setFontSize(20)
            context.textPosition = CGPoint(x: 5, y: 5)
            context.showGlyphs([font.getGlyphWithGlyphName(name: "L")], at: [.zero])
        }
        // The foot of the L is at its base, five above the bottom.
        #expect(text[15, 23].alpha > 150 && text[15, 14].alpha == 0 && text[8, 14].alpha > 150)

        let shadow = try pixels { context in
            context.setShadow(offset: CGSize(width: 0, height: 10), blur: 0, color: .blue)
            context.setFillColor(.red)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        #expect(shadow[5, 25] == .pureRed && shadow[5, 15] == .pureBlue && shadow[5, 5] == .clear)

        let pattern = try #require(
            CGPattern(bounds: CGRect(x: 0, y: 0, width: 10, height: 10), xStep: 10, yStep: 10) { context in
                context.setFillColor(.red)
                context.fill(CGRect(x: 0, y: 0, width: 10, height: 5))
            })
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        let patterned = try pixels { context in
            context.setFillColor(try! #require(CGColor(patternSpace: space, pattern: pattern, components: [1])))
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
        }
        #expect(patterned[5, 27] == .pureRed && patterned[5, 22] == .clear && patterned[25, 17] == .pureRed)

        let layered = try pixels { context in
            let layer = CGLayer(context, size: CGSize(width: 10, height: 10), auxiliaryInfo: nil)
            layer?.context?.setFillColor(.red)
            layer?.context?.fill(CGRect(x: 0, y: 0, width: 10, height: 5))
            if let layer { context.draw(layer, at: CGPoint(x: 10, y: 10)) }
        }
        #expect(layered[15, 17] == .pureRed && layered[15, 12] == .clear)
    }

    @Test("is none for sizes and layouts that can't be")
    func refused() {
        let last = CGImageAlphaInfo.premultipliedLast.rawValue
        #expect(made(last, width: 0) == nil)
        #expect(made(last, height: -1) == nil)
        #expect(made(last, width: 1 << 20) == nil)
        #expect(made(last, width: 30_000, height: 30_000) == nil)
        #expect(made(last, bytesPerRow: 8) == nil)
        #expect(made(CGImageAlphaInfo.last.rawValue) == nil)
        #expect(made(CGImageAlphaInfo.none.rawValue) == nil)
        #expect(made(last, space: CGColorSpaceCreateDeviceCMYK()) == nil)
        #expect(made(31) == nil)
        #expect(
            CGContext(
                data: nil, width: 4, height: 4, bitsPerComponent: 16, bytesPerRow: 0, space: Self.rgb, bitmapInfo: last)
                == nil)
    }

    @Test("calls back when it goes")
    func release() throws {
        nonisolated(unsafe) var released = false
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 16)
        var context = CGContext(
            data: memory, width: 4, height: 1, bitsPerComponent: 8, bytesPerRow: 16, space: Self.rgb,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue,
            releaseCallback: { _, memory in
                released = true
                memory?.deallocate()
            }, releaseInfo: nil)
        #expect(context != nil && !released)
        context = nil
        #expect(released)
    }
}
