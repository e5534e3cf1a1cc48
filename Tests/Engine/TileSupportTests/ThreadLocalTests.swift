import Foundation
import Testing
import TileSupport

@Suite("A thread-local value")
struct ThreadLocalTests {
    private final class Witness: Sendable {
        private let ended: DispatchSemaphore

        init(_ ended: DispatchSemaphore) { self.ended = ended }

        deinit { ended.signal() }
    }

    @Test("is each thread's own, and goes with it")
    func perThread() {
        let ended = DispatchSemaphore(value: 0)
        let numbers = ThreadLocal<[Int]> { [] }
        let witnesses = ThreadLocal<Witness?> { nil }
        numbers.value.append(1)
        let seen = Lock<[[Int]]>([])
        for index in 0..<4 {
            let thread = Thread {
                witnesses.value = Witness(ended)
                for number in 0...index { numbers.value.append(number) }
                let own = numbers.value
                seen.withLock { $0.append(own) }
            }
            thread.start()
        }
        for _ in 0..<4 { ended.wait() }
        #expect(seen.withLock { $0.map(\.count).sorted() } == [1, 2, 3, 4])
        #expect(numbers.value == [1])
    }
}
