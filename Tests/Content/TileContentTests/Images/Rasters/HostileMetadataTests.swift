import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// Texts and tables in images that contradict themselves: each is read or ignored, and nothing traps.
///
/// `TILEWORK_ROUNDS` sets the number of changed ones, and `TILEWORK_SEED` the first random number; the defaults are a
/// sample.
@Suite("Hostile metadata of images")
struct HostileMetadataTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["TILEWORK_ROUNDS"].flatMap(Int.init) ?? 2000
    private var random = SeededGenerator(environment["TILEWORK_SEED"].flatMap(UInt64.init) ?? 4)

    /// Returns a text with one to three changes: other characters, or pieces that are left out or repeated.
    private mutating func changed(_ sound: [UInt8]) -> String {
        var bytes = sound
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let at = Int.random(in: bytes.indices, using: &random)
            let end = min(bytes.count, at + .random(in: 1...40, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.removeSubrange(at..<min(end, at + bytes.count - 1))
            case 1: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 2: bytes[at] = UInt8(ascii: "9")
            default: bytes[at] = .random(in: 32...126, using: &random)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("the channels of OME and ImageJ")
    mutating func channels() throws {
        let ome =
            "<?xml version=\"1.0\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\"><Image ID=\"Image:0\">"
            + "<Pixels ID=\"Pixels:0\" DimensionOrder=\"XYCZT\" SizeC=\"2\" SizeZ=\"2\" SizeT=\"1\">"
            + "<Channel Name=\"a\" Color=\"-1\"/><Channel EmissionWavelength=\"520\"/><TiffData IFD=\"0\" PlaneCount=\"4\">"
            + "<UUID FileName=\"a.tif\">urn:uuid:0</UUID></TiffData></Pixels></Image></OME>"
        let imageJ = "ImageJ=1.53t\nimages=12\nchannels=3\nslices=2\nframes=2\nhyperstack=true\nmode=composite\n"
        let sound = [ome, imageJ].map { Array($0.utf8) }
        var read = 0
        for round in 0..<Self.rounds {
            guard let planes = ChannelPlanes(description: changed(sound[round % 2])) else { continue }
            #expect(planes.pages.allSatisfy { $0.count == planes.channels.count })
            read += 1
        }
        #expect(read > Self.rounds / 20)
    }

    @Test("the ranges and names of GDAL")
    mutating func statistics() throws {
        let sound = Array(
            """
            <GDALMetadata><Item name="STATISTICS_MAXIMUM" sample="0">6000</Item><Item name="STATISTICS_MINIMUM" sample="0">-1e3\
            </Item><Item name="DESCRIPTION" sample="1" role="description">near &lt;infrared&gt;</Item></GDALMetadata>
            """.utf8)
        var read = 0
        for _ in 0..<Self.rounds {
            let statistics = GDALStatistics(changed(sound))
            if let range = statistics.range(of: [0]) {
                #expect(range.low.isFinite && range.high.isFinite && range.low <= range.high)
                read += 1
            }
            #expect(statistics.names.values.allSatisfy { $0.unicodeScalars.count <= 80 })
        }
        #expect(read > Self.rounds / 20)
    }

    @Test("the tables of ImageJ")
    mutating func tables() throws {
        let folder = try TemporaryFolder()
        let ramp = (0..<256).map { UInt8($0) }
        var read = 0
        for _ in 0..<Self.rounds {
            var head =
                Array("IJIJ".utf8.reversed()) + Array("ofni".utf8) + [1, 0, 0, 0] + Array("stul".utf8) + [2, 0, 0, 0]
            var lengths = [20, 3, 768, 768]
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                head[.random(in: head.indices, using: &random)] =
                    [0, 1, 3, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            if Bool.random(using: &random) {
                lengths[.random(in: lengths.indices, using: &random)] =
                    [0, 1, 4, 8, 12, 19, 28, 767, 769, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &random)!
            }
            let metadata = (head + [1, 2, 3] + ramp + ramp + ramp + ramp + ramp + ramp)
                .prefix(.random(in: 4...1600, using: &random))
            let file = SampleTIFF(
                width: 1, height: 1,
                tags: [
                    50_838: .longs(lengths), 50_839: .raw(type: 1, count: metadata.count, Array(metadata)),
                ], pieces: [[0]])
            let path = try folder.write("a.tif", file.bytes)
            let bytes = try #require(FileBytes(path))
            let reader = try #require(TIFFReader(bytes.descriptor))
            let directory = try #require(reader.directory(of: .page(0)))
            let colors = ImageJColors.read(reader, directory)
            #expect(colors.count <= 2)
            if !colors.isEmpty { read += 1 }
        }
        #expect(read > Self.rounds / 20)
    }
}
