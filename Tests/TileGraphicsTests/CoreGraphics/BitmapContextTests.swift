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

    /// Alpha, order, and the bytes that orange at half opacity lies in.
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
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
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
            context?.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            context?.flush()
            #expect(memory[0] == 255 && memory[1] == 0)
            context?.setBlendMode(.multiply)
            context?.setFillColor(.blue)
            context?.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
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
        context.clear(CGRect(x: 0, y: 0, width: 1, height: 1))
        let image = try #require(context.makeImage())
        #expect(image.bitmap[0, 0] == .clear)
        #expect(image.bitmap[1, 0] == .pureRed)
    }

    @Test("of grays keeps lightness, of alpha only opacity")
    func grays() throws {
        let gray = try #require(made(CGImageAlphaInfo.none.rawValue, space: CGColorSpaceCreateDeviceGray()))
        gray.setFillColor(gray: 0.5, alpha: 1)
        gray.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        let grays = try #require(gray.data)
        #expect(grays.load(as: UInt8.self) == 0)
        #expect(abs(Int(grays.load(fromByteOffset: 1, as: UInt8.self)) - 128) <= 1)
        #expect(gray.bitsPerPixel == 8)
        let alpha = try #require(made(CGImageAlphaInfo.alphaOnly.rawValue))
        alpha.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        alpha.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
        let opacities = try #require(alpha.data)
        #expect(opacities.load(as: UInt8.self) == 0)
        #expect(abs(Int(opacities.load(fromByteOffset: 1, as: UInt8.self)) - 128) <= 1)
        #expect(alpha.makeImage()?.alphaInfo == .alphaOnly)
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
