import Foundation
import Testing
import TileDrawing
import TileGeometry
import TileGraphics
import TileLayers

@testable import TileEngine
@testable import TileViews

@Suite("A tiled scroll view")
final class TiledScrollViewTests {
    private let rig: TiledScrollRig

    init() throws { rig = try TiledScrollRig() }

    deinit { rig.end() }

    private var view: CountingScrollView { rig.view }

    /// Checks that each visible tile has one view in its place that shows it in full quality and the given version.
    private func expectWhole(version: UInt8 = 1, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let surface = try #require(view.surface)
        #expect(surface.tiles.count == view.tileViews.count, sourceLocation: sourceLocation)
        let pyramid = try #require(surface.pyramid)
        let byKey = Dictionary(uniqueKeysWithValues: view.tileViews.map { ($0.appearance!.key, $0) })
        for tile in surface.tiles {
            guard case .full(let cached) = tile.contents, case .solid(let color, _, _)? = cached.pixels else {
                Issue.record("a tile that is not full: \(tile)", sourceLocation: sourceLocation)
                continue
            }
            let place = tile.key.tile
            #expect(
                color == TimedSource.color(column: place.column, row: place.row, version: version, quality: .full),
                sourceLocation: sourceLocation)
            let view = try #require(byKey[tile.key], sourceLocation: sourceLocation)
            #expect(view.frame == pyramid.area(of: place).contentBox.rect, sourceLocation: sourceLocation)
            #expect(!view.isHidden && view.superview === self.view.tileContainer, sourceLocation: sourceLocation)
        }
    }

    @Test("makes no tile view after the first screenful, however it is dragged and flicked")
    func recycling() throws {
        rig.settle()
        let made = view.counters.made
        #expect(made == 5 * 4, "as many as a screen of 4 by 3 tiles shows at the worst")
        rig.drag(by: CGVector(dx: 0, dy: -9), frames: 40)
        rig.settle()
        rig.drag(by: CGVector(dx: -7, dy: -31), frames: 15)
        rig.settle()
        rig.drag(by: CGVector(dx: 3, dy: 25), frames: 15)
        rig.settle()
        #expect(view.counters.made == made)
        #expect(view.tileContainer.subviews.count == made)
        #expect(view.counters.placed > 3 * made)
        try expectWhole()
    }

    @Test("does not touch the tile views that stay")
    func staying() throws {
        view.contentOffset = CGPoint(x: 10, y: 10)
        rig.settle()
        let before = Dictionary(
            uniqueKeysWithValues: view.tileViews.map { (ObjectIdentifier($0), ($0.appearance!.key, $0.frame)) })
        let changes = view.tileViews.map { ($0 as! CountingTileView).changes }.reduce(0, +)
        view.contentOffset.y += 1
        rig.frame()
        #expect(view.counters.layouts > 1)
        #expect(view.tileViews.map { ($0 as! CountingTileView).changes }.reduce(0, +) == changes)

        // A row leaves and another one appears: only their tiles change views.
        view.contentOffset.y += 250
        rig.settle()
        var moved = 0
        for tile in view.tileViews {
            let (key, frame) = try #require(before[ObjectIdentifier(tile)])
            if tile.appearance!.key == key { #expect(tile.frame == frame) } else { moved += 1 }
        }
        #expect(moved == 5)
        try expectWhole()
    }

    @Test("draws each visible tile at most once as a draft and once in full, whatever the finger does")
    func renderings() throws {
        rig.settle()
        rig.drag(by: CGVector(dx: 0, dy: -60), frames: 12)
        rig.settle()
        rig.drag(by: CGVector(dx: -20, dy: 45), frames: 12)
        rig.settle()
        let renders = rig.source.renders
        #expect(Set(renders).count == renders.count, "a tile was drawn twice in one quality")
        #expect(renders.contains { $0.quality == .draft })
        try expectWhole()
    }

    @Test("of a flick over a thousand tiles draws those that were shown and those of the landing, and few others")
    func flick() throws {
        let rig = try TiledScrollRig(tileSize: 64, script: { $0.cost = 0.001 })
        defer { rig.end() }
        let view = rig.view
        rig.settle()
        let start = view.contentOffset.y
        let drawn = rig.source.renders.count
        rig.shown = []
        // At about 12,000 points per second.
        rig.drag(by: CGVector(dx: 0, dy: -200), frames: 3, from: CGPoint(x: 500, y: 700))
        rig.settle(3000)
        let tiles = (view.contentOffset.y - start) / 64 * 16
        #expect(tiles > 1000, "over \(tiles) tiles")
        let renders = rig.source.renders.dropFirst(drawn)
        let shown = Set(rig.shown.map { TiledPlace($0.column, $0.row) })
        let wasted = renders.filter { !shown.contains(TiledPlace($0.column, $0.row)) }.count
        #expect(wasted * 10 <= renders.count, "\(wasted) of \(renders.count) renders were never shown")
        #expect(view.tileViews.allSatisfy { if case .full = $0.appearance!.contents { true } else { false } })
    }

    @Test("has its landing drawn before it gets there, and is sharp at most a quarter of a second after it stops")
    func landing() throws {
        rig.settle()
        rig.drag(by: CGVector(dx: 0, dy: -60), frames: 8)
        var frames = 0
        while view.scroll.state.motion != nil, frames < 1000 {
            rig.frame()
            frames += 1
        }
        #expect(frames > 30)
        let full = try #require(view.surface).tiles.filter { if case .full = $0.contents { true } else { false } }
        #expect(full.count == view.surface?.tiles.count, "the workers had \(frames) frames of time")
        #expect(rig.settle() <= 15)
    }

    @Test("leaves nothing stale or blank behind when it turns, jumps, is resized, or when the content changes")
    func changes() throws {
        rig.settle()
        rig.drag(by: CGVector(dx: 0, dy: -50), frames: 10, lifts: false)
        rig.drag(by: CGVector(dx: 0, dy: 50), frames: 5)
        rig.settle()
        try expectWhole()

        view.setContentOffset(CGPoint(x: 7000, y: 150_000), animated: false)
        rig.settle()
        try expectWhole()

        // As for a rotation of a device.
        view.frame = CGRect(x: 0, y: 0, width: 768, height: 1024)
        rig.settle()
        try expectWhole()

        rig.drag(by: CGVector(dx: 0, dy: -40), frames: 6)
        rig.frame()
        rig.source.script.withLock { $0.version = 2 }
        rig.engine.invalidate(try #require(view.content))
        #expect(rig.screen.isFramePending)
        rig.settle()
        try expectWhole(version: 2)
    }

    @Test("shows what was there, not nothing, while a changed part is drawn, and then the new look")
    func invalidation() throws {
        rig.settle()
        // Includes the border tiles.
        for _ in 0..<60 { rig.frame() }
        rig.source.script.withLock { $0.version = 2 }
        rig.blankFrames = 0
        rig.engine.invalidate(try #require(view.content), Box(x: 300, y: 300, width: 10, height: 10))
        #expect(rig.screen.isFramePending, "workers, or whoever changed the content, ask for a frame")
        let before = rig.source.renders.count
        rig.frame()
        #expect(rig.staleFrames == 1 && rig.blankFrames == 0)
        rig.settle()
        #expect(rig.source.renders.count == before + 1)
        let looks = try #require(view.surface).tiles.map { $0.key.tile.column == 1 && $0.key.tile.row == 1 }
        #expect(looks.filter { $0 }.count == 1)
        #expect(!rig.screen.isFramePending)
    }

    @Test("keeps the old level up while it zooms until the new one covers, and has one level then")
    func zooming() throws {
        let rig = try TiledScrollRig(script: { $0.cost = 0.03 })
        defer { rig.end() }
        let view = rig.view
        view.maximumZoomScale = 4
        view.minimumZoomScale = 0.001
        view.contentOffset = CGPoint(x: 5000, y: 50_000)
        rig.settle()
        for target in [0.3, 1, 0.01, 1] {
            // The area that is currently on the screen, in units of content.
            let old = view.convert(view.bounds, to: view.tileContainer).intersection(view.tileContainer.bounds)
                .insetBy(dx: 1, dy: 1)
            view.setZoomScale(target, animated: true)
            var frames = 0
            repeat {
                let tree = rig.frame()
                frames += 1
                for column in 0...4 {
                    for row in 0...4 {
                        let place = view.tileContainer.convert(
                            CGPoint(
                                x: old.minX + old.width * Double(column) / 4,
                                y: old.minY + old.height * Double(row) / 4),
                            to: nil)
                        guard rig.screen.bounds.contains(place) else { continue }
                        let color = try rig.pixel(tree, x: Int(place.x), y: Int(place.y))
                        #expect(color.blue != 0, "nothing at \(place) on the way to \(target)")
                    }
                }
            } while (view.isZoomAnimating || !view.isSettled) && frames < 300
            #expect(view.zoomScale == target && frames > 18)
            let levels = Set(try #require(view.surface).tiles.map(\.key.tile.level))
            #expect(levels.count == 1 && view.surface?.heldKeys.allSatisfy { levels.contains($0.tile.level) } ?? false)
        }
    }

    @Test("keeps its level under fingers that zoom until it is off by more than two times")
    func pinching() throws {
        rig.settle()
        view.minimumZoomScale = 0.1
        func scale() throws -> Double {
            let surface = try #require(view.surface)
            return try #require(surface.pyramid).scale(ofLevel: try #require(surface.focus).level)
        }
        func pinch(_ phase: UITouch.Phase, apart: Double) {
            rig.touch(phase, x: 500 - apart / 2, y: 400, finger: 0)
            rig.touch(phase, x: 500 + apart / 2, y: 400, finger: 1)
            rig.frame()
        }
        pinch(.began, apart: 400)
        for (apart, expected) in [(300.0, 1.0), (230, 1), (205, 1), (190, 0.5), (150, 0.5)] {
            pinch(.moved, apart: apart)
            #expect(try scale() == expected, "at \(view.zoomScale)")
        }
        pinch(.moved, apart: 230)
        #expect(try scale() == 0.5)
        pinch(.ended, apart: 230)
        rig.settle()
        #expect(view.zoomScale > 0.57 && view.zoomScale < 0.6)
        #expect(try scale() == 0.5, "magnified by no more than 1.2")
        view.setZoomScale(0.62, animated: false)
        rig.settle()
        #expect(try scale() == 1)
    }

    @Test("puts a placeholder where a tile can't be drawn, tries it again as often as the policy says, and goes on")
    func failures() throws {
        let rig = try TiledScrollRig(
            policy: { $0.tileRetries = 2 }, script: { $0.fails = { column, row in column == 1 && row == 1 } })
        defer { rig.end() }
        rig.settle()
        let failed = rig.view.tileViews.filter { if case .failed = $0.appearance!.contents { true } else { false } }
        #expect(failed.count == 1 && failed.first?.backgroundColor == .systemGray5)
        #expect(try rig.pixel(rig.frame(), x: 300, y: 300) != rig.pixel(rig.frame(), x: 10, y: 10))
        #expect(rig.view.surface?.counters.retries == 2)
        rig.drag(by: CGVector(dx: 0, dy: -40), frames: 10)
        rig.settle()
        #expect(rig.view.isSettled && rig.view.contentOffset.y > 300)
        #expect(rig.view.tileViews.allSatisfy { $0.backgroundColor == nil || $0.appearance?.key.tile.row == 1 })
    }

    @Test("refuses content that has no size, is too large, or can't be cut, and says why")
    func refusals() throws {
        rig.settle()
        func show(_ width: Double, _ height: Double, tileSize: Int = 256) throws {
            try view.show(
                DrawnTileSource(contentSize: CGSize(width: width, height: height)) { _, _ in }, tileSize: tileSize)
        }
        for (width, height) in [(0, 10), (-5, 10), (Double.nan, 10), (10, Double.infinity)] {
            #expect(throws: TilePyramid.Failure.self) { try show(width, height) }
        }
        #expect(throws: TilePyramid.Failure.tooLarge(pixels: 0x1p53)) { try show(0x1p53, 10) }
        #expect(throws: TilePyramid.Failure.tileSize(0)) { try show(10, 10, tileSize: 0) }
        // The previous content is still displayed.
        rig.settle()
        try expectWhole()
        #expect(TilePyramid.Failure.tileSize(0).description.contains("tile size of 0"))
    }

    @Test("holds nothing out of its window, and takes what it showed from the cache when it comes back")
    func window() throws {
        rig.settle()
        let before = rig.source.renders.count
        view.removeFromSuperview()
        #expect(view.tileViews.isEmpty && view.surface == nil)
        rig.engine._checkInvariants()
        rig.window.addSubview(view)
        rig.frame()
        #expect(view.isSettled)
        #expect(rig.source.renders.count == before)
        try expectWhole()
    }

    @Test("short of memory keeps what is visible, and only that")
    func memory() throws {
        let rig = try TiledScrollRig(policy: { $0.eventuallyBorder = 800 })
        defer { rig.end() }
        rig.view.contentOffset = CGPoint(x: 3000, y: 3000)
        rig.settle()
        for _ in 0..<120 { rig.frame() }
        #expect(rig.engine.counters.cachedTiles > rig.view.tileViews.count)
        rig.view.didReceiveMemoryWarning()
        #expect(rig.engine.counters.cachedTiles == rig.view.tileViews.count)
        rig.blankFrames = 0
        rig.frame()
        #expect(rig.blankFrames == 0)
    }

    @Test("forgets its own content when it shows another, and not what somebody else gave the engine")
    func contents() throws {
        rig.settle()
        let own = try #require(view.content)
        let other = TimedSource(CGSize(width: 3000, height: 3000), rig.workers)
        let shared = rig.engine.add(other, pyramid: try TilePyramid(contentSize: other.contentSize, tileSize: 256))
        view.show(shared)
        #expect(rig.engine.pyramid(of: own) == nil)
        rig.settle()
        try expectWhole()
        #expect(view.contentSize == other.contentSize)
        view.showNothing()
        #expect(rig.engine.pyramid(of: shared) != nil)
        rig.frame()
        #expect(view.tileViews.isEmpty && view.contentSize == .zero)
    }

    @Test("takes the size of content that was replaced by larger")
    func replaced() throws {
        rig.settle()
        let large = TimedSource(CGSize(width: 40_000, height: 30_000), rig.workers)
        try rig.engine.replace(
            #require(view.content), with: large,
            pyramid: TilePyramid(contentSize: large.contentSize, tileSize: 256))
        rig.settle()
        #expect(view.contentSize == large.contentSize)
        try expectWhole()
    }
}

private struct TiledPlace: Hashable {
    var column: Int
    var row: Int

    init(_ column: Int, _ row: Int) { (self.column, self.row) = (column, row) }
}
