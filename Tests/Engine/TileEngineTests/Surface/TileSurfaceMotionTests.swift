import Foundation
import Testing
import TileGeometry

@testable import TileEngine

/// A flick with the deceleration of UIScrollView: v(t) = v0 · 0.998^(1000 t).
struct Flick {
    let x: Double
    let y: Double
    let velocity: (x: Double, y: Double)
    private let decay = -1000 * log(0.998)

    var landing: (x: Double, y: Double) { (x + velocity.x / decay, y + velocity.y / decay) }

    /// The time until the speed is below 10 pixels a second, where a scroll view ends the motion.
    var duration: Double { log(hypot(velocity.x, velocity.y) / 10) / decay }

    func viewport(_ time: Double, on stage: Stage) throws -> Viewport {
        let left = exp(-decay * time)
        return try stage.viewport(
            x + velocity.x / decay * (1 - left), y + velocity.y / decay * (1 - left),
            velocity: (velocity.x * left, velocity.y * left), landing: landing)
    }
}

@Suite("A surface in motion")
struct TileSurfaceMotionTests {
    /// A 4K screen with tiles of 256 pixels, which flicks over 1,000 of them.
    static func stage4K(cost: Double) throws -> Stage {
        try Stage(contentSide: 131_072, width: 3840, height: 2160, script: { $0.cost = { _ in cost } })
    }

    func expectOncePerQuality(_ stage: Stage) {
        var counts: [Rendering: Int] = [:]
        for rendering in stage.source.renderings where !rendering.wasCancelled {
            counts[
                Rendering(tile: rendering.tile, quality: rendering.quality, begin: 0, end: 0, wasCancelled: false),
                default: 0] += 1
        }
        #expect(counts.values.allSatisfy { $0 == 1 }, "each tile is drawn once as a draft and once in full, at most")
    }

    /// Milliseconds per tile: two workers that keep up, that just fall behind, and that are far behind.
    @Test("of a flick over 1,000 tiles draws only tiles of frames and of the landing", arguments: [1.0, 8, 40])
    func flick(milliseconds: Double) throws {
        let stage = try Self.stage4K(cost: milliseconds / 1000)
        stage.show(try stage.viewport(1024, 2048))
        stage.rest()
        let before = stage.renders().count
        let flick = Flick(x: 1024, y: 2048, velocity: (0, 34_000))
        try stage.move(for: flick.duration) { try flick.viewport($0, on: stage) }
        let tiles = stage.shown.count
        #expect(tiles > 1000, "\(tiles)")
        let drawn = stage.renders().dropFirst(before)
        let landing = Set(
            stage.pyramid.tiles(
                in: Box(x: flick.landing.x, y: flick.landing.y, width: 3840, height: 2160), ofLevel: 9))
        let wasted = drawn.filter { !stage.shown.contains($0) && !landing.contains($0) }
        #expect(wasted.count * 10 <= drawn.count, "\(wasted.count) of \(drawn.count)")
        expectOncePerQuality(stage)

        stage.show(try stage.viewport(flick.landing.x, flick.landing.y))
        stage.rest()
        stage.expectSharp()
        expectOncePerQuality(stage)
    }

    @Test("has the landing of a flick in full before the scroll gets there, when the workers have the time")
    func landing() throws {
        let stage = try Self.stage4K(cost: 0.002)
        stage.show(try stage.viewport(1024, 2048))
        stage.rest(1)
        let flick = Flick(x: 1024, y: 2048, velocity: (0, 34_000))
        let rect = Box(x: flick.landing.x, y: flick.landing.y, width: 3840, height: 2160)
        let landing = Set(stage.pyramid.tiles(in: rect, ofLevel: 9))
        try stage.move(for: flick.duration) { time in
            for tile in stage.surface.tiles where landing.contains(tile.key.tile) {
                guard case .full = tile.contents else {
                    Issue.record("\(tile.key.tile) is \(tile.contents) after \(time) s")
                    continue
                }
            }
            return try flick.viewport(time, on: stage)
        }
        #expect(stage.surface.isSettled)
        #expect(stage.source.renderings.allSatisfy { !landing.contains($0.tile) || $0.quality == .full })
    }

    @Test("draws nothing on the way of a flick that leaps from frame to frame but what the frames show")
    func leap() throws {
        let stage = try Stage(contentSide: 262_144, width: 1024, height: 768, script: { $0.cost = { _ in 0.001 } })
        stage.show(try stage.viewport(1024, 1024))
        stage.rest()
        let before = stage.renders().count
        let flick = Flick(x: 1024, y: 1024, velocity: (0, 128_000))
        try stage.move(for: flick.duration) { try flick.viewport($0, on: stage) }
        let landing = stage.visible
        let wasted = stage.renders().dropFirst(before).filter { !stage.shown.contains($0) && !landing.contains($0) }
        let drawn = stage.renders().count - before
        #expect(wasted.count * 10 <= drawn, "\(wasted.count) of \(drawn)")
        stage.show(try stage.viewport(flick.landing.x, flick.landing.y))
        stage.rest()
        stage.expectSharp()
    }

