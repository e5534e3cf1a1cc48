import Foundation
import Synchronization
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("A cache under a memory budget")
struct BudgetedCacheTests {
    private func cache(_ budget: MemoryBudget, limit: Int = 100_000) -> TileCache {
        TileCache(hardLimit: limit, softLimit: limit, budget: budget)
    }

    private func insert(_ number: Int, into cache: TileCache, budget: MemoryBudget) {
        cache.insert(TileCacheTests.tile(number), madeFor: .visible)
        budget.makeRoom()
    }

    private func numbers(_ cache: TileCache) -> Set<Int> {
        Set(TileCache.Class.allCases.flatMap { cache.keys(in: $0) }.map(\.tile.column))
    }

    @Test("tiles and what others hold go in one order of use")
    func oneOrder() {
        let budget = MemoryBudget(limit: 4000)
        let cache = cache(budget)
        let first = budget.hold(1000) {}
        insert(1, into: cache, budget: budget)
        let second = budget.hold(1000) {}
        insert(2, into: cache, budget: budget)
        #expect(budget.bytes == 4000)
        insert(3, into: cache, budget: budget)
        #expect(!first.isKept && numbers(cache) == [1, 2, 3])
        // Used again, the first tile is newer than the second holding.
        #expect(cache.tile(for: TileCacheTests.key(1)) != nil)
        insert(4, into: cache, budget: budget)
        #expect(!second.isKept && numbers(cache) == [1, 2, 3, 4])
        insert(5, into: cache, budget: budget)
        #expect(numbers(cache) == [1, 3, 4, 5])
        let third = budget.hold(1500) {}
        #expect(third.isKept && numbers(cache) == [4, 5])
        budget._checkInvariants()
        cache._checkInvariants()
    }

    @Test("what is visible goes when nothing else can")
    func visibleLast() {
        let budget = MemoryBudget(limit: 3000)
        let cache = cache(budget)
        cache.hold(TileCacheTests.key(1), as: .visible)
        cache.hold(TileCacheTests.key(2), as: .soon)
        insert(1, into: cache, budget: budget)
        insert(2, into: cache, budget: budget)
        let holding = budget.hold(1000) {}
        let pinned = budget.hold(1000, isPinned: true) {}
        #expect(numbers(cache) == [1] && holding.isKept)
        let more = budget.hold(1000, isPinned: true) {}
        #expect(numbers(cache) == [1] && !holding.isKept)
        let most = budget.hold(1000, isPinned: true) {}
        #expect(numbers(cache).isEmpty)
        #expect(budget.bytes == 3000)
        for holding in [pinned, more, most] { holding.unpin() }
        budget._checkInvariants()
        cache._checkInvariants()
    }

    @Test("a quarter of the budget stays the tiles', whatever is held, used or reserved beside them")
    func leastTiles() throws {
        let budget = MemoryBudget(limit: 8000)
        let cache = cache(budget, limit: 4000)
        for number in 1...4 { insert(number, into: cache, budget: budget) }
        let drawing = budget.hold(7900, isPinned: true) {}
        #expect(numbers(cache) == [3, 4] && budget.bytes == 9900)
        #expect(throws: MemoryBudget.Refusal.tooLarge(bytes: 6001, limit: 6000)) { try budget.reserve(6001) {} }
        #expect(throws: MemoryBudget.Refusal.inUse(bytes: 6000, limit: 6000)) { try budget.reserve(6000) {} }
        let small = budget.hold(100) {}
        #expect(!small.isKept && numbers(cache) == [3, 4], "nothing else could go")
        drawing.unpin()
        #expect(!drawing.isKept && numbers(cache) == [3, 4])
        let image = try budget.reserve(6000) {}
        #expect(image.isKept && numbers(cache) == [3, 4] && budget.bytes == 8000)
        budget._checkInvariants()
        cache._checkInvariants()
    }

    @Test("A drawing in use isn't evicted for tiles while less than the limit may be kept")
    func constrained() throws {
        let budget = MemoryBudget(limit: 8000)
        let cache = cache(budget, limit: 4000)
        for number in 1...4 { insert(number, into: cache, budget: budget) }
        let drawing = budget.hold(500) {}
        // Less than a quarter of the limit, which is the tiles' part of it.
        budget.constrain(to: 1500)
        #expect(drawing.isKept && numbers(cache) == [4] && budget.bytes == 1500)
        for number in 5...8 {
            #expect(drawing.pin())
            insert(number, into: cache, budget: budget)
            drawing.unpin()
            #expect(drawing.isKept && numbers(cache) == [number])
        }
        #expect(throws: MemoryBudget.Refusal.inUse(bytes: 1126, limit: 6000)) { try budget.reserve(1126) {} }
        try budget.reserve(1125) {}.release()
        budget._checkInvariants()
        cache._checkInvariants()
    }

    @Test("what the cache removes for reasons of its own is given back")
    func ownLimits() {
        let budget = MemoryBudget(limit: 100_000)
        do {
            let cache = cache(budget, limit: 2500)
            for number in 1...4 { insert(number, into: cache, budget: budget) }
            #expect(budget.bytes == 2000)
            cache.remove(TileCacheTests.key(4))
            #expect(budget.bytes == 1000)
            insert(5, into: cache, budget: budget)
            cache.removeAll(of: TileCacheTests.key(5).content) { $0 == TileCacheTests.key(5) }
            #expect(budget.bytes == 1000)
            budget._checkInvariants()
            cache.removeAllButVisible()
            #expect(budget.bytes == 0)
            insert(6, into: cache, budget: budget)
        }
        #expect(budget.bytes == 0)
    }

    @Test("an engine's tiles push out what others keep, and a hit counts as use")
    func engine() throws {
        let budget = MemoryBudget(limit: 3 * CachedTile.overhead + 600)
        let executor = SteppedExecutor()
        let engine = TileEngine(
            services: EngineServices(executor: executor, encode: { _, _ in [1] }), memory: budget)
        let pyramid = try TilePyramid(contentSize: CGSize(width: 1024, height: 1024), tileSize: 256)
        let content = engine.add(ScriptedSource(), pyramid: pyramid)
        func key(_ column: Int) -> TileKey {
            TileKey(content, TileCoordinate(level: 2, column: column, row: 0), as: .encoded(.png))
        }
        func ask(_ column: Int) {
            engine.request(key(column)) { _ in }
            executor.runAll()
        }
        let holding = budget.hold(500) {}
        for column in 0..<3 { ask(column) }
        #expect(holding.isKept && budget.bytes == 500 + 3 * (CachedTile.overhead + 1))
        #expect(engine.counters.keptBytes == budget.bytes)
        // Nothing was used since the holding but tiles, and all of those.
        ask(3)
        #expect(!holding.isKept && engine.counters.cachedTiles == 4)
        let next = budget.hold(500) {}
        #expect(next.isKept && engine.counters.cachedTiles == 3 && engine.cached(key(0)) == nil)
        #expect(engine.cached(key(1)) != nil)
        let other = budget.hold(500) {}
        #expect(other.isKept && engine.cached(key(1)) != nil && engine.cached(key(2)) == nil)
        engine._checkInvariants()
        budget._checkInvariants()
    }
}
