import Foundation
import Synchronization
import TestSupport
import Testing
import TileGeometry
import TileGraphics
import TileSupport

@testable import TileEngine

@Suite("A memory budget")
struct MemoryBudgetTests {
    /// Holdings under a budget, by their names, and the names of those that it dropped.
    final class Keeper: Sendable {
        let budget: MemoryBudget
        private let evicted = Lock<[String]>([])
        private let holdings = Lock<[String: MemoryBudget.Holding]>([:])

        init(limit: Int) { budget = MemoryBudget(limit: limit) }

        var dropped: [String] { evicted.withLock { $0 } }

        subscript(name: String) -> MemoryBudget.Holding? { holdings.withLock { $0[name] } }

        @discardableResult
        func hold(_ name: String, _ bytes: Int, isPinned: Bool = false) -> MemoryBudget.Holding {
            let holding = budget.hold(bytes, isPinned: isPinned) { self.evicted.withLock { $0.append(name) } }
            // The one of the same name before it goes outside the lock.
            let old = holdings.withLock { $0.updateValue(holding, forKey: name) }
            old?.release()
            return holding
        }

        func reserve(_ name: String, _ bytes: Int) throws(MemoryBudget.Refusal) {
            let holding = try budget.reserve(bytes) { self.evicted.withLock { $0.append(name) } }
            _ = holdings.withLock { $0.updateValue(holding, forKey: name) }
        }

        func forget(_ name: String) { _ = holdings.withLock { $0.removeValue(forKey: name) } }
    }

    @Test("drops what was used least recently, and no more than it must")
    func leastRecentlyUsed() {
        let keeper = Keeper(limit: 30)
        for name in ["a", "b", "c"] { keeper.hold(name, 10) }
        #expect(keeper.dropped.isEmpty && keeper.budget.bytes == 30)
        keeper["a"]?.touch()
        keeper.hold("d", 15)
        #expect(keeper.dropped == ["b", "c"])
        #expect(keeper.budget.bytes == 25)
        #expect(keeper["a"]?.isKept == true && keeper["b"]?.isKept == false)
        keeper.budget._checkInvariants()
    }

    @Test("says how much of each kind is kept")
    func kinds() throws {
        let budget = MemoryBudget(limit: 100)
        let image = try budget.reserve(30, as: .images) {}
        let picture = budget.hold(20, as: .pictures) {}
        let other = budget.hold(5) {}
        #expect(budget.bytesByKind[.images] == 30 && budget.bytesByKind[.pictures] == 20)
        #expect(budget.bytesByKind[.other] == 5 && budget.bytesByKind[.parts] == 0)
        picture.resize(to: 40)
        image.unpin()
        #expect(budget.bytesByKind[.images] == 30 && budget.bytesByKind[.pictures] == 40)
        // Evicts the image, which is used least recently now.
        picture.touch()
        other.touch()
        let more = budget.hold(50, as: .parts) {}
        #expect(budget.bytesByKind[.images] == 0 && budget.bytesByKind[.parts] == 50)
        #expect(MemoryBudget.Kind.allCases.map(\.index) == Array(MemoryBudget.Kind.allCases.indices))
        budget._checkInvariants()
        for holding in [image, picture, other, more] { holding.release() }
        #expect(budget.bytesByKind.values.allSatisfy { $0 == 0 })
        budget._checkInvariants()
    }

    @Test("drops what is idle though there is room, but not what is pinned, nor the last that may stay")
    func idle() {
        let keeper = Keeper(limit: 100)
        for name in ["a", "b", "c", "d"] { keeper.hold(name, 10) }
        #expect(keeper["c"]?.pin() == true)
        let moment = keeper.budget.moment
        keeper["a"]?.touch()
        keeper.hold("e", 10)
        #expect(keeper.budget.dropIdle(since: moment, keeping: 0) == 20)
        #expect(keeper.dropped == ["b", "d"] && keeper.budget.bytes == 30)
        #expect(keeper.budget.dropIdle(since: keeper.budget.moment, keeping: 20) == 10)
        #expect(keeper.dropped == ["b", "d", "a"])
        keeper["c"]?.unpin()
        #expect(keeper.budget.dropIdle(since: keeper.budget.moment, keeping: 10) == 10)
        #expect(keeper.dropped == ["b", "d", "a", "e"])
        keeper.budget._checkInvariants()
    }

