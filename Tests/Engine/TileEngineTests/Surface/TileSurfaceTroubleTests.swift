import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A surface in trouble")
struct TileSurfaceTroubleTests {
    /// The tile in the middle of a viewport at (20480, 20480).
    static let broken = TileCoordinate(level: 8, column: 81, row: 81)

    func tries(_ stage: Stage, _ tile: TileCoordinate = broken) -> [Rendering] {
        stage.source.renderings.filter { $0.tile == tile }
    }

    @Test("tries a tile that fails twice more, later each time, then gives it up, and scrolling goes on")
    func failing() throws {
        let stage = try Stage(script: { $0.fails = { $0 == Self.broken } })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        let tries = tries(stage)
        #expect(tries.count == 3)
        let pauses = zip(tries, tries.dropFirst()).map { $1.begin - $0.end }
        // A worker may be 10 ms late while it draws another tile.
        let isInTime = zip(pauses, [0.1, 0.2]).allSatisfy { $0 >= $1 - 1e-6 && $0 < $1 + 0.0101 }
        #expect(isInTime, "paused for \(pauses)")
        #expect(stage.surface.isSettled)
        for tile in stage.surface.tiles {
            switch tile.contents {
            case .full: #expect(tile.key.tile != Self.broken)
            case .failed(let failure, let parts):
                #expect(tile.key.tile == Self.broken && failure.name == "sourceFailed" && parts.isEmpty)
            default: Issue.record("\(tile.key.tile) is \(tile.contents)")
            }
        }
        #expect(stage.surface.counters.failed == 1 && stage.surface.counters.retries == 2)
        try stage.move(for: 0.5) { try stage.viewport(20480 + 200 * $0, 20480, velocity: (200, 0)) }
        stage.rest()
        #expect(stage.surface.isSettled && self.tries(stage).count == 3)

        stage.change { $0.fails = { _ in false } }
        stage.rest()
        stage.expectSharp()
    }

    @Test("forgets a failure that has passed")
    func passing() throws {
        let failures = Counter()
        let stage = try Stage(script: {
            $0.fails = { tile in
                guard tile == Self.broken, failures.value < 2 else { return false }
                failures.increment()
                return true
            }
        })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        stage.expectSharp()
        #expect(stage.surface.failures.isEmpty && tries(stage).count == 3)
    }

    @Test(
        "shows what it has of a tile that can't be drawn anew: a draft, other levels, and never what it looked like before"
    )
    func failingWithSubstitutes() throws {
        let stage = try Stage(policy: {
            $0.overviewTiles = 4
            $0.eventuallyBorder = 0
        })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        stage.change {
            $0.version = 2
            $0.fails = { $0 == Self.broken }
        }
        stage.rest()
        let tile = try #require(stage.surface.tiles.first { $0.key.tile == Self.broken })
        guard case .failed(_, let parts) = tile.contents else {
            Issue.record("it is \(tile.contents)")
            return
        }
        #expect(parts.map(\.tile.key.tile.level) == [1])
        #expect(parts.allSatisfy { $0.tile.mark == 2 })
        #expect(stage.surface.isSettled)
    }

    @Test("does not wait for a tile that takes seconds")
    func slowTile() throws {
        let stage = try Stage(script: { $0.cost = { $0 == Self.broken ? 5 : 0.01 } })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest(0.5)
        #expect(!stage.surface.isSettled)
        for tile in stage.surface.tiles where tile.key.tile != Self.broken {
            guard case .full = tile.contents else {
                Issue.record("\(tile.key.tile) is \(tile.contents)")
                continue
            }
        }
        try stage.move(for: 1) { try stage.viewport(20480 + 200 * $0, 20480, velocity: (200, 0)) }
        stage.rest()
        stage.expectSharp()
        #expect(tries(stage).count == 1)
    }

