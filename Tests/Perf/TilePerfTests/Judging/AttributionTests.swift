import Foundation
import Testing
import TileGeometry
import TileViews

@testable import TilePerf

/// A difference names the view or layer that it is of, and the tiles.
@Suite struct AttributionTests {
    // MARK: What a replay notes

    private static let fates: [(Count, TileFate)] = [
        (.tilesRequested, .requested), (.tilesCancelled, .cancelled), (.tilesHit, .hit), (.tilesLate, .late),
        (.tilesDraft, .draft), (.tilesFull, .full), (.tilesFailed, .failed), (.tilesWasted, .wasted),
        (.tilesEncoded, .encoded), (.tileViewsRecycled, .placed), (.tileViewsRefreshed, .refreshed),
    ]

    @Test(arguments: zip([Trace.Cache.cold, .screen, .warm], [1.0, 2, 1]))
    func asManyTilesAreNamedAsAreCounted(_ cache: Trace.Cache, _ scale: Double) throws {
        var replayer = Replayer(
            eventfulTrace {
                $0.cache = cache
                $0.scale = scale
                $0.format = .png
            })
        replayer.injections = [.blank(frame: 50)]
        let ledger = try replayer.run()
        for frame in ledger.frames {
            for (count, fate) in Self.fates {
                let named = frame.tiles[fate]?.tiles.count ?? 0
                #expect(named == frame.counts[count], "\(count) of frame \(frame.number)")
            }
            #expect((frame.shortfall.blank > 0) == (frame.tiles[.blank] != nil) || !frame.isPresented)
            #expect((frame.shortfall.stale > 0) == (frame.tiles[.stale] != nil) || !frame.isPresented)
        }
        for (count, _) in Self.fates where cache == .cold { #expect(ledger.totals[count] > 0, "\(count)") }
    }

    @Test func whatDiffersIsInTheAreaOfThoseThatAreNamed() throws {
        let ledger = try Replayer(eventfulTrace()).run()
        #expect(ledger.scrollView == "UIWindow/TiledScrollView")
        for frame in ledger.frames where frame.isPresented {
            let sum = frame.damage.values.reduce(0) { $0 + $1.dirty }
            #expect(sum >= frame.counts[.dirtyPixels], "frame \(frame.number)")
            #expect((frame.damage.values.map(\.dirty).max() ?? 0) <= frame.counts[.dirtyPixels])
            #expect(frame.commits.values.reduce(0, +) <= frame.counts[.layersCommitted])
        }
        #expect(ledger.frames.contains { $0.damage["UIWindow/GaugeView"] != nil })
        let turned = ledger.frames.filter { $0.viewport != nil }
        #expect(turned.map(\.viewport) == [FrameViewport(width: 768, height: 1024)])
    }

    @Test func aLedgerInAFileNamesThemAll() throws {
        let ledger = try Replayer(eventfulTrace()).run()
        let path = NSTemporaryDirectory() + "named-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try ledger.json(.all).write(to: URL(fileURLWithPath: path))
        #expect(try Ledger.read(path) == ledger)
        var nameless = ledger
        nameless.scrollView = nil
        try nameless.json(.all).write(to: URL(fileURLWithPath: path))
        #expect(try Ledger.read(path) == nameless)
        try ledger.json(.counts).write(to: URL(fileURLWithPath: path))
        #expect(try CountJudge().judge(ledger, against: try Ledger.read(path)).isEmpty)
    }

    // MARK: What a message says

    private func messages(_ change: @escaping (UIView, Int) -> Void) throws -> [String: String] {
        func run(_ isChanged: Bool) throws -> Ledger {
            var replayer = Replayer(flickTrace { $0.cache = .warm })
            replayer.prepare = { window, view in
                let legend = UIView(frame: CGRect(x: 700, y: 500, width: 50, height: 50))
                legend.backgroundColor = .red
                window.addSubview(legend)
                var frame = 0
                guard isChanged else { return }
                _ = window.screen.displayLink { _ in
                    if view.contentOffset.y > 500, view.contentOffset.y < 530 {
                        change(legend, frame)
                        frame += 1
                    }
                }
            }
            return try replayer.run()
        }
        let findings = try CountJudge().judge(try run(true), against: try run(false))
        return Dictionary(findings.map { ($0.subject, $0.message) }) { first, _ in first }
    }

    @Test func aLayerThatIsCommittedMoreOftenIsNamed() throws {
        let messages = try messages { legend, _ in legend.alpha = legend.alpha == 1 ? 0.5 : 1 }
        let commits = try #require(messages["layersCommitted"])
        #expect(commits.contains(": UIWindow/UIView 1×, was 0×"))
    }

    @Test func pixelsAndOperationsNameWhoseAreaTheyAreIn() throws {
        let messages = try messages { legend, frame in
            let wide = UIView(frame: CGRect(x: -600, y: -400, width: 500, height: 300))
            wide.backgroundColor = .blue.withAlphaComponent(0.1)
            legend.addSubview(wide)
        }
        for subject in ["overdrawnPixels", "operationsShown"] {
            #expect(try #require(messages[subject]).contains(": in the area of UIWindow/"), "\(messages)")
        }
        #expect(try #require(messages["layersCommitted"]).contains("UIWindow/UIView/UIView"))
    }

    private func tiles(_ text: String) -> TileList { TileList(text: text)! }

    private func message(_ count: Count, _ fate: TileFate, new: String, old: String) throws -> [String] {
        func run(_ text: String) -> Ledger {
            var run = ledger([1]) { frames in
                frames[0].tiles[fate] = tiles(text)
                frames[0].counts[count] = tiles(text).tiles.count
            }
            run.scrollView = "UIWindow/Map"
            return run
        }
        return try CountJudge().judge(run(new), against: run(old)).map(\.message)
    }

    @Test(arguments: fates.map { $0.0.rawValue }) func aCountOfTilesNamesTheViewAndTheTiles(_ name: String) throws {
        let (count, fate) = try #require(Self.fates.first { $0.0.rawValue == name })
        let found = try message(count, fate, new: "0/3-5/12 1/0/0", old: "0/3-4/12")
        #expect(
            found == ["frame 0 (0 s): \(count.title): 4, were 2: UIWindow/Map, now tiles 0/5/12, 1/0/0"])
    }

