import Foundation
import Testing

@testable import TilePerf

@Suite struct CostJudgeTests {
    private func verdict(_ base: Int, _ head: Int) -> Comparison.Verdict? {
        CostJudge().judge(trace: "flick", base: [.phase(.layout): base], head: [.phase(.layout): head]).first {
            $0.part == .phase(.layout)
        }?
        .verdict
    }

    @Test func moreIsMoreBeyondBothTheShareAndTheFloor() {
        #expect(verdict(100_000_000, 101_000_001) == .slower)
        #expect(verdict(100_000_000, 101_000_000) == .unchanged)
        #expect(verdict(100_000_000, 98_900_000) == .faster)
        // 39 % of little.
        #expect(verdict(1_000_000, 1_390_000) == .unchanged)
        #expect(verdict(1_000_000, 1_400_000) == .slower)
        #expect(verdict(100_000, 399_999) == .small)
        #expect(verdict(0, 0) == .small)
        #expect(verdict(0, 5_000_000) == .slower, "work where there was none")
        #expect(verdict(5_000_000, 0) == .faster)
    }

    @Test func theMessageNamesTraceAndPhaseAndBothCounts() throws {
        let rows = CostJudge().judge(
            trace: "flick", base: [.phase(.layout): 2_000_000, .raster: 193_200_000],
            head: [.phase(.layout): 2_000_100, .raster: 203_100_000])
        #expect(rows.map(\.name) == ["frame"] + WorkPart.allCases.map(\.rawValue))
        let findings = rows.compactMap(\.finding)
        #expect(findings.map(\.trace) == ["flick"])
        #expect(
            findings.map(\.message) == ["raster costs 5.12% more: 203,100,000 instructions, were 193,200,000"])
    }

    @Test func smallSlipsInEachPhaseAddUpToOneOfTheFrame() throws {
        let base: [WorkPart: Int] = [
            .phase(.layout): 10_000_000, .phase(.commit): 10_000_000, .phase(.draw): 10_000_000,
        ]
        let head = base.mapValues { $0 + 150_000 }
        let rows = CostJudge().judge(trace: "flick", base: base, head: head)
        #expect(rows.filter { $0.verdict == .slower }.map(\.name) == ["frame"])
    }

    @Test func theTableIsAlignedAndNamesATraceOnce() {
        let rows = CostJudge().judge(
            trace: "flick", base: [.phase(.layout): 2_000_000, .raster: 193_200_000],
            head: [.phase(.layout): 2_000_100, .raster: 203_100_000])
        #expect(
            ComparisonTable(rows).text == """
                trace  part           base         head   change  instructions
                flick  frame     2,000,000    2,000,100  +0.005%  ok
                       layout    2,000,000    2,000,100  +0.005%  ok
                       raster  193,200,000  203,100,000  +5.124%  MORE
                """)
        #expect(ComparisonTable([]).text == "")
    }

    @Test func timesInTheTableHaveTheNoiseBesideThem() {
        let rows = [
            Comparison(
                trace: "flick", measure: .time, part: nil, base: 2.5, head: 2.625, change: 0.05, noise: 0.0123,
                p: 0.001, verdict: .slower),
            Comparison(
                trace: "flick", measure: .time, part: .phase(.draw), base: 0.5, head: 0.4, change: -0.2, noise: 0.31,
                p: 0.2, verdict: .notJudged),
        ]
        #expect(
            ComparisonTable(rows).text == """
                trace  part    base   head  change   noise  ms per frame; raster: per tile
                flick  frame   2.50   2.63   +5.0%   ±1.2%  SLOWER
                       draw   0.500  0.400  −20.0%  ±31.0%  not judged: too noisy
                """)
    }

    @Test func theFileOfAComparisonIsReadAgainAsItWas() throws {
        let rows = CostJudge().judge(
            trace: "fl\"ick", base: [.phase(.layout): 2_000_000], head: [.phase(.layout): 3_000_000])
        struct File: Decodable {
            var version: Int
            var traces: [String]
            var rows: [Comparison]
            var findings: [Line]
            struct Line: Decodable, Hashable { var kind, trace, subject, message: String }
            enum CodingKeys: String, CodingKey { case version = "tilework-comparison", traces, rows, findings }
        }
        let findings = rows.compactMap(\.finding)
        #expect(findings.count == 2)
        let json = ComparisonFile(traces: ["fl\"ick", "b"], rows: rows, findings: findings).json
        let file = try JSONDecoder().decode(File.self, from: json)
        #expect(file.version == 1 && file.traces == ["fl\"ick", "b"])
        #expect(file.rows == rows && file.findings.map(\.message) == findings.map(\.message))
        #expect(file.findings.map(\.subject) == ["frame", "layout"])
        let empty = try JSONDecoder().decode(
            File.self, from: ComparisonFile(traces: ["a"], rows: [], findings: []).json)
        #expect(empty.traces == ["a"] && empty.rows.isEmpty && empty.findings.isEmpty)
    }
}
