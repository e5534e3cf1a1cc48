import Foundation
import Testing

@testable import TilePerf

@Suite struct VerdictTests {
    private func judged(
        _ ledger: Ledger, compares: Bool = true, findings: [Finding] = [],
        _ change: (inout Trace.Limits) -> Void = { _ in }
    ) -> Verdict {
        var trace = Trace(name: "a", content: .program("b"))
        change(&trace.limits)
        return Verdict(
            ledger, limits: trace.limits, findings: findings + BudgetJudge().judge(ledger, trace),
            comparesCounts: compares)
    }

    private func rule(_ subject: String, of verdict: Verdict) throws -> Verdict.Rule {
        try #require(verdict.rules.first { $0.subject == subject })
    }

    /// A frame of 40 ms at 60 Hz is two refreshes late: a hitch ratio of 667 ms/s is far beyond Apple's 10.
    private let late = ledger([4, 40])

    @Test func aScoreWithoutALimitDoesNotJudge() throws {
        let verdict = judged(late)
        #expect(verdict.outcome == .passed)
        #expect(verdict.summary == "All counts equal the ledger; the trace sets no limits.")
        let hitches = try rule("hitchRatio", of: verdict)
        #expect(hitches.state == .unset && hitches.text.hasSuffix(" ms/s, no limit"))
    }

    @Test func aLimitIsKeptUpToItsValueAndBrokenBeyond() throws {
        let kept = judged(late) { $0.missedFrames = 1 }
        #expect(kept.outcome == .passed && kept.summary == "All counts equal the ledger; the limit is kept.")
        #expect(try rule("missedFrames", of: kept) == .init(subject: "missedFrames", state: .kept, value: 1, limit: 1))
        let broken = judged(late) {
            $0.missedFrames = 0
            $0.hitchRatio = 1000
        }
        #expect(broken.outcome == .overBudget)
        #expect(broken.summary == "All counts equal the ledger; 1 of 2 limits is exceeded.")
        #expect(try rule("missedFrames", of: broken).text == "missed frames 1, limit 0")
        #expect(broken.findings.map(\.subject) == ["missedFrames"])
        // Another budget is another rule.
        #expect(judged(late) { ($0.missedFrames, $0.refreshRate) = (0, 25) }.outcome == .passed)
    }

    @Test func aScreenThatIsNeverSharpBreaksEveryLimit() throws {
        let run = ledger([1, 1, 1]) {
            $0[1].offsetY = 1
            $0[2].shortfall.blank = 1
        }
        let verdict = judged(run) { $0.timeToSharp = 1e6 }
        #expect(verdict.outcome == .overBudget)
        #expect(try rule("timeToSharp", of: verdict).text == "time to sharp never reached, limit 1,000,000 ms")
    }

    @Test func aRegressionIsWorseThanALimit() {
        let draws = Finding(Fault(.regression, "draws"), trace: "a", frame: 0, "draw(_:) calls: 1, were 0")
        let verdict = judged(late, findings: [draws]) { $0.missedFrames = 0 }
        #expect(verdict.outcome == .regression)
        #expect(verdict.summary == "Counts differ from the ledger; the limit is exceeded.")
        #expect(Verdict.Outcome.allCases == [.regression, .overBudget, .notJudged, .passed], "the worst first")
    }

    @Test func aLeakIsARuleOfTracesWithControllers() throws {
        var run = ledger([1])
        #expect(!judged(run).rules.contains { $0.subject == "leaks" })
        run.leaks = []
        #expect(try rule("leaks", of: judged(run)).text == "no controller outlives its use")
        let leak = Finding(Fault(.regression, "leak", view: "Form"), trace: "a", "Form is alive")
        let verdict = judged(run, compares: false, findings: [leak])
        #expect(verdict.outcome == .regression)
        #expect(try rule("counts", of: verdict).state == .unset)
    }

    @Test func withoutALedgerAndLimitsNothingIsJudged() {
        let verdict = judged(late, compares: false)
        #expect(verdict.outcome == .notJudged)
        #expect(verdict.summary == "There was no ledger to compare counts with, and the trace sets no limits.")
        var real = late
        real.clock = .real
        #expect(judged(real) { $0.missedFrames = 0 }.outcome == .notJudged)
    }

