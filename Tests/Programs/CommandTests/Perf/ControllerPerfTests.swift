import Foundation
import TestSupport
import Testing

/// Tests of a program's controllers in the harness, as in docs/traces.md.
@Suite("perf of a program's controllers", .serialized)
struct ControllerPerfTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            "timetable.json",
            """
            {"tilework-trace": 1, "name": "timetable", "content": {"controller": "app"}, "viewport": [390, 760],
             "scale": 1, "events": [
              {"at": 0.1, "push": "details", "animated": true}, {"at": 0.8, "rotate": "landscapeRight"},
              {"at": 1.2, "pop": true, "animated": true}, {"at": 1.8, "present": "form", "animated": true},
              {"at": 2.6, "dismiss": true, "animated": true}
            ]}
            """)
    }

    private func perf(_ arguments: String...) throws -> CommandLineRun {
        try CommandLineRun.run(["perf"] + arguments, of: "Timetable", in: folder.path)
    }

    @Test("pushes, turns, pops, presents and dismisses them, counts them by class, and does the same again")
    func run() throws {
        let first = try perf("run", "timetable.json", "--ledgers", "ledgers", "--update")
        #expect(first.code == 0, "\(first.errors)")
        let ledger = try String(contentsOfFile: folder.file("ledgers/timetable.json"), encoding: .utf8)
        for name in ["DepartureDetails", "DepartureForm"] {
            #expect(ledger.contains("\"\(name)\":"), "\(name) was made: \(ledger.prefix(400))")
        }
        let again = try perf("run", "timetable.json", "--ledgers", "ledgers")
        let isGreen = again.output.hasPrefix("timetable ") && again.output.contains("· passed\n")
        #expect(again.code == 0 && isGreen, "\(again.output) \(again.errors)")
    }

    @Test("says which there are where a trace names another")
    func missing() throws {
        let trace = try String(contentsOfFile: folder.file("timetable.json"), encoding: .utf8)
        try folder.write("other.json", trace.replacing("\"details\"", with: "\"platform\""))
        let run = try perf("run", "other.json")
        #expect(run.code == 70 && run.errors.contains("platform") && run.errors.contains("details"), "\(run.errors)")
    }
}
