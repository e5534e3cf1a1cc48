import TestSupport
import Testing
import TileGeometry
import TileGraphics

@testable import TileEngine

@Suite("A cache")
struct TileCacheTests {
    /// Returns a tile that costs `bytes`.
    static func tile(_ number: Int, bytes: Int = 1000, of content: ContentID = ContentID(1)) -> CachedTile {
        let key = TileKey(content, TileCoordinate(level: 8, column: number, row: 0), as: .encoded(.png))
        return CachedTile(key: key, payload: .file([UInt8](repeating: 0, count: bytes - CachedTile.overhead)))
    }

    static func key(_ number: Int) -> TileKey { tile(number).key }

    func numbers(_ cache: TileCache) -> Set<Int> {
        Set(TileCache.Class.allCases.flatMap { cache.keys(in: $0) }.map(\.tile.column))
    }

    @Test("keeps what was used last")
    func leastRecentlyUsed() {
        let cache = TileCache(hardLimit: 3000, softLimit: 3000)
        for number in 1...3 { cache.insert(Self.tile(number), madeFor: .visible) }
        #expect(cache.tile(for: Self.key(1)) != nil)
        cache.insert(Self.tile(4), madeFor: .visible)
        #expect(numbers(cache) == [1, 3, 4])
        #expect(cache.tile(for: Self.key(2)) == nil)
        cache._checkInvariants()
    }

    @Test("evicts only what is held for less, for every pair of a bin and a class")
    func strictlyLower() {
        for bin in TilePriority.Bin.allCases {
            for list in TileCache.Class.allCases {
                let cache = TileCache(hardLimit: 2500, softLimit: 2500)
                cache.insert(Self.tile(1), madeFor: .visible, as: list)
                cache.insert(Self.tile(2), madeFor: .visible, as: list)
                let isLower = list == .past || list == .soon && bin == .visible
                #expect(cache.insert(Self.tile(3), madeFor: bin) == isLower, "\(bin) into \(list)")
                #expect(numbers(cache) == (isLower ? [2, 3] : [1, 2]))
                cache._checkInvariants()
            }
        }
    }

    @Test("evicts the lowest class first, and nothing at all when that would not be enough")
    func classes() {
        let cache = TileCache(hardLimit: 4000, softLimit: 4000)
        cache.insert(Self.tile(1), madeFor: .visible, as: .soon)
        cache.insert(Self.tile(2), madeFor: .visible, as: .past)
        cache.insert(Self.tile(3), madeFor: .visible, as: .past)
        cache.insert(Self.tile(4), madeFor: .visible, as: .visible)
        #expect(cache.insert(Self.tile(5), madeFor: .soon, as: .soon))
        #expect(numbers(cache) == [1, 3, 4, 5])
        #expect(!cache.insert(Self.tile(6, bytes: 2500), madeFor: .soon))
        #expect(numbers(cache) == [1, 3, 4, 5])
        cache.hold(Self.key(4), as: .past, insteadOf: .visible)
        #expect(cache.insert(Self.tile(6, bytes: 2000), madeFor: .soon))
        #expect(numbers(cache) == [1, 5, 6])
        cache._checkInvariants()
    }

    @Test("goes to the hard limit for visible tiles and to the soft one for others")
    func limits() {
        let cache = TileCache(hardLimit: 4000, softLimit: 2000)
        for number in 1...4 {
            #expect(cache.insert(Self.tile(number), madeFor: .soon, as: .soon) == (number <= 2))
        }
        for number in 5...8 { cache.insert(Self.tile(number), madeFor: .visible, as: .visible) }
        #expect(numbers(cache) == [5, 6, 7, 8])
        cache._checkInvariants()
    }

    @Test("does not take a tile that is larger than all of it, and lets go of the old one of its key")
    func tooLarge() {
        let cache = TileCache(hardLimit: 4000, softLimit: 4000)
        cache.insert(Self.tile(1), madeFor: .visible)
        cache.insert(Self.tile(2), madeFor: .visible)
        #expect(!cache.insert(Self.tile(1, bytes: 4001), madeFor: .visible))
        #expect(numbers(cache) == [2])
        #expect(!TileCache(hardLimit: 0, softLimit: 0).insert(Self.tile(1), madeFor: .visible))
        cache._checkInvariants()
    }