    @Test func countsCanBeJudgedAgainAndLimitsStay() {
        let draws = Finding(Fault(.regression, "draws"), trace: "a", frame: 0, "draw(_:) calls: 1, were 0")
        let over = judged(late, compares: false) { $0.missedFrames = 0 }
        #expect(over.comparingCounts([]).outcome == .overBudget)
        #expect(over.comparingCounts([draws]).outcome == .regression)
        #expect(over.comparingCounts([draws]).comparingCounts([]).findings == over.findings)
    }

    @Test func aLedgerKeepsItsVerdictAndDescription() throws {
        let folder = NSTemporaryDirectory() + "tilework-verdict-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var run = late
        run.about = "Two frames."
        run.verdict = judged(run) { $0.missedFrames = 0 }
        try run.json(.all).write(to: URL(fileURLWithPath: folder + "/a.json"))
        let read = try Ledger.read(folder + "/a.json")
        #expect(read.about == run.about && read.verdict?.rules == run.verdict?.rules)
        #expect(read.verdict?.outcome == .overBudget && read.verdict?.summary == run.verdict?.summary)
        #expect(read.verdict?.findings.map(\.message) == run.verdict?.findings.map(\.message))
        #expect(read.verdict?.findings.map(\.trace) == ["a"])
        // What is compared holds neither.
        let counts = String(decoding: run.json(.counts), as: UTF8.self)
        #expect(!counts.contains("verdict") && !counts.contains("about"))
    }
}

@Suite struct ReportIndexTests {
    private func row(_ name: String, _ findings: [Finding], compares: Bool = true) -> (Ledger, Verdict) {
        var run = ledger([4, 40, nil, 8])
        run.trace = name
        run.about = "About <\(name)>."
        return (run, Verdict(run, limits: Trace.Limits(), findings: findings, comparesCounts: compares))
    }

    @Test func theWorstTracesComeFirstAndEachLeadsToItsReport() throws {
        var index = ReportIndex()
        let (regression, over) = (
            Finding(Fault(.regression, "draws"), trace: "d", frame: 1, "draw(_:) calls: 3, were 1"),
            Finding(Fault(.overBudget, "missedFrames"), trace: "b", "1 of 3 frames are late")
        )
        for (name, findings, compares) in [
            ("a", [], true), ("b", [over], true), ("c", [], false), ("d", [regression, over], true), ("e", [], true),
        ] {
            let (run, verdict) = row(name, findings, compares: compares)
            index.add(run, verdict, named: name, file: "\(name).html")
        }
        index.add(failed: "broken", "broken.json: <content> is gone")
        let html = index.html
        let order = html.components(separatedBy: "<tr data-verdict=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
        #expect(order == ["error", "regression", "overBudget", "notJudged", "passed", "passed"])
        for name in ["a", "b", "c", "d", "e"] { #expect(html.contains("<a href=\"./\(name).html\">\(name)</a>")) }
        #expect(html.contains("broken.json: &lt;content&gt; is gone") && html.contains("About &lt;d&gt;."))
        #expect(html.contains("draw(_:) calls: 3, were 1 <span class=\"more\">and 1 more</span>"))
        #expect(
            html.contains(
                "<li>1 error</li><li>1 regression</li><li>1 over budget</li><li>1 not judged</li><li>2 passed</li>"))
        // Each heading leads to its definition.
        for column in ["missedFrames", "hitchRatio", "checkerboard", "timeToSharp"] {
            #expect(html.contains("href=\"#\(column)\"") && html.contains("<dt id=\"\(column)\">"))
        }
        for address in ["http:", "https:", "src=", "url(http", "<script"] { #expect(!html.contains(address)) }
    }

    @Test func namesOfFilesAreNoMarkupAndNoOtherAddress() {
        var index = ReportIndex()
        let (run, verdict) = row("\"><img src=x>", [])
        index.add(run, verdict, named: "\"><img src=x>", file: "a:b \"?#é.html")
        #expect(index.html.contains("href=\"./a%3Ab%20%22%3F%23"))
        #expect(!index.html.contains("<img"))
    }

    @Test func anIndexOfNoFramesHasRows() {
        var index = ReportIndex()
        var (run, verdict) = row("empty", [])
        run.frames = []
        verdict = Verdict(unjudged: run)
        index.add(run, verdict, named: "empty", file: "empty.html")
        #expect(index.html.contains("<h1>1 trace</h1>") && index.html.contains("0 of 0"))
    }
}
