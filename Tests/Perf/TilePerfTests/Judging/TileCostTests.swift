import Foundation
import TestSupport
import Testing
import TileDrawing
import TileEngine
import TileGeometry
import TileGraphics
import TileLayers
import TileViews

@testable import TilePerf

/// Seats in rows, each drawn with so many strokes.
private class Seats: UIView {
    var strokes = 2

    override func draw(_ rect: CGRect) {
        UIColor.systemBlue.setFill()
        for row in 0..<Int(bounds.height) / 20 {
            for column in 0..<Int(bounds.width) / 20 {
                for stroke in 0..<strokes {
                    UIBezierPath(
                        rect: CGRect(x: 20 * column + 4 + stroke, y: 20 * row + 4, width: 10, height: 10)
                    ).fill()
                }
            }
        }
    }
}

private final class Block: Seats {}

/// A tree of views as content, as a program has it.
private final class ViewContent: AttributedTileSource {
    let contentSize: CGSize
    private let tree: RenderTree
    private let paths: [UInt: String]

    init(_ root: UIView) {
        let screen = UIScreen(size: root.frame.size, scale: 1)
        let window = UIWindow(screen: screen)
        window.addSubview(root)
        window.isHidden = false
        contentSize = root.frame.size
        tree = screen.frame()
        paths = root.layer.paths
    }

    func raster(_ area: RasterArea, in context: RasterContext) throws -> TileImage {
        try tree.raster(area, in: context)
    }

    func operations(in area: RasterArea) -> [String: Int] {
        tree.operations(in: area.contentBox).reduce(into: [:]) { operations, owner in
            guard let path = paths[owner.key.layer] else { return }
            operations[owner.key.isDrawn ? "\(path).draw" : path] = owner.value
        }
    }
}

/// Tests that the cost of a tile is reported first, once, with the tile and its owner.
@Suite struct TileCostTests {
    private static let size = CGSize(width: 2000, height: 12_000)

    private func stadium(strokes: Int, ofBlock blockStrokes: Int = 2) -> ViewContent {
        let seats = Seats(frame: CGRect(origin: .zero, size: Self.size))
        seats.strokes = strokes
        seats.backgroundColor = .white
        for place in 0..<4 {
            let block = Block(frame: CGRect(x: 200, y: 100 + 600 * place, width: 300, height: 300))
            block.strokes = blockStrokes
            seats.addSubview(block)
        }
        return ViewContent(seats)
    }

    private func trace(_ change: (inout Trace) -> Void = { _ in }) -> Trace {
        flickTrace {
            $0.content = .program("seats")
            $0.cost?.operation = 0.02
            change(&$0)
        }
    }

    private func judged(
        _ content: ViewContent, _ injections: [Injection] = [], since old: ViewContent,
        trace: Trace
    ) throws -> [Finding] {
        let baseline = try Replayer(trace, content: old).run()
        var replayer = Replayer(trace, content: content)
        replayer.injections = injections
        let ledger = try replayer.run()
        let steady = try replayer.steady(ledger, against: baseline, allowances: trace.allowances)
        return try CountJudge().judge(ledger, against: baseline, allowances: trace.allowances, steady: steady)
    }

    @Test func aStrokeMoreASeatIsOneFindingThatNamesTheTileTheViewAndTheShare() throws {
        let findings = try judged(stadium(strokes: 3), since: stadium(strokes: 2), trace: trace())
        let first = try #require(findings.first)
        #expect(findings.count == 1, "\(findings.map(\.message))")
        let cost =
            #/(?:draft of )?tile \d+/\d+/\d+ costs (\d+) operations, was (\d+): Seats\.draw, \+([\d.]+)% in \d+ frames, /#
        let parts = try #require(first.message.prefixMatch(of: cost), "\(first.message)")
        let place =
            #/the first frame (\d+) \([\d.]+ s\); its tiles are ready at other times, which changes the counts of \d+ frames/#
        let rest = try #require(first.message[parts.range.upperBound...].wholeMatch(of: place), "\(first.message)")
        #expect(try #require(Int(parts.1)) > #require(Int(parts.2)))
        let share = try #require(Double(parts.3))
        #expect((30...50).contains(share), "a third stroke, beside blocks that have two: \(share)")
        #expect(first.fault == Fault(.regression, "tileCost", view: "Seats.draw", change: .more))
        #expect(first.frame.map(String.init) == String(rest.1))
    }

    @Test func fewerStrokesAreToldTheSameWay() throws {
        let first = try #require(try judged(stadium(strokes: 2), since: stadium(strokes: 3), trace: trace()).first)
        #expect(first.message.contains(": Seats.draw, −"), "\(first.message)")
        #expect(first.fault == Fault(.regression, "tileCost", view: "Seats.draw", change: .fewer))
    }

    @Test func viewsOfATypeAreOneCulprit() throws {
        let findings = try judged(
            stadium(strokes: 2, ofBlock: 4), since: stadium(strokes: 2), trace: trace { $0.cost?.operation = 0 })
        #expect(findings.count == 1, "\(findings.map(\.message))")
        #expect(findings[0].message.contains(#/: Block\.draw \(\d of them\), \+/#), "\(findings[0].message)")
        #expect(!findings[0].message.contains("tiles are ready"), "no time was scripted for operations")
    }

