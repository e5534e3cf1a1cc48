import Foundation
import Testing
import TileGeometry

@testable import TileEngine

@Suite("A demand")
struct TileDemandTests {
    /// 64 × 64 tiles at level 6, scale 1.
    let pyramid = try! TilePyramid(contentSize: CGSize(width: 16384, height: 16384), tileSize: 256)
    let middle = Box(x: 8192, y: 8192, width: 1024, height: 512)

    /// A policy without the overview; tests enable it as needed.
    let policy: EnginePolicy = {
        var policy = EnginePolicy()
        policy.overviewTiles = 0
        return policy
    }()

    func demand(
        _ visible: Box, velocity: (Double, Double) = (0, 0), landing: Box? = nil, scale: Double = 1,
        quality: RasterContext.Quality = .full, isResting: Bool = false, level: Int = 6
    ) -> TileDemand {
        let viewport = try! Viewport(
            visible: visible, scale: scale, velocityX: velocity.0, velocityY: velocity.1, landing: landing)
        let focus = ViewportTrack.Focus(level: level, quality: quality, isResting: isResting)
        return TileDemand(content: ContentID(1), pyramid: pyramid, viewport: viewport, focus: focus)
    }

    func tiles(_ items: [TileDemand.Item], _ bin: TilePriority.Bin) -> Set<TileCoordinate> {
        Set(items.filter { $0.priority.bin == bin }.map(\.key.tile))
    }

    func tiles(_ columns: Range<Int>, _ rows: Range<Int>) -> Set<TileCoordinate> {
        Set(columns.flatMap { column in rows.map { TileCoordinate(level: 6, column: column, row: $0) } })
    }

    @Test("names each tile once, bin after bin, outwards from the centre", arguments: [false, true])
    func order(isResting: Bool) {
        let items = demand(middle, isResting: isResting).items()
        #expect(Set(items.map(\.key)).count == items.count)
        for (item, next) in zip(items, items.dropFirst()) {
            #expect(item.priority.bin.rawValue <= next.priority.bin.rawValue)
            if item.priority.bin == next.priority.bin {
                #expect(item.priority.squaredDistance <= next.priority.squaredDistance)
            }
        }
        #expect(items.first?.priority.squaredDistance == 32768.0)
        #expect(items.contains { $0.priority.bin == .eventually } == isResting)
    }

    @Test("has exactly the tiles under the viewport as visible, and none that only touches it")
    func visible() {
        #expect(tiles(demand(middle).items(under: policy), .visible) == tiles(32..<36, 32..<34))
        let shifted = Box(x: 8191, y: 8192, width: 1024, height: 513)
        #expect(tiles(demand(shifted).items(under: policy), .visible) == tiles(31..<36, 32..<35))
    }

    @Test("has a soon border of 312 pixels, or of 15 % of the longer side when that is less")
    func soonBorder() {
        #expect(demand(middle).coverage(under: policy).soon == middle.expanded(by: 0.15 * 1024))
        let large = Box(x: 4096, y: 4096, width: 4096, height: 1024)
        #expect(demand(large).coverage(under: policy).soon == large.expanded(by: 312))
        var dense = demand(large)
        dense.magnification = 2
        #expect(dense.coverage(under: policy).soon == large.expanded(by: 0.15 * 4096))
        // At half the scale of the level, a pixel of the screen is two of the level.
        #expect(demand(large, scale: 0.5).coverage(under: policy).soon == large.expanded(by: 0.15 * 4096))
    }

    @Test("has a border of 3,000 pixels once it rests")
    func border() {
        let coverage = demand(middle, isResting: true).coverage(under: policy)
        #expect(coverage.eventually == middle.expanded(by: 3000))
        let border = demand(middle, isResting: true).border(under: policy)
        #expect(border.count == 28 * 26 - 6 * 4)
        #expect(demand(middle).border(under: policy).isEmpty)
    }

    @Test("looks ahead by the velocity for a second, at most 2,000 pixels")
    func skewport() {
        for (velocity, reach) in [(512.0, 512.0), (900, 900), (2000, 2000), (30_000, 2000)] {
            let right = tiles(demand(middle, velocity: (velocity, 0), quality: .draft).items(under: policy), .soon)
            let columns = Int((reach / 256).rounded(.up))
            #expect(right == tiles(36..<36 + columns, 32..<34), "nothing is wanted behind or beside")
            let up = tiles(demand(middle, velocity: (0, -velocity), quality: .draft).items(under: policy), .soon)
            #expect(up == tiles(32..<36, 32 - columns..<32))
        }
    }

    @Test("looks nowhere on the way when the viewport leaps over it: moves by more than itself in a frame")
    func leap() {
        // 1,024 by 512 pixels in a sixtieth of a second.
        let fastest = (x: 1024.0 * 60, y: 512.0 * 60)
        for (velocity, leaps) in [
            ((fastest.x, 0.0), false), ((fastest.x + 1, 0), true), ((0, fastest.y), false),
            ((0, fastest.y + 1), true),
        ] {
            let items = demand(middle, velocity: velocity, quality: .draft).items(under: policy)
            #expect(tiles(items, .soon).isEmpty == leaps)
        }
        let landing = Box(x: 0, y: 8192, width: 1024, height: 512)
        let items = demand(middle, velocity: (-70_000, 0), landing: landing, quality: .draft).items(under: policy)
        #expect(tiles(items, .soon) == tiles(0..<4, 32..<34), "where it lands is known")
    }

