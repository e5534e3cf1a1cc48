import Foundation
import Testing

@testable import TilePerf

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A run of three frames, the second too slow and the third with something blank.
private func run(named name: String = "a") -> Ledger {
    var trace = Trace(name: name, content: .program("b"))
    trace.refreshRate = 100
    var frames = (0..<4).map { FrameRecord(number: $0, time: Double($0) / 100, state: .full) }
    frames[0].phases = [.layout: 1, .draw: 2]
    frames[1].phases = [.layout: 1, .display: 20]
    frames[1].draws = ["UIWindow/</script>\"View": 3]
    frames[1].counts[.draws] = 3
    frames[2].state = .dropped
    frames[3].state = .partial
    frames[3].phases = [.draw: 4]
    frames[3].shortfall = Shortfall(blank: 10)
    return Ledger(trace, clock: .virtual, frames: frames)
}

private let findings = [
    Finding(
        Fault(.regression, "draws"), trace: "a", frame: 1,
        "frame 1: draw(_:) calls: 3, were 1: <View> & \"View\" 100 %\nand more"),
    Finding(Fault(.overBudget, "missedFrames"), trace: "a", "missed"),
]

/// The verdict of a run whose counts were compared, with findings that are written by hand.
private func verdict(_ findings: [Finding] = []) -> Verdict {
    Verdict(run(), limits: Trace.Limits(), findings: findings, comparesCounts: true)
}

@Suite struct JUnitReportTests {
    /// Elements with their attributes and text, in their order.
    private final class Elements: NSObject, XMLParserDelegate {
        var all: [(name: String, attributes: [String: String], text: String)] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            all.append((name, attributes, ""))
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { all[all.count - 1].text += string }
    }

    @Test func eachTraceIsACaseAndItsFindingsAreAFailure() throws {
        var report = JUnitReport()
        report.add(run(), verdict(findings))
        report.add(run(named: "b"), verdict())
        let parser = XMLParser(data: Data(report.xml.utf8))
        let elements = Elements()
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let all = elements.all
        #expect(all.map(\.name) == ["testsuites", "testsuite", "testcase", "failure", "testcase"])
        #expect(all[1].attributes["tests"] == "2" && all[1].attributes["failures"] == "1")
        #expect(all[2].attributes["name"] == "a" && all[4].attributes["name"] == "b")
        #expect(all[3].attributes["type"] == "regression")
        #expect(all[3].attributes["message"] == findings[0].message)
        #expect(all[3].text.hasPrefix(findings[0].message + "\nmissed"))
    }

    @Test func aTraceThatCouldNotBeJudgedIsAnErrorAndIsCounted() throws {
        var report = JUnitReport()
        report.add(run(), verdict(findings))
        report.add(failed: "b", kind: "brokenRun", "b.json: its content is gone: <b>")
        report.add(run(named: "c"), verdict())
        let parser = XMLParser(data: Data(report.xml.utf8))
        let elements = Elements()
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        for suite in elements.all.prefix(2) {
            #expect(suite.attributes["tests"] == "3" && suite.attributes["failures"] == "1")
            #expect(suite.attributes["errors"] == "1")
        }
        let error = try #require(elements.all.first { $0.name == "error" })
        #expect(error.attributes["type"] == "brokenRun")
        #expect(error.attributes["message"] == "b.json: its content is gone: <b>")
        #expect(error.text.hasPrefix("b.json: its content is gone: <b>"))
    }

    @Test func twoBuildsAreACaseForEachMeasureAndWhatWasNotJudgedIsSkipped() throws {
        func row(_ trace: String, _ measure: Comparison.Measure, verdict: Comparison.Verdict) -> Comparison {
            Comparison(
                trace: trace, measure: measure, part: .raster, base: 2_000_000, head: 2_200_000, change: 0.1,
                noise: 0.04, p: 0.001, verdict: verdict)
        }
        let rows = [
            row("a", .cost, verdict: .slower), row("a", .time, verdict: .notJudged),
            row("b", .cost, verdict: .unchanged),
            row("b", .time, verdict: .slower),
        ]
        var report = JUnitReport()
        for trace in ["a", "b"] { report.add(trace, rows) }
        let parser = XMLParser(data: Data(report.xml.utf8))
        let elements = Elements()
        parser.delegate = elements
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        let all = elements.all
        #expect(
            all.map(\.name) == [
                "testsuites", "testsuite", "testcase", "failure", "testcase", "skipped", "testcase", "testcase",
                "failure",
            ])
        let suite = all[1].attributes
        #expect([suite["tests"], suite["failures"], suite["errors"], suite["skipped"]] == ["4", "2", "0", "1"])
        #expect(all[2].attributes["classname"] == "perf.cost" && all[4].attributes["classname"] == "perf.time")
        #expect(all[3].attributes["message"] == "raster costs 10% more: 2,200,000 instructions, were 2,000,000")
        #expect(all[5].attributes["message"]?.hasPrefix("raster not judged: noise floor 4%") == true)
    }

    @Test func whatXMLCannotHoldIsReplaced() {
        var report = JUnitReport()
        report.add(run(), verdict([Finding(Fault(.regression, "draws"), trace: "a", "bell \u{7} and \u{FFFF}")]))
        #expect(report.xml.contains("message=\"bell ? and ?\""))
        #expect(XMLParser(data: Data(report.xml.utf8)).parse())
    }
}

