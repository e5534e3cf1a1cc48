import Foundation
import Testing
import TileSupport

@testable import TilePerf

@Suite struct HTMLReportTests {
    /// A ledger written by hand: `count` frames, of which some are late, dropped or blank.
    private func ledger(count: Int = 12, named name: String = "written") -> Ledger {
        let trace = Trace(name: name, content: .shapes(1, CGSize(width: 10, height: 10)))
        let frames = (0..<count).map { number in
            var frame = FrameRecord(
                number: number, time: Double(number) / 60, state: number % 6 == 4 ? .dropped : .full)
            if frame.isPresented {
                frame.phases = [.motion: 0.1, .draw: number % 5 == 3 ? 23.7 : 4.2 + Double(number) / 7]
            }
            if number == 5 {
                frame.state = .partial
                frame.shortfall = Shortfall(blank: 65536)
                frame.areas = [FrameArea(kind: .blank, x: 0.04, y: 12.345, width: 256, height: 255.96)]
            }
            frame.counts[.draws] = number % 3
            frame.draws = ["UIWindow/GaugeView": number % 3]
            frame.offsetY = Double(number) * 10.004
            return frame
        }
        return Ledger(trace, clock: .virtual, frames: frames)
    }

    /// A report whose counts were compared, with findings that are written by hand.
    private func report(_ ledger: Ledger, _ findings: [Finding] = [], baseline: Ledger? = nil) -> HTMLReport {
        HTMLReport(ledger, verdict(ledger, findings), baseline: baseline)
    }

    private func verdict(
        _ ledger: Ledger, _ findings: [Finding] = [], limits: Trace.Limits = Trace.Limits()
    ) -> Verdict {
        Verdict(ledger, limits: limits, findings: findings, comparesCounts: true)
    }

    /// Returns the data that the page's script reads.
    private func data(of report: HTMLReport) throws -> [String: Any] {
        let begin = try #require(report.html.range(of: "id=\"data\">"))
        let end = try #require(report.html.range(of: "</script>", range: begin.upperBound..<report.html.endIndex))
        let text = report.html[begin.upperBound..<end.lowerBound]
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private func frames(of report: HTMLReport, _ member: String = "run") throws -> [String: Any] {
        try #require(try data(of: report)[member] as? [String: Any])
    }

    @Test func thePageHoldsTheScoresOfTheLedgerToTheBit() throws {
        let ledger = ledger()
        let report = self.report(ledger)
        let run = try frames(of: report)
        let scores = Scores(ledger)
        let held = try #require(run["scores"] as? [String: Any])
        let lacks = try #require(held["checkerboard"] as? [String: [String: Double]])
        // As text: not every reader of JSON is exact to the bit, as the browser's is.
        #expect(report.html.contains("\"severity\":\(scores.checkerboard.blank.severity)}"))
        #expect(lacks["total"]?["peak"] == 65536)
        #expect(held["roughness"] as? Double == scores.roughness)
        // Phases are held exactly, so the page's sums are those of `Scores` for any budget.
        let phases = try #require(run["phases"] as? [String: Any])
        let motion = try #require(phases["motion"] as? [Double])
        let draw = try #require(phases["draw"] as? [Double])
        #expect(zip(motion, draw).map { $0 + $1 } == ledger.frames.map(\.cost))
        #expect(run["state"] as? String == "ffffdpffffdf")
    }

    @Test func areasAreRoundedToTenthsAndWhatRepeatsIsHeldOnce() throws {
        let run = try frames(of: report(ledger()))
        let areas = try #require(run["areas"] as? [String: Any])
        #expect(areas["lists"] as? [[Double]] == [[], [4, 0, 12.3, 256, 256]])
        #expect(areas["of"] as? [Int] == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        // A column of equal values is one value, and a count that never was is none.
        #expect(run["x"] as? Double == 0)
        let counts = try #require(run["counts"] as? [String: Any])
        #expect(Set(counts.keys) == ["draws"])
    }

    @Test(arguments: [
        "</script><img src=x onerror=alert(1)>", "<!--<script>", "a\"'&b", "\u{2028}line", "]]>", "\\u003c/script>",
    ])
    func aHostileNameStaysAName(_ name: String) throws {
        var ledger = ledger(named: name)
        ledger.fingerprint = name
        ledger.frames[2].draws = [name: 7]
        let finding = Finding(Fault(.regression, "draws"), trace: name, frame: 2, "\(name) 7×, was 1×")
        let report = self.report(ledger, [finding], baseline: ledger)
        #expect(try data(of: report)["trace"] as? String == name)
        #expect(try frames(of: report)["names"] as? [String] == ["UIWindow/GaugeView", name].sorted())
        // As many elements as with a harmless name.
        let plain = self.report(
            self.ledger(named: "plain"), [Finding(Fault(.regression, "draws"), trace: "plain", frame: 2, "it")])
        for mark in ["<script", "</script", "<img", "<!--", "-->"] {
            #expect(
                report.html.components(separatedBy: mark).count == plain.html.components(separatedBy: mark).count)
        }
        #expect(report.html.contains(name.escapedForMarkup + " 7×, was 1×"))
    }

