import Foundation
import Observation
import Testing
import TileControllers
import TileDrawing
import TileViews

@testable import TilePerf

@Suite("A replay of views that observe a model")
struct ObservedReplayTests {
    @Observable fileprivate final class Prices {
        var total = 0
        var currency = "EUR"
    }

    /// A view that shows a price, and lays out and draws itself for a new one.
    private final class PriceView: UIView {
        var prices = Prices()

        override func updateProperties() {
            super.updateProperties()
            accessibilityLabel = "\(prices.total)"
            setNeedsLayout()
            setNeedsDisplay()
        }
        override func draw(_ rect: CGRect) {
            UIColor.red.setFill()
            UIRectFill(rect)
        }
    }

    /// A view that reads the model while it is drawn.
    private final class CurrencyView: UIView {
        var prices = Prices()

        override func draw(_ rect: CGRect) {
            (prices.currency == "EUR" ? UIColor.blue : UIColor.green).setFill()
            UIRectFill(rect)
        }
    }

    /// A view that reads the model while it is laid out, then lays out and marks a view inside.
    private final class TotalView: UIView {
        var prices = Prices()
        let inner = PriceView()

        override func layoutSubviews() {
            super.layoutSubviews()
            if inner.superview == nil { addSubview(inner) }
            inner.frame = CGRect(x: 0, y: 0, width: 10 + prices.total, height: 10)
            inner.layoutIfNeeded()
            inner.setNeedsDisplay()
        }
    }

    /// A controller that raises the price at the first touch, and changes the currency at its end.
    private final class Shop: UIViewController {
        let prices = Prices()
        /// Whether a view that lays out another one is the only view.
        var hasTotal = false
        var count = 0

        override func viewDidLoad() {
            super.viewDidLoad()
            if hasTotal {
                let total = TotalView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
                total.prices = prices
                return view.addSubview(total)
            }
            for index in 0..<count {
                let price = PriceView(frame: CGRect(x: 0, y: 40 * index, width: 100, height: 30))
                price.prices = prices
                view.addSubview(price)
            }
            let currency = CurrencyView(frame: CGRect(x: 200, y: 0, width: 50, height: 50))
            currency.prices = prices
            view.addSubview(currency)
        }
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { prices.total += 1 }
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { prices.currency = "USD" }
    }

    private func replayer(_ count: Int, _ change: (inout Trace) -> Void = { _ in }) -> Replayer {
        var trace = Trace(
            name: "shop", content: .controller("shop"),
            events: [
                TraceEvent(0.1, .touch([.init(0, .began, at: CGPoint(x: 300, y: 300))])),
                TraceEvent(0.3, .touch([.init(0, .ended, at: CGPoint(x: 300, y: 300))])),
            ])
        trace.viewport = CGSize(width: 390, height: 844)
        change(&trace)
        var replayer = Replayer(trace)
        replayer.controllers = [
            "shop": {
                let shop = Shop()
                shop.count = count
                return shop
            }
        ]
        return replayer
    }

    @Test("names the property, the method that read it, and the work of its change")
    func names() throws {
        let ledger = try replayer(4).run()
        let frames = ledger.frames.filter { !$0.observed.isEmpty }
        #expect(
            frames.map(\.observed) == [
                [
                    ObservedChange(
                        property: "Prices.total", reader: "PriceView.updateProperties", updates: 4, layouts: 4, draws: 4
                    )
                ],
                [ObservedChange(property: "Prices.currency", reader: "CurrencyView.draw", updates: 1, draws: 1)],
            ])
        #expect(frames.first?.counts[.propertyUpdates] == 4 && frames.first?.counts[.draws] == 4)
        #expect(
            try JSONDecoder().decode(Ledger.self, from: ledger.json(.counts)).frames.map(\.observed)
                == ledger.frames.map(\.observed))
        let number = try #require(frames.first?.number)
        let summary = TerminalSummary(ledger, Verdict(unjudged: ledger), width: 200).text
        let line =
            "`Prices.total`, read in `PriceView.updateProperties`, changed: 4 property updates, 4 layouts, 4 draws in "
            + "frame \(number)"
        #expect(summary.contains(line), "\(summary)")
    }

    @Test("counts a layout that reads the property once, and what it lays out and marks, also after a nested layout")
    func nested() throws {
        var replayer = replayer(0)
        replayer.controllers = [
            "shop": {
                let shop = Shop()
                shop.hasTotal = true
                return shop
            }
        ]
        let ledger = try replayer.run()
        let frames = ledger.frames.filter { !$0.observed.isEmpty }
        #expect(
            frames.map(\.observed) == [
                [
                    ObservedChange(
                        property: "Prices.total", reader: "TotalView.layoutSubviews", updates: 1, layouts: 2, draws: 1)
                ]
            ])
        #expect(frames.first?.counts[.viewsLaidOut] == 2 && frames.first?.counts[.draws] == 1)
    }

    @Test("fails for other work of the same number of updates, as far as the trace allows no difference")
    func otherWork() throws {
        let ledger = try replayer(1).run()
        var old = ledger
        let index = try #require(old.frames.firstIndex { !$0.observed.isEmpty })
        old.frames[index].observed[0].draws = 3
        let findings = try CountJudge().judge(ledger, against: old)
        #expect(
            findings.map(\.fault) == [
                Fault(.regression, Fault.observed, view: "PriceView.updateProperties", change: .fewer)
            ])
        #expect(try CountJudge().judge(ledger, against: old, allowances: [.draws: .init(absolute: 9)]).isEmpty)
        old.schema = 2
        #expect(try CountJudge().judge(ledger, against: old).isEmpty, "older ledgers hold no changes")
    }

    @Test("fails if a change reaches more views than before, and names them")
    func regression() throws {
        let (more, fewer) = (try replayer(5).run(), try replayer(4).run())
        let findings = try CountJudge().judge(more, against: fewer)
        let finding = try #require(findings.first { $0.fault.subject == "propertyUpdates" })
        #expect(
            finding.fault == Fault(.regression, "propertyUpdates", view: "PriceView.updateProperties", change: .more))
        let text =
            "property updates: 5, were 4: `Prices.total`, read in `PriceView.updateProperties`, changed: 5 property "
            + "updates, 5 layouts, 5 draws; was 4 property updates, 4 layouts, 4 draws"
        #expect(finding.message.hasSuffix(text), "\(finding.message)")
        #expect(try CountJudge().judge(more, against: more).isEmpty)
    }

    @Test("is judged by a limit of the trace", arguments: [(4, true), (5, false)])
    func limit(_ count: Int, _ isKept: Bool) throws {
        let replayer = replayer(count) { $0.limits.observedUpdates = 4 }
        #expect(try Trace(Data(replayer.trace.json.utf8)) == replayer.trace)
        let findings = BudgetJudge().judge(try replayer.run(), replayer.trace)
        if isKept { return #expect(findings.isEmpty) }
        let finding = try #require(findings.first)
        #expect(findings.count == 1 && finding.fault == Fault(.overBudget, "observedUpdates", change: .more))
        #expect(finding.message.hasPrefix("updates for one property: 5, over the limit of 4; worst in frame "))
        #expect(
            finding.message.hasSuffix(
                "`Prices.total`, read in `PriceView.updateProperties`, changed: 5 property updates, 5 layouts, 5 draws")
        )
    }
}