    @Test("keeps a tile for the most urgent of those who hold it, be it here or not yet")
    func holders() {
        let cache = TileCache(hardLimit: 4000, softLimit: 4000)
        cache.hold(Self.key(1), as: .soon)
        cache.hold(Self.key(1), as: .visible)
        cache.insert(Self.tile(1), madeFor: .eventually)
        #expect(cache.keys(in: .visible) == [Self.key(1)])
        cache.hold(Self.key(1), as: .past, insteadOf: .visible)
        #expect(cache.keys(in: .soon) == [Self.key(1)])
        cache._checkInvariants()
        cache.hold(Self.key(1), as: .past, insteadOf: .soon)
        #expect(cache.keys(in: .past) == [Self.key(1)])
        cache.hold(Self.key(1), as: .visible)
        cache.insert(Self.tile(2), madeFor: .visible)
        cache.removeAllButVisible()
        #expect(numbers(cache) == [1])
        #expect(cache.levels(of: ContentID(1)) == 1 << 8)
        cache._checkInvariants()
        cache.hold(Self.key(1), as: .past, insteadOf: .visible)
        cache.removeAllButVisible()
        #expect(numbers(cache).isEmpty && cache.levels(of: ContentID(1)) == 0)
        #expect(cache.holderCount == 0)
        cache._checkInvariants()
    }

    @Test("lets go of a tile's memory when the tile goes")
    func release() {
        let cache = TileCache(hardLimit: 4000, softLimit: 4000)
        weak var tile: CachedTile?
        do {
            let strong = Self.tile(1)
            tile = strong
            cache.insert(strong, madeFor: .visible)
        }
        #expect(tile != nil)
        cache.removeAll(of: Self.key(1).content)
        #expect(tile == nil)
    }

    /// A straightforward, slow implementation of the same rules.
    struct Model {
        var tiles: [(tile: CachedTile, list: TileCache.Class)] = []  // the one used last first
        let hard: Int
        let soft: Int
        var bytes: Int { tiles.reduce(0) { $0 + $1.tile.byteCount } }

        mutating func insert(_ tile: CachedTile, bin: TilePriority.Bin, in list: TileCache.Class) -> Bool {
            tiles.removeAll { $0.tile.key == tile.key }
            let limit = bin == .visible ? hard : soft
            var left = self
            while left.bytes + tile.byteCount > limit {
                let lowest = left.tiles.map(\.list.rawValue).max() ?? -1
                guard lowest == 2 || lowest == 1 && bin == .visible else { return false }
                left.tiles.remove(at: left.tiles.lastIndex { $0.list.rawValue == lowest }!)
            }
            self = left
            tiles.insert((tile, list), at: 0)
            return true
        }

        mutating func touch(_ key: TileKey, as list: TileCache.Class? = nil) -> Bool {
            guard let index = tiles.firstIndex(where: { $0.tile.key == key }) else { return false }
            if let list, tiles[index].list == list { return true }
            var entry = tiles.remove(at: index)
            if let list { entry.list = list }
            tiles.insert(entry, at: 0)
            return true
        }
    }

    @Test("does as the rules say, and keeps its invariants, in any order of operations", arguments: 1...30)
    func randomOperations(seed: UInt64) {
        var random = SeededGenerator(seed)
        let cache = TileCache(hardLimit: 12_000, softLimit: 8000)
        var model = Model(hard: 12_000, soft: 8000)
        var held: [Int: TileCache.Class] = [:]
        for _ in 0..<600 {
            let number = Int.random(in: 0..<24, using: &random)
            let content = ContentID(1 + UInt32(number % 3))
            let key = Self.tile(number, of: content).key
            let list = TileCache.Class.allCases.randomElement(using: &random)!
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let tile = Self.tile(number, bytes: Int.random(in: 600..<3000, using: &random), of: content)
                let bin = TilePriority.Bin.allCases.randomElement(using: &random)!
                let isAdmitted = cache.insert(tile, madeFor: bin)
                #expect(isAdmitted == model.insert(tile, bin: bin, in: held[number] ?? .past))
            case 4..<7:
                let isFound = cache.tile(for: key) != nil
                #expect(isFound == model.touch(key))
            case 7..<9:
                cache.hold(key, as: list, insteadOf: held[number] ?? .past)
                _ = model.touch(key, as: list)
                held[number] = list
            default:
                cache.removeAll(of: content) { $0.tile.column % 7 == number % 7 }
                model.tiles.removeAll {
                    $0.tile.key.content == content && $0.tile.key.tile.column % 7 == number % 7
                }
            }
            cache._checkInvariants()
            for list in TileCache.Class.allCases {
                let expected = model.tiles.filter { $0.list == list }.map(\.tile.key)
                #expect(cache.keys(in: list) == expected)
            }
        }
    }
}

extension TileCache {
    /// Adds a tile that is held for something.
    @discardableResult
    fileprivate func insert(_ tile: CachedTile, madeFor bin: TilePriority.Bin, as list: Class) -> Bool {
        hold(tile.key, as: list)
        return insert(tile, madeFor: bin)
    }
}