    @Test func thePageNeedsNothingElse() {
        let html = report(ledger()).html
        for address in ["http:", "https:", "src=", "@import", "url(http", "fetch(", "XMLHttpRequest", "import("] {
            #expect(!html.contains(address), "\(address)")
        }
        #expect(html.contains("default-src 'none'"))
    }

    @Test func framesShowTheirPicturesAndTheSameOneIsHeldOnce() throws {
        let trace = flickTrace { $0.tail = 0.3 }
        let ledger = try Replayer(trace).run()
        let report = HTMLReport(ledger, verdict(ledger), pictures: try Replayer(trace).pictures())
        let pictures = try #require(try data(of: report)["pictures"] as? [String: Any])
        let files = try #require(pictures["files"] as? [String])
        let places = try #require(pictures["of"] as? [Int])
        #expect(pictures["type"] as? String == "image/jpeg")
        #expect(zip(ledger.frames, places).allSatisfy { ($1 >= 0) == $0.isPresented })
        #expect(Set(places.filter { $0 >= 0 }) == Set(files.indices) && Set(files).count > 10)
        for file in files.prefix(3) {
            let bytes = try #require(Data(base64Encoded: file))
            #expect(bytes.prefix(3) == Data([0xFF, 0xD8, 0xFF]) && bytes.count > 1000)
        }
        #expect(report.html.contains("img-src data:;"))
        #expect(try data(of: self.report(ledger))["pictures"] == nil, "of a ledger alone there are none")
    }

    @Test func eachFindingOfAFrameIsALinkToIt() {
        let findings = [
            Finding(Fault(.regression, "draws"), trace: "written", frame: 5, "blank pixels: 65536, were 0"),
            Finding(
                Fault(.overBudget, "missedFrames"), trace: "written", "hitch time: 90 ms/s, over the limit of 5 ms/s"),
        ]
        let html = report(ledger(), findings).html
        #expect(html.contains("href=\"#frame=5\" data-frame=\"5\""))
        #expect(html.contains("data-verdict=\"regression\""))
        #expect(html.contains("2 findings"))
        #expect(html.components(separatedBy: "<a href=").count == 2)
    }

    @Test func theVerdictSaysWhetherAnybodyJudged() {
        #expect(report(ledger()).html.contains("data-verdict=\"passed\""))
        #expect(HTMLReport(ledger(), Verdict(unjudged: ledger())).html.contains("data-verdict=\"notJudged\""))
        let over = Finding(Fault(.overBudget, "missedFrames"), trace: "written", "time to sharp: 90 ms")
        #expect(report(ledger(), [over]).html.contains("data-verdict=\"overBudget\""))
    }

