import Testing

@testable import TileLists

@Suite("Where indices go")
struct IndexShiftTests {
    /// Every way to remove some of up to five elements and insert up to three.
    @Test("All small lists map as when their elements are moved by hand")
    func smallLists() {
        for count in 0...5 {
            for out in 0..<(1 << count) {
                let removed = (0..<count).filter { out & (1 << $0) != 0 }
                for more in 0...3 {
                    let after = count - removed.count + more
                    for into in 0..<(1 << after) where into.nonzeroBitCount == more {
                        let added = (0..<after).filter { into & (1 << $0) != 0 }
                        check(count, after, removed: removed, added: added)
                    }
                }
            }
        }
    }

    private func check(_ before: Int, _ after: Int, removed: [Int], added: [Int]) {
        var stays = (0..<before).filter { !removed.contains($0) }[...]
        let old: [Int?] = (0..<after).map { added.contains($0) ? nil : stays.popFirst() }
        let shift = IndexShift(removed: removed.reversed(), added: added)
        #expect((0..<after).map(shift.backward) == old)
        #expect((0..<before).map(shift.forward) == (0..<before).map { index in old.firstIndex { $0 == index } })
        #expect(shift.growth == after - before)
    }
}
