import Foundation
import TestSupport
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A surface under random motion")
struct TileSurfaceRandomTests {
    /// A finger, a thrown scroll view, jumps, zooms and turned screens over a content that changes and fails and a
    /// cache that is too small at times. The stage checks after every step that nothing is held, drawn or waited for in
    /// vain and that no tile looks other than it says; here it is checked that rest makes everything sharp.
    @Test("leaves nothing stale, blank or held in vain, whatever happens", arguments: 1...24)
    func everything(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let cost = 64 * 64 * 4 + CachedTile.overhead
        let stage = try Stage(
            contentSide: 4096, tileSize: 64, width: 320, height: 240, workers: Int(seed % 3) + 1,
            magnification: seed % 5 == 0 ? 2 : 1,
            script: { script in
                script.cost = { Double(($0.column * 7 + $0.row * 13 + $0.level) % 11) * 0.002 + 0.0005 }
                script.isLarge = seed % 2 == 0
                script.isDeaf = seed % 7 == 0
            },
            policy: {
                $0.overviewTiles = Int(seed % 4) * 4
                $0.eventuallyBorder = 100
                $0.cacheHardLimit = (seed % 3 == 0 ? 150 : 2000) * cost * (seed % 5 == 0 ? 4 : 1)
                $0.queueLimit = seed % 4 == 0 ? 8 : 1024
                $0.prefetchQueueLimit = seed % 4 == 0 ? 6 : 768
                $0.eventuallyAtOnce = Int(seed % 3) + 1
            })
        var motion = Motion()
        for step in 0..<250 {
            motion.step(&random, stage)
            stage.show(try motion.viewport(stage))
            switch Int.random(in: 0..<30, using: &random) {
            case 0: stage.change()
            case 1:
                let (x, y) = (Double.random(in: 0..<4096, using: &random), Double.random(in: 0..<4096, using: &random))
                // Only a part is redrawn, and all of it may look the same.
                stage.engine.invalidate(stage.content, Box(x: x, y: y, width: 200, height: 300))
            case 2:
                let number = Int.random(in: 2..<9, using: &random)
                stage.change { $0.fails = { ($0.column + $0.row) % number == 0 } }
            case 3: stage.change { $0.fails = { _ in false } }
            case 4 where step % 3 == 0: stage.engine.relieveMemoryPressure()
            default: break
            }
            stage.workers.advance(to: stage.now + Double.random(in: 0...0.03, using: &random))
            if step % 50 == 49 {
                stage.rest()
                expectRested(stage)
            }
        }
        stage.change { $0.fails = { _ in false } }
        stage.show(try stage.viewport(1000, 1000))
        stage.rest()
        stage.expectSharp()
        #expect(stage.engine.counters.cachedBytes <= stage.engine.policy.cacheHardLimit)
        stage.engine.remove(stage.content)
        stage.rest()
        #expect(stage.engine.cache.holderCount == 0 && stage.engine.counters.cachedTiles == 0)
    }

    /// Sharp, or given up.
    func expectRested(_ stage: Stage) {
        let script = stage.source.script.withLock { $0 }
        #expect(stage.surface.isSettled && stage.surface.askedKeys.isEmpty)
        #expect(stage.surface.nextUpdateTime == nil && stage.workers.isIdle)
        for tile in stage.surface.tiles {
            switch tile.contents {
            case .full: break
            case .failed: #expect(script.fails(tile.key.tile))
            case .draft, .stale, .substitutes, .blank: Issue.record("\(tile.key.tile) is \(tile.contents)")
            }
        }
        #expect(Set(stage.surface.tiles.map(\.key.tile)) == stage.expectedTiles)
    }

    /// The simulated motion of a viewport.
    struct Motion {
        var x = 1000.0
        var y = 1000.0
        var scale = 1.0
        var velocity = (x: 0.0, y: 0.0)
        var isThrown = false
        var isZooming = false
        var isTurned = false

        mutating func step(_ random: inout SeededGenerator, _ stage: Stage) {
            switch Int.random(in: 0..<24, using: &random) {
            case 0..<3:
                velocity = (
                    Double.random(in: -900...900, using: &random), Double.random(in: -900...900, using: &random)
                )
                isThrown = false
            case 3..<5:
                velocity = (
                    Double.random(in: -9000...9000, using: &random), Double.random(in: -9e3...9e3, using: &random)
                )
                isThrown = Bool.random(using: &random)
            case 5..<8: velocity = (0, 0)
            case 8:
                (x, y) = (
                    Double.random(in: -300...4096, using: &random), Double.random(in: -300...4096, using: &random)
                )
            case 9: isZooming.toggle()
            case 10: scale = [0.05, 0.25, 0.5, 1, 1, 1, 2.5].randomElement(using: &random)!
            case 11: isTurned.toggle()
            default: break
            }
            if isZooming { scale = min(max(scale * Double.random(in: 0.8...1.25, using: &random), 0.03), 4) }
            if isThrown { velocity = (velocity.x * 0.95, velocity.y * 0.95) }
            x = min(max(x + velocity.x / 60 / scale, -300), 4096)
            y = min(max(y + velocity.y / 60 / scale, -300), 4096)
        }

        func viewport(_ stage: Stage) throws -> Viewport {
            let size = isTurned ? (stage.height, stage.width) : (stage.width, stage.height)
            let (width, height) = (size.0 / scale, size.1 / scale)
            let landing = Box(
                x: x + velocity.x / 2 / scale, y: y + velocity.y / 2 / scale, width: width, height: height)
            return try Viewport(
                visible: Box(x: x, y: y, width: width, height: height), scale: scale, velocityX: velocity.x,
                velocityY: velocity.y, landing: isThrown ? landing : nil, isZooming: isZooming, time: stage.now)
        }
    }
}
