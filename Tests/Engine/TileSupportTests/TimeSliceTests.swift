import Foundation
import Testing

@testable import TileSupport

@Suite("Time slices of threads")
struct TimeSliceTests {
    @Test("are shortened and restored without a change of niceness, where the kernel has them")
    func shortensAndRestores() {
        @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let seen = Lock<[(slice: UInt64?, niceness: Int32)]>([])
        let isDone = Lock(false)
        let thread = Thread {
            seen.withLock { $0.append((TimeSlice.current, niceness())) }
            TimeSlice.shorten()
            seen.withLock { $0.append((TimeSlice.current, niceness())) }
            TimeSlice.restore()
            seen.withLock { $0.append((TimeSlice.current, niceness())) }
            isDone.withLock { $0 = true }
        }
        thread.start()
        while !isDone.withLock({ $0 }) { sched_yield() }
        let (before, short, after) = seen.withLock { ($0[0], $0[1], $0[2]) }
        // Kernels before 6.12 report no slice, or ignore the new one.
        if let first = before.slice, let shortened = short.slice, shortened != first { #expect(shortened == 100_000) }
        #expect(after.slice == before.slice)
        #expect(short.niceness == before.niceness && after.niceness == before.niceness)
    }
}
