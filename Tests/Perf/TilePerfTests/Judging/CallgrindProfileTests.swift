import Foundation
import Testing

@testable import TilePerf

@Suite struct CallgrindProfileTests {
    /// A file as callgrind 3.19 writes it, made small: layout calls `work` and itself, raster is called from two
    /// places.
    static let file = """
        # callgrind format
        version: 1
        creator: callgrind-3.19.0
        cmd:  tilework-perf measure flick.json
        part: 1

        desc: I1 cache: 
        desc: Trigger: Program termination

        positions: line
        events: Ir
        summary: 1000

        ob=(1) /usr/bin/tilework-perf
        fl=(1) Replayer.swift
        fn=(1) $s8TilePerf18tileworkDoesLayout33_35FB49A52E147D94C2B30369DB929024LLyyyyXEF
        16 40
        +1 5
        cfi=(2) Work.swift
        cfn=(2) work with spaces(int)
        calls=3 50
        * 300
        -1
        cfn=(1)
        calls=1 16
        +2 77
        fn=(2)
        50 100
        fi=(3)
        60 200
        fe=(2)
        cob=(2) /usr/lib/libc.so
        cfn=(3) $s8TilePerf18tileworkDoesRaster33_35LLyyyyXEF
        calls=1 0
        0x1 7
        jump=3 52
        51

        fn=(3)
        0 9
        cfn=(2)
        calls=1 50
        0 21
        cob=(1)
        cfn=(4) 0x00778d0
        calls=1 0
        0 1
        fn=(4)
        0 11

        totals: 1000

        """

    @Test func partsAreWithWhatTheyCallAndFunctionsWithout() throws {
        let profile = try CallgrindProfile(Data(Self.file.utf8))
        #expect(
            profile.parts == [.phase(.layout): 345, .raster: 31], "what a part calls of itself is not counted twice")
        #expect(profile.functions["work with spaces(int)"] == 300)
        #expect(profile.functions["0x00778d0 in tilework-perf"] == 11)
        #expect(profile.functions.values.reduce(0, +) == 365)
    }

    @Test func whatGrewIsNamedTheMostFirst() throws {
        let base = try CallgrindProfile(Data(Self.file.utf8))
        let head = try CallgrindProfile(
            Data(Self.file.replacing("60 200", with: "60 900").replacing("0 9\n", with: "0 10\n").utf8))
        let growth = head.growth(since: base, atMost: 5)
        #expect(growth.map(\.more) == [700, 1])
        #expect(growth.first?.symbol == "work with spaces(int)")
        #expect(head.growth(since: base, atMost: 1).count == 1)
        #expect(base.growth(since: head, atMost: 5).isEmpty)
    }

    @Test func addressesBeforeTheLinesAreSkipped() throws {
        let text = Self.file.replacing("positions: line", with: "positions: instr line")
            .replacing(#/\n([0-9+*-][x0-9]*) ([0-9]+)/#) { "\n0x4005 \($0.1) \($0.2)" }
        let profile = try CallgrindProfile(Data(text.utf8))
        #expect(profile.parts == [.phase(.layout): 345, .raster: 31])
    }

    @Test(arguments: [
        ("", "events: Ir"), ("hello\nworld\n", "events: Ir"), ("\u{0}\u{1}\u{2}", "events: Ir"),
        ("events: Dr Dw\n", "not Ir"), ("12 13\n", "numbers before"), ("events: Ir\n12 13\n", "without a function"),
        ("events: Ir\nfn=(7)\n", "has no name"), ("events: Ir\nob=(7)\n", "has no name"),
        ("events: Ir\npositions: a b c d\n", "positions"),
        ("events: Ir\nfn=(1) f\n1 99999999999999999999\n", "a cost is not a number"),
        ("events: Ir\nfn=(1) f\n1 x\n", "a cost is not a number"),
        ("events: Ir\nfn=f\n1 9223372036854775807\n1 1\n", "costs out of range"),
    ])
    func whatIsNoProfileIsSaidToBeNone(_ text: String, _ problem: String) {
        #expect {
            try CallgrindProfile(Data(text.utf8))
        } throws: {
            "\($0)".contains(problem)
        }
    }

    @Test func aProfileCutAnywhereIsReadOrRefusedAndNeverTaken() throws {
        let data = Data(Self.file.utf8)
        for end in 0..<(data.count - "totals: 1000\n\n".utf8.count) {
            #expect(throws: CallgrindProfile.Failure.self) { try CallgrindProfile(data[..<end]) }
        }
    }

    @Test func aBuildWithoutPhasesIsToldFromABrokenFile() {
        let text = Self.file.replacing("tileworkDoes", with: "somethingElse")
        #expect(throws: CallgrindProfile.Failure.noParts) { try CallgrindProfile(Data(text.utf8)) }
        #expect(throws: CallgrindProfile.Failure.unreadable) { try CallgrindProfile(contentsOf: "/nowhere/at/all") }
    }
}