    @Test("never drops what is pinned, and drops it at the unpinning if it is still too much")
    func pinned() {
        let keeper = Keeper(limit: 10)
        keeper.hold("a", 8)
        #expect(keeper["a"]?.pin() == true && keeper["a"]?.pin() == true)
        keeper.hold("b", 8, isPinned: true)
        #expect(keeper.dropped.isEmpty && keeper.budget.bytes == 16)
        keeper["a"]?.unpin()
        #expect(keeper.dropped.isEmpty)
        keeper["a"]?.unpin()
        #expect(keeper.dropped == ["a"] && keeper.budget.bytes == 8)
        #expect(keeper["a"]?.pin() == false)
        keeper["b"]?.unpin()
        #expect(keeper.dropped == ["a"])
        keeper.budget._checkInvariants()
    }

    @Test("a use that ends counts as use: what was pinned for long is not the next to go")
    func unpinIsUse() {
        let keeper = Keeper(limit: 20)
        keeper.hold("a", 10, isPinned: true)
        keeper.hold("b", 10)
        keeper["a"]?.unpin()
        keeper.hold("c", 10)
        #expect(keeper.dropped == ["b"])
    }

    @Test("what alone is more than all goes again at once, and nothing else does for it")
    func tooMuchAlone() {
        let keeper = Keeper(limit: 10)
        keeper.hold("a", 5)
        keeper.hold("b", 11)
        #expect(keeper.dropped == ["b"] && keeper.budget.bytes == 5)
        keeper.budget._checkInvariants()
    }

    @Test("what is more than all takes nothing from others while it is in use, and goes when it is not")
    func beyond() throws {
        let keeper = Keeper(limit: 10)
        keeper.hold("a", 5)
        keeper.hold("b", 25, isPinned: true)
        keeper.hold("c", 5)
        #expect(keeper.dropped.isEmpty && keeper.budget.bytes == 35)
        try keeper.reserve("d", 4)
        #expect(keeper.dropped == ["a"])
        keeper.budget._checkInvariants()
        keeper["b"]?.unpin()
        #expect(keeper.dropped == ["a", "b"] && keeper.budget.bytes == 9)
        // Grown beyond it, and below it again.
        keeper["d"]?.resize(to: 11)
        keeper.hold("e", 5)
        #expect(keeper.dropped == ["a", "b"] && keeper.budget.bytes == 21)
        keeper["d"]?.resize(to: 6)
        #expect(keeper.dropped == ["a", "b", "c", "e"])
        keeper.hold("f", 4).resize(to: 12)
        #expect(keeper.dropped == ["a", "b", "c", "e", "f"] && keeper["d"]?.isKept == true)
        keeper.budget._checkInvariants()
    }

    @Test("reserves what fits beside what is in use, and else says why not and drops nothing")
    func reserve() throws {
        let keeper = Keeper(limit: 10)
        keeper.hold("a", 6)
        keeper.hold("b", 3, isPinned: true)
        #expect(throws: MemoryBudget.Refusal.tooLarge(bytes: 11, limit: 10)) { try keeper.reserve("c", 11) }
        #expect(throws: MemoryBudget.Refusal.inUse(bytes: 8, limit: 10)) { try keeper.reserve("c", 8) }
        #expect(keeper.dropped.isEmpty && keeper.budget.bytes == 9)
        try keeper.reserve("c", 7)
        #expect(keeper.dropped == ["a"] && keeper.budget.bytes == 10)
        keeper.budget._checkInvariants()
    }

    @Test("Below the limit, what is pinned displaces at most half of what may be kept")
    func constrainedByPinned() {
        let keeper = Keeper(limit: 100)
        keeper.budget.constrain(to: 60)
        // A large drawing that is drawn for seconds.
        keeper.hold("large", 70, isPinned: true)
        keeper.hold("a", 20)
        for _ in 0..<3 {
            #expect(keeper["a"]?.pin() == true)
            keeper["a"]?.unpin()
        }
        #expect(keeper.dropped.isEmpty)
        keeper.hold("b", 20)
        #expect(keeper.dropped == ["a"])
        keeper.budget._checkInvariants()
        // The limit itself is strict.
        keeper.hold("more", 31, isPinned: true)
        #expect(keeper.dropped == ["a", "b"])
        keeper.budget._checkInvariants()
    }

