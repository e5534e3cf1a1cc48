import Testing
import TileSupport

@Suite("LRU caches")
struct LRUCacheTests {
    /// The same cache as an array, least recently used first.
    private struct Model {
        var entries: [(key: Int, value: Int, cost: Int)] = []
        var limit: Int

        var cost: Int { entries.reduce(0) { $0 + $1.cost } }

        mutating func value(for key: Int) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            entries.append(entries.remove(at: index))
            return entries.last?.value
        }

        mutating func insert(_ value: Int, for key: Int, cost added: Int) {
            remove(key)
            entries.append((key, value, added))
            while cost > limit, entries.count > 1 { entries.removeFirst() }
        }

        @discardableResult
        mutating func remove(_ key: Int) -> Int? {
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            return entries.remove(at: index).value
        }
    }

    /// Every sequence of four steps on three keys: a lookup, an insertion of cost 1 or 2, or a removal, below a limit
    /// of 3.
    @Test("all short sequences of steps leave what an array in the order of use has")
    func smallCases() {
        let kinds = 4
        let keys = 3
        let choices = kinds * keys
        for sequence in 0..<choices * choices * choices * choices {
            var (model, cache) = (Model(limit: 3), LRUCache<Int, Int>(limit: 3))
            var rest = sequence
            for step in 0..<6 {
                // The last two steps repeat the first two, so that evicted keys return.
                if step == 4 { rest = sequence }
                let (kind, key) = (rest % choices / keys, rest % keys)
                rest /= choices
                switch kind {
                case 0: #expect(cache.value(for: key) == model.value(for: key))
                case 1, 2:
                    cache.insert(step, for: key, cost: kind)
                    model.insert(step, for: key, cost: kind)
                default: #expect(cache.remove(key) == model.remove(key))
                }
                #expect(cache.checkedKeys() == model.entries.map(\.key))
                #expect(cache.cost == model.cost && cache.count == model.entries.count)
                #expect((0..<keys).filter(cache.contains) == model.entries.map(\.key).sorted())
            }
        }
    }

    @Test("a value above the limit replaces all others and is kept")
    func large() {
        var cache = LRUCache<String, Int>(limit: 10)
        cache.insert(1, for: "a", cost: 5)
        cache.insert(2, for: "b", cost: 50)
        #expect(cache.checkedKeys() == ["b"] && cache.cost == 50)
        cache.insert(3, for: "a", cost: 5)
        #expect(cache.checkedKeys() == ["a"] && cache.cost == 5)
        cache.removeAll()
        #expect(cache.count == 0 && cache.cost == 0 && cache.checkedKeys() == [])
    }
}
