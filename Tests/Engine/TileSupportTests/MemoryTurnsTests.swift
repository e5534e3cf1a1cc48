import Foundation
import Testing

@testable import TileSupport

/// Tests of the decisions about memory. Sizes have no unit.
@Suite("Requests for memory")
struct MemoryTurnsTests {
    @Test("Requests are granted while there is room, then in order")
    func order() {
        var turns = MemoryTurns(limit: 100)
        let first = turns.ask(for: 60, isBrief: true)
        #expect(first.steps.granted == [first.id])
        let large = turns.ask(for: 70, isBrief: true)
        let small = turns.ask(for: 10, isBrief: true)
        // The small one would fit, and does not overtake the large one.
        #expect(large.steps == MemoryTurns.Steps() && small.steps == MemoryTurns.Steps() && turns.waitingCount == 2)
        #expect(turns.release(first.id).granted == [large.id, small.id])
        #expect(turns.reserved == 80)
    }

    @Test("A request beyond the limit is granted when nothing else is at work")
    func alone() {
        var turns = MemoryTurns(limit: 100)
        let first = turns.ask(for: 10, isBrief: true)
        let giant = turns.ask(for: 500, isBrief: true)
        #expect(giant.steps.granted.isEmpty)
        #expect(turns.release(first.id).granted == [giant.id])
        let next = turns.ask(for: 10, isBrief: true)
        #expect(next.steps.granted.isEmpty)
        #expect(turns.release(giant.id).granted == [next.id])
    }