    @Test("Below the limit, the item used last stays unless it has more than half")
    func constrainedToLast() {
        let keeper = Keeper(limit: 100)
        keeper.budget.constrain(to: 20)
        keeper.hold("a", 50)
        for _ in 0..<3 {
            #expect(keeper["a"]?.pin() == true)
            keeper["a"]?.unpin()
        }
        #expect(keeper.dropped.isEmpty)
        keeper.budget._checkInvariants()
        keeper.hold("b", 10)
        #expect(keeper.dropped == ["a"])
        keeper.hold("c", 51)
        #expect(keeper.dropped == ["a", "b", "c"])
        keeper.budget._checkInvariants()
    }

    @Test("what can't be dropped takes room from others for as long as it is held")
    func unevictable() {
        let keeper = Keeper(limit: 10)
        let fixed = keeper.budget.hold(6, evict: nil)
        keeper.hold("a", 4)
        keeper.hold("b", 4)
        #expect(keeper.dropped == ["a"])
        fixed.touch()
        #expect(fixed.pin())
        fixed.unpin()
        keeper.hold("c", 5)
        #expect(keeper.dropped == ["a", "b", "c"])
        fixed.release()
        #expect(keeper.budget.bytes == 0)
        keeper.budget._checkInvariants()
    }

    @Test("a holding ends when nobody has it any more, and releasing it again changes nothing")
    func ends() {
        let keeper = Keeper(limit: 10)
        let holding = keeper.hold("a", 6)
        keeper.forget("a")
        #expect(keeper.budget.bytes == 6)
        holding.release()
        holding.release()
        #expect(keeper.budget.bytes == 0)
        keeper.hold("b", 6)
        // Of one that ended, nothing is left to change, whoever has its place now.
        holding.touch()
        holding.resize(to: 100)
        holding.unpin()
        #expect(!holding.pin() && !holding.isKept && keeper.budget.bytes == 6)
        keeper.forget("b")
        #expect(keeper.budget.bytes == 0 && keeper.dropped.isEmpty)
        keeper.budget._checkInvariants()
    }

    @Test("an eviction may release, hold and evict on its own")
    func reentrant() {
        let budget = MemoryBudget(limit: 10)
        let late = Lock<MemoryBudget.Holding?>(nil)
        let other = budget.hold(2) {}
        let first = budget.hold(4) {
            other.release()
            let added = budget.hold(3) {}
            late.withLock { $0 = added }
        }
        other.touch()
        let second = budget.hold(6) {}
        #expect(!first.isKept && !other.isKept && second.isKept)
        #expect(budget.bytes == 9)
        budget._checkInvariants()
        _ = late.withLock { $0.take() }
    }

    /// The same rules, written as slowly as they read.
    struct Model {
        struct Entry { var name: String, bytes: Int, pins: Int, isKept = true }
        let limit: Int
        /// The entries, the least recently used first.
        var entries: [Entry] = []
        var dropped: [String] = []
        var bytes: Int { entries.reduce(0) { $0 + ($1.isKept ? $1.bytes : 0) } }
        var beyond: Int { entries.reduce(0) { $0 + ($1.isKept && $1.bytes > limit ? $1.bytes : 0) } }

        mutating func makeRoom() {
            while let large = entries.firstIndex(where: { $0.isKept && $0.pins == 0 && $0.bytes > limit }) {
                entries[large].isKept = false
                dropped.append(entries[large].name)
            }
            while bytes - beyond > limit, let oldest = entries.firstIndex(where: { $0.isKept && $0.pins == 0 }) {
                entries[oldest].isKept = false
                dropped.append(entries[oldest].name)
            }
        }

        mutating func use(_ name: String, _ change: (inout Entry) -> Void = { _ in }) {
            let index = entries.firstIndex { $0.name == name }!
            var entry = entries.remove(at: index)
            change(&entry)
            entries.append(entry)
        }
    }

    enum Step: CaseIterable { case holdOne, holdTwo, holdPinned, touch, pin, unpin, grow, shrink, release }