@Suite struct AnnotationTests {
    @Test func aFindingIsOneLineWithItsFile() {
        let text = Annotation(findings[0], file: "Perf/Traces/a,b:c.json").text
        #expect(
            text == "::error file=Perf/Traces/a%2Cb%3Ac.json,title=a%3A regression::"
                + "frame 1: draw(_:) calls: 3, were 1: <View> & \"View\" 100 %25%0Aand more")
        #expect(Annotation(findings[1], file: "x").text == "::error file=x,title=a%3A over budget::missed")
    }
}

@Suite struct ChromeTraceTests {
    private struct Document: Decodable {
        struct Event: Decodable {
            var ph: String
            var name: String
            var ts: Double?
            var dur: Double?
        }

        var traceEvents: [Event]
    }

    @Test func framesLieAtTheirTimesWithTheirPhasesWithin() throws {
        let json = ChromeTrace(run()).json
        #expect(!json.contains("</script>"), "it may stand in a page")
        let events = try JSONDecoder().decode(Document.self, from: Data(json.utf8)).traceEvents
        let spans = events.filter { $0.ph == "X" }
        #expect(spans.map(\.name) == ["frame 0", "layout", "draw", "frame 1", "layout", "display", "frame 3", "draw"])
        #expect(spans.map { $0.ts! } == [0, 0, 1000, 10_000, 10_000, 11_000, 30_000, 30_000])
        #expect(spans.map { $0.dur! } == [3000, 1000, 2000, 21_000, 1000, 20_000, 4000, 4000])
        #expect(events.filter { $0.ph == "i" }.map(\.name) == ["over budget", "dropped"])
        #expect(events.filter { $0.ph == "M" }.count == 2)
        let lacking = events.filter { $0.name == "pixels" }
        #expect(lacking.map { $0.ts! } == [0, 10_000, 30_000])
    }
}

@Suite struct BenchmarkTableTests {
    @Test func aRunIsALineOfNumbersWithUnits() {
        var table = BenchmarkTable()
        table.add(run())
        table.add(run())
        let lines = table.text.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["goos: linux", "pkg: tilework/perf"])
        #expect(lines.count == 4 && lines[2] == lines[3], "runs of one name are its samples")
        let fields = lines[2].split(separator: "\t").map(String.init)
        #expect(fields[0] == "BenchmarkTrace/a")
        #expect(Int(fields[1]) == 3)
        #expect(fields.count % 2 == 0)
        var figures: [String: Double] = [:]
        for index in stride(from: 2, to: fields.count, by: 2) {
            #expect(!fields[index + 1].contains(" "))
            let value = Double(fields[index])
            #expect(value != nil)
            figures[fields[index + 1]] = value
        }
        #expect(figures["worst-ns"] == 21_000_000)
        #expect(figures["p50-ns"] == 4_000_000 && figures["p90-ns"] == 21_000_000)
        #expect(figures["missed-frames"] == 1)
        #expect(figures["draws"] == 3)
    }
}

