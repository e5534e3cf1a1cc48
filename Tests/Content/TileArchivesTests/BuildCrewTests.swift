import Foundation
import Testing
import TileGraphics
import TileSupport

@testable import TileArchives

@Suite("The threads of a build")
struct BuildCrewTests {
    /// Work in which each step waits until all threads are in one.
    private final class Meeting: BuildWork {
        private let size: Int
        private let seen = Lock<Set<ObjectIdentifier>>([])
        private let all = DispatchSemaphore(value: 0)

        init(size: Int) { self.size = size }

        var threads: Int { seen.withLock { $0.count } }

        func step(_ encoder: TileEncoder) throws -> BuildStep {
            let isLast = seen.withLock { seen in
                seen.insert(ObjectIdentifier(Thread.current))
                return seen.count == size
            }
            if isLast {
                for _ in 0..<size { all.signal() }
            }
            // If the test fails here, it hangs and shows where.
            all.wait()
            return .finished
        }
    }

    @Test("as many as there are jobs work at once, on threads of the build's own, whoever waits for them")
    func together() async throws {
        let work = Meeting(size: 5)
        // The build is awaited on a thread of Dispatch, as in an async `main`, so its pool has one thread fewer.
        try await Task { try BuildCrew(jobs: 5, isCancelled: { false }).run(work) }.value
        #expect(work.threads == 5)
    }
}
