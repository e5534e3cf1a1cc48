import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// High-throughput JPEG 2000. OpenJPEG 2.5.0 decodes a part of a tile to an even gray, and libvips decodes files
/// without tiles in parts of 512 pixels.
@Suite("High-throughput JPEG 2000")
struct HighThroughputTests {
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

    @Test("is read where it is not larger than a part, and where it is in tiles")
    func readable() throws {
        // In tiles of 512.
        for (text, width) in [(Self.small, 512), (Self.tiled, 600)] {
            let source = try ImageSource.open(file(text))
            #expect(source.width == width && source.height == 4)
            let bitmap = try whole(source)
            #expect((0..<width).allSatisfy { bitmap[$0, 1] == PixelColor(argb: 0xFF5A_5A5A) })
        }
    }

    @Test("is refused by name where it would be gray")
    func refused() throws {
        let path = try file(Self.large)
        let failure = ContentFailure.unsupported(
            path: path, what: "it is high-throughput JPEG 2000 (HTJ2K) of more than 512 pixels without tiles")
        #expect(throws: failure) { try ContentReader.open(path) }
        #expect(failure.description.hasSuffix("which Tilework does not read; convert it first"))
    }

    @Test("Other JPEG 2000 is decoded in parts as it is decoded whole")
    func parts() throws {
        let image = SampleImage(width: 1100, height: 600, bands: 3) { x, y, band in [x, y, x + y][band] & 255 }
        let (path, reference) = (folder.file("a.jp2"), folder.file("a.png"))
        // libvips writes a single tile if it is as large as the image.
        try image.write(
            path, by: "jp2ksave", ["lossless": "true", "tile-width": "1100", "tile-height": "600"])
        try image.write(reference, by: "pngsave")
        let codestream = try #require(FileBytes(path).flatMap { JPEG2000Codestream($0) })
        #expect(codestream.tileCount == 1 && codestream.longestSide == 1100 && !codestream.isHighThroughput)
        let (shown, right) = (try whole(ImageSource.open(path)), try whole(ImageSource.open(reference)))
        var different = 0
        for y in 0..<600 { for x in 0..<1100 where shown[x, y] != right[x, y] { different += 1 } }
        #expect(different == 0)
    }
}