    /// - Returns: False when it makes no sense there.
    static func perform(_ step: Step, name: String, keeper: Keeper, model: inout Model) -> Bool {
        let entry = model.entries.first { $0.name == name }
        switch (step, entry) {
        case (.holdOne, nil), (.holdTwo, nil), (.holdPinned, nil):
            let bytes = step == .holdOne ? 1 : 2
            keeper.hold(name, bytes, isPinned: step == .holdPinned)
            model.entries.append(.init(name: name, bytes: bytes, pins: step == .holdPinned ? 1 : 0))
        case (.touch, let entry?):
            keeper[name]?.touch()
            if entry.isKept && entry.pins == 0 { model.use(name) }
        case (.pin, let entry?):
            #expect(keeper[name]?.pin() == entry.isKept)
            if entry.isKept { model.use(name) { $0.pins += 1 } }
        case (.unpin, let entry?) where entry.pins > 0:
            keeper[name]?.unpin()
            model.use(name) { $0.pins -= 1 }
        case (.grow, let entry?), (.shrink, let entry?):
            let bytes = step == .grow ? entry.bytes + 1 : max(entry.bytes - 1, 0)
            keeper[name]?.resize(to: bytes)
            let index = model.entries.firstIndex { $0.name == name }!
            if entry.isKept { model.entries[index].bytes = bytes }
        case (.release, _?):
            keeper[name]?.release()
            keeper.forget(name)
            model.entries.removeAll { $0.name == name }
        default: return false
        }
        model.makeRoom()
        return true
    }

    static func compare(_ keeper: Keeper, _ model: Model, after way: [(Step, String)]) {
        keeper.budget._checkInvariants()
        let isRight =
            keeper.dropped == model.dropped && keeper.budget.bytes == model.bytes
            && model.entries.allSatisfy { keeper[$0.name]?.isKept == $0.isKept }
        if !isRight { Issue.record("\(way): dropped \(keeper.dropped), not \(model.dropped)") }
    }

    @Test("does as the rules say after all ways of four steps with three holdings", arguments: Step.allCases)
    func exhaustive(first: Step) {
        let names = ["a", "b", "c"]
        func go(_ way: [(Step, String)]) {
            let keeper = Keeper(limit: 3)
            var model = Model(limit: 3)
            for (step, name) in way where !Self.perform(step, name: name, keeper: keeper, model: &model) { return }
            Self.compare(keeper, model, after: way)
            if way.count == 4 { return }
            for step in Step.allCases { for name in names { go(way + [(step, name)]) } }
        }
        go([(first, "a")])
    }

    @Test("does as the rules say in any order of operations", arguments: 1...20)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed)
        let keeper = Keeper(limit: 12)
        var model = Model(limit: 12)
        var way: [(Step, String)] = []
        for _ in 0..<400 {
            let step = (Step.allCases + [.touch, .holdTwo]).randomElement(using: &random)!
            let name = "abcdefghijkl".randomElement(using: &random)!
            if Self.perform(step, name: String(name), keeper: keeper, model: &model) {
                way.append((step, String(name)))
            }
            Self.compare(keeper, model, after: way)
        }
        #expect(!model.dropped.isEmpty)
    }

    @Test("keeps its count when many threads hold, use, pin and release at once")
    func threads() {
        let budget = MemoryBudget(limit: 1000)
        let evictions = Atomic(0)
        let kept = Lock<[MemoryBudget.Holding]>([])
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SeededGenerator(UInt64(thread))
            var own: [MemoryBudget.Holding] = []
            for _ in 0..<2000 {
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    own.append(
                        budget.hold(Int.random(in: 0..<80, using: &random)) { evictions.add(1, ordering: .relaxed) })
                case 2: own.randomElement(using: &random)?.touch()
                case 3:
                    if let holding = own.randomElement(using: &random), holding.pin() {
                        holding.resize(to: Int.random(in: 0..<80, using: &random))
                        holding.unpin()
                    }
                case 4: if own.count > 20 { own.remove(at: Int.random(in: 0..<own.count, using: &random)).release() }
                default: if own.count > 30 { own.removeFirst() }
                }
            }
            kept.withLock { $0 += own }
        }
        #expect(evictions.load(ordering: .relaxed) == budget.evictionCount)
        #expect(budget.bytes <= 1000)
        budget._checkInvariants()
        // They go outside the lock, which their end does not take.
        let all = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
        for holding in all { holding.release() }
        #expect(budget.bytes == 0)
        budget._checkInvariants()
    }
}
