import Foundation
import Synchronization
import TestSupport
import Testing
import TileEngine
import TileGraphics
import TileSupport

@testable import TileContent

@Suite("The decoded pixels of an image")
struct ImageStoreTests {
    let folder: TemporaryFolder
    let header: ImageHeader
    let script = SteppedRows.Script()
    /// Delayed work, which a test may run.
    let later = Later()

    static let width = 8
    static let height = 64
    /// The bytes of all kept levels: the full size, and a quarter of it and below.
    static let keptBytes = (8 * 64 + 2 * 16 + 1 * 8 + 1 * 4 + 1 * 2 + 1 * 1) * 4

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.file("a.png")
        try SampleImage.pattern(width: Self.width, height: Self.height).write(path, by: "pngsave")
        header = try ImageHeader.read(path, kind: .png, limits: ContentLimits())
    }

    final class Later: Sendable {
        private let bodies = Lock<[@Sendable () -> Void]>([])

        func add(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }

        /// - Returns: The number of due calls.
        @discardableResult
        func run() -> Int {
            let due = bodies.withLock { bodies in
                defer { bodies = [] }
                return bodies
            }
            for body in due { body() }
            return due.count
        }
    }

    /// Returns a store that reads a row at a time.
    private func store(
        memory: MemoryBudget? = nil, disk: MemoryBudget? = nil, pixelMemory: Int = 64 << 20
    ) -> ImageStore {
        var limits = ContentLimits()
        (limits.memory, limits.disk, limits.pixelMemory) = (memory, disk, pixelMemory)
        var policy = ImageStore.Policy()
        (policy.batchRows, policy.shortRest) = (1, 0)
        var services = script.services
        let later = later
        services.after = { _, body in later.add(body) }
        return ImageStore(header, keepsFullSize: true, limits: limits, policy: policy, services: services)
    }

    /// The memory for reading, in addition to the pixels.
    private var readingBytes: Int { header.readingMemory }

    /// A reader on a separate thread.
    final class Reader: Sendable {
        private let isCancelled = Atomic(false)
        private let arrived = DispatchSemaphore(value: 0)
        private let done = DispatchSemaphore(value: 0)
        private let outcome = Lock<Result<[UInt32], any Error>?>(nil)

        init(_ store: ImageStore, upTo row: Int) {
            let thread = Thread { [self] in
                let result = Result {
                    try store.values(upTo: row) {
                        // The first call confirms that the store counts the reader.
                        self.arrived.signal()
                        return self.isCancelled.load(ordering: .sequentiallyConsistent)
                    }
                }
                outcome.withLock { $0 = result }
                done.signal()
            }
            thread.start()
        }

        func waitForArrival() { arrived.wait() }

        func cancel() { isCancelled.store(true, ordering: .sequentiallyConsistent) }

        /// Returns the first pixels of the reader's rows.
        func wait() throws -> [UInt32] {
            done.wait()
            return try outcome.withLock { $0! }.get()
        }

        var failure: (any Error)? {
            do {
                _ = try wait()
                return nil
            } catch {
                return error
            }
        }
    }

    @Test("are read as far as somebody needs them, and no further")
    func demand() throws {
        script.allowAll()
        let store = store()
        #expect(try store.values(upTo: 8) == Array(0..<8))
        #expect(script.seen.rows == 8 && script.seen.open == 1)
        #expect(try store.values(upTo: 5) == Array(0..<5))
        #expect(script.seen.rows == 8)
        #expect(try store.values(upTo: 64) == Array(0..<64))
        #expect(script.seen.rows == 64 && script.seen.begun == 1)
        // A file that has been read completely is closed.
        #expect(script.seen.open == 0)
    }

    @Test("without disk space, pixels beyond the usual are kept in memory where the bound allows it")
    func noDisk() throws {
        script.allowAll()
        let memory = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let store = store(memory: memory, disk: MemoryBudget(limit: 0), pixelMemory: 0)
        #expect(try store.values(upTo: 64) == Array(0..<64))
        #expect(memory.bytes == Self.keptBytes)
        let small = self.store(
            memory: MemoryBudget(limit: Self.keptBytes - 1), disk: MemoryBudget(limit: 0), pixelMemory: 0)
        let failure = #expect(throws: ContentFailure.self) { try small.values(upTo: 64) }
        // It names the disk, which is what is missing.
        guard case .noRoom(_, let room)? = failure else { throw try #require(failure) }
        #expect(room.place == .disk)
    }

    @Test("a small rest is read at once, so that no file stays open for it")
    func shortRest() throws {
        script.allowAll()
        let store = ImageStore(
            header, keepsFullSize: true, limits: ContentLimits(), services: script.services)
        #expect(try store.values(upTo: 1) == [0])
        #expect(script.seen.rows == 64 && script.seen.open == 0)
    }

    //     first reader          second reader         rows read
    //     needs 2               needs 4
    //     row 0 …                                     0
    //                           waits                 0
    //     … row 1 …                                   2
    //     has its rows
    //                           row 2, row 3          4
    //                           has its rows
    @Test("when the reader that drives has its rows, another that waits drives on")
    func takingOver() throws {
        let store = store()
        let first = Reader(store, upTo: 2)
        script.waitForDemand()
        let second = Reader(store, upTo: 4)
        script.allow(2)
        #expect(try first.wait() == [0, 1])
        script.waitForDemand(2)
        script.allow(2)
        #expect(try second.wait() == [0, 1, 2, 3])
        #expect(script.seen.rows == 4 && script.seen.begun == 1)
    }

    //     reader                rows read
    //     row 0 …               0
    //     gives up
    //     … ends                1
    //                           1          what it had is kept for a while, then it goes
    @Test("reading stops within a batch when all gave up, and what was read goes after a while")
    func givenUp() throws {
        let memory = MemoryBudget(limit: 1 << 30)
        let store = store(memory: memory)
        let reader = Reader(store, upTo: 64)
        script.waitForDemand()
        #expect(memory.bytes == Self.keptBytes + readingBytes)
        reader.cancel()
        script.allow(1)
        #expect(reader.failure is CancellationError)
        #expect(script.seen.rows == 1 && script.seen.open == 1)
        #expect(later.run() == 1)
        #expect(script.seen.open == 0 && memory.bytes == 0)
        // The next request reads it again.
        script.allowAll()
        #expect(try store.values(upTo: 2) == [0, 1])
        #expect(script.seen.begun == 2)
    }

    @Test("whoever comes before that goes on where the others gave up", arguments: [false, true])
    func resumed(isSatisfied: Bool) throws {
        let store = store()
        let reader = Reader(store, upTo: 64)
        script.waitForDemand()
        reader.cancel()
        script.allow(1)
        #expect(reader.failure is CancellationError)
        script.allow(2)
        if isSatisfied {
            #expect(try store.values(upTo: 3) == [0, 1, 2])
            later.run()
        } else {
            let next = Reader(store, upTo: 64)
            script.waitForDemand(3)
            // The pass was given up before, but not since this reader arrived.
            later.run()
            script.allowAll()
            #expect(try next.wait().count == 64)
        }
        #expect(script.seen.begun == 1)
    }

    //     first reader          second reader         rows read
    //     row 0 …                                     0
    //     gives up              waits
    //     … ends                                      1
    //                           row 1 …               1
    @Test("a reader that drives and gives up leaves the rest to those who wait")
    func driverGivesUp() throws {
        let store = store()
        let first = Reader(store, upTo: 64)
        script.waitForDemand()
        let second = Reader(store, upTo: 3)
        second.waitForArrival()
        first.cancel()
        script.allow(1)
        #expect(first.failure is CancellationError)
        script.waitForDemand()
        script.allow(2)
        #expect(try second.wait() == [0, 1, 2])
        #expect(later.run() == 0)
        #expect(script.seen.begun == 1)
    }

    @Test("a reader that waits for another and gives up leaves, and the rest goes on")
    func sleeperGivesUp() throws {
        let store = store()
        let first = Reader(store, upTo: 3)
        script.waitForDemand()
        let second = Reader(store, upTo: 64)
        second.waitForArrival()
        second.cancel()
        script.allow(3)
        #expect(second.failure is CancellationError)
        #expect(try first.wait() == [0, 1, 2])
        #expect(script.seen.rows == 3)
    }

    @Test("are dropped when others need the room, and decoded again for whoever comes then", arguments: [true, false])
    func evicted(isInMemory: Bool) throws {
        script.allowAll()
        let budget = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let store =
            isInMemory ? store(memory: budget) : store(disk: budget, pixelMemory: 0)
        #expect(try store.values(upTo: 64) == Array(0..<64))
        #expect(budget.bytes == Self.keptBytes)
        let other = budget.hold(readingBytes + 1) {}
        #expect(budget.bytes == readingBytes + 1)
        #expect(try store.values(upTo: 64) == Array(0..<64))
        #expect(script.seen.begun == 2 && !other.isKept)
        budget._checkInvariants()
    }

    @Test("stay while somebody reads or waits, whatever others need")
    func pinned() throws {
        let budget = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let store = store(memory: budget)
        let reader = Reader(store, upTo: 64)
        script.waitForDemand()
        let other = budget.hold(1000) {}
        #expect(!other.isKept)
        script.allowAll()
        #expect(try reader.wait().count == 64)
        #expect(script.seen.begun == 1)
        var lease: ImageStore.Lease? = try store.lease(0, upTo: 64, isCancelled: { false })
        let more = budget.hold(readingBytes + 1) {}
        #expect(!more.isKept && budget.bytes == Self.keptBytes)
        var row = [UInt32](repeating: 0, count: 8)
        try lease?.read(into: &row, count: 8, x: 0, row: 63, ofLevel: 0)
        #expect(row == [UInt32](repeating: 63, count: 8))
        lease = nil
        let last = budget.hold(readingBytes + 1) {}
        #expect(last.isKept && budget.bytes == readingBytes + 1)
    }

    @Test("an unfinished pass that nobody waits for goes when others need the room")
    func evictedUnfinished() throws {
        script.allowAll()
        let budget = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let store = store(memory: budget)
        #expect(try store.values(upTo: 10).count == 10)
        #expect(budget.bytes == Self.keptBytes + readingBytes && script.seen.open == 1)
        let other = budget.hold(1) {}
        #expect(other.isKept && budget.bytes == 1 && script.seen.open == 0)
        #expect(try store.values(upTo: 64).count == 64)
        #expect(script.seen.begun == 2)
    }

    @Test("go to disk when memory has no room beside what is in use, and are refused when that has none either")
    func noRoom() throws {
        script.allowAll()
        let memory = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let busy = memory.hold(1, isPinned: true) {}
        let disk = MemoryBudget(limit: Self.keptBytes)
        #expect(try store(memory: memory, disk: disk).values(upTo: 64).count == 64)
        #expect(disk.bytes == 0 && memory.bytes == 1)
        let first = store(memory: memory, disk: disk)
        let lease = try first.lease(0, upTo: 64, isCancelled: { false })
        #expect(disk.bytes == Self.keptBytes && memory.bytes == 1)
        let begun = script.seen.begun

        let path = header.path
        #expect(
            throws: ContentFailure.noRoom(
                path: path, PixelRoom(.disk, .inUse(bytes: Self.keptBytes, limit: Self.keptBytes)))
        ) { try store(memory: memory, disk: disk).values(upTo: 1) }
        #expect(
            throws: ContentFailure.noRoom(
                path: path, PixelRoom(.disk, .tooLarge(bytes: Self.keptBytes, limit: Self.keptBytes - 1)))
        ) {
            try store(memory: memory, disk: MemoryBudget(limit: Self.keptBytes - 1), pixelMemory: 0).values(upTo: 1)
        }
        // Nothing was opened, and nothing written.
        #expect(script.seen.begun == begun && memory.bytes == 1)
        withExtendedLifetime((lease, first)) {}
        busy.unpin()
    }

    @Test("all who wait get the reason of a failure that may pass, and whoever comes later has it tried again")
    func passingFailure() throws {
        let failure = ContentFailure.temporaryStorage(path: header.path, reason: "no space left")
        script.change { $0.failures[1] = failure }
        let memory = MemoryBudget(limit: 1 << 30)
        let store = store(memory: memory)
        let first = Reader(store, upTo: 2)
        script.waitForDemand()
        let second = Reader(store, upTo: 64)
        second.waitForArrival()
        script.allow(2)
        #expect(first.failure as? ContentFailure == failure)
        #expect(second.failure as? ContentFailure == failure)
        #expect(script.seen.begun == 1 && memory.bytes == 0)
        script.change { $0.failures = [:] }
        script.allowAll()
        #expect(try store.values(upTo: 2) == [0, 1])
        #expect(script.seen.begun == 2)
    }

    @Test("of a damaged file, the rows before the damage are shown, the rest is clear, and it is read once")
    func damaged() throws {
        let failure = ContentFailure.malformed(path: header.path, reason: "it ends")
        script.change { $0.failures[10] = failure }
        script.allowAll()
        let budget = MemoryBudget(limit: Self.keptBytes + readingBytes)
        let store = store(memory: budget)
        let rows = Array(0..<10) + [UInt32](repeating: 0, count: Self.height - 10)
        for _ in 0..<3 { #expect(try store.values(upTo: Self.height) == rows) }
        #expect(store.lacksPixels(0, above: 11) && !store.lacksPixels(0, above: 10))
        #expect(script.seen.begun == 1 && script.seen.open == 0 && budget.bytes == Self.keptBytes)
        // The same after it was evicted meanwhile.
        let other = budget.hold(readingBytes + 1) {}
        #expect(other.isKept)
        #expect(try store.values(upTo: 11) == Array(0..<10) + [0])
        #expect(store.lacksPixels(0, above: 11))
        #expect(script.seen.begun == 2)
    }

    @Test("a file whose first row is damaged fails, and is not read over and over")
    func nothing() throws {
        let failure = ContentFailure.malformed(path: header.path, reason: "it ends")
        script.change { $0.failures[0] = failure }
        script.allowAll()
        let store = store()
        for _ in 0..<3 { #expect(throws: failure) { try store.values(upTo: 1) } }
        #expect(script.seen.begun == 1 && script.seen.open == 0)
    }

    @Test("a file that can't be opened fails for who asked, and is tried again for the next")
    func unopened() throws {
        script.change { $0.refusals = [.unreadable(path: "a", reason: "too many open files")] }
        script.allowAll()
        let memory = MemoryBudget(limit: 1 << 30)
        let store = store(memory: memory)
        #expect(throws: ContentFailure.unreadable(path: "a", reason: "too many open files")) {
            try store.values(upTo: 1)
        }
        #expect(memory.bytes == 0)
        #expect(try store.values(upTo: 1) == [0])
    }

    @Test("are right for all who read at once, from more images than there is room for")
    func crowd() throws {
        script.allowAll()
        let memory = MemoryBudget(limit: 3 * (Self.keptBytes + readingBytes))
        let disk = MemoryBudget(limit: 3 * Self.keptBytes)
        let stores = (0..<8).map { store(memory: memory, disk: disk, pixelMemory: $0 % 2 == 0 ? 0 : 64 << 20) }
        let later = later
        let wrong = Atomic(0)
        let refused = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SeededGenerator(UInt64(thread))
            for _ in 0..<60 {
                let rows = Int.random(in: 1...64, using: &random)
                var asks = Int.random(in: 0..<40, using: &random)
                do {
                    let found = try stores.randomElement(using: &random)!.values(upTo: rows) {
                        asks -= 1
                        return asks < 0
                    }
                    if found != Array(0..<UInt32(rows)) { wrong.add(1, ordering: .relaxed) }
                } catch is CancellationError {
                } catch let failure as ContentFailure {
                    // With many threads, more memory may be in use than the budget allows.
                    guard case .noRoom(_, let room) = failure, room.isTemporary else {
                        Issue.record("\(failure)")
                        return
                    }
                    refused.add(1, ordering: .relaxed)
                } catch {
                    Issue.record("\(error)")
                }
                if Int.random(in: 0..<20, using: &random) == 0 { later.run() }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
        #expect(memory.bytes <= memory.limit && disk.bytes <= disk.limit)
        memory._checkInvariants()
        disk._checkInvariants()
    }
}

extension ImageStore {
    /// Returns the first pixels of the rows of full size above `row`.
    fileprivate func values(upTo row: Int, isCancelled: () -> Bool = { false }) throws -> [UInt32] {
        let lease = try lease(0, upTo: row, isCancelled: isCancelled)
        return try (0..<row).map { row in
            var value: UInt32 = 0
            try lease.read(into: &value, count: 1, x: 0, row: row, ofLevel: 0)
            return value
        }
    }
}
