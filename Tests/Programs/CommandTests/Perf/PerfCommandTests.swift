import Foundation
import TestSupport
import Testing

/// Tests of `tilework perf` as used in CI.
@Suite struct PerfCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.json", Self.trace())
    }

    private static func trace(_ members: String = "", name: String = "t") -> String {
        """
        {"tilework-trace": 1, "name": "\(name)", "content": {"shapes": 200, "size": [1500, 4000]}, \(members)
         "overlays": {"gauge": true}, "tail": 0.3, "events": [
          {"at": 0.05, "wheel": [0, 120]}, {"at": 0.1, "wheel": [0, 120]}, {"at": 0.2, "wheel": [0, 500]}]}
        """
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["perf"] + arguments, in: folder.path)
    }

    @Test func anUnchangedBuildIsGreenAndAnInjectedDrawIsRed() throws {
        #expect(try perf("run", "t.json", "--ledgers", "ledgers", "--update").code == 0)
        let green = try perf("run", "t.json", "--ledgers", "ledgers")
        #expect(green.code == 0)
        #expect(green.output.hasPrefix("t ···"))
        let red = try perf("run", "t.json", "--ledgers", "ledgers", "--inject", "draw=4")
        #expect(red.code == 1)
        #expect(red.output.contains("REGRESSION"))
        #expect(red.output.contains("✗ frame 4 (0.067 s): draw(_:) calls: "))
        #expect(red.output.contains("UIWindow/GaugeView"))
    }

    @Test func theProgramAloneDoesTheSame() throws {
        _ = try perf("run", "t.json", "--ledgers", "ledgers", "--update")
        let alone = try CommandLineRun.run(
            ["run", "t.json", "--ledgers", "ledgers"], of: "tilework-perf", in: folder.path)
        #expect(alone.code == 0, "\(alone.errors)")
        // The program intercepts the allocator, and reports how many blocks each frame allocated.
        _ = try CommandLineRun.run(["run", "t.json", "-o", "reports"], of: "tilework-perf", in: folder.path)
        let report = try String(contentsOfFile: folder.file("reports/t.json"), encoding: .utf8)
        #expect(report.contains("\"allocations\":"))
    }

    @Test func whatIsOverBudgetEndsWithTwo() throws {
        try folder.write(
            "slow.json", Self.trace(#""limits": {"missedFrames": 0}, "cost": {"drawing": 30},"#, name: "slow"))
        let run = try perf("run", "slow.json")
        #expect(run.code == 2)
        #expect(run.output.contains("OVER BUDGET"))
        #expect(run.output.contains("most of it display (UIWindow/GaugeView, 1×)"))
        #expect(try perf("run", "slow.json", "--budget", "20").code == 0, "50 ms are enough")
    }

    @Test func usageEndsWith64() throws {
        for arguments in [
            ["run"], ["run", "t.json", "--clock", "atomic"], ["run", "t.json", "--update"],
            ["run", "t.json", "--ledgers", "l", "--clock", "real"], ["run", "t.json", "--budget", "0"],
            ["run", "t.json", "--budget", "nan"], ["run", "t.json", "--inject", "sleep=3"],
            ["run", "t.json", "--ledgers", "l", "--update", "--inject", "draw=1"], ["minimize", "t.json"], ["walk"],
            ["run", "t.json", "--ledgers", "t.json"],
        ] {
            let run = try CommandLineRun.run(["perf"] + arguments, in: folder.path)
            #expect(run.code == 64, "\(arguments): \(run.code) \(run.errors)")
        }
    }

    @Test func tracesAndLedgersThatCannotBeEndWith65() throws {
        try folder.write("cut.json", "{")
        try folder.write("new.json", #"{"tilework-trace": 9}"#)
        try folder.write("twin.json", Self.trace())
        for (arguments, message) in [
            (["cut.json"], "cut.json: invalid JSON in line 1"), (["new.json"], "a trace of version 9"),
            (["gone.json"], "gone.json: no such file; check the name"),
            (["t.json", "twin.json"], "two traces have the name t, rename one: t.json, twin.json"),
        ] {
            let run = try CommandLineRun.run(["perf", "run"] + arguments, in: folder.path)
            #expect(run.code == 65, "\(run.errors)")
            #expect(run.errors.contains(message), "\(run.errors)")
        }
        try FileManager.default.createDirectory(
            atPath: folder.file("ledgers"), withIntermediateDirectories: true)
        for (text, message) in [
            ("{}", "not a ledger"), (#"{"schema": 99}"#, "a ledger of schema 99"), ("[", "invalid JSON in line 1"),
            (#"{"schema": 1}"#, "is missing"),
        ] {
            try folder.write("ledgers/t.json", text)
            let run = try perf("run", "t.json", "--ledgers", "ledgers")
            #expect(run.code == 65, "\(run.errors)")
            #expect(run.errors.contains("ledgers/t.json") && run.errors.contains(message), "\(run.errors)")
        }
    }

    @Test func aLedgerOfAnotherTraceIsRefused() throws {
        _ = try perf("run", "t.json", "--ledgers", "ledgers", "--update")
        try folder.write("t.json", Self.trace(#""workers": 1,"#))
        let changed = try perf("run", "t.json", "--ledgers", "ledgers")
        #expect(changed.code == 65)
        #expect(changed.errors.contains("the trace t changed after its ledger was written"))
    }

    @Test func whatBreaksARunEndsWith70() throws {
        let missing = try perf("run", "t.json", "--ledgers", "ledgers")
        #expect(missing.code == 70)
        #expect(missing.errors.contains("ledgers/t.json is missing, so t can't be judged: create it with --update"))
        try folder.write(
            "f.json", #"{"tilework-trace": 1, "name": "f", "content": {"file": "gone.svg"}, "events": []}"#)
        let gone = try perf("run", "f.json")
        #expect(gone.code == 70)
        #expect(gone.errors.contains("gone.svg"))
        try folder.write("r.json", Self.trace(#""cost": null,"#, name: "r"))
        let real = try perf("run", "r.json")
        #expect(real.code == 70)
        #expect(real.errors.contains("only be replayed in real time"))
    }

    @Test func realTimeIsShownAndNotJudged() throws {
        try folder.write(
            "late.json", Self.trace(#""limits": {"missedFrames": 0, "refreshRate": 1000},"#, name: "late"))
        let virtual = try perf("run", "late.json")
        #expect(virtual.code == 2 && virtual.output.contains("OVER BUDGET"))
        let real = try perf(
            "run", "late.json", "--clock", "real", "--annotations", "--junit", "real.xml", "-o", "out", "--format",
            "html")
        #expect(real.code == 0, "\(real.output)\(real.errors)")
        #expect(real.output.contains("· not judged\n") && !real.output.contains("::error"))
        let junit = try String(contentsOfFile: folder.file("real.xml"), encoding: .utf8)
        #expect(junit.contains("failures=\"0\"") && junit.contains("<skipped message=\"Real time is shown"))
        let page = try String(contentsOfFile: folder.file("out/late.html"), encoding: .utf8)
        #expect(page.contains("data-verdict=\"notJudged\""))
    }

    @Test func aFullDiskLeavesNoPartOfAReport() throws {
        // A limit on the size of files fails writes as a full disk does.
        let run = try CommandLineRun.shell(
            "ulimit -f 8; exec \"$TILEWORK\" perf run t.json -o reports", in: folder.path)
        #expect(run.code == 70, "\(run.errors)")
        #expect(run.errors.contains("reports/t.json: can't be written: File too large"), "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/reports").isEmpty)
    }

    @Test func reportsForOtherToolsAreWritten() throws {
        _ = try perf("run", "t.json", "--ledgers", "ledgers", "--update")
        let run = try perf(
            "run", "t.json", "--ledgers", "ledgers", "--inject", "draw=4", "-o", "reports", "--format", "chrome",
            "--format", "html", "--junit", "junit.xml", "--benchstat", "bench.txt", "--count", "2", "--annotations")
        #expect(run.code == 1, "\(run.errors)")
        #expect(run.output.contains("\n::error file=t.json,title=t%3A regression::frame 4 (0.067 s): draw(_:) calls: "))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("reports")).sorted() == [
                "index.html", "t.chrome.json", "t.html",
            ])
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains("<testcase classname=\"perf.virtual\" name=\"t\""))
        #expect(junit.contains("<failure type=\"regression\""))
        let table = try String(contentsOfFile: folder.file("bench.txt"), encoding: .utf8)
        #expect(table.components(separatedBy: "\nBenchmarkTrace/t\t").count == 3, "a line for each of two runs")
    }
}
