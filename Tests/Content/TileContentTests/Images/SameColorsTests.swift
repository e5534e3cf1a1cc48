import Foundation
import TestSupport
import Testing
import TileGraphics

@testable import TileContent

/// A file looks the same in a view and as tiles, with any samples and profile.
@Suite("Colors of images, in views and as tiles")
struct SameColorsTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let white: [CGFloat] = [0.9505, 1, 1.089]
        let dot = CGColorSpace(calibratedGrayWhitePoint: white, blackPoint: nil, gamma: 1.4)!
        _ = try folder.write("gray", [UInt8](dot.copyICCData()!))
        _ = try folder.write("wide", [UInt8](CGColorSpace(name: CGColorSpace.rommrgb)!.copyICCData()!))
        let straight = CGColorSpace(name: CGColorSpace.linearSRGB)!
        _ = try folder.write("straight", [UInt8](straight.copyICCData()!))
        _ = try folder.write("table", [UInt8](TableProfile.make(channels: 3)))
        _ = try folder.write("inks", [UInt8](TableProfile.make(channels: 4)))
    }

    struct Kind: CustomTestStringConvertible, Sendable {
        var save: String
        var bands: Int
        var is16Bit = false
        var interpretation: String?
        var options: [String: String] = [:]
        /// A file in the folder, or one of libvips' own profiles.
        var profile: String?

        var testDescription: String {
            "\(save) \(bands) × \(is16Bit ? 16 : 8) \(options.keys.sorted().joined(separator: " ")) \(profile ?? "")"
        }
    }

    private static let kinds: [Kind] = {
        var kinds: [Kind] = []
        // libpng does not write a profile for colors other than the picture's.
        for profile in [nil, "gray"] {
            for bands in [1, 2] {
                kinds.append(Kind(save: "pngsave", bands: bands, profile: profile))
                kinds.append(
                    Kind(save: "pngsave", bands: bands, is16Bit: true, interpretation: "grey16", profile: profile))
            }
        }
        for profile in [nil, "gray", "straight", "table", "inks"] {
            kinds.append(Kind(save: "jpegsave", bands: 1, profile: profile))
            kinds.append(Kind(save: "jpegsave", bands: 3, profile: profile))
            kinds.append(Kind(save: "webpsave", bands: 4, options: ["lossless": "true"], profile: profile))
        }
        for profile in [nil, "p3", "srgb", "wide", "straight", "table"] {
            for bands in [3, 4] {
                kinds.append(Kind(save: "pngsave", bands: bands, profile: profile))
                kinds.append(
                    Kind(save: "pngsave", bands: bands, is16Bit: true, interpretation: "rgb16", profile: profile))
                kinds.append(
                    Kind(save: "webpsave", bands: bands, options: ["lossless": "true"], profile: profile))
            }
            kinds.append(Kind(save: "pngsave", bands: 3, options: ["interlace": "true"], profile: profile))
            kinds.append(Kind(save: "pngsave", bands: 4, options: ["palette": "true"], profile: profile))
            kinds.append(Kind(save: "jpegsave", bands: 3, options: ["interlace": "true"], profile: profile))
            kinds.append(Kind(save: "jpegsave", bands: 3, options: ["subsample-mode": "off"], profile: profile))
        }
        for profile in [nil, "cmyk", "inks", "wide"] {
            kinds.append(Kind(save: "jpegsave", bands: 4, interpretation: "cmyk", profile: profile))
        }
        return kinds
    }()

    private func write(_ kind: Kind, _ path: String) throws {
        let scale = kind.is16Bit ? 257 : 1
        let image = SampleImage(
            width: 61, height: 23, bands: kind.bands, is16Bit: kind.is16Bit, interpretation: kind.interpretation
        ) { x, y, band in
            // The full range of values, and alpha from 0 to the maximum; with 16 bits also values between bytes.
            let value =
                band == kind.bands - 1 && kind.bands % 2 == 0 ? x * 255 / 60 : (x * 37 + y * 11 + band * 90) % 256
            return min(value * scale + (kind.is16Bit ? (x * 31 + y) % 200 : 0), kind.is16Bit ? 65535 : 255)
        }
        var options = kind.options
        if let profile = kind.profile {
            options["profile"] =
                ["p3", "srgb", "cmyk"].contains(profile) ? profile : folder.file(profile)
        }
        try image.write(path, by: kind.save, options)
    }

    @Test("A view shows the pixels that tiles have, to the bit", arguments: kinds)
    func same(kind: Kind) throws {
        let path = folder.file("a")
        try write(kind, path)
        let image = try #require(CGImage.decoding(Data(contentsOf: URL(filePath: path))))
        let source = try ImageSource.open(path)
        let tiles = try whole(source)
        #expect(image.width == 61 && image.height == 23 && tiles.width == 61 && tiles.height == 23)
        var different: [String] = []
        for y in 0..<23 {
            for x in 0..<61 where image.bitmap[x, y] != tiles[x, y] {
                different.append("\(x) \(y): \(image.bitmap[x, y]) in a view, \(tiles[x, y]) as tiles")
            }
        }
        #expect(different.isEmpty, "\(different.count) pixels: \(different.prefix(3))")
    }

    @Test("A profile of other colors than the picture's is said and left alone, in both")
    func mismatch() throws {
        let path = folder.file("a.tif")
        try write(Kind(save: "tiffsave", bands: 3, profile: "inks"), path)
        #expect(
            try notes(path) == [
                "Its color profile can't be used (it is of four inks, the picture of red, green and blue); colors are "
                    + "shown without it."
            ])
        let plain = folder.file("b.png")
        try write(Kind(save: "pngsave", bands: 3), plain)
        #expect(try whole(ImageSource.open(path))[30, 9] == whole(ImageSource.open(plain))[30, 9])
    }

    private func notes(_ path: String) throws -> [String] {
        try ImageHeader.read(path, kind: path.hasSuffix("png") ? .png : .tiff, limits: ContentLimits()).notes
    }

    @Test("A damaged profile is said and left alone")
    func damaged() throws {
        _ = try folder.write("damaged", [UInt8](repeating: 7, count: 400))
        let path = folder.file("a.tif")
        try write(Kind(save: "tiffsave", bands: 3, profile: "damaged"), path)
        #expect(
            try notes(path) == [
                "Its color profile can't be used (it is damaged, or of no kind for pictures); colors are shown without it."
            ])
    }

    @Test("A profile that says sRGB in any words changes nothing")
    func otherSRGB() throws {
        _ = try folder.write("own", [UInt8](CGColorSpace(name: CGColorSpace.sRGB)!.copyICCData()!))
        let path = folder.file("a.png")
        try write(Kind(save: "pngsave", bands: 3, profile: "own"), path)
        let source = try ImageSource.open(path)
        #expect(source.facts.contains { $0.name == "color profile" && $0.value == "Tilework" })
        let plain = folder.file("b.png")
        try write(Kind(save: "pngsave", bands: 3), plain)
        #expect(try whole(source)[30, 9] == whole(ImageSource.open(plain))[30, 9])
    }

    @Test("L*a*b* is not converted by a profile, and not said to be")
    func lab() throws {
        let path = folder.file("a.tif")
        let image = SampleImage(width: 8, height: 8, bands: 3, interpretation: "lab") { _, _, band in
            [60, 20, 30][band]
        }
        try image.write(path, by: "tiffsave", ["profile": "p3"])
        #expect(try ImageSource.open(path).facts.allSatisfy { !$0.value.contains("converted") })
    }

    @Test("Overviews without a profile of their own take the first page's")
    func overviews() throws {
        let path = folder.file("a.tif")
        let image = SampleImage(width: 600, height: 600, bands: 3) { _, _, band in [200, 60, 60][band] }
        try image.write(
            path, by: "tiffsave", ["profile": "p3", "tile": "true", "pyramid": "true", "compression": "deflate"])
        // The profile's tag in the second directory becomes an unknown one.
        var file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        func number(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(file[at + $1]) << (8 * $1) } }
        let first = number(4, 4)
        let second = number(first + 2 + 12 * number(first, 2), 4)
        let entries = stride(from: second + 2, to: second + 2 + 12 * number(second, 2), by: 12)
        let entry = try #require(entries.first { number($0, 2) == 34675 })
        file.replaceSubrange(entry..<entry + 2, with: [0xFE, 0xFF])
        try Data(file).write(to: URL(filePath: path))
        let source = try ImageSource.open(path)
        #expect(source.hasOwnOverviews)
        let full = try whole(source)[4, 4]
        #expect(full.red > 205)
        #expect(try whole(source, level: 1)[4, 4] == full)
    }
}
