import Foundation
import TestSupport
import Testing

@testable import TilePerf

/// Tests the cost of a tile from the ledger to the exit code: the ledger's tiles cost less than those of the run.
@Suite struct PerfCulpritTests {
    private let folder: TemporaryFolder

    /// A trace of operations that take no time, so that only the costs differ.
    private static let trace = """
        {"tilework-trace": 1, "name": "t", "content": {"shapes": 2000, "size": [1500, 4000]}, "overlays": {"gauge": true},
         "tail": 0.3, "cost": {"operation": 0}, "events": [
          {"at": 0.05, "wheel": [0, 120]}, {"at": 0.1, "wheel": [0, 120]}, {"at": 0.2, "wheel": [0, 500]}]}
        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.json", Self.trace)
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(arguments, of: "tilework-perf", in: folder.path)
    }

    /// Writes a ledger with the counts of the trace, but with two operations fewer for each tile.
    private func writeCheaperLedger(schema: Int = Ledger.schema) throws {
        #expect(try perf("run", "t.json", "--ledgers", "ledgers", "--update").code == 0)
        var ledger = try Ledger.read(folder.file("ledgers/t.json"))
        ledger.schema = schema
        for index in ledger.frames.indices {
            var frame = ledger.frames[index]
            for (fate, works) in frame.work {
                frame.work[fate] = works.mapValues { TileWork(operations: $0.operations - 2, owners: $0.owners) }
                frame.counts[.operationsReplayed] -= 2 * works.count
            }
            if schema == 1 { frame.work = [:] }
            ledger.frames[index] = frame
        }
        try ledger.json(.counts).write(to: URL(fileURLWithPath: folder.file("ledgers/t.json")))
    }

    private func findings(_ run: CommandLineRun) -> [Substring] {
        run.output.split(separator: "\n").filter { $0.hasPrefix("  ✗ ") }
    }

    @Test func aCostThatGrewIsTheOnlyFindingAndNamesTheTile() throws {
        try writeCheaperLedger()
        let run = try perf("run", "t.json", "--ledgers", "ledgers", "--junit", "junit.xml")
        #expect(run.code == 1, "\(run.errors)")
        let found = findings(run)
        let form =
            #/  ✗ tile \d+/\d+/\d+ costs (\d+) operations, was (\d+): UIWindow/TiledScrollView, \+[\d.]+% in \d+ frames, the /#
        let parts = try #require(found.first?.prefixMatch(of: form), "\(run.output)")
        #expect(try #require(Int(parts.1)) == #require(Int(parts.2)) + 2)
        #expect(found.count == 1, "\(run.output)")
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains("<failure type=\"regression\" message=\"tile "), "\(junit)")
    }

    @Test func whatIsShrunkFailsByTheSameCost() throws {
        try writeCheaperLedger()
        let run = try perf("minimize", "t.json", "-o", "cut.json", "--ledgers", "ledgers", "--save-ledgers", "small")
        #expect(run.code == 0, "\(run.errors)")
        #expect(run.errors.hasPrefix("t fails: tile "), "\(run.errors)")
        #expect(
            run.output.contains("cut.json: 0 of 3 events, after 1 tries (the first screen shows it): tile "),
            "\(run.output)")
        let red = try perf("run", "cut.json", "--ledgers", "small")
        #expect(red.code == 1 && findings(red).first?.contains(" costs ") == true, "\(red.output)")
    }

    @Test func aLedgerOfTheOlderSchemaIsJudgedByItsCountsAndSaysWhatItLacks() throws {
        try writeCheaperLedger(schema: 1)
        let run = try perf("run", "t.json", "--ledgers", "ledgers")
        #expect(run.code == 1, "\(run.errors)")
        #expect(findings(run).count == 1, "\(run.output)")
        #expect(findings(run).first?.contains("operations replayed for tiles: ") == true)
        let reason = "a ledger of schema 1 does not tell whose they are"
        #expect(findings(run).first?.contains(reason) == true, "\(run.output)")
    }
}