    @Test("does not wait for another content that takes seconds a tile")
    func slowContent() throws {
        let stage = try Stage(script: { $0.cost = { _ in 3 } })
        stage.isAlone = false
        let source = CostlySource(stage.pyramid, stage.workers)
        let quick = stage.engine.add(source, pyramid: stage.pyramid)
        stage.show(try stage.viewport(20480, 20480))
        stage.workers.advance(to: 0.1)
        let surface = TileSurface(engine: stage.engine, content: quick)
        surface.update(try stage.viewport(20480, 20480))
        stage.workers.advance(to: 0.3)
        surface.refresh(time: stage.now)
        #expect(surface.isSettled && source.renderings.count >= 12)
        #expect(!stage.surface.isSettled)
        stage.rest()
        stage.expectSharp()
    }

    @Test("asks again later when the engine refuses work, and gets everything in the end")
    func overload() throws {
        let stage = try Stage(
            script: { $0.cost = { _ in 0.03 } },
            policy: {
                $0.queueLimit = 3
                $0.prefetchQueueLimit = 2
            })
        stage.show(try stage.viewport(20480, 20480))
        #expect(stage.engine.counters.refused > 0)
        stage.rest()
        stage.expectSharp()
        let drawn = stage.renders()
        #expect(Set(drawn).count == drawn.count)
    }

    @Test("asks for nothing more when the engine is shut down")
    func shutdown() throws {
        let stage = try Stage()
        stage.show(try stage.viewport(20480, 20480))
        stage.engine.shutdown()
        stage.rest()
        #expect(stage.surface.askedKeys.isEmpty && stage.surface.nextUpdateTime == nil)
        stage.show(try stage.viewport(0, 0))
        #expect(stage.surface.askedKeys.isEmpty && stage.surface.tiles.count == 12)
    }

    @Test("keeps within the hard limit when not even what is visible fits, and draws nothing in vain")
    func tinyCache() throws {
        let cost = 256 * 256 * 4 + CachedTile.overhead
        let stage = try Stage(
            script: { $0.isLarge = true },
            policy: {
                $0.cacheHardLimit = 6 * cost
                $0.cacheSoftLimit = 4 * cost
            })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        #expect(stage.surface.isSettled, "what memory has no room for is not waited for")
        let full = stage.surface.tiles.filter { if case .full = $0.contents { true } else { false } }
        #expect(full.count == 6 && stage.renders().count == 6)
        #expect(full.map(\.key) == stage.surface.tiles.prefix(6).map(\.key), "the middle")
        try stage.move(for: 1) { time in
            #expect(stage.engine.counters.cachedBytes <= 6 * cost)
            return try stage.viewport(20480 + 500 * time, 20480, velocity: (500, 0))
        }
        stage.rest()
        #expect(stage.surface.isSettled && stage.engine.counters.cachedBytes <= 6 * cost)
    }

    @Test("of a viewer elsewhere holds no file that the cache has no room for, and does not ask for it again and again")
    func filesWithoutRoom() throws {
        let cost = 256 * 256 * 4 + CachedTile.overhead
        let stage = try Stage(
            script: { $0.isLarge = true },
            policy: {
                $0.cacheHardLimit = 12 * cost
                $0.cacheSoftLimit = 12 * cost
            })
        // What is visible here leaves no room.
        stage.show(try stage.viewport(40960, 40960))
        stage.rest()
        stage.expectSharp()
        stage.isAlone = false
        let surfaces = (0..<5).map { _ in
            TileSurface(engine: stage.engine, content: stage.content, output: .encoded(.png))
        }
        for (number, surface) in surfaces.enumerated() {
            surface.update(try stage.viewport(2048 * Double(number), 20480))
            for _ in 0..<20 {
                stage.workers.advance(to: stage.now + 0.1)
                surface.refresh(time: stage.now)
            }
        }
        let asked = surfaces.map(\.counters.fulls)
        for surface in surfaces {
            #expect(surface.isSettled && !surface.tiles.isEmpty)
            surface.refresh(time: stage.now)
        }
        #expect(surfaces.map(\.counters.fulls) == asked)
        let held = surfaces.flatMap(\.tiles).compactMap { tile -> Int? in
            guard case .full(let cached) = tile.contents, !stage.engine.cache.has(cached) else { return nil }
            return cached.payload.byteCount
        }
        #expect(held.count > 10 && held.allSatisfy { $0 == 0 }, "\(held)")
        #expect(stage.engine.counters.cachedBytes <= 12 * cost)
    }