    @Test("refines what is visible from the centre 100 ms after it was fast, in as many renders as there are drafts")
    func refine() throws {
        let stage = try Stage(workers: 1, script: { $0.cost = { _ in 0.008 } })
        // The end of a fast drag can't be predicted.
        try stage.move(for: 0.5) { try stage.viewport(20480, 20480 + 3000 * $0, velocity: (0, 3000)) }
        // The finger stops, and all visible tiles arrive as drafts within 90 ms.
        stage.show(try stage.viewport(20480, 22016))
        let stopped = stage.now
        let before = stage.source.renderings.count
        stage.rest(0.09)
        let drafts = stage.surface.tiles.filter { if case .draft = $0.contents { true } else { false } }
        #expect(drafts.count == stage.surface.tiles.count)
        #expect(stage.renders(.full).isEmpty)
        stage.rest()
        stage.expectSharp()
        let fulls = stage.source.renderings[before...].filter { $0.quality == .full && !$0.wasCancelled }
        #expect(Array(fulls.prefix(12).map(\.tile)) == stage.surface.tiles.map(\.key.tile), "from the centre outwards")
        #expect(Set(fulls.prefix(12).map(\.tile)) == stage.visible)
        #expect(fulls[0].begin >= stopped + 0.1 - 1e-6 && fulls[0].begin < stopped + 0.1 + 0.01)
        expectOncePerQuality(stage)
    }

    @Test("draws in full at once what a slow drag shows, and never as a draft")
    func slowDrag() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.002 } })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest(1)
        stage.blankFrames = 0
        try stage.move(for: 2) { try stage.viewport(20480, 20480 + 400 * $0, velocity: (0, 400)) }
        #expect(stage.renders(.draft).isEmpty)
        #expect(stage.blankFrames == 0)
        expectOncePerQuality(stage)
    }

    @Test("that turns back leaves nothing blank, and gives up what lies the other way")
    func reverse() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.05 } })
        try stage.move(for: 0.3) { try stage.viewport(20480, 20480 + 2500 * $0, velocity: (0, 2500)) }
        let ahead = stage.surface.askedKeys
        #expect(!ahead.isEmpty)
        try stage.move(for: 0.3) { try stage.viewport(20480, 21230 - 2500 * $0, velocity: (0, -2500)) }
        let beyond = stage.surface.askedKeys.filter { $0.tile.row * 256 > 21230 + 768 }
        #expect(beyond.isEmpty)
        #expect(stage.surface.counters.cancelled > 0)
        stage.rest()
        stage.expectSharp()
        expectOncePerQuality(stage)
    }

    @Test("that jumps gives up all it had asked for, and draws where it is in full")
    func jump() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.05 } })
        stage.show(try stage.viewport(0, 0))
        stage.workers.advance(to: 0.02)
        stage.show(try stage.viewport(40960, 40960))
        #expect(stage.surface.askedKeys.allSatisfy { $0.tile.column >= 159 && $0.tile.row >= 159 })
        #expect(stage.source.renderings.allSatisfy { $0.wasCancelled } && stage.source.renderings.count == 2)
        stage.rest()
        stage.expectSharp()
        #expect(stage.renders(.draft).isEmpty)
        stage.show(try stage.viewport(0, 0))
        #expect(stage.surface.tiles.allSatisfy { if case .blank = $0.contents { true } else { false } })
        stage.rest()
        stage.expectSharp()
        expectOncePerQuality(stage)
    }

    @Test("of a screen that is turned keeps what stays visible and draws only the rest")
    func rotate() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.01 } }, policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        let before = stage.surface.tiles
        let turned = try Viewport(
            visible: Box(x: 20480 + 128, y: 20480 - 128, width: 768, height: 1024), scale: 1, time: stage.now)
        stage.show(turned)
        for tile in stage.surface.tiles where before.contains(where: { $0.key == tile.key }) {
            guard case .full = tile.contents else {
                Issue.record("\(tile.key.tile) is \(tile.contents)")
                continue
            }
            #expect(!stage.surface.changes.contains(tile.key))
        }
        stage.rest()
        stage.expectSharp()
        #expect(stage.surface.tiles.count == 4 * 5)
        expectOncePerQuality(stage)
    }

    @Test("cancels work that left the demand, and keeps nothing of it even when its source does not heed")
    func cancellation() throws {
        for isDeaf in [false, true] {
            let stage = try Stage(script: {
                $0.cost = { _ in 1 }
                $0.isDeaf = isDeaf
            })
            stage.show(try stage.viewport(20480, 20480))
            stage.workers.advance(to: 0.5)
            #expect(stage.workers.renderCount == 2)
            // Outside of the content the demand is empty.
            stage.show(try stage.viewport(-4096, -4096))
            #expect(stage.surface.tiles.isEmpty && stage.surface.askedKeys.isEmpty)
            #expect(stage.engine.counters.waiting == 0)
            #expect(stage.workers.renderCount == (isDeaf ? 2 : 0))
            stage.workers.advance(to: 3)
            #expect(stage.engine.counters.cachedTiles == 0)
            #expect(stage.source.renderings.allSatisfy { $0.wasCancelled })
            #expect(stage.surface.counters.cancelled == stage.surface.counters.fulls)
        }
    }
}

extension TilePyramid {
    /// Returns the tiles of a level that share more than an edge with a box in units of content.
    func tiles(in box: Box, ofLevel level: Int) -> [TileCoordinate] {
        let scale = scale(ofLevel: level)
        let columns = TileDemand.cells(
            from: box.minX * scale, to: box.maxX * scale, side: Double(tileSize), count: columns(ofLevel: level))
        let rows = TileDemand.cells(
            from: box.minY * scale, to: box.maxY * scale, side: Double(tileSize), count: rows(ofLevel: level))
        return columns.flatMap { column in
            rows.map { TileCoordinate(level: level, column: column, row: $0) }
        }
    }
}