    @Test("looks ahead along the way exactly: not at the box around it")
    func diagonal() {
        let still = Box(x: 8192, y: 8192, width: 256, height: 256)
        let soon = tiles(demand(still, velocity: (2000, 2000), quality: .draft).items(under: policy), .soon)
        // 2,000 pixels each way are 7.8 tiles: the diagonal, and its neighbours on both sides.
        let way = (1...8).flatMap { step in
            [(step, step), (step - 1, step), (step, step - 1)].map {
                TileCoordinate(level: 6, column: 32 + $0.0, row: 32 + $0.1)
            }
        }
        #expect(soon == Set(way))
    }

    @Test("draws a landing in full while it draws what is on the way there as drafts")
    func landing() {
        let landing = Box(x: 12288, y: 8192, width: 1024, height: 512)
        let items = demand(middle, velocity: (5000, 0), landing: landing, quality: .draft).items(under: policy)
        let full = items.filter { $0.key.quality == .full }
        #expect(Set(full.map(\.key.tile)) == tiles(48..<52, 32..<34))
        #expect(full.allSatisfy { $0.priority.bin == .soon && !$0.priority.isDraft })
        let drafts = items.filter { $0.key.quality == .draft }
        #expect(Set(drafts.map(\.key.tile)) == tiles(32..<44, 32..<34), "as far as the skewport reaches")
    }

    @Test("wants a landing that is in sight as a draft only where it is visible")
    func nearLanding() {
        let landing = middle.expanded(by: 0)
        let moved = Box(x: 8192 - 512, y: 8192, width: 1024, height: 512)
        let items = demand(moved, velocity: (1500, 0), landing: landing, quality: .draft).items(under: policy)
        #expect(Set(items.filter { $0.key.quality == .draft }.map(\.key.tile)) == tiles(30..<34, 32..<34))
        #expect(Set(items.filter { $0.key.quality == .full }.map(\.key.tile)) == tiles(32..<36, 32..<34))
    }

    @Test("wants where a zoom ends at the level of its end")
    func zoomLanding() {
        let landing = Box(x: 8192, y: 8192, width: 4096, height: 2048)
        let items = demand(middle, landing: landing).items(under: policy)
        let coarse = items.filter { $0.key.tile.level == 4 }
        #expect(coarse.count == 4 * 2 && coarse.allSatisfy { $0.priority.bin == .soon })
        #expect(items.allSatisfy { [4, 6].contains($0.key.tile.level) })
    }

    @Test("keeps the overview for every viewport: the deepest level of at most four tiles")
    func overview() {
        let items = demand(middle).items()
        let overview = items.filter { $0.key.tile.level != 6 }
        #expect(overview.map(\.key.tile.level) == [1, 1, 1, 1])
        #expect(overview.allSatisfy { $0.priority.bin == .visible && $0.key.quality == .full })
        #expect(demand(middle, level: 1).items().allSatisfy { $0.key.tile.level <= 1 })
    }

    @Test("never leaves the pyramid, wherever the viewport is")
    func clamped() throws {
        let places = [-0x1p53, -1e9, -300, -1, 0, 8000, 16000, 16384, 1e9, 0x1p52]
        for x in places {
            for y in places {
                let box = Box(x: x, y: y, width: 800, height: 600)
                for item in demand(box, velocity: (3000, -3000), isResting: true).items() {
                    #expect(pyramid.contains(item.key.tile))
                }
            }
        }
        #expect(demand(Box(x: 0, y: 0, width: 0, height: 500)).items().isEmpty)
    }

    @Test("wants nothing ahead while memory is short, or more than the cache would keep")
    func budget() {
        var short = demand(middle, landing: Box(x: 0, y: 0, width: 1024, height: 512), isResting: true)
        short.isVisibleOnly = true
        #expect(Set(short.items(under: policy).map(\.key.tile)) == tiles(32..<36, 32..<34))
        var small = policy
        small.cacheHardLimit = 40 << 20
        small.cacheSoftLimit = 20 * (256 * 256 * 4 + CachedTile.overhead)
        let items = demand(middle, isResting: true).items(under: small)
        #expect(items.count == 20 && tiles(items, .visible).count == 8)
        small.cacheSoftLimit = 0
        #expect(demand(middle, isResting: true).items(under: small).count == 8, "what is visible is always wanted")
    }

    @Test("of drafts leaves out what is not coming up")
    func drafts() {
        let items = demand(middle, velocity: (4000, 0), quality: .draft).items(under: policy)
        #expect(items.allSatisfy { $0.key.quality == .draft && $0.priority.isDraft && $0.priority.bin != .eventually })
        #expect(!items.isEmpty)
    }

    @Test("is for drafts while the viewport is fast and until it has rested for 100 ms")
    func quality() {
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