    @Test func ofManyTilesTheFirstAreNamed() throws {
        let found = try message(.tilesLate, .late, new: "", old: "2/0-9/3")
        #expect(
            found == [
                "frame 0 (0 s): tiles late: 0, were 10: UIWindow/Map, no longer tiles 2/0/3, 2/1/3, 2/2/3 and 7 more"
            ])
    }

    @Test func otherTilesThanBeforeAreARegressionThoughAsMany() throws {
        let found = try message(.tilesFull, .full, new: "0/1/1", old: "0/2/1")
        #expect(
            found == [
                "frame 0 (0 s): full tiles rastered, of other views or tiles than before: "
                    + "UIWindow/Map, now tile 0/1/1, no longer tile 0/2/1"
            ])
    }

    @Test func workOfTheSameTilesNamesThem() throws {
        func run(_ operations: Int) -> Ledger {
            ledger([1]) { frames in
                frames[0].tiles[.full] = tiles("0/1-2/1")
                frames[0].counts[.operationsReplayed] = operations
            }
        }
        #expect(
            try CountJudge().judge(run(30), against: run(20)).map(\.message) == [
                "frame 0 (0 s): operations replayed for tiles: 30, were 20: by tiles 0/1/1, 0/2/1"
            ])
    }

    @Test func pixelsThatLackNameTheirTiles() throws {
        let bad = ledger([1]) { frames in
            frames[0].shortfall = Shortfall(blank: 65536)
            frames[0].tiles[.blank] = tiles("0/2/1")
        }
        #expect(
            try CountJudge().judge(bad, against: ledger([1])).map(\.message) == [
                "frame 0 (0 s): blank pixels: 65,536, were 0: now tile 0/2/1"
            ])
    }

    @Test func whatWakesAnIdleFrameIsNamedBeforeThatItIsAwake() throws {
        let trace = flickTrace {
            $0.events = []
            $0.cache = .warm
        }
        let good = try Replayer(trace).run()
        let idle = try #require(good.frames.first { $0.state == .idle })
        var replayer = Replayer(trace)
        replayer.injections = [.draw(frame: idle.number)]
        let findings = try CountJudge().judge(try replayer.run(), against: good)
        #expect(findings.first?.frame == idle.number)
        #expect(findings.first?.fault.view == "UIWindow/GaugeView" && findings.first?.subject != "state")
        let state = try #require(findings.last { $0.frame == idle.number })
        #expect(
            state.fault == Fault(.regression, "state", view: "UIWindow/GaugeView", change: .state(.full, was: .idle)))
        #expect(state.message.contains("state: full, was idle: UIWindow/GaugeView 1×, was 0×"))
    }
}
