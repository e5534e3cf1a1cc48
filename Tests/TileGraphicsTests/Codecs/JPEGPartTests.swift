import CTurboJPEG
import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileGraphics

/// Parts of JPEG files, decoded by themselves, are those of the whole to the bit.
@Suite("Parts of JPEG files")
struct JPEGPartTests {
    private static func samples(_ width: Int, _ height: Int) -> [UInt8] {
        // Neither flat nor noise: edges in every direction, whose colors bleed where they are stored coarsely.
        (0..<width * height).flatMap { index -> [UInt8] in
            let (x, y) = (index % width, index / width)
            let edge = (x / 13 + y / 7) % 3
            return [
                UInt8(edge == 0 ? 230 : x * 7 % 256), UInt8(edge == 1 ? 20 : y * 5 % 256), UInt8((x * y) % 251), 255,
            ]
        }
    }

    private static func file(_ width: Int, _ height: Int, _ sampling: TJSAMP, flags: Int32 = 0) throws -> Data {
        let codec = try #require(tjInitCompress())
        defer { tjDestroy(codec) }
        let samples = samples(width, height)
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = tjCompress2(
            codec, samples, Int32(width), Int32(width * 4), Int32(height), TJPF_BGRX.rawValue, &bytes, &count,
            Int32(sampling.rawValue), 80, flags)
        defer { tjFree(bytes) }
        try #require(status == 0)
        return Data(bytes: try #require(bytes), count: Int(count))
    }

    private static let samplings: [(String, TJSAMP)] = [
        ("4:4:4", TJSAMP_444), ("4:2:2", TJSAMP_422), ("4:2:0", TJSAMP_420), ("4:4:0", TJSAMP_440),
        ("4:1:1", TJSAMP_411), ("gray", TJSAMP_GRAY),
    ]

    @Test("are what the whole has there, however colors are stored", arguments: samplings.indices)
    func likeTheWhole(_ number: Int) throws {
        let (name, sampling) = Self.samplings[number]
        var random = SeededGenerator(UInt64(number + 1))
        for (width, height) in [(160, 120), (203, 97), (64, 301), (17, 9)] {
            let file = try Self.file(width, height, sampling)
            for shrink in [1, 2, 4, 8] {
                let whole = try #require(CGImage.decoding(jpeg: file, shrunkBy: shrink))
                for _ in 0..<40 {
                    let x = Int.random(in: 0..<whole.width, using: &random)
                    let y = Int.random(in: 0..<whole.height, using: &random)
                    let area = BitmapArea(
                        x: x, y: y, width: Int.random(in: 1...whole.width - x, using: &random),
                        height: Int.random(in: 1...whole.height - y, using: &random))
                    let part = try #require(
                        CGImage.decoding(jpeg: file, shrunkBy: shrink, only: area), "\(name) \(area)")
                    #expect(Self.isSame(part, whole, area), "\(name), \(width) × \(height) by \(shrink): \(area)")
                }
            }
        }
    }

    private static func isSame(_ part: Bitmap, _ whole: Bitmap, _ area: BitmapArea) -> Bool {
        guard (part.width, part.height) == (whole.width, whole.height) else { return false }
        return (area.y..<area.y + area.height).allSatisfy { y in
            let columns = area.x..<area.x + area.width
            return part.row(y)[columns].elementsEqual(whole.row(y)[columns])
        }
    }

    @Test("are not had of a file that is progressive, damaged, of another color space, or of none that there is")
    func refused() throws {
        let area = BitmapArea(x: 8, y: 8, width: 20, height: 20)
        let file = try Self.file(160, 120, TJSAMP_420)
        #expect(CGImage.decoding(jpeg: file, shrunkBy: 1, only: area) != nil)
        let progressive = try Self.file(160, 120, TJSAMP_420, flags: TJFLAG_PROGRESSIVE)
        #expect(CGImage.decoding(jpeg: progressive, shrunkBy: 1, only: area) == nil)
        let last = BitmapArea(x: 0, y: 100, width: 20, height: 20)
        #expect(CGImage.decoding(jpeg: file.prefix(file.count / 2), shrunkBy: 1, only: last) == nil)
        for count in stride(from: 0, to: 700, by: 11) {
            _ = CGImage.decoding(jpeg: file.prefix(count), shrunkBy: 1, only: area)
        }
        for (x, y, width, height) in [(150, 0, 20, 20), (0, 110, 20, 20), (0, 0, 0, 5), (0, 0, 161, 1)] {
            let outside = BitmapArea(x: x, y: y, width: width, height: height)
            #expect(CGImage.decoding(jpeg: file, shrunkBy: 1, only: outside) == nil)
        }
        #expect(CGImage.decoding(jpeg: Data("no picture".utf8), shrunkBy: 1, only: area) == nil)
    }

    @Test("of damaged files are had or not, and end")
    func damaged() throws {
        var random = SeededGenerator(5)
        let file = [UInt8](try Self.file(120, 90, TJSAMP_420))
        for _ in 0..<3000 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let area = BitmapArea(x: 30, y: 40, width: 30, height: 30)
            if let part = CGImage.decoding(jpeg: Data(bytes), shrunkBy: 2, only: area) {
                #expect(part.width == 60)
            }
        }
    }
}
