import Foundation
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A demand")
struct TileDemandTests {
    /// 64 × 64 tiles at level 6, scale 1.
    let pyramid = try! TilePyramid(contentSize: CGSize(width: 16384, height: 16384), tileSize: 256)

    func demand(_ viewport: Box, velocity: (Double, Double) = (0, 0)) -> TileDemand {
        var demand = TileDemand(content: ContentID(1), pyramid: pyramid, viewport: viewport, levels: [6])
        demand.velocityX = velocity.0
        demand.velocityY = velocity.1
        return demand
    }

    let middle = Box(x: 8192, y: 8192, width: 1024, height: 512)

    @Test("names each tile once, bin after bin, outwards from the centre")
    func order() {
        let items = demand(middle).items()
        #expect(Set(items.map(\.key)).count == items.count)
        for (item, next) in zip(items, items.dropFirst()) {
            #expect(item.priority.bin.rawValue <= next.priority.bin.rawValue)
            if item.priority.bin == next.priority.bin {
                #expect(item.priority.squaredDistance <= next.priority.squaredDistance)
            }
        }
        #expect(items.first?.priority.squaredDistance == 32768.0)
    }

    @Test("has exactly the tiles under the viewport as visible, and none that only touches it")
    func visible() {
        let visible = demand(middle).items().filter { $0.priority.bin == .visible }.map(\.key.tile)
        let expected = (32..<36).flatMap { column in
            (32..<34).map { TileCoordinate(level: 6, column: column, row: $0) }
        }
        #expect(Set(visible) == Set(expected))
    }

    @Test("has a soon border of 312 pixels, or of 15 % of the longer side when that is less")
    func soonBorder() {
        let small = demand(middle).coverage(atScale: 1, under: EnginePolicy())
        #expect(small.soon == middle.expanded(by: 0.15 * 1024))
        let large = Box(x: 4096, y: 4096, width: 4096, height: 1024)
        #expect(demand(large).coverage(atScale: 1, under: EnginePolicy()).soon == large.expanded(by: 312))
        var dense = demand(large)
        dense.magnification = 2
        #expect(dense.coverage(atScale: 1, under: EnginePolicy()).soon == large.expanded(by: 0.15 * 4096))
    }

    @Test("looks ahead by the velocity for a second, at most 2,000 pixels")
    func skewport() {
        let still = demand(middle).coverage(atScale: 1, under: EnginePolicy())
        for (velocity, reach) in [(900.0, 900.0), (2000, 2000), (50_000, 2000), (.infinity, 0)] {
            let right = demand(middle, velocity: (velocity, 0)).coverage(atScale: 1, under: EnginePolicy())
            #expect(right.soon.maxX == max(still.soon.maxX, middle.maxX + reach))
            #expect(right.soon.minX == still.soon.minX, "nothing is wanted behind")
            #expect(right.visible == middle)
            let up = demand(middle, velocity: (0, -velocity)).coverage(atScale: 1, under: EnginePolicy())
            #expect(up.soon.minY == min(still.soon.minY, middle.minY - reach))
            #expect(up.soon.maxY == still.soon.maxY)
        }
    }

    @Test("never leaves the pyramid, wherever the viewport is")
    func clamped() {
        let places = [-1e9, -300, -1, 0, 8000, 16000, 16384, 1e9]
        for x in places {
            for y in places {
                for item in demand(Box(x: x, y: y, width: 800, height: 600), velocity: (3000, -3000)).items() {
                    #expect(pyramid.contains(item.key.tile))
                }
            }
        }
        #expect(demand(.empty).items().isEmpty)
        #expect(demand(.infinite).items().isEmpty)
    }

    @Test("of drafts leaves out what is not coming up")
    func drafts() {
        var moving = demand(middle, velocity: (4000, 0))
        moving.quality = .draft
        let items = moving.items()
        #expect(items.allSatisfy { $0.key.quality == .draft && $0.priority.isDraft && $0.priority.bin != .eventually })
        #expect(!items.isEmpty)
    }

    @Test("for several levels measures distances in the pixels of the first")
    func levels() throws {
        var both = demand(middle)
        both.levels = [6, 3]
        // Of 512 × 512 pixels a tile at level 3 shows 2,048 × 2,048 of level 6.
        let coarse = try #require(both.items().first { $0.key.tile == TileCoordinate(level: 3, column: 4, row: 4) })
        let dx = 4 * 2048.0 + 1024 - middle.midX
        let dy = 4 * 2048.0 + 1024 - middle.midY
        #expect(coarse.priority.squaredDistance == dx * dx + dy * dy)
        #expect(coarse.priority.bin == .visible)
    }

    @Test("is for drafts while the viewport is fast and until it has rested for 100 ms")
    func quality() {
        let policy = EnginePolicy()
        #expect(policy.quality(speed: 1000, restTime: 10) == .draft)
        #expect(policy.quality(speed: 999, restTime: 0.099) == .draft)
        #expect(policy.quality(speed: 999, restTime: 0.1) == .full)
    }
}

@Suite("Priorities")
struct TilePriorityTests {
    @Test("are ordered by bin, then drafts first, then distance")
    func order() {
        var sorted: [TilePriority] = []
        for bin in TilePriority.Bin.allCases {
            for isDraft in [true, false] {
                for distance in [0.0, 1, .infinity] {
                    sorted.append(TilePriority(bin, isDraft: isDraft, squaredDistance: distance))
                }
            }
        }
        for (i, a) in sorted.enumerated() {
            for (j, b) in sorted.enumerated() { #expect((a < b) == (i < j)) }
        }
    }
}
