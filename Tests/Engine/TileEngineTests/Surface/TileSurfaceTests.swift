import Foundation
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("A surface")
struct TileSurfaceTests {
    @Test(
        "draws what is visible from the centre outwards, then what is near, then a wide border, each once")
    func firstScreen() throws {
        let stage = try Stage(workers: 1, policy: { $0.eventuallyBorder = 3000 })
        stage.show(try stage.viewport(20480, 20480))
        #expect(stage.surface.tiles.count == 4 * 3)
        #expect(stage.surface.changes == stage.surface.tiles.map(\.key))
        stage.rest()
        stage.expectSharp()
        let drawn = stage.renders()
        #expect(Set(drawn).count == drawn.count)
        #expect(Set(drawn.prefix(12)) == stage.visible)
        let order = drawn.prefix(12).map { tile -> Double in
            let (x, y) = (Double(tile.column) * 256 + 128, Double(tile.row) * 256 + 128)
            return (x - 20992) * (x - 20992) + (y - 20864) * (y - 20864)
        }
        #expect(order == order.sorted())
        // The soon border is 15 % of 1,024, so one tile on each side; the wide one 3,000 pixels, twelve.
        #expect(drawn[12..<30].allSatisfy { (79...84).contains($0.column) && (79...83).contains($0.row) })
        #expect(drawn.count == 28 * 27)
    }

    @Test("does nothing while the same tiles are wanted and nothing has come")
    func sameTiles() throws {
        let stage = try Stage(policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480 + 10, 20480 + 10))
        stage.rest()
        // At rest 15 % of 1,024 pixels around are wanted, and moving slowly too.
        try stage.move(for: 0.2) { try stage.viewport(20490 + 50 * $0, 20490, velocity: (50, 0)) }
        let (engine, told) = (stage.engine.counters, stage.told.value)
        let tiles = stage.surface.tiles.map(\.key)
        try stage.move(for: 0.3) { time in
            #expect(stage.surface.changes.isEmpty)
            return try stage.viewport(20500 + 50 * time, 20490, velocity: (50, 0))
        }
        #expect(stage.engine.counters == engine && stage.told.value == told)
        #expect(stage.surface.tiles.map(\.key) == tiles)
        stage.rest()
        stage.expectSharp()
    }

    @Test("names as changed what looks different and what came into sight, and nothing else")
    func changes() throws {
        let stage = try Stage(workers: 1, policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        var looks = [TileKey: Int](uniqueKeysWithValues: stage.surface.tiles.map { ($0.key, $0.contents.fingerprint) })
        try stage.move(for: 1.5) { time in
            let now = stage.surface.tiles.map { ($0.key, $0.contents.fingerprint) }
            let different = now.filter { looks[$0.0] != $0.1 }.map(\.0)
            if time > 0 { #expect(Set(different) == Set(stage.surface.changes)) }
            looks = [TileKey: Int](uniqueKeysWithValues: now)
            return try stage.viewport(20480 + 3000 * sin(2 * time), 20480, velocity: (6000 * cos(2 * time), 0))
        }
    }

    @Test("wakes each worker once for all that an update asks for, when it has asked for the last")
    func wakesOnce() throws {
        /// Workers that never begin: for each that is woken, notes how many tiles had been asked for.
        final class Woken: TileExecutor {
            let asked = Lock<[Int]>([])
            let flights = Counter()

            func run(worker: Int, _ step: @escaping @Sendable () -> Bool) {
                asked.withLock { $0.append(flights.value) }
            }
        }
        let woken = Woken()
        var policy = EnginePolicy()
        policy.workers = 3
        // The engine reads the clock for each flight that it registers.
        let now: @Sendable () -> UInt64 = {
            woken.flights.increment()
            return 0
        }
        let engine = TileEngine(policy: policy, services: EngineServices(executor: woken, now: now))
        let source = ScriptedSource()
        let content = engine.add(source, pyramid: try TilePyramid(contentSize: source.contentSize, tileSize: 256))
        let surface = TileSurface(engine: engine, content: content)
        surface.update(try Viewport(visible: Box(x: 0, y: 0, width: 1024, height: 768), scale: 1, time: 0))
        #expect(surface.counters.fulls >= 12)
        #expect(woken.asked.withLock { $0 } == Array(repeating: woken.flights.value, count: 3))
    }

    @Test("counts what was made for it and never shown")
    func wasted() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.001 } }, policy: { $0.eventuallyBorder = 0 })
        stage.show(try stage.viewport(20480, 20480))
        stage.rest()
        let border = stage.renders().count - stage.surface.tiles.count
        #expect(border > 0 && stage.surface.counters.wasted == 0)
        stage.show(try stage.viewport(0, 0))
        #expect(stage.surface.counters.wasted == border)
    }

    @Test("keeps no memory at rest but for what it shows and holds")
    func idle() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.001 } })
        try stage.move(for: 0.5) { try stage.viewport(20480, 20480 + 4000 * $0, velocity: (0, 4000)) }
        #expect(stage.surface.items.capacity > 0)
        stage.rest()
        stage.expectSharp()
        #expect(stage.surface.isIdle && stage.surface.items.capacity == 0 && stage.surface.nextUpdateTime == nil)
        #expect(stage.surface.slots.capacity <= 2 * stage.surface.slots.count + 4)
        stage.surface.refresh(time: stage.now + 1)
        #expect(stage.surface.items.capacity == 0 && stage.surface.isIdle)
    }

    @Test("asks for files as it does for pixels, for a viewer that is elsewhere")
    func files() throws {
        let stage = try Stage(script: { $0.cost = { _ in 0.001 } })
        stage.isAlone = false
        let surface = TileSurface(
            engine: stage.engine, content: stage.content, magnification: 2, output: .encoded(.png))
        surface.update(try stage.viewport(20480, 20480, scale: 2, velocity: (0, 3000)))
        stage.workers.advance(to: 0.05)
        surface.update(try stage.viewport(20480, 20480, scale: 2, velocity: (0, 3000)))
        #expect(surface.tiles.count == 2 * 2)
        for tile in surface.tiles {
            guard case .draft(let file) = tile.contents, case .file = file.payload else {
                Issue.record("\(tile.key.tile) is \(tile.contents)")
                continue
            }
            #expect(file.key.magnification == 2 && file.key.output == .encoded(.png) && file.key.quality == .draft)
            #expect(tile.key == file.key.with(.full))
        }
        while let due = surface.nextUpdateTime {
            stage.workers.advance(to: due)
            surface.refresh(time: due)
        }
        stage.workers.advance(to: stage.now + 1)
        surface.refresh(time: stage.now)
        #expect(surface.isSettled)
    }
}