    @Test("draws ahead up to the soft limit only, and goes to the hard one for what is visible")
    func softLimit() throws {
        let cost = 256 * 256 * 4 + CachedTile.overhead
        let stage = try Stage(
            script: { $0.isLarge = true },
            policy: {
                $0.cacheHardLimit = 30 * cost
                $0.cacheSoftLimit = 20 * cost
                $0.eventuallyBorder = 3000
            })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        stage.expectSharp()
        #expect(stage.engine.counters.cachedTiles == 20 && stage.renders().count == 20)
        #expect(stage.engine.counters.notAdmitted == 0)
        stage.show(try stage.viewport(0, 0))
        stage.rest()
        stage.expectSharp()
        #expect(stage.engine.counters.cachedTiles <= 30)
    }

    @Test("gives back all but what is visible when memory is short, and draws ahead again five seconds later")
    func pressure() throws {
        let stage = try Stage(script: { $0.isLarge = true })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        let all = stage.engine.counters.cachedTiles
        #expect(all > 12 && stage.told.value > 0)
        let told = stage.told.value
        stage.engine.relieveMemoryPressure()
        #expect(stage.engine.counters.cachedTiles == 12 && stage.engine.pool.keptBytes == 0)
        #expect(stage.told.value == told + 1)
        stage.expectSharp()
        let drawn = stage.renders().count
        stage.rest(4.9)
        stage.expectSharp()
        #expect(stage.renders().count == drawn)
        try stage.move(for: 0.05) { try stage.viewport(20480 + 200 * $0, 20480, velocity: (200, 0)) }
        #expect(Set(stage.renders().dropFirst(drawn)).isSubset(of: stage.visible))
        stage.rest()
        stage.expectSharp()
        #expect(stage.engine.counters.cachedTiles >= all)
        #expect(stage.now >= 5 && stage.now < 10)
    }

    @Test("has placeholders for content that is nonsense or huge, and never traps", arguments: [0x1p53, 1, 1e-3])
    func extremes(side: Double) throws {
        var random = SeededGenerator(UInt64(side.bitPattern))
        for tileSize in [1, 256, 4096] {
            let stage = try Stage(
                contentSide: side, tileSize: tileSize, script: { $0.cost = { _ in 1e-4 } },
                policy: { $0.overviewTiles = 4 })
            let numbers = [-0x1p53, -1e12, -1, 0, 1e-300, 0.5, 300, 1e9, 0x1p52, 0x1p53]
            let scales = [0x1p-40, 1e-9, 0.3, 1, 7, 0x1p40]
            for _ in 0..<60 {
                func number() -> Double { numbers.randomElement(using: &random)! }
                let (x, y) = (number(), number())
                let visible = Box(minX: min(x, y), minY: y, maxX: max(x, y), maxY: max(y, number()))
                let landing = Bool.random(using: &random) ? visible : nil
                let viewport = try Viewport(
                    visible: visible, scale: scales.randomElement(using: &random)!, velocityX: number(),
                    velocityY: number(), landing: landing, isZooming: Bool.random(using: &random), time: stage.now)
                stage.surface.update(viewport)
                #expect(stage.surface.tiles.count <= stage.engine.policy.visibleTileLimit)
                for tile in stage.surface.tiles { #expect(stage.pyramid.contains(tile.key.tile)) }
                stage.workers.advance(to: stage.now + 0.001)
            }
            stage.show(try stage.viewport(-9999, -9999, scale: 1))
            stage.checkBooks()
        }
    }
}