    @Test("Spares end as needed, the longest idle first")
    func spares() {
        var turns = MemoryTurns(limit: 100)
        let ids = (0..<3).map { _ in turns.ask(for: 30, isBrief: true).id }
        for id in ids.reversed() { #expect(turns.rest(id) == MemoryTurns.Steps()) }
        let fourth = turns.ask(for: 40, isBrief: true)
        #expect(fourth.steps == MemoryTurns.Steps(ending: [ids[2]]))
        #expect(turns.isEnding(ids[2]) && !turns.isEnding(ids[1]))
        // It is asked only once.
        #expect(turns.resize(ids[1], to: 30) == MemoryTurns.Steps())
        #expect(turns.release(ids[2]).granted == [fourth.id])
    }

    @Test("Another spare ends if the first works again")
    func resumed() {
        var turns = MemoryTurns(limit: 60)
        let (first, second) = (turns.ask(for: 30, isBrief: true).id, turns.ask(for: 30, isBrief: true).id)
        _ = turns.rest(first)
        _ = turns.rest(second)
        let third = turns.ask(for: 30, isBrief: true)
        #expect(third.steps.ending == [first])
        // Its pool gave it to a caller in the meantime.
        #expect(turns.resume(first) == MemoryTurns.Steps(ending: [second]))
        #expect(turns.release(second).granted == [third.id])
    }

    @Test("A spare ends at once if others wait")
    func rest() {
        var turns = MemoryTurns(limit: 50)
        let first = turns.ask(for: 50, isBrief: true)
        let second = turns.ask(for: 20, isBrief: true)
        #expect(second.steps.granted.isEmpty)
        #expect(turns.rest(first.id).ending == [first.id])
        #expect(turns.release(first.id).granted == [second.id])
    }

    @Test("A request within a reservation is granted at once")
    func nested() {
        var turns = MemoryTurns(limit: 50)
        let outer = turns.ask(for: 50, isBrief: true)
        let waiting = turns.ask(for: 50, isBrief: true)
        let inner = turns.ask(for: 20, isBrief: true, isNested: true)
        #expect(inner.steps.granted == [inner.id] && turns.reserved == 70)
        #expect(turns.release(inner.id).granted.isEmpty)
        #expect(turns.release(outer.id).granted == [waiting.id])
    }

    @Test("While all reservations are blocked, the longest waiting request is granted")
    func blocked() {
        var turns = MemoryTurns(limit: 100)
        let (first, second) = (turns.ask(for: 60, isBrief: true).id, turns.ask(for: 40, isBrief: true).id)
        let (third, fourth) = (turns.ask(for: 80, isBrief: true), turns.ask(for: 10, isBrief: true))
        #expect(turns.block(first) == MemoryTurns.Steps())
        #expect(turns.block(second).granted == [third.id])
        // The third makes progress now, so the fourth waits.
        #expect(turns.reserved == 180 && fourth.steps == MemoryTurns.Steps())
        #expect(turns.resume(first) == MemoryTurns.Steps())
        #expect(turns.release(third.id) == MemoryTurns.Steps())
        #expect(turns.release(first).granted == [fourth.id])
    }

    @Test("Idle processes end before a request exceeds the limit, even while all work is blocked")
    func blockedBesideSpares() {
        var turns = MemoryTurns(limit: 100)
        let (first, second) = (turns.ask(for: 60, isBrief: true).id, turns.ask(for: 40, isBrief: true).id)
        _ = turns.rest(second)
        let third = turns.ask(for: 80, isBrief: true)
        #expect(third.steps.ending == [second])
        #expect(turns.block(first) == MemoryTurns.Steps())
        #expect(turns.release(second).granted == [third.id])
    }

    @Test("Measured sizes and changes of the limit count")
    func measured() {
        var turns = MemoryTurns(limit: 50)
        let first = turns.ask(for: 10, isBrief: true).id
        // It uses more than expected, so nothing fits beside it.
        #expect(turns.resize(first, to: 45) == MemoryTurns.Steps())
        let second = turns.ask(for: 10, isBrief: true)
        #expect(second.steps.granted.isEmpty)
        #expect(turns.setLimit(60).granted == [second.id])
        // A spare above the limit ends even if nothing waits.
        _ = turns.rest(first)
        #expect(turns.setLimit(20).ending == [first])
    }

    @Test("Brief work doesn't wait for long work")
    func classes() {
        var turns = MemoryTurns(limit: 100)
        // Three documents that may take ten seconds each, such as hostile ones.
        let hostile = (0..<3).map { _ in turns.ask(for: 30) }
        #expect(hostile.map { $0.steps.granted.count } == [1, 0, 0])
        // A drawing that was read in a second before.
        let brief = turns.ask(for: 60, isBrief: true)
        #expect(brief.steps.granted == [brief.id])
        #expect(turns.release(brief.id) == MemoryTurns.Steps())
        #expect(turns.release(hostile[0].id).granted == [hostile[1].id])
    }

    @Test("Brief work exceeds the limit alone, whatever long work does")
    func briefBeyond() {
        var turns = MemoryTurns(limit: 100)
        let long = turns.ask(for: 300).id
        let (first, second) = (turns.ask(for: 60, isBrief: true), turns.ask(for: 60, isBrief: true))
        #expect(first.steps.granted == [first.id] && second.steps.granted.isEmpty)
        #expect(turns.release(first.id).granted == [second.id])
        #expect(turns.release(long) == MemoryTurns.Steps())
    }

    @Test("Brief work never keeps all long work waiting")
    func longAlone() {
        var turns = MemoryTurns(limit: 100)
        let brief = (0..<2).map { _ in turns.ask(for: 50, isBrief: true).id }
        let (first, second) = (turns.ask(for: 20), turns.ask(for: 20))
        #expect(first.steps.granted == [first.id] && second.steps.granted.isEmpty)
        #expect(turns.release(brief[0]).granted == [second.id])
    }

    @Test("Long work that has to wait for its share ends no idle process")
    func shareAndSpares() {
        var turns = MemoryTurns(limit: 100)
        let idle = turns.ask(for: 40, isBrief: true).id
        _ = turns.rest(idle)
        let first = turns.ask(for: 50)
        #expect(first.steps == MemoryTurns.Steps(granted: [first.id]))
        let second = turns.ask(for: 50)
        #expect(second.steps == MemoryTurns.Steps() && !turns.isEnding(idle))
        // It has its share now, and room beside the process.
        #expect(turns.release(first.id) == MemoryTurns.Steps(granted: [second.id]))
    }

    @Test("An idle process that works for another document changes its class")
    func changedClass() {
        var turns = MemoryTurns(limit: 100)
        let process = turns.ask(for: 40).id
        _ = turns.rest(process)
        _ = turns.resume(process, isBrief: true)
        let long = turns.ask(for: 50)
        #expect(long.steps.granted == [long.id])
    }
}

@Suite("The memory of work in progress")
struct MemoryLedgerTests {
    @Test("Memory is reserved during the work, and work within it doesn't wait")
    func reserving() {
        let ledger = MemoryLedger(limit: 100)
        let inner = ledger.reserving(80, toRead: "a.svg") { () -> Int in
            ledger.reserving(70, toRead: "a.svg") { ledger.reserved }
        }
        #expect(inner == 150 && ledger.reserved == 0)
    }

