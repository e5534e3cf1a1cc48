import Testing
import TileGeometry
import TileViews

@testable import TileLists

@Suite("Views that wait to be used again")
struct ReusePoolTests {
    @Test("The one that came last goes first, and each identifier has its own")
    func order() {
        var pool = ReusePool<UIView>()
        let views = (0..<3).map { _ in UIView() }
        let first = pool.dequeue(ReuseKey("a"))
        #expect(first == nil)
        let given = views.map { pool.give($0, for: ReuseKey("a")) }
        #expect(given == [true, true, true])
        let others = [pool.dequeue(ReuseKey("b")), pool.dequeue(ReuseKey("a", kind: "header"))]
        #expect(others == [nil, nil])
        let taken = [pool.dequeue(ReuseKey("a")), pool.dequeue(ReuseKey("a"))]
        #expect(taken[0] === views[2])
        #expect(taken[1] === views[1])
        #expect(pool.count == 1)
    }

    @Test("No more wait than the limit says")
    func limit() {
        var pool = ReusePool<UIView>()
        pool.limit = 2
        let given = (0..<4).map { _ in pool.give(UIView(), for: ReuseKey("a")) }
        #expect(given == [true, true, false, false])
        let drained = pool.drain()
        #expect(drained.count == 2)
        #expect(pool.count == 0)
    }

    @Test("Another registration hands back what waits of the one before")
    func registration() {
        var pool = ReusePool<UIView>()
        _ = pool.give(UIView(), for: ReuseKey("a"))
        let freed = pool.register(.type(UIView.self), for: ReuseKey("a"))
        #expect(freed.count == 1)
        let next = pool.dequeue(ReuseKey("a"))
        #expect(next == nil)
    }
}
