import Foundation
import TestSupport
import Testing

/// Runs of `tilework perf` with broken, missing or exchanged files, and with a closed output.
@Suite struct PerfFailureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("t.json", Self.trace())
    }

    private static func trace(_ members: String = "", name: String = "t") -> String {
        """
        {"tilework-trace": 1, "name": "\(name)", "content": {"shapes": 20, "size": [1500, 4000]}, \(members)
         "overlays": {"gauge": true}, "tail": 0.1, "events": [{"at": 0.05, "wheel": [0, 120]}]}
        """
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(arguments, of: "tilework-perf", in: folder.path)
    }

    private func shell(_ line: String) throws -> CommandLineRun {
        let program = try CommandLineRun.executable("tilework-perf")
        return try CommandLineRun.shell("PERF='\(program)'; \(line)", in: folder.path)
    }

    // MARK: Several traces

    /// Writes traces in this order: two that pass, and four that can't be judged.
    private func writeMany() throws {
        for name in ["a", "z"] { try folder.write("many/\(name).json", Self.trace(name: name)) }
        try folder.write("many/cut.json", "{\"tilework-trace\": 1,\n")
        try folder.write(
            "many/gone.json",
            #"{"tilework-trace": 1, "name": "gone", "content": {"file": "gone.svg"}, "events": []}"#)
    }

    @Test func aBrokenTraceKeepsNoOtherFromBeingJudged() throws {
        try FileManager.default.createDirectory(atPath: folder.file("many"), withIntermediateDirectories: true)
        try writeMany()
        #expect(try perf("run", "many", "--ledgers", "ledgers", "--update").code == 70)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("ledgers")).sorted() == [
                "a.json", "z.json",
            ])
        try folder.write("ledgers/gone.json", "{")
        try folder.write("many/m.json", Self.trace(name: "missing"))

        let run = try perf(
            "run", "many", "--ledgers", "ledgers", "--junit", "junit.xml", "--annotations", "--inject", "draw=4", "-o",
            "out")
        #expect(run.code == 70, "a missing ledger wins over the bad trace and the regressions")
        for message in [
            "many/cut.json: invalid JSON in line 2, column 1: unexpected end of file",
            "ledgers/gone.json: invalid JSON in line 1, column 2: unexpected end of file",
            "ledgers/missing.json is missing, so missing can't be judged",
        ] {
            #expect(run.errors.contains(message), "\(run.errors)")
        }
        let lines = run.output.split(separator: "\n")
        #expect(lines.filter { $0.hasSuffix(" REGRESSION") }.map { $0.prefix(2) } == ["a ", "z "])
        #expect(lines.filter { $0.hasSuffix(" ERROR") }.count == 3)
        #expect(lines.last == "5 traces: 2 regression, 3 errors")
        #expect(
            run.output.contains("::error file=many/cut.json,title=cut%3A error::many/cut.json: invalid JSON"))
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains("tests=\"5\" failures=\"2\" errors=\"3\""))
        #expect(junit.contains("name=\"gone\"") && junit.contains("<error type=\"badTrace\""))
        #expect(junit.contains("<error type=\"brokenRun\" message=\"ledgers/missing.json is missing"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).sorted() == ["a.json", "z.json"])
    }

    @Test func theWorstOfSeveralCodesIsTheLast() throws {
        try folder.write(
            "slow.json", Self.trace(#""limits": {"missedFrames": 0}, "cost": {"drawing": 50},"#, name: "slow"))
        try folder.write("cut.json", "{")
        try folder.write(
            "gone.json", #"{"tilework-trace": 1, "name": "gone", "content": {"file": "gone.svg"}, "events": []}"#)
        _ = try perf("run", "t.json", "slow.json", "--ledgers", "l", "--update")
        for (arguments, code) in [
            (["t.json"], 0), (["t.json", "slow.json"], 2), (["slow.json", "t.json", "--inject", "draw=0"], 1),
            (["slow.json", "cut.json", "t.json", "--inject", "draw=0"], 65), (["cut.json", "gone.json"], 70),
            (["gone.json", "cut.json", "t.json"], 70),
        ] {
            // The missing trace has no ledger, either.
            let ledgers = arguments.contains("gone.json") ? [] : ["--ledgers", "l"]
            let run = try CommandLineRun.run(["run"] + arguments + ledgers, of: "tilework-perf", in: folder.path)
            #expect(run.code == code, "\(arguments): \(run.output)\(run.errors)")
        }
        #expect(try perf("run", "cut.json", "t.json", "--budget", "0").code == 64, "nothing is run at all")
    }

    @Test func aReportThatCannotBeWrittenIsAnErrorAndTheJUnitFileIsThere() throws {
        try FileManager.default.createDirectory(atPath: folder.file("out/t.json"), withIntermediateDirectories: true)
        for option in ["--junit=none/b.xml", "--benchstat=none/b.txt"] {
            let nowhere = try perf("run", "t.json", "-o", "reports", option)
            #expect(nowhere.code == 70 && nowhere.output.isEmpty, "\(nowhere.output)")
            #expect(nowhere.errors.contains("can't be created: the folder none does not exist; create it, or"))
            #expect(!folder.exists("reports"), "nothing was run")
        }
        let run = try perf("run", "t.json", "-o", "out", "--junit", "junit.xml")
        #expect(run.code == 70)
        #expect(run.errors.contains("out/t.json: can't be written: it is a folder"))
        let junit = try String(contentsOfFile: folder.file("junit.xml"), encoding: .utf8)
        #expect(junit.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    }

    // MARK: Faults that are not there

    @Test func aFaultThatWasNeverPutInIsNoGreenRun() throws {
        for fault in ["draw=99999", "blank=99999"] {
            let run = try perf("run", "t.json", "--inject", fault)
            #expect(run.code == 70, "\(run.output)")
            #expect(run.errors.contains("t.json: \(fault) was not injected: the last frame is "), "\(run.errors)")
        }
        let measured = try perf("measure", "t.json", "--inject", "draw=4")
        #expect(measured.code == 64 && measured.errors.contains("invalid fault “draw=4”: use cost=PERCENT%"))
    }

    @Test func allOfSeveralRunsAreJudged() throws {
        #expect(try perf("run", "t.json", "--ledgers", "l", "--update", "--count", "2").code == 0)
        let red = try perf("run", "t.json", "--ledgers", "l", "--count", "3", "--inject", "draw=4")
        #expect(red.code == 1)
        #expect(red.output.contains("✗ frame 4 ") && !red.output.contains(" of 3 runs"), "in all three")
    }

    // MARK: Content

    @Test func aContentThatWasExchangedIsSaidAndIsNoRegression() throws {
        try folder.write("c.svg", drawing())
        try folder.write(
            "c.json",
            #"{"tilework-trace": 1, "name": "c", "content": {"file": "c.svg"}, "events": [{"at": 0.1, "wheel": [0, 9]}]}"#
        )
        #expect(try perf("run", "c.json", "--ledgers", "l", "--update").code == 0)
        #expect(try perf("run", "c.json", "--ledgers", "l").code == 0)
        try folder.write("c.svg", drawing(width: 310))
        let run = try perf("run", "c.json", "--ledgers", "l")
        #expect(run.code == 65)
        #expect(
            run.errors.contains(
                "l/c.json: the content of the trace c changed after its ledger was written: restore the file, "
                    + "or update the ledger with --update"), "\(run.errors)")
        #expect(try perf("run", "c.json", "--ledgers", "l", "--update").code == 0)
        #expect(try perf("run", "c.json", "--ledgers", "l").code == 0)
        let least = try perf(
            "minimize", "c.json", "-o", "least.json", "--base", CommandLineRun.executable("tilework-perf"))
        #expect(least.errors.contains("c.json does not fail"), "both builds read one content: \(least.errors)")
    }

    // MARK: Closed output

    @Test func aResultThatNobodyGetsIsABrokenRun() throws {
        _ = try perf("run", "t.json", "-o", "l")
        for line in ["run t.json", "measure t.json", "compare l l", "minimize t.json --inject draw=4 -o m.json"] {
            let full = try shell("\"$PERF\" \(line) >/dev/full")
            #expect(full.code == 70, "\(line): \(full.code)")
            #expect(full.errors.contains("can't write to standard output: No space left on device"), "\(full.errors)")
            let closed = try shell("\"$PERF\" \(line) >&-")
            #expect(closed.code == 70, "\(line): \(closed.code)")
            #expect(closed.errors.contains("standard output is closed"), "\(closed.errors)")
        }
    }

    @Test func aReaderThatGoesAwayEndsItQuietlyAndNotWithASuccess() throws {
        let run = try shell("{ \"$PERF\" run t.json; echo $? >code; } | true; cat code")
        #expect(run.output == "141\n", "128 and SIGPIPE")
        #expect(run.errors.isEmpty)
    }
}