    @Test func theTraceSaysWhatItIsForAndEachRuleStandsBesideTheVerdict() throws {
        var trace = Trace(name: "written", content: .shapes(1, CGSize(width: 10, height: 10)))
        trace.about = "A flick <over> the plan."
        trace.limits.missedFrames = 5
        trace.limits.hitchRatio = 1
        var run = Ledger(trace, clock: .virtual, frames: ledger().frames)
        let verdict = Verdict(
            run, limits: trace.limits, findings: BudgetJudge().judge(run, trace), comparesCounts: false)
        let html = HTMLReport(run, verdict, index: "index.html").html
        #expect(html.contains("<p class=\"about\">A flick &lt;over&gt; the plan.</p>"))
        #expect(html.contains("<a href=\"index.html\">All traces</a>"))
        #expect(html.contains("1 of 2 limits is exceeded; counts were not compared with a ledger."))
        let missed = Scores(run).frameTimes.missed
        #expect(
            html.contains(
                "aria-label=\"kept\"><path d=\"M3 8.5 6.5 12 13 4.5\"/></svg>missed frames \(missed), limit 5</li>"))
        #expect(html.contains("<li data-state=\"broken\">") && html.contains("ms/s, limit 1 ms/s</li>"))
        #expect(html.contains(">time to sharp 0 ms, no limit</li>"))
        // The script colors scores by the same rules.
        let rules = try #require(try data(of: HTMLReport(run, verdict))["rules"] as? [String: [String: Any]])
        #expect(rules["hitchRatio"]?["state"] as? String == "broken")
        #expect(rules["missedFrames"]?["state"] as? String == "kept")
        #expect(rules["checkerboard"]?["state"] as? String == "unset")
        run.about = nil
        #expect(!HTMLReport(run, verdict).html.contains("class=\"about\""))
    }

    @Test func everyQuantityHasADefinition() throws {
        let data = try data(of: report(ledger()))
        let terms = try #require(data["terms"] as? [String: String])
        #expect(terms.count == ReportTerm.allCases.count && terms.values.allSatisfy { $0.hasSuffix(".") })
        // Phases, kinds of areas and states are looked up by their own names.
        let named = FramePhase.allCases.map(\.rawValue) + ReportFrames.kinds.map(\.rawValue)
        #expect(Set(named + FrameState.allCases.map(\.rawValue)).isSubset(of: terms.keys))
        let counts = try #require(data["counts"] as? [[String: Any]])
        #expect(counts.count == Count.allCases.count)
        #expect(counts.allSatisfy { ($0["explanation"] as? String)?.hasSuffix(".") == true })
    }

    @Test func budgetsToChooseFromAreTheUsualOnesAndTheRuns() throws {
        var ledger = ledger()
        ledger.refreshRate = 144
        let data = try data(of: HTMLReport(ledger, verdict(ledger), refreshRate: 75))
        #expect(data["budgets"] as? [Double] == [60, 75, 90, 120, 144])
        #expect(data["budget"] as? Double == 75)
    }

    @Test func aBaselineIsHeldWithItsCounts() throws {
        let report = self.report(ledger(), baseline: ledger(count: 9))
        let held = try frames(of: report, "baseline")
        #expect((held["state"] as? String)?.count == 9)
        #expect((held["counts"] as? [String: Any])?.keys.contains("draws") == true)
        #expect(try data(of: self.report(ledger()))["baseline"] == nil)
    }

    @Test func equalLedgersGiveEqualPages() {
        #expect(report(ledger()).html == report(ledger()).html)
    }

    @Test func aLedgerWithoutFramesAndOneOfNumbersThatAreNoneHaveAPage() throws {
        #expect(try frames(of: report(ledger(count: 0)))["state"] as? String == "")
        var broken = ledger()
        broken.frames[0].offsetX = .nan
        broken.frames[1].time = .infinity
        broken.frames[2].areas = [FrameArea(kind: .dirty, x: 1e308, y: -.infinity, width: 1, height: 1)]
        #expect(try frames(of: HTMLReport(broken, Verdict(unjudged: broken)))["state"] as? String == "ffffdpffffdf")
    }

    /// A replay of half a minute at 60 Hz: each frame moves a screenful of tiles.
    @Test func aReportOfTwoThousandFramesIsBelowThreeMegabytes() {
        var ledger = ledger(count: 2000)
        for index in ledger.frames.indices {
            ledger.frames[index].areas = (0..<20).map { tile in
                FrameArea(
                    kind: tile % 2 == 0 ? .draft : .coarse, x: Double(tile % 5) * 256, y: 256 - Double(index) * 1.37,
                    width: 256, height: 256)
            }
            ledger.frames[index].layouts = Dictionary(
                uniqueKeysWithValues: (0..<20).map { ("UIWindow/TiledScrollView/UIView/TileView[\($0)]", 1) })
            for (place, count) in Count.allCases.enumerated() {
                ledger.frames[index].counts[count] = 48_066_048 >> place + index
            }
        }
        #expect(report(ledger).html.utf8.count < 3_000_000)
    }
}
