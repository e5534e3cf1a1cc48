import Foundation
import TestSupport
import Testing

/// Tests of the harness in a custom program: the program's drawing is the content of traces.
@Suite("perf of a program of one's own", .serialized)
struct ProgramPerfTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("seats.json", Self.trace("seats"))
    }

    /// Returns a short scroll over few tiles, because the tests' build takes a second to examine all seats for one
    /// tile.
    private static func trace(_ content: String) -> String {
        """
        {"tilework-trace": 1, "name": "\(content)", "content": {"program": "\(content)"}, "viewport": [100, 100],
         "offset": [2600, 150], "tileSize": 512, "tail": 0.3, "cache": "cold",
         "events": [{"at": 0.05, "wheel": [0, 40]}]}
        """
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["perf"] + arguments, of: "SeatMap", in: folder.path)
    }

    @Test("replays its content by name, the same each time, and goes red when more is drawn")
    func run() throws {
        let first = try perf("run", "seats.json", "--ledgers", "ledgers", "--update")
        #expect(first.code == 0, "\(first.errors)")
        let ledger = try String(contentsOfFile: folder.file("ledgers/seats.json"), encoding: .utf8)
        #expect(ledger.contains("\"tilesFull\":"), "something was drawn")
        #expect(ledger.contains("\"SeatMap.draw\":"), "and it is known who drew it")
        let red = try perf("run", "seats.json", "--ledgers", "ledgers", "--inject", "cost=5%", "-o", "new")
        #expect(red.code == 1)
        let findings = red.output.split(separator: "\n").filter { $0.hasPrefix("  ✗ ") }
        #expect(
            findings.count == 1 && findings[0].contains(": µs of rastering: "), "nothing else differs: \(red.output)")

        let compared = try perf("compare", "ledgers/seats.json", "new/seats.json")
        #expect(compared.code == 1 && compared.output.contains("µs of rastering"), "\(compared.output)")
        let report = try perf("report", "new/seats.json", "-o", "pages")
        #expect(report.code == 0 && folder.exists("pages/seats.html"), "\(report.errors)")
    }

    @Test("has the commands of the harness")
    func help() throws {
        let help = try perf("--help")
        #expect(help.code == 0)
        for command in ["run", "compare", "report", "minimize", "measure", "record"] {
            #expect(help.output.contains("\n  \(command) "), "\(help.output)")
        }
    }

    @Test("a content that it does not have is a broken run, and it says which it has")
    func missing() throws {
        try folder.write("chairs.json", Self.trace("chairs"))
        let run = try perf("run", "chairs.json")
        #expect(run.code == 70)
        #expect(
            run.errors.contains(
                "chairs.json: can't show its content: no content named chairs: use one of seats"),
            "\(run.errors)")
        let other = try CommandLineRun.run(["perf", "run", "seats.json"], in: folder.path)
        #expect(other.code == 70)
        #expect(other.errors.contains("this program has no content named seats"), "\(other.errors)")
        for (arguments, problem) in [
            (["chairs", "-o", "t.json"], "no content named chairs: use one of seats"),
            (["-o", "none/t.json", "--port", "0"], "none/t.json: can't be created"),
        ] {
            let run = try CommandLineRun.run(["perf", "record"] + arguments, of: "SeatMap", in: folder.path)
            #expect(run.code == 70 && run.errors.contains(problem), "\(run.errors)")
        }
    }
}
