import Foundation
import Testing

@testable import TileSupport

@Suite("Threads that give way")
struct NicenessTests {
    @Test("do so once, however often they are told, and others do not")
    func givesWay() {
        @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let own = niceness()
        let seen = Lock<[Int32]>([])
        let thread = Thread {
            for _ in 0..<2 {
                Niceness.giveWay(by: 3)
                seen.withLock { $0.append(niceness()) }
            }
            seen.withLock { $0.append(-1) }
        }
        thread.start()
        while seen.withLock({ $0.last != -1 }) { sched_yield() }
        let expected = min(19, getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(getpid())) + 3)
        #expect(seen.withLock { $0 } == [expected, expected, -1])
        #expect(niceness() == own)
    }
}
