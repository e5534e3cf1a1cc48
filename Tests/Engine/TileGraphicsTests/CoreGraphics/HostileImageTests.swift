import CDeflate
import Foundation
import TestSupport
import Testing

@testable import TileGraphics

@Suite("Images of files")
struct HostileImageTests {
    /// 16 × 16 pixels of one color.
    private func bitmap(_ color: UInt32) -> Bitmap {
        let bitmap = Bitmap(width: 16, height: 16)
        bitmap.fill(PixelColor(argb: color))
        return bitmap
    }

    private func file(_ format: TileFormat, _ color: UInt32) throws -> [UInt8] {
        try TileEncoder().encode(.bitmap(bitmap(color)), as: format).bytes
    }

    private func big(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 255) } }

    private func little(_ number: Int) -> [UInt8] { big(number).reversed() }

    /// A PNG chunk.
    private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(body.count) + named + big(Int(libdeflate_crc32(0, named, named.count)))
    }

    private func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let codec = libdeflate_alloc_compressor(6)
        defer { libdeflate_free_compressor(codec) }
        var room = [UInt8](repeating: 0, count: bytes.count * 2 + 100)
        let count = libdeflate_zlib_compress(codec, bytes, bytes.count, &room, room.count)
        return Array(room[..<count])
    }

    private static let color: UInt32 = 0xFF64_C850
    private var wideProfile: [UInt8] { [UInt8](CGColorSpace(name: CGColorSpace.displayP3)!.copyICCData()!) }

    /// Returns the color of Display P3 in sRGB.
    private var expected: PixelColor {
        CGColorSpace(name: CGColorSpace.displayP3)!.output(
            [0x64, 0xC8, 0x50].map { CGFloat($0) / 255 }, alpha: 1
        ).rounded
    }

    private func expectConverted(_ file: [UInt8], within tolerance: Int) throws {
        let pixel = try #require(CGImage.decoding(Data(file))).bitmap[8, 8]
        for part in [\PixelColor.red, \.green, \.blue] {
            #expect(abs(Int(pixel[keyPath: part]) - Int(expected[keyPath: part])) <= tolerance)
        }
        #expect(expected.red != 0x64, "it makes a difference")
    }

    @Test("Colors of a PNG's profile are converted to sRGB")
    func profileOfPNG() throws {
        let plain = try file(.png, Self.color)
        let profile = Array("Wide".utf8) + [0, 0] + deflated(wideProfile)
        // After the header chunk.
        try expectConverted(plain[..<33] + chunk("iCCP", profile) + plain[33...], within: 1)
        let damaged = plain[..<33] + chunk("iCCP", Array(profile.dropLast(9))) + plain[33...]
        #expect(CGImage.decoding(Data(damaged))?.bitmap[8, 8] == PixelColor(argb: Self.color))
    }

    @Test("Colors of a JPEG's profile, in one part or several, are converted to sRGB")
    func profileOfJPEG() throws {
        let plain = try file(.jpeg(quality: 95), Self.color)
        for count in [1, 3] {
            let size = (wideProfile.count + count - 1) / count
            var segments: [UInt8] = []
            for number in 0..<count {
                let part = wideProfile.dropFirst(number * size).prefix(size)
                let body = Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(count)] + part
                segments += [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
            }
            try expectConverted(plain[..<2] + segments + plain[2...], within: 4)
        }
    }

    @Test("Colors of a WebP's profile are converted to sRGB")
    func profileOfWebP() throws {
        let plain = try file(.webpLossless, Self.color)
        let extended = Array("VP8X".utf8) + little(10) + [0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0]
        let padding = [UInt8](repeating: 0, count: wideProfile.count % 2)
        let profile = Array("ICCP".utf8) + little(wideProfile.count) + wideProfile + padding
        let body = Array("WEBP".utf8) + extended + profile + plain[12...]
        try expectConverted(Array("RIFF".utf8) + little(body.count) + body, within: 1)
    }

    @Test("A JPEG that ends too early gives what there is of it; a PNG or WebP nothing")
    func truncated() throws {
        let jpeg = try file(.jpeg(quality: 90), Self.color)
        let image = try #require(CGImage.decoding(Data(jpeg.dropLast(4))))
        #expect(image.width == 16 && image.height == 16)
        #expect(CGImage.decoding(Data(jpeg.prefix(40))) == nil, "not even its headers")
        for format in [TileFormat.png, .webpLossless] {
            #expect(CGImage.decoding(Data(try file(format, Self.color).dropLast(20))) == nil)
        }
    }

    /// The number of rounds; `TILEWORK_ROUNDS` sets another.
    private static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 1500

    @Test("Any damage gives an image of the size that the file says, or none", arguments: ["png", "jpeg", "webp"])
    func damage(name: String) throws {
        let plain = try file(
            ["png": .png, "jpeg": .jpeg(quality: 80), "webp": .webpLossless][name]!, Self.color)
        var random = SeededGenerator(5)
        var shown = 0
        for round in 0..<Self.rounds {
            var bytes = plain
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let at = Int.random(in: 2..<bytes.count, using: &random)
                bytes[at] = [0, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            if name == "png", round % 2 == 0 {
                // With its checksums right, damage gets further: depth, color, interlacing.
                for at in 24..<29 where Bool.random(using: &random) {
                    bytes[at] = [0, 1, 2, 3, 4, 6, 8, 16].randomElement(using: &random)!
                }
                let sum = Int(libdeflate_crc32(0, Array(bytes[12..<29]), 17))
                bytes.replaceSubrange(29..<33, with: big(sum))
            }
            if round % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random)) }
            let size = CGImage.encodedSize(Data(bytes))
            guard let image = CGImage.decoding(Data(bytes)) else { continue }
            shown += 1
            #expect(size.map { $0 == (image.width, image.height) } == true)
        }
        #expect(shown > Self.rounds / 200)
    }

    @Test("A file that says that it has more than 2²⁶ pixels gives nothing, however few bytes it has")
    func pixelBombs() throws {
        var png = try file(.png, Self.color)
        png.replaceSubrange(16..<24, with: big(8192) + big(8193))
        #expect(CGImage.decoding(Data(png)) == nil)
        var jpeg = try file(.jpeg(quality: 90), Self.color)
        let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x40, 0, 0x40, 0])
        #expect(CGImage.decoding(Data(jpeg)) == nil)
    }
}