    @Test("A thread that waits within its reservation lets others proceed")
    func blocking() {
        let ledger = MemoryLedger(limit: 100)
        ledger.reserving(80, toRead: "a.svg") {
            let isDone = DispatchSemaphore(value: 0)
            Thread {
                ledger.reserving(70, toRead: "a.svg") {}
                isDone.signal()
            }.start()
            MemoryLedger.blocking { isDone.wait() }
            #expect(ledger.reserved == 80)
        }
        #expect(ledger.reserved == 0 && ledger.waitingCount == 0)
    }

    @Test("A process is measured, and the next of its program is expected to use as much")
    func measured() {
        let ledger = MemoryLedger(limit: 1 << 40) { $0 == 5 ? 123_000 : 0 }
        let first = ledger.reserve(forProcessOf: "/a/drawer", isBrief: true)
        let guess = ledger.reserved
        first.setProcess(5, of: "/a/drawer")
        #expect(ledger.measureProcesses() == 123_000 && ledger.reserved == 123_000 && guess > 0)
        let second = ledger.reserve(forProcessOf: "/a/drawer", isBrief: true)
        #expect(ledger.reserved == 246_000)
        second.release()
        first.release()
        #expect(ledger.reserved == 0 && ledger.measureProcesses() == 0)
    }

    @Test("Memory is read from /proc as resident and shared pages")
    func process() {
        let memory = ProcessMemory(statm: "1000 300 120 40 0 500 0\n", pageSize: 4096)
        #expect(memory.resident == 300 * 4096 && memory.shared == 120 * 4096 && memory.unshared == 180 * 4096)
        #expect(ProcessMemory(statm: "", pageSize: 4096) == ProcessMemory(statm: "1 x", pageSize: 4096))
        #expect(ProcessMemory().resident > 1 << 20 && ProcessMemory(of: 0).resident == 0)
    }

    @Test("A document that was read quickly doesn't wait for documents that take long")
    func brief() {
        let time = Lock<UInt64>(0)
        let ledger = MemoryLedger(limit: 100, now: { time.withLock { $0 } })
        func read(_ path: String, seconds: UInt64) {
            ledger.reserving(80, toRead: path) { time.withLock { $0 += seconds * 1_000_000_000 } }
        }
        read("plan.svg", seconds: 1)
        read("bomb.svg", seconds: 10)
        // Holds the share of long work.
        let (isReading, mayEnd, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchGroup())
        Thread {
            ledger.reserving(80, toRead: "bomb.svg") {
                isReading.signal()
                mayEnd.wait()
            }
            isDone.leave()
        }.startIn(isDone)
        isReading.wait()
        read("plan.svg", seconds: 1)
        #expect(ledger.reserved == 80 && ledger.waitingCount == 0)
        // After a slow reading it is not brief any more.
        read("plan.svg", seconds: 9)
        Thread {
            ledger.reserving(80, toRead: "plan.svg") {}
            isDone.leave()
        }.startIn(isDone)
        while ledger.waitingCount == 0 {}
        mayEnd.signal()
        isDone.wait()
        #expect(ledger.reserved == 0)
    }
}

extension Thread {
    fileprivate func startIn(_ group: DispatchGroup) {
        group.enter()
        start()
    }
}
