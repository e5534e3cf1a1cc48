import Testing

@testable import TileContent

@Suite("Bands and ranges as commands and addresses have them")
struct RasterPreferencesTests {
    @Test(
        "are two decimal numbers, the lower one first",
        arguments: [
            ("0:3000", 0.0...3000.0), ("-1.5:2e3", -1.5...2000), (".5:1.", 0.5...1), ("-0:1E-3", 0...0.001),
            ("-1e307:1e307", -1e307...1e307),
        ])
    func ranges(text: String, expected: ClosedRange<Double>) throws {
        #expect(try RasterPreferences.range(text) == expected)
        #expect(try text.wholeMatch(of: Regex(RasterPreferences.rangePattern)) != nil)
    }

    @Test(
        "that are anything else, endless or empty, are refused with a short sentence",
        arguments: [
            "", ":", "1", "1:", ":1", "1:2:3", "3000:0", "5:5", "nan:1", "0:nan", "0:inf", "-infinity:0", "0:1e400",
            "-1e400:0", "-1e308:1e308", "0x10:0x20", "+1:2", " 1:2", "1:2 ", "0:1\0", "1,5:2", "0:٣", "1e:2", "--1:2",
            "1:2:" + String(repeating: "3", count: 100_000), String(repeating: "9", count: 100_000) + ":0",
        ])
    func wrongRanges(text: String) {
        #expect {
            _ = try RasterPreferences.range(text)
        } throws: { error in
            let words = "\(error)"
            return words.hasPrefix("invalid range \(text.prefix(20))")
                && words.hasSuffix(": use two numbers, the lower one first, such as 0:3000") && words.count < 200
        }
    }

    @Test(
        "are one number or three",
        arguments: [("1", [1]), ("4,3,2", [4, 3, 2]), ("2,2,2", [2, 2, 2]), ("65535", [65_535]), ("04", [4])])
    func bands(text: String, expected: [Int]) throws {
        #expect(try RasterPreferences.bands(text) == expected)
        #expect(try text.wholeMatch(of: Regex(RasterPreferences.bandsPattern)) != nil)
    }

    @Test(
        "of any other number, or that no file has, are refused with a short sentence",
        arguments: [
            "", "0", "1,2", "1,2,3,4", "a", "-1", "+1", "1,,2", ",", ",,", "65536", "99999999999999999999", "1.0",
            "4, 3, 2", "٣", "1,2,3,", "1\0",
            (1...100_000).map(String.init).joined(separator: ","), String(repeating: "9", count: 100_000),
        ])
    func wrongBands(text: String) {
        #expect {
            _ = try RasterPreferences.bands(text)
        } throws: { error in
            let words = "\(error)"
            return words.hasPrefix("invalid bands \(text.prefix(20))")
                && words.hasSuffix(": use one or three numbers from 1, such as 4,3,2") && words.count < 200
        }
    }
}
