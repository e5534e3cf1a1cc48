import Foundation
import Testing
import TileControllers
import TileLists
import TileViews

@testable import TilePerf

@Suite("A replay that shows a controller")
struct ControllerReplayTests {
    private final class Page: UIViewController {
        /// A closure that makes the controller retain itself.
        var cycle: (() -> Void)?
    }
    private final class Form: UIViewController {}

    /// A list that makes a cell for each row, if it is told to.
    private final class List: UITableViewController {
        var reuses = true

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.rowHeight = 44
            tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
        }
        override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1000 }
        override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            reuses
                ? tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
                : UITableViewCell(style: .default, reuseIdentifier: "row")
        }
    }

    /// The controllers of a program: a stack of pages, and a form.
    private static let program: ControllerTable = [
        "app": { UINavigationController(rootViewController: Page()) },
        "page": { Page() },
        "leaky": {
            let page = Page()
            page.title = "Leaky"
            page.cycle = { _ = page.title }
            return page
        },
        "form": { Form() },
        "list": { List() },
        "making list": {
            let list = List()
            list.reuses = false
            return list
        },
        "twice": {
            _ = Page()
            return Page()
        },
    ]

    private func replayer(_ events: [TraceEvent], _ change: (inout Trace) -> Void = { _ in }) -> Replayer {
        var trace = Trace(name: "app", content: .controller("app"), events: events)
        trace.viewport = CGSize(width: 390, height: 844)
        trace.tail = 1
        change(&trace)
        var replayer = Replayer(trace)
        replayer.controllers = Self.program
        return replayer
    }

    private func failure(_ events: [TraceEvent], showing name: String = "app") -> String {
        do {
            _ = try replayer(events) { $0.content = .controller(name) }.run()
            return "run"
        } catch {
            return "\(error)"
        }
    }

    @Test("counts the controllers that it makes, and what they are told")
    func counts() throws {
        let ledger = try replayer([
            TraceEvent(0.1, .push("page", animated: true)), TraceEvent(0.8, .pop(animated: true)),
            TraceEvent(1.6, .present("form", animated: true)), TraceEvent(2.4, .dismiss(animated: false)),
            TraceEvent(2.6, .rotate(.landscapeRight)),
        ]).run()
        let push = try #require(ledger.frames.first { $0.counts[.controllersMade] > 0 })
        #expect(push.time >= 0.1 && push.controllers == ["Page": 1])
        #expect(push.counts[.willAppear] == 1 && push.counts[.willDisappear] == 1 && push.counts[.didAppear] == 0)
        let totals = ledger.totals
        #expect(totals[.controllersMade] == 2 && totals[.viewsLoaded] == 2)
        // The page and then the form; the first page again after it, not after the sheet.
        #expect(totals[.willAppear] == 3 && totals[.isAppearing] == 3 && totals[.didAppear] == 3)
        #expect(totals[.willDisappear] == 3 && totals[.didDisappear] == 3)
        #expect(ledger.frames.first?.counts[.controllersAlive] == 2)
        #expect(ledger.frames.last?.counts[.controllersAlive] == 2 && totals[.controllersAlive] == 3)
        #expect(ledger.frames.last { $0.viewport != nil }?.viewport == FrameViewport(width: 844, height: 390))
        #expect(ledger.leaks == [] && ledger.frames.contains { $0.counts[.animations] > 0 })
    }

    @Test("is the same every time, and what it wrote is read again")
    func same() throws {
        let events = [
            TraceEvent(0.1, .push("sample-page", animated: true)),
            TraceEvent(0.3, .touch([.init(0, .began, at: .zero)])),
            TraceEvent(0.35, .touch([.init(0, .ended, at: .zero)])),
            TraceEvent(0.9, .present("sample-form", animated: true)),
        ]
        let replayer = replayer(events) { $0.content = .controller("sample-app") }
        let (first, second) = (try replayer.run(), try replayer.run())
        #expect(first.json(.all) == second.json(.all) && first.totals[.draws] > 0)
        #expect(try JSONDecoder().decode(Ledger.self, from: first.json(.all)) == first)
        let trace = replayer.trace
        #expect(try Trace(Data(trace.json.utf8)) == trace)
        var kept = trace
        kept.keeps = ["Form"]
        #expect(try Trace(Data(kept.json.utf8)) == kept && kept.fingerprint == trace.fingerprint)
    }

    @Test("is red by the name of a controller that is alive after its use, and by how it left")
    func leaks() throws {
        let events = [
            TraceEvent(0.1, .push("leaky", animated: true)), TraceEvent(0.8, .pop(animated: true)),
            TraceEvent(1.6, .present("leaky", animated: true)), TraceEvent(2.4, .dismiss(animated: true)),
        ]
        let replayer = replayer(events)
        let ledger = try replayer.run()
        let findings = LeakJudge().judge(ledger, replayer.trace)
        #expect(
            findings.map(\.message) == [
                "Page “Leaky” is still alive 3 frames after it was popped",
                "Page “Leaky” (sheet) is still alive 3 frames after it was dismissed",
            ])
        #expect(findings.allSatisfy { $0.kind == .regression && $0.fault.view == "Page" && $0.frame != nil })
        // A ledger that has them excuses nothing, and the trace does by class or title.
        #expect(try CountJudge().judge(ledger, against: ledger).isEmpty)
        for name in ["Page", "Leaky"] {
            var trace = replayer.trace
            trace.keeps = [name]
            #expect(LeakJudge().judge(ledger, trace).isEmpty)
        }
    }

    @Test("finds what is kept of a sheet that is gone, and nothing in what is used again")
    func parts() throws {
        let kept = Kept()
        var replayer = replayer([
            TraceEvent(0.1, .present("sheet", animated: false)), TraceEvent(0.4, .dismiss(animated: false)),
            TraceEvent(0.8, .push("again", animated: false)), TraceEvent(1, .pop(animated: false)),
            TraceEvent(1.02, .push("again", animated: false)),
        ])
        replayer.controllers["sheet"] = {
            let form = Form()
            kept.controllers.append(form)
            return UINavigationController(rootViewController: form)
        }
        replayer.controllers["again"] = {
            if let page = kept.page { return page }
            let page = Page()
            kept.page = page
            return page
        }
        let findings = LeakJudge().judge(try replayer.run(), replayer.trace)
        #expect(
            findings.map(\.message) == [
                "Form is still alive 3 frames after it was dismissed with UINavigationController"
            ])
    }

    /// @unchecked Sendable: used on one thread.
    private final class Kept: @unchecked Sendable {
        var controllers: [UIViewController] = []
        var page: UIViewController?
    }

    @Test("is red when a push makes twice as many, by class")
    func twice() throws {
        let events = [TraceEvent(0.1, .push("page", animated: false))]
        let baseline = try replayer(events).run()
        var replayer = replayer(events)
        replayer.controllers["page"] = Self.program["twice"]
        let findings = try CountJudge().judge(try replayer.run(), against: baseline)
        #expect(
            findings.first?.message == "frame 6 (0.1 s): controllers made: 2, were 1: Page 2×, was 1×",
            "\(findings.map(\.message))")
    }

    @Test("counts cells: a drag that makes some is red, and one that reuses them makes none after two screens")
    func cells() throws {
        let drag = (0..<60).map { step in
            TraceEvent(
                0.1 + Double(step) / 60,
                .touch([.init(0, step == 0 ? .began : .moved, at: CGPoint(x: 200, y: 800 - 12 * step))]))
        }
        var replayer = replayer(drag) { $0.content = .controller("list") }
        replayer.controllers["list"] = Self.program["list"]
        let ledger = try replayer.run()
        let totals = ledger.totals
        #expect(totals[.cellsReused] > 10 && totals[.cellsLaidOut] >= totals[.cellsReused])
        #expect(totals[.cellsMade] <= 2)
        replayer.controllers["list"] = Self.program["making list"]
        let findings = try CountJudge().judge(try replayer.run(), against: ledger)
        #expect(
            findings.contains { $0.message.contains("cells made: 1, were 0") }, "\(findings.map(\.message).prefix(5))")
    }

    @Test("the list in every program makes no cell after its first two screens")
    func sampleList() throws {
        let drag = (0..<60).map { step in
            TraceEvent(
                0.1 + Double(step) / 60,
                .touch([.init(0, step == 0 ? .began : .moved, at: CGPoint(x: 200, y: 800 - 12 * step))]))
        }
        let ledger = try replayer(drag) { $0.content = .controller("sample-list") }.run()
        #expect(ledger.totals[.cellsMade] <= 2 && ledger.totals[.cellsReused] > 10)
    }

    @Test("ends with what is wrong, where a step can't happen")
    func failures() {
        #expect(
            failure([TraceEvent(0.1, .push("none", animated: true))]).hasPrefix(
                "app: events[0], at 0.1 s, is wrong: no controller is named none; known names: app, form, leaky, "))
        #expect(failure([], showing: "none").contains("no controller is named none; known names: app, "))
        #expect(
            failure([TraceEvent(0, .pop(animated: true))])
                == "app: events[0], at 0 s, pops, but no navigation controller in front has anything to pop")
        #expect(
            failure([TraceEvent(0, .push("page", animated: true))], showing: "form")
                == "app: events[0], at 0 s, pushes “page”, but no navigation controller is in front")
        #expect(failure([TraceEvent(0, .dismiss(animated: true))]).hasSuffix("dismisses, but nothing is presented"))
        let early = [TraceEvent(0, .present("form", animated: true)), TraceEvent(0.1, .dismiss(animated: true))]
        #expect(failure(early).hasSuffix("dismisses while Form is being presented"))
        #expect(failure([TraceEvent(0, .wheel(.zero))]).hasSuffix("has nothing to happen to in this content"))
    }

    @Test("is refused by name where its file asks for what can't be")
    func refusals() {
        func problem(_ content: String, _ event: String, more: String = "") -> String {
            let text = """
                {"tilework-trace": 1, "name": "a", "content": \(content), \(more) "events": [{"at": 0, \(event)}]}
                """
            do {
                _ = try Trace(Data(text.utf8))
                return "read"
            } catch {
                return "\(error)"
            }
        }
        let (app, shapes) = (#"{"controller": "app"}"#, #"{"shapes": 1, "size": [9, 9]}"#)
        #expect(problem(app, #""push": "page", "animated": true"#, more: #""keeps": ["Form"],"#) == "read")
        #expect(
            problem(app, #""rotate": "left""#)
                == ": events[0].rotate is “left”: use one of portrait, portraitUpsideDown, landscapeLeft, landscapeRight"
        )
        #expect(
            problem(app, #""wheel": [0, 1]"#).hasPrefix(": events[0] is for tiles, but the trace shows a controller"))
        #expect(problem(shapes, #""pop": true"#).hasPrefix(": events[0] is for controllers, but the trace shows tiles"))
        #expect(problem(app, #""push": 3"#) == ": events[0].push must be text in quotes")
        #expect(
            problem(app, #""pop": true"#, more: #""keeps": [1],"#)
                == ": keeps must be a list of 1 to 1000 texts in quotes")
    }

    @Test("is shrunk to what is needed, past parts that can't happen without the rest")
    func minimized() throws {
        let events = [
            TraceEvent(0.1, .push("page", animated: false)), TraceEvent(0.2, .push("leaky", animated: false)),
            TraceEvent(0.4, .pop(animated: false)), TraceEvent(0.6, .pop(animated: false)),
        ]
        let replayer = replayer(events)
        var minimizer = Minimizer { trace in
            var replayer = replayer
            replayer.trace = trace
            do throws(ReplayFailure) {
                return !LeakJudge().judge(try replayer.run(), trace).isEmpty
            } catch {
                return false
            }
        }
        let least = try #require(try minimizer.minimize(replayer.trace))
        #expect(least.events.map(\.kind) == [.push("leaky", animated: false), .pop(animated: false)])
    }
}