@Suite struct TerminalSummaryTests {
    @Test func itSaysWhatIsWrongInLinesThatFit() {
        let text = TerminalSummary(run(), verdict(findings), width: 60).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0].hasPrefix("a ···") && lines[0].hasSuffix("··· REGRESSION"))
        #expect(lines[0].count == 60)
        #expect(lines[1] == "  ▃!×▄")
        #expect(lines[2] == "  virtual ms per frame: p50 4  p90 21  p95 21  p99 21  worst 21, budget 10")
        // As on the page: a frame is a refresh, as its number is.
        #expect(lines[3] == "  4 frames, 3 shown, 1 missed (!), 1 dropped (×)")
        #expect(HTMLReport(run(), verdict(findings)).html.contains("<li>4 frames, 3 shown, in 0.04 s</li>"))
        #expect(lines[4].hasPrefix("  hitches 400 ms/s"))
        #expect(text.contains("  ✗ missed"))
        #expect(TerminalSummary(run(), verdict([findings[1]]), width: 60).text.contains(" OVER BUDGET\n"))
        #expect(TerminalSummary(run(), verdict(), width: 60).text.contains("· passed\n"))
        // The rules stand between the figures and the findings.
        #expect(lines[6].hasPrefix("  judged by: ✗ counts differ from the ledger · ✗ missed"))
        #expect(text.contains("hitch ratio"))
    }

    @Test func findingsAreWrappedForATerminalOnly() throws {
        let text = String(repeating: "frame 20: draws ", count: 12)
        let found = [Finding(Fault(.regression, "draws"), trace: "a", text + "end")]
        let piped = TerminalSummary(run(), verdict(found), width: 60).text
        #expect(piped.hasSuffix("\n  ✗ \(text)end"))
        let shown = TerminalSummary(run(), verdict(found), width: 60, wraps: true).text.split(separator: "\n")
        let first = try #require(shown.firstIndex { $0.hasPrefix("  ✗ frame 20: draws frame") })
        #expect(shown[6...].allSatisfy { $0.count <= 60 })
        #expect(shown[first + 1].hasPrefix("    "))
        #expect(shown[first...].joined(separator: " ").split(separator: " ").joined(separator: " ") == "✗ \(text)end")
    }

    @Test func manyFindingsLeaveTheRestOnTheScreen() {
        let many = (0..<40).map { Finding(Fault(.regression, "draws"), trace: "a", "finding \($0)") }
        let lines = TerminalSummary(run(), verdict(many), width: 80).text.split(separator: "\n")
        #expect(lines.count <= 24)
        #expect(lines.last == "  ✗ and 28 more, which are in the other reports")
    }

    @Test func aTraceOfManyThatIsWellIsOneLineUnderItsHeading() {
        let table = TerminalTable(["a", "longer-name"], width: 80)
        let (head, line) = (table.head, table.line(run(), verdict()))
        #expect(head.count == 68, "the outcome has no heading")
        #expect(line.count == 76 && line.hasSuffix("  passed"))
        #expect(line.hasPrefix("a            ▃!×▄ "))
        let numbers = line.split(separator: " ").dropFirst(2)
        #expect(numbers == ["4", "21", "21", "21", "21", "10", "1", "passed"])
        #expect(head.split(separator: " ").suffix(7) == ["p50", "p90", "p95", "p99", "worst", "budget", "missed"])
    }

    @Test func aLongRunIsSqueezedIntoTheLine() {
        var long = run()
        long.frames = (0..<1000).map { FrameRecord(number: $0, time: Double($0) / 100, state: .full) }
        long.frames[500].phases = [.draw: 30]
        let bars = TerminalSummary.sparkline(long, 10, width: 50)
        #expect(bars.count == 50)
        #expect(Array(bars)[25] == "!")
        #expect(
            TerminalSummary.sparkline(Ledger(Trace(name: "a", content: .program("b")), clock: .real), 10, width: 9)
                == "")
    }
}

@Suite struct LedgerFileTests {
    @Test func allOfALedgerIsReadAgainAndTheJudgedPartOfIt() throws {
        let folder = NSTemporaryDirectory() + "tilework-ledger-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let ledger = try Replayer(flickTrace()).run()
        let path = folder + "/a.json"
        try ledger.json(.all).write(to: URL(fileURLWithPath: path))
        #expect(try Ledger.read(path) == ledger)
        try ledger.json(.counts).write(to: URL(fileURLWithPath: path))
        let counted = try Ledger.read(path)
        #expect(counted.frames.allSatisfy { $0.phases.isEmpty && $0.areas.isEmpty })
        #expect(try CountJudge().judge(ledger, against: counted).isEmpty)
        #expect(ledger.json(.counts).split(separator: UInt8(ascii: "\n")).count > ledger.frames.count)
    }

    @Test(arguments: [
        ("", "invalid JSON in line 1, column 1: unexpected end of file"),
        ("{\"schema\": 1,\n \"trace\" 2}", "invalid JSON in line 2, column 10: expected “:”, found “2”"),
        ("{\"schema\": 1,\n \"frames\": [], \"frames\": []}", "line 2, column 16: duplicate member “frames”"),
        ("{\"schema\": 3,\n \"frame\": []}", "line 2, column 2: unknown member “frame”; did you mean “frames”?"),
        (
            "{\"schema\": 3, \"frames\": [{\"number\": 0, \"phase\": {}}]}",
            "column 40: unknown member “phase”; did you mean “phases”?"
        ),
        ("{\"schema\": 1e999}", "a number is out of range"),
        (
            "{\"schema\": 4}",
            "a ledger of schema 4; this build reads schemas 1 to 3: update it with `Ledger.json(_:)`"
        ),
        ("{\"schema\": 1, \"trace\": 3}", "trace has the wrong type"),
        (String(repeating: "[", count: 100_000), "column 513: nested more than 512 levels deep"),
    ])
    func aLedgerThatCannotBeSaysWhere(_ text: String, _ expected: String) throws {
        let path = NSTemporaryDirectory() + "tilework-ledger-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        #expect { try Ledger.read(path) } throws: { "\($0)".hasPrefix(path) && "\($0)".contains(expected) }
    }

    @Test func countsOfOtherContentAreNotCompared() throws {
        var ledger = try Replayer(flickTrace()).run()
        #expect(ledger.content == nil && !String(decoding: ledger.json(.counts), as: UTF8.self).contains("\"content\""))
        let without = ledger
        ledger.content = "0123456789abcdef"
        var other = ledger
        other.content = "0123456789abcdee"
        for baseline in [other, without] {
            #expect(throws: CountJudge.Failure.changedContent(trace: "flick")) {
                try CountJudge().judge(ledger, against: baseline)
            }
        }
        let path = NSTemporaryDirectory() + "tilework-ledger-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ledger.json(.counts).write(to: URL(fileURLWithPath: path))
        #expect(try CountJudge().judge(ledger, against: Ledger.read(path)).isEmpty)
    }
}
