import CLCMS
import Foundation
import TestSupport
import Testing

@testable import TileGraphics

@Suite("Color profiles")
struct ProfileTransformTests {
    private static let white: [CGFloat] = [0.9505, 1, 1.089]

    private static func named(_ name: String) -> Data { CGColorSpace(name: name)!.copyICCData()! }

    private static func gray(_ gamma: CGFloat) -> Data {
        CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: gamma)!.copyICCData()!
    }

    /// Converts colors with lcms2 exactly, in doubles.
    private func exact(_ profile: Data, model: ICCProfile.Model, colors: [[Double]]) -> [[Double]] {
        let own = profile.withUnsafeBytes { cmsOpenProfileFromMem($0.baseAddress, UInt32($0.count)) }
        let sRGB = cmsCreate_sRGBProfile()
        defer {
            cmsCloseProfile(own)
            cmsCloseProfile(sRGB)
        }
        let transform = cmsCreateTransform(
            own, tilework_lcms_doubles(model.space, Int32(model.channels)), sRGB, tilework_lcms_doubles(PT_RGB, 3),
            UInt32(INTENT_RELATIVE_COLORIMETRIC), UInt32(cmsFLAGS_NOOPTIMIZE))
        defer { cmsDeleteTransform(transform) }
        return colors.map { color in
            var result = [0.0, 0, 0]
            cmsDoTransform(transform, color.map { model == .cmyk ? $0 * 100 : $0 }, &result, 1)
            return result
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var profile: Data
        /// The largest error, out of 255.
        var tolerance: Double
    }

    // Half a step is what rounding takes. Tables of lcms2 lie between 33 points for each of three primaries, or 23 of
    // each ink, with lines between them.
    private static let cases = [
        Case(testDescription: "Display P3", profile: named(CGColorSpace.displayP3), tolerance: 1.01),
        Case(testDescription: "ROMM", profile: named(CGColorSpace.rommrgb), tolerance: 1.01),
        Case(testDescription: "BT.2020", profile: named(CGColorSpace.itur_2020), tolerance: 1.01),
        Case(testDescription: "linear sRGB", profile: named(CGColorSpace.linearSRGB), tolerance: 1.01),
        Case(testDescription: "gray of gamma 2.2", profile: gray(2.2), tolerance: 0.51),
        Case(testDescription: "linear gray", profile: gray(1), tolerance: 0.51),
        Case(testDescription: "table", profile: TableProfile.make(channels: 3), tolerance: 9),
        Case(testDescription: "inks", profile: TableProfile.make(channels: 4), tolerance: 13),
    ]

    @Test("Samples of 8 and of 16 bits become what lcms2 says exactly", arguments: cases, [1, 2])
    func exactness(profile: Case, bytes: Int) throws {
        let icc = try #require(ICCProfile(profile.profile))
        let samples = SampleConversion.Samples(icc.model, hasAlpha: false, bytes: bytes)
        let transform = try #require(ProfileTransform(icc, samples))
        let full = bytes == 1 ? 255 : 65535
        var random = SeededGenerator(7)
        var colors: [[Int]] = [0, 1, 2, 5, full / 100, full].map { [Int](repeating: $0, count: icc.model.channels) }
        for _ in 0..<4000 {
            // The darks are where errors are.
            let most = [full, full / 8, full / 60][colors.count % 3]
            colors.append((0..<icc.model.channels).map { _ in Int.random(in: 0...most, using: &random) })
        }
        let source = colors.joined().flatMap { number in (0..<bytes).map { UInt8(number >> (8 * $0) & 255) } }
        var target = [UInt32](repeating: 0, count: colors.count)
        transform.convert(source, count: colors.count, into: &target)
        let wanted = exact(
            profile.profile, model: icc.model, colors: colors.map { $0.map { Double($0) / Double(full) } })
        var worst = 0.0
        var sum = 0.0
        for (pixel, color) in zip(target, wanted) {
            #expect(pixel >> 24 == 255)
            for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
                let value = min(1, max(0, color[channel])) * 255
                let difference = abs(value - Double(pixel >> shift & 255))
                worst = max(worst, difference)
                sum += difference
            }
        }
        #expect(worst <= profile.tolerance)
        #expect(sum / Double(3 * colors.count) < 1)
        #expect(!transform.isPlain)
    }

    @Test(
        "Alpha is multiplied after colors are converted", arguments: cases.filter { $0.testDescription != "inks" },
        [1, 2])
    func alpha(profile: Case, bytes: Int) throws {
        let icc = try #require(ICCProfile(profile.profile))
        let opaque = try #require(
            ProfileTransform(icc, SampleConversion.Samples(icc.model, hasAlpha: false, bytes: bytes)))
        let clear = try #require(
            ProfileTransform(icc, SampleConversion.Samples(icc.model, hasAlpha: true, bytes: bytes)))
        for value in [UInt8(9), 80, 200] {
            let color = (0..<icc.model.channels * bytes).map { value &+ UInt8($0 * 5) }
            var full: UInt32 = 0
            opaque.convert(color, count: 1, into: &full)
            for alpha in [UInt8(0), 1, 77, 128, 255] {
                var pixel: UInt32 = 1
                clear.convert(color + [UInt8](repeating: alpha, count: bytes), count: 1, into: &pixel)
                #expect(pixel >> 24 == UInt32(alpha))
                for shift in [UInt32(0), 8, 16] {
                    #expect(pixel >> shift & 255 == ((full >> shift & 255) * UInt32(alpha) * 2 + 255) / 510)
                }
            }
        }
    }

    @Test("Profiles that say sRGB need no conversion")
    func plain() throws {
        for name in [CGColorSpace.sRGB, CGColorSpace.genericGrayGamma2_2] {
            let icc = try #require(ICCProfile(Self.named(name)))
            for bytes in [1, 2] {
                let samples = SampleConversion.Samples(icc.model, hasAlpha: true, bytes: bytes)
                #expect(try #require(ProfileTransform(icc, samples)).isPlain)
            }
        }
    }

    @Test("A space of a profile of tables converts single colors as pictures are converted")
    func space() throws {
        for channels in [3, 4] {
            let data = TableProfile.make(channels: channels)
            let space = try #require(CGColorSpace(iccData: data))
            #expect(space.numberOfComponents == channels && space.model == (channels == 3 ? .rgb : .cmyk))
            #expect(space.copyICCData() == data)
            let color = [0.2, 0.7, 0.4, 0.1].prefix(channels)
            let drawn = space.output(color.map { CGFloat($0) }, alpha: 1)
            let wanted = exact(data, model: channels == 3 ? .rgb : .cmyk, colors: [Array(color)])[0].map {
                min(1, max(0, $0))
            }
            for (value, wanted) in zip([drawn.red, drawn.green, drawn.blue], wanted) {
                #expect(abs(value - wanted) < 0.006)
            }
        }
    }

    @Test("Links between devices, lists of names and damaged profiles are no profiles of pictures")
    func refused() {
        var link = [UInt8](TableProfile.make(channels: 3))
        for name in ["link", "abst", "nmcl"] {
            link.replaceSubrange(12..<16, with: Array(name.utf8))
            #expect(ICCProfile(Data(link)) == nil)
        }
        #expect(ICCProfile(Data()) == nil)
        #expect(ICCProfile(Data(count: 131)) == nil)
        #expect(ICCProfile(Data(repeating: 1, count: 5000)) == nil)
        #expect(ICCProfile(Data(Self.named(CGColorSpace.displayP3).prefix(100))) == nil)
    }

    @Test("Any damage to a profile gives a conversion or none, and ends")
    func damage() {
        let sources = [
            Self.named(CGColorSpace.displayP3), Self.gray(2.2), TableProfile.make(channels: 3),
            TableProfile.make(channels: 4).prefix(4000),
        ]
        var random = SeededGenerator(11)
        var converted = 0
        for round in 0..<Damage.rounds {
            var bytes = [UInt8](sources[round % sources.count])
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // The header and the table of tags are where damage goes furthest.
                let at = Int.random(in: 0..<(Bool.random(using: &random) ? 300 : bytes.count), using: &random)
                bytes[at] = [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            if round % 7 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let icc = ICCProfile(Data(bytes)) else { continue }
            let samples = SampleConversion.Samples(icc.model, hasAlpha: round % 2 == 0, bytes: 1 + round / 2 % 2)
            let conversion = SampleConversion(samples, profile: icc.data)
            var pixels = [UInt32](repeating: 0, count: 8)
            conversion.convert(
                [UInt8](repeating: 130, count: 8 * samples.pixelBytes), count: 8, into: &pixels)
            let alpha = pixels[0] >> 24
            #expect(alpha == (samples.hasAlpha ? 130 : 255))
            converted += conversion.isByProfile ? 1 : 0
        }
        #expect(converted > Damage.rounds / 20, "damage that leaves something to convert")
    }

    private enum Damage {
        /// `TILEWORK_ROUNDS` asks for more.
        static let rounds = ProcessInfo.processInfo.environment["TILEWORK_ROUNDS"].flatMap { Int($0) } ?? 500
    }
}
