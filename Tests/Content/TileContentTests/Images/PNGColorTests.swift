import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// The colors that a PNG states in its chunks. The right values are those that Chromium 156 shows on an sRGB display.
@Suite("Colors that a PNG states")
struct PNGColorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var chunks: [(name: String, body: [UInt8])]
        var color: [UInt8] = [200, 120, 80]
        var bits = 8
        /// The red, green and blue that are shown, or the gray.
        var shown: [Int]
        var tolerance = 1
    }

    private static func gamma(_ number: Double) -> (name: String, body: [UInt8]) {
        ("gAMA", SamplePNG.big([Int((number * 100_000).rounded())]))
    }

    private static func primaries(_ numbers: [Double]) -> (name: String, body: [UInt8]) {
        ("cHRM", SamplePNG.big(numbers.map { Int(($0 * 100_000).rounded()) }))
    }

    private static func codes(_ codes: [UInt8]) -> (name: String, body: [UInt8]) { ("cICP", codes) }

    private static let standard: (name: String, body: [UInt8]) = ("sRGB", [0])
    private static let wide = primaries([0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06])
    private static let usual = primaries([0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])
    private static let profile: (name: String, body: [UInt8]) = {
        let data = CGColorSpace(name: CGColorSpace.linearSRGB)!.copyICCData()!
        return ("iCCP", Array("a".utf8) + [0, 0] + SamplePNG.stored([UInt8](data)))
    }()

    static let cases: [Case] = [
        Case(testDescription: "nothing", chunks: [], shown: [200, 120, 80]),
        // cICP.
        Case(testDescription: "Display P3", chunks: [codes([12, 13, 0, 1])], shown: [213, 115, 70]),
        Case(
            testDescription: "Display P3 in 16 bits", chunks: [codes([12, 13, 0, 1])], bits: 16, shown: [213, 115, 70]),
        Case(testDescription: "sRGB", chunks: [codes([1, 13, 0, 1])], shown: [200, 120, 80]),
        Case(testDescription: "BT.709", chunks: [codes([1, 1, 0, 1])], shown: [197, 113, 70]),
        Case(testDescription: "BT.2020", chunks: [codes([9, 1, 0, 1])], shown: [234, 95, 58]),
        Case(testDescription: "gamma 2.2", chunks: [codes([1, 4, 0, 1])], shown: [201, 121, 79]),
        Case(testDescription: "gamma 2.8", chunks: [codes([1, 5, 0, 1])], shown: [189, 98, 56]),
        Case(testDescription: "SMPTE 240M", chunks: [codes([1, 7, 0, 1])], shown: [206, 134, 97]),
        Case(testDescription: "linear", chunks: [codes([1, 8, 0, 1])], shown: [229, 183, 152]),
        Case(testDescription: "SMPTE ST 428-1", chunks: [codes([1, 17, 0, 1])], shown: [200, 109, 65]),
        Case(testDescription: "BT.470 M", chunks: [codes([4, 13, 0, 1])], shown: [228, 115, 70]),
        Case(testDescription: "BT.470 BG", chunks: [codes([5, 13, 0, 1])], shown: [203, 120, 81]),
        Case(testDescription: "SMPTE 170M", chunks: [codes([6, 13, 0, 1])], shown: [196, 122, 79]),
        Case(testDescription: "film", chunks: [codes([8, 13, 0, 1])], shown: [220, 115, 71]),
        Case(testDescription: "XYZ", chunks: [codes([10, 13, 0, 1])], shown: [255, 0, 84]),
        Case(testDescription: "DCI-P3", chunks: [codes([11, 13, 0, 1])], shown: [209, 115, 71]),
        Case(testDescription: "EBU 3213", chunks: [codes([22, 13, 0, 1])], shown: [201, 121, 80]),
        Case(testDescription: "PQ", chunks: [codes([9, 16, 0, 1])], shown: [255, 0, 0]),
        Case(
            testDescription: "gray in PQ", chunks: [codes([9, 16, 0, 1])], color: [128, 128, 128],
            shown: [132, 132, 132]),
        Case(
            testDescription: "gray in HLG", chunks: [codes([9, 18, 0, 1])], color: [128, 128, 128],
            shown: [99, 99, 99]),
        Case(testDescription: "gray samples", chunks: [codes([9, 1, 0, 1])], color: [120], shown: [113]),
        Case(testDescription: "linear gray samples", chunks: [codes([12, 8, 0, 1])], color: [120], shown: [183]),
        // cICP that PNG does not allow, or that is unknown.
        Case(testDescription: "limited range", chunks: [codes([12, 13, 0, 0])], shown: [200, 120, 80]),
        Case(testDescription: "a matrix", chunks: [codes([12, 13, 1, 1])], shown: [200, 120, 80]),
        Case(testDescription: "unspecified", chunks: [codes([2, 2, 0, 1])], shown: [200, 120, 80]),
        Case(testDescription: "a reserved curve", chunks: [codes([12, 12, 0, 1])], shown: [200, 120, 80]),
        Case(testDescription: "reserved primaries", chunks: [codes([3, 8, 0, 1])], shown: [200, 120, 80]),
        Case(
            testDescription: "the next chunk counts", chunks: [gamma(1), codes([12, 12, 0, 1])],
            shown: [229, 183, 152]),
        // Precedence.
        Case(
            testDescription: "cICP before a profile", chunks: [codes([12, 13, 0, 1]), profile], shown: [213, 115, 70]),
        Case(testDescription: "cICP before sRGB", chunks: [standard, codes([12, 13, 0, 1])], shown: [213, 115, 70]),
        Case(testDescription: "cICP before gAMA", chunks: [gamma(1), codes([12, 13, 0, 1])], shown: [213, 115, 70]),
        Case(testDescription: "a profile before gAMA", chunks: [gamma(0.3), profile], shown: [229, 183, 152]),
        Case(testDescription: "sRGB before gAMA", chunks: [gamma(1), standard], shown: [200, 120, 80]),
        // gAMA and cHRM.
        Case(testDescription: "gAMA of 1", chunks: [gamma(1)], shown: [229, 183, 152]),
        Case(testDescription: "gAMA of 1 in 16 bits", chunks: [gamma(1)], bits: 16, shown: [229, 183, 152]),
        Case(testDescription: "gAMA of 1/1.8", chunks: [gamma(0.55555)], shown: [210, 139, 99]),
        Case(testDescription: "gAMA of 2.2", chunks: [gamma(2.2)], shown: [243, 219, 202]),
        Case(testDescription: "gAMA of 0", chunks: [gamma(0)], shown: [200, 120, 80]),
        Case(testDescription: "gAMA of 0.01", chunks: [gamma(0.01)], shown: [0, 0, 0]),
        Case(
            testDescription: "gAMA of 1/2.2 alone", chunks: [gamma(0.45455)], color: [15, 30, 60],
            shown: [15, 30, 60], tolerance: 0),
        Case(testDescription: "gAMA of 0.47", chunks: [gamma(0.47)], color: [15, 30, 60], shown: [15, 30, 60]),
        Case(testDescription: "gAMA of 0.48", chunks: [gamma(0.48)], color: [15, 30, 60], shown: [9, 28, 63]),
        Case(testDescription: "gAMA of 0.43", chunks: [gamma(0.43)], color: [15, 30, 60], shown: [5, 20, 52]),
        Case(
            testDescription: "gAMA of 1/2.2 and cHRM", chunks: [gamma(0.45455), usual], color: [15, 30, 60],
            shown: [6, 24, 57]),
        Case(testDescription: "gAMA and cHRM of P3", chunks: [gamma(0.45455), wide], shown: [214, 116, 69]),
        Case(testDescription: "cHRM alone", chunks: [wide], shown: [200, 120, 80]),
        Case(
            testDescription: "cHRM of zeros", chunks: [gamma(1), primaries([Double](repeating: 0, count: 8))],
            shown: [200, 120, 80]),
        Case(
            testDescription: "cHRM of one point",
            chunks: [gamma(0.45455), primaries([0.3127, 0.329, 0.5, 0.3, 0.5, 0.3, 0.5, 0.3])], shown: [200, 120, 80]),
        Case(
            testDescription: "cHRM with a white of its own",
            chunks: [gamma(0.45455), primaries([0.3457, 0.3585, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06])],
            shown: [208, 122, 83]),
        Case(testDescription: "gray and gAMA", chunks: [gamma(1)], color: [120], shown: [183]),
    ]

    @Test("are those that Chromium shows, as tiles and in views", arguments: cases)
    func colors(_ test: Case) throws {
        var file = SamplePNG(test.color, bits: test.bits)
        file.chunks = test.chunks
        let path = try folder.write("a.png", file.bytes)
        let tile = try whole(ImageSource.open(path))[3, 3]
        let shown = [tile.red, tile.green, tile.blue].map { Int($0) }
        let right = test.shown.count == 1 ? [Int](repeating: test.shown[0], count: 3) : test.shown
        #expect(zip(shown, right).allSatisfy { abs($0 - $1) <= test.tolerance }, "\(shown), not \(right)")
        let view = try #require(CGImage.decoding(Data(file.bytes)))
        #expect(view.bitmap[3, 3] == tile)
    }

    @Test(
        "in a chunk with a wrong checksum have no effect",
        arguments: [
            ([gamma(1)], "gAMA", [200, 120, 80]), ([codes([12, 13, 0, 1])], "cICP", [200, 120, 80]),
            ([standard, gamma(1)], "sRGB", [229, 183, 152]), ([profile], "iCCP", [200, 120, 80]),
            ([profile, gamma(1)], "iCCP", [229, 183, 152]), ([gamma(0.3), gamma(1)], "gAMA", [229, 183, 152]),
        ] as [([(name: String, body: [UInt8])], String, [Int])])
    func checksum(chunks: [(name: String, body: [UInt8])], damaged: String, right: [Int]) throws {
        var file = SamplePNG([200, 120, 80])
        file.chunks = chunks
        var bytes = file.bytes
        let name = try #require(bytes.firstRange(of: Array(damaged.utf8)))
        let body = try #require(chunks.first { $0.name == damaged }).body
        bytes[name.upperBound + body.count] ^= 1
        let pixel = try whole(ImageSource.open(folder.write("a.png", bytes)))[3, 3]
        let shown = [pixel.red, pixel.green, pixel.blue].map { Int($0) }
        #expect(zip(shown, right).allSatisfy { abs($0 - $1) <= 1 }, "\(shown), not \(right)")
        #expect(CGImage.decoding(Data(bytes))?.bitmap[3, 3] == pixel)
    }

    @Test("keep alpha")
    func alpha() throws {
        var file = SamplePNG([200, 120, 80, 128])
        file.chunks = [Self.codes([12, 13, 0, 1])]
        let pixel = try whole(ImageSource.open(folder.write("a.png", file.bytes)))[3, 3]
        // 213, 115 and 70, times 128 / 255.
        #expect(pixel == PixelColor(premultipliedRed: 107, green: 58, blue: 35, alpha: 128))
    }

    @Test("are told by info")
    func facts() throws {
        func profile(_ chunks: [(name: String, body: [UInt8])]) throws -> String? {
            var file = SamplePNG([200, 120, 80])
            file.chunks = chunks
            let facts = try ImageSource.open(folder.write("a.png", file.bytes)).facts
            return facts.first { $0.name == "color profile" }?.value
        }
        #expect(try profile([]) == nil)
        #expect(try profile([Self.codes([12, 13, 0, 1])]) == "Display P3 (cICP), converted to sRGB")
        #expect(try profile([Self.codes([9, 16, 0, 1])]) == "BT.2020, PQ (cICP), converted to sRGB")
        #expect(try profile([Self.gamma(1)]) == "gamma 1.0 (gAMA), converted to sRGB")
        #expect(try profile([Self.gamma(0.45455), Self.usual]) == "gamma 2.2 (gAMA, cHRM), converted to sRGB")
    }

    @Test("in chunks of other lengths, or that the file's end cuts off, have no effect")
    func damaged() throws {
        for length in [0, 3, 5, 400] {
            var file = SamplePNG([200, 120, 80])
            file.chunks = ["cICP", "gAMA", "cHRM"].map { ($0, [UInt8](repeating: 1, count: length)) }
            let bytes = file.bytes
            let colors = PNGColors { offset, count in
                offset + count <= bytes.count ? Array(bytes[offset..<(offset + count)]) : nil
            }
            #expect(colors.profile(embedded: nil) == nil)
        }
        var file = SamplePNG([200, 120, 80])
        file.chunks = [Self.codes([12, 13, 0, 1]), Self.gamma(1), Self.wide]
        let bytes = file.bytes
        var random = SeededGenerator(7)
        for round in 0..<Self.rounds {
            var changed = bytes
            if round % 2 == 0 {
                // A chunk with the right checksum.
                var other = file
                let chunk = Int.random(in: other.chunks.indices, using: &random)
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let byte = Int.random(in: other.chunks[chunk].1.indices, using: &random)
                    other.chunks[chunk].1[byte] =
                        [0, 1, 0x7F, 0x80, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random)!
                }
                changed = other.bytes
            } else {
                changed.removeLast(.random(in: 0...bytes.count, using: &random))
                for _ in 0..<3 where !changed.isEmpty {
                    changed[.random(in: 0..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
                }
            }
            let colors = PNGColors { offset, count in
                offset + count <= changed.count ? Array(changed[offset..<(offset + count)]) : nil
            }
            _ = colors.profile(embedded: nil).map { ICCProfile($0) }
        }
    }

    /// The number of changed files, which `TILEWORK_ROUNDS` sets.
    private static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap(Int.init) ?? 2000
}
