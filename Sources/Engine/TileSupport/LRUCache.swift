/// A cache that evicts its least recently used values when the sum of their costs exceeds a limit.
///
///     var cache = LRUCache<String, [UInt8]>(limit: 1 << 20)
///     cache.insert(bytes, for: "a", cost: bytes.count)
///     let found = cache.value(for: "a")
///
/// The values are nodes of a doubly linked list in the order of their last use. The list is stored in an array, and a
/// dictionary has the index of each key's node. The most recently inserted value is kept even if it alone exceeds the
/// limit. The cache is a value and takes no lock.
package struct LRUCache<Key: Hashable, Value> {
    fileprivate struct Node {
        var key: Key
        /// The value; nil if the node is free.
        var value: Value?
        var cost: Int
        /// The index of the node that was used next, or -1 for the newest.
        var newer: Int
        /// The index of the node that was used before, or -1 for the oldest.
        var older: Int
    }

    /// The maximum sum of costs.
    package let limit: Int
    /// The sum of the costs of all values.
    package private(set) var cost = 0
    private var indexes: [Key: Int] = [:]
    private var nodes: [Node] = []
    /// The indexes of free nodes.
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1

    package init(limit: Int) { self.limit = limit }

    package var count: Int { indexes.count }

    /// Whether a key has a value. Does not count as a use.
    ///
    /// - Complexity: O(1).
    package func contains(_ key: Key) -> Bool { indexes[key] != nil }

    /// Returns the value of a key and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    package mutating func value(for key: Key) -> Value? {
        guard let index = indexes[key] else { return nil }
        if index != newest {
            unlink(index)
            link(index)
        }
        return nodes[index].value
    }

    /// Sets the value of a key as the most recently used, and evicts the least recently used others while the limit is
    /// exceeded.
    ///
    /// - Complexity: O(1), plus O(1) for each evicted value.
    package mutating func insert(_ value: Value, for key: Key, cost added: Int) {
        remove(key)
        let node = Node(key: key, value: value, cost: added, newer: -1, older: -1)
        let index: Int
        if let last = free.popLast() {
            index = last
            nodes[index] = node
        } else {
            index = nodes.count
            nodes.append(node)
        }
        indexes[key] = index
        cost += added
        link(index)
        while cost > limit, oldest != newest { remove(nodes[oldest].key) }
    }

    /// Removes the value of a key and returns it.
    ///
    /// - Complexity: O(1).
    @discardableResult
    package mutating func remove(_ key: Key) -> Value? {
        guard let index = indexes.removeValue(forKey: key) else { return nil }
        unlink(index)
        cost -= nodes[index].cost
        free.append(index)
        defer { nodes[index].value = nil }
        return nodes[index].value
    }

    package mutating func removeAll() { self = LRUCache(limit: limit) }

    /// Makes a node that is not in the list the newest.
    private mutating func link(_ index: Int) {
        nodes[index].newer = -1
        nodes[index].older = newest
        if newest >= 0 { nodes[newest].newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Int) {
        let (newer, older) = (nodes[index].newer, nodes[index].older)
        if newer >= 0 { nodes[newer].older = older } else { newest = older }
        if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
    }

    /// The keys, least recently used first. Traps unless the list, the dictionary and the cost agree.
    package func checkedKeys() -> [Key] {
        var keys: [Key] = []
        var (index, newer, sum) = (newest, -1, 0)
        while index >= 0 {
            let node = nodes[index]
            precondition(node.value != nil && node.newer == newer && indexes[node.key] == index)
            keys.append(node.key)
            sum += node.cost
            (newer, index) = (index, node.older)
        }
        precondition(newer == oldest && keys.count == indexes.count && sum == cost)
        precondition(nodes.count == indexes.count + free.count)
        return keys.reversed()
    }
}

extension LRUCache.Node: Sendable where Key: Sendable, Value: Sendable {}
extension LRUCache: Sendable where Key: Sendable, Value: Sendable {}