    @Test func whatChangedBesidesIsAFindingOfItsOwn() throws {
        let findings = try judged(stadium(strokes: 3), [.draw(frame: 20)], since: stadium(strokes: 2), trace: trace())
        #expect(findings.first?.subject == "tileCost")
        let others = findings.dropFirst()
        #expect(others.contains { $0.subject == "draws" && $0.frame == 20 }, "\(findings.map(\.message))")
        #expect(others.allSatisfy { $0.frame == 20 }, "\(findings.map(\.message))")
    }

    @Test func twoLedgersSayItOnceAndLeaveTheRestOpen() throws {
        let trace = trace()
        let old = try Replayer(trace, content: stadium(strokes: 2)).run()
        let new = try Replayer(trace, content: stadium(strokes: 3)).run()
        let findings = try CountJudge().judge(new, against: old)
        #expect(findings.map(\.subject) == ["tileCost"], "\(findings.map(\.message))")
        #expect(
            findings[0].message.hasSuffix("(perf run can tell whether anything else changed, two ledgers can't)"))
        #expect(try CountJudge().faults(new, against: old) == [findings[0].fault])
    }

    @Test func aTraceThatAllowsMoreOperationsAllowsTilesThatCostMore() throws {
        let trace = trace {
            $0.cost?.operation = 0
            $0.allowances = [.operationsReplayed: .init(share: 1)]
        }
        #expect(try judged(stadium(strokes: 3), since: stadium(strokes: 2), trace: trace).isEmpty)
    }

    @Test func ofContentWithoutViewsTheScrollViewIsNamed() throws {
        func run(_ operations: Int) -> Ledger {
            var run = ledger([1, 1]) { frames in
                for number in 0..<2 {
                    let tile = TileCoordinate(level: 1, column: number, row: 0)
                    frames[number].work = [.full: [tile: TileWork(operations: operations + number)]]
                    frames[number].counts[.operationsReplayed] = operations + number
                }
            }
            run.scrollView = "UIWindow/Map"
            return run
        }
        #expect(
            try CountJudge().judge(run(30), against: run(20)).map(\.message) == [
                "tile 1/0/0 costs 30 operations, was 20: UIWindow/Map, +48.8% in 2 frames, the first frame 0 (0 s)"
            ])
    }

    @Test func aLedgerOfTheOlderSchemaIsReadAndSaysWhyNobodyIsNamed() throws {
        let trace = trace()
        let folder = try TemporaryFolder()
        var old = try Replayer(trace, content: stadium(strokes: 2)).run()
        old.schema = 1
        for index in old.frames.indices { old.frames[index].work = [:] }
        let path = folder.file("old.json")
        try old.json(.counts).write(to: URL(fileURLWithPath: path))
        let read = try Ledger.read(path)
        let same = try Replayer(trace, content: stadium(strokes: 2)).run()
        #expect(try CountJudge().judge(same, against: read).isEmpty)
        let new = try Replayer(trace, content: stadium(strokes: 3)).run()
        let findings = try CountJudge().judge(new, against: read)
        let operations = try #require(findings.first { $0.subject == "operationsReplayed" })
        #expect(
            operations.message.hasSuffix(
                "a ledger of schema 1 does not tell whose they are: update it with the build that wrote it"))
    }

    @Test func ledgersInFilesSayWhatTilesCost() throws {
        let ledger = try Replayer(trace(), content: stadium(strokes: 2)).run()
        let folder = try TemporaryFolder()
        let path = folder.file("new.json")
        try ledger.json(.all).write(to: URL(fileURLWithPath: path))
        #expect(try Ledger.read(path) == ledger)
        let works = ledger.frames.flatMap { $0.work.values.flatMap(\.values) }
        #expect(works.contains { $0.owners["Seats.draw"] != nil && $0.owners["Seats"] == 1 })
        #expect(works.contains { work in work.owners.keys.contains { $0.hasPrefix("Seats/Block[") } })
        for frame in ledger.frames {
            let sum = frame.work.values.flatMap(\.values).reduce(0) { $0 + $1.operations }
            #expect(sum == frame.counts[.operationsReplayed], "frame \(frame.number)")
        }
    }

    @Test func theLeastTraceShowsTheSameCost() throws {
        let (old, new) = (stadium(strokes: 2), stadium(strokes: 3))
        let fault = Fault(.regression, "tileCost", view: "Seats.draw", change: .more)
        var minimizer = Minimizer { trace in
            try CountJudge().faults(
                Replayer(trace, content: new).run(), against: Replayer(trace, content: old).run()
            ).contains(fault)
        }
        // All is drawn before the first frame: only tiles that the flick brings show it.
        let trace = trace {
            $0.cache = .warm
            $0.memory = 32 << 20
        }
        let least = try #require(try minimizer.minimize(trace))
        let finding = try #require(
            try CountJudge().judge(
                Replayer(least, content: new).run(), against: Replayer(least, content: old).run()
            ).first)
        #expect(finding.fault == fault && finding.message.contains("Seats.draw, +"), "\(finding.message)")
    }
}
