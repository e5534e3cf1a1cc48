import Foundation
import Testing

@testable import TilePerf

@Suite struct PathCountsTests {
    private func text(_ counts: [String: Int]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(PathCounts(counts)), as: UTF8.self)
    }

    private func read(_ text: String) throws -> [String: Int] {
        try JSONDecoder().decode(PathCounts.self, from: Data(text.utf8)).counts
    }

    @Test func neighboursOfOneNumberAreWrittenAsOne() throws {
        let counts = ["W/T[0]": 1, "W/T[1]": 1, "W/T[2]": 2, "W/T[3]": 2, "W/T[5]": 2, "W": 1]
        #expect(try text(counts) == #"{"W":1,"W/T[0-1]":1,"W/T[2-3]":2,"W/T[5]":2}"#)
        #expect(try read(text(counts)) == counts)
    }

    @Test(arguments: ["row[1-3]", #"row\"#, #"row[1-3]\"#, "Box<[Int]>", "[0-1]", "a[01]", "a[-1]", "a[]", "]", ""])
    func aLayerMayHaveAnyName(_ name: String) throws {
        let counts = [name: 2, "W/T[0]": 1]
        #expect(try read(text(counts)) == counts)
    }

    @Test func moreViewsThanThereAreIsRefused() {
        #expect(throws: DecodingError.self) { try read(#"{"T[0-99999999]":1}"#) }
        #expect(throws: DecodingError.self) { try read(#"{"T[0-9223372036854775806]":1}"#) }
    }
}
