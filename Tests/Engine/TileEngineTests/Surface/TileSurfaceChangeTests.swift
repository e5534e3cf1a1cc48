import Foundation
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A surface whose zoom or content changes")
struct TileSurfaceChangeTests {
    /// Returns whether something is shown at a point of the content: the tile there, or its placeholder.
    func isCovered(_ stage: Stage, x: Double, y: Double) -> Bool {
        for tile in stage.surface.tiles {
            let box = tile.key.area(in: stage.pyramid).contentBox
            guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY else { continue }
            let place = ((x - box.minX) / box.width, (y - box.minY) / box.height)
            switch tile.contents {
            case .full, .draft, .stale: return true
            case .substitutes(let parts), .failed(_, let parts):
                return parts.contains {
                    place.0 >= $0.target.minX && place.0 < $0.target.maxX && place.1 >= $0.target.minY
                        && place.1 < $0.target.maxY
                }
            case .blank: return false
            }
        }
        return false
    }

    /// Zooms between two scales about the middle of the content, as a pinch or as a jump.
    @Test(
        "keeps the old level up until the new one covers",
        arguments: [(1.0, 0.25), (0.25, 1), (1, 0.5), (0.5, 1), (0.25, 0.03125), (1, 0.015625), (0.0078125, 1)],
        [true, false])
    func zoom(scales: (from: Double, to: Double), isPinch: Bool) throws {
        let (middle, frames) = (32768.0, 30)
        let stage = try Stage(script: { $0.cost = { _ in 0.02 } })
        func viewport(_ scale: Double, isZooming: Bool = false) throws -> Viewport {
            try stage.viewport(
                middle - stage.width / scale / 2, middle - stage.height / scale / 2, scale: scale, isZooming: isZooming)
        }
        stage.show(try viewport(scales.from))
        stage.rest()
        stage.expectSharp()
        // What was on the screen, a little within its edges.
        let content = Box(x: 0, y: 0, width: 2 * middle, height: 2 * middle)
        let old = try viewport(scales.from).visible.intersection(content).expanded(by: -1)
        func expectCovered() {
            for column in 0...12 {
                for row in 0...12 {
                    let x = old.minX + old.width * Double(column) / 12
                    let y = old.minY + old.height * Double(row) / 12
                    guard stage.surface.viewport!.visible.contains(x: x, y: y) else { continue }
                    #expect(isCovered(stage, x: x, y: y), "nothing at \(x), \(y)")
                }
            }
        }
        if isPinch {
            for frame in 0...frames {
                let share = Double(frame) / Double(frames)
                let scale = scales.from * pow(scales.to / scales.from, share)
                stage.workers.advance(to: stage.now + 1.0 / 60)
                stage.show(try viewport(scale, isZooming: true))
                expectCovered()
            }
        }
        stage.show(try viewport(scales.to))
        expectCovered()
        while !stage.surface.isSettled {
            stage.rest(0.005)
            expectCovered()
        }
        stage.rest()
        stage.expectSharp()
        let scale = stage.pyramid.scale(ofLevel: try #require(stage.surface.focus).level)
        #expect(scale == scales.to)
        // There are no placeholders, and so nothing of the old level is held.
        #expect(stage.surface.heldKeys.allSatisfy { stage.pyramid.scale(ofLevel: $0.tile.level) == scale })
    }

    @Test("shows and draws only the levels that it may, the nearest in place of others")
    func levels() throws {
        // Of 0 to 8, at scales of 1 / 256 to 1.
        let stage = try Stage(width: 256, height: 256, levels: 6...7, policy: { $0.overviewTiles = 4 })
        for (scale, level) in [(1.0, 7), (0.5, 7), (0.25, 6), (0.125, 6)] {
            stage.show(try stage.viewport(20480, 20480, scale: scale, landing: (0, 0)))
            #expect(stage.surface.focus?.level == level)
            stage.rest()
            stage.expectSharp()
        }
        #expect(stage.renders().allSatisfy { (6...7).contains($0.level) })
        let deep = try Stage(width: 256, height: 256, levels: 8...300)
        deep.show(try deep.viewport(20480, 20480, scale: 0.125))
        #expect(deep.surface.focus?.level == 8)
        deep.show(try deep.viewport(0, 0, scale: 1.0 / 256))
        #expect(deep.surface.focus?.level == 6, "65,536 tiles are too many")
    }

    @Test("gives the parts of other levels that stand in exactly their place")
    func substitutes() throws {
        let stage = try Stage(width: 512, height: 512, script: { $0.cost = { _ in 1 } })
        func contentBox(of part: TileSubstitute, in tile: TileKey) -> Box {
            let box = tile.area(in: stage.pyramid).contentBox
            return Box(
                x: box.minX + part.target.minX * box.width, y: box.minY + part.target.minY * box.height,
                width: part.target.width * box.width, height: part.target.height * box.height)
        }
        func origin(_ part: TileSubstitute) -> Box {
            let box = part.tile.key.area(in: stage.pyramid).contentBox
            return Box(
                x: box.minX + part.source.minX * box.width, y: box.minY + part.source.minY * box.height,
                width: part.source.width * box.width, height: part.source.height * box.height)
        }
        for (scale, count) in [(0.5, 1), (1.0, 1), (0.25, 4)] {
            // Each is drawn at scale 0.5 first, then shown at another.
            stage.show(try stage.viewport(0, 0, scale: 0.5))
            stage.rest()
            stage.show(try stage.viewport(0, 0, scale: scale))
            for tile in stage.surface.tiles {
                guard case .substitutes(let parts) = tile.contents else { continue }
                #expect(parts.count == count)
                for part in parts { #expect(contentBox(of: part, in: tile.key) == origin(part)) }
            }
            stage.show(try stage.viewport(-9999, -9999))
        }
    }

    @Test("shows what was there as stale until it is drawn anew, when it changes under way")
    func changeUnderWay() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.02 } })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        var frame = 0
        try stage.move(for: 1) { time in
            frame += 1
            // In the midst of renders: some are for what has been.
            if frame % 7 == 3 { stage.change() }
            return try stage.viewport(20480 + 300 * time, 20480, velocity: (300, 0))
        }
        #expect(stage.engine.counters.stale > 0)
        stage.rest()
        stage.expectSharp()
    }

    @Test("at rest is told of a change, and draws what it touched and nothing else")
    func regionalChange() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.01 } }, policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        let (drawn, told) = (stage.renders().count, stage.told.value)
        stage.engine.invalidate(stage.content, Box(x: 20480 + 300, y: 20480 + 300, width: 10, height: 300))
        #expect(stage.told.value == told + 1)
        stage.surface.refresh(time: stage.now)
        let looks = stage.surface.tiles.filter { if case .stale = $0.contents { true } else { false } }
        let touched: Set = [
            TileCoordinate(level: 8, column: 81, row: 81), TileCoordinate(level: 8, column: 81, row: 82),
        ]
        #expect(Set(looks.map(\.key.tile)) == touched)
        #expect(Set(stage.surface.changes.map(\.tile)) == touched)
        stage.rest()
        stage.expectSharp()
        #expect(Set(stage.renders().dropFirst(drawn)) == touched && stage.renders().count == drawn + 2)
        // What changes elsewhere costs an update and no render.
        stage.engine.invalidate(stage.content, Box(x: 0, y: 0, width: 10, height: 10))
        stage.rest()
        #expect(stage.renders().count == drawn + 2)
    }

    @Test("draws the overview of a content that keeps changing once in an interval")
    func overviewOfChanges() throws {
        let stage = try Stage(policy: { $0.overviewTiles = 1 })
        stage.surface.overviewInterval = 5
        stage.show(try stage.viewport(20480, 20480))
        stage.rest(1)
        func overviews() -> Int { stage.renders().count { $0.level == 0 } }
        #expect(overviews() == 1)
        for _ in 1...3 {
            stage.change()
            stage.rest(1)
            #expect(overviews() == 1)
            stage.expectSharp()
        }
        // Four seconds have passed.
        #expect(stage.surface.nextUpdateTime == 5)
        stage.rest(1.5)
        #expect(overviews() == 2)
        stage.rest()
        #expect(overviews() == 2 && stage.surface.nextUpdateTime == nil)
    }

    @Test("forgets everything when the content gets another shape, and again when it goes")
    func replaced() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.02 } })
        stage.show(try stage.viewport(0, 0))
        stage.rest()
        let smaller = try TilePyramid(contentSize: .init(width: 500, height: 500), tileSize: 256)
        let source = CostlySource(smaller, stage.workers)
        try stage.engine.replace(stage.content, with: source, pyramid: smaller)
        stage.surface.refresh(time: stage.now)
        #expect(stage.surface.pyramid == smaller)
        #expect(stage.surface.tiles.count == 4)
        #expect(stage.surface.tiles.allSatisfy { if case .blank = $0.contents { true } else { false } })
        stage.rest()
        #expect(stage.surface.isSettled && source.renderings.count == 4)
        let told = stage.told.value
        stage.engine.remove(stage.content)
        #expect(stage.told.value == told + 1)
        stage.surface.refresh(time: stage.now)
        #expect(stage.surface.tiles.isEmpty && stage.surface.focus == nil && stage.surface.pyramid == nil)
        #expect(stage.surface.heldKeys.isEmpty && stage.engine.cache.holderCount == 0)
        stage.surface.refresh(time: stage.now)
        #expect(stage.surface.nextUpdateTime == nil)
    }

    @Test("lets go of all when it goes")
    func released() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.02 } })
        var surface: TileSurface? = TileSurface(engine: stage.engine, content: stage.content)
        surface?.update(try stage.viewport(0, 0))
        stage.workers.advance(to: 0.03)
        surface?.update(try stage.viewport(0, 0, velocity: (0, 2000)))
        #expect(stage.engine.cache.holderCount > 0)
        surface = nil
        #expect(stage.engine.cache.holderCount == 0)
        #expect(stage.engine.state.withLock { $0.flights.isEmpty })
        #expect(stage.engine.state.withLock { $0.surfaces[stage.content]?.count } == 1, "the stage's own")
        #expect(stage.engine.counters.waiting == 0)
    }

    @Test("shares tiles with other surfaces: one render for both, and kept as long as one holds it")
    func shared() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.02 } }, policy: { $0.eventuallyBorder = 0 })
        stage.isAlone = false
        var other: TileSurface? = TileSurface(engine: stage.engine, content: stage.content)
        stage.show(try stage.viewport(0, 0))
        other?.update(try stage.viewport(0, 0))
        stage.rest()
        other?.refresh(time: stage.now)
        #expect(other?.isSettled == true)
        let drawn = stage.renders()
        #expect(Set(drawn).count == drawn.count)
        let first = try #require(stage.surface.tiles.first).key
        stage.show(try stage.viewport(-9999, -9999))
        #expect(stage.engine.cache.keys(in: .visible).contains(first))
        other = nil
        #expect(stage.engine.cache.keys(in: .visible).isEmpty)
    }
}
