import NIOCore
import NIOEmbedded
import Testing
import TileSupport

@testable import TileServer

@Suite("The registry of connections")
struct ConnectionRegistryTests {
    func connect(_ registry: ConnectionRegistry, _ address: String) throws -> ConnectionRegistry.Admission {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: address, port: 1), promise: nil)
        return registry.open(channel)
    }

    func status(_ admission: ConnectionRegistry.Admission) -> Int {
        switch admission {
        case .admitted: 200
        case .refused(let problem): problem.status
        case .turnedAway: 0
        }
    }

    @Test("refuses more than there may be, of all with 503 and of one client with 429")
    func limits() throws {
        var policy = ConnectionPolicy()
        policy.limit = 3
        policy.limitPerClient = 2
        let registry = ConnectionRegistry(policy: policy)
        let first = try connect(registry, "2001:db8::1")
        #expect(status(first) == 200)
        // Both addresses belong to one network.
        #expect(status(try connect(registry, "2001:db8::2")) == 200)
        #expect(status(try connect(registry, "2001:db8::3")) == 429)
        #expect(status(try connect(registry, "2001:db8:0:1::1")) == 200)
        #expect(status(try connect(registry, "192.0.2.7")) == 503)
        guard case .admitted(let record) = first else { return }
        registry.close(record)
        registry.close(record)
        #expect(registry.count == 2)
        #expect(status(try connect(registry, "192.0.2.7")) == 200)
        #expect(registry.counters.opened.load(ordering: .relaxed) == 4)
        #expect(registry.counters.refused.load(ordering: .relaxed) == 2)
    }

    @Test("tells a bounded number of clients why they are refused, and turns the others away")
    func refusals() throws {
        var policy = ConnectionPolicy()
        policy.limit = 0
        let registry = ConnectionRegistry(policy: policy)
        for _ in 0..<64 { #expect(status(try connect(registry, "192.0.2.7")) == 503) }
        #expect(status(try connect(registry, "192.0.2.7")) == 0)
        registry.refusalDidEnd()
        #expect(status(try connect(registry, "192.0.2.7")) == 503)
    }

    @Test("memory is given back a moment after half of many have gone, once, and again when there were many again")
    func heapTrimmer() {
        let given = Lock(0)
        let due = Lock<[@Sendable () -> Void]>([])
        let heapTrimmer = HeapTrimmer(
            giveBack: { given.withLock { $0 += 1 } }, later: { work in due.withLock { $0.append(work) } })
        func passTime() {
            let works = due.withLock { due in
                defer { due = [] }
                return due
            }
            for work in works { work() }
        }
        for count in Array(1...63) + (0..<63).reversed() { heapTrimmer.note(count) }
        passTime()
        #expect(given.withLock { $0 } == 0, "few")
        for count in Array(1...100) + (51..<100).reversed() { heapTrimmer.note(count) }
        passTime()
        #expect(given.withLock { $0 } == 0, "more than half are there")
        for count in (0...50).reversed() { heapTrimmer.note(count) }
        #expect(given.withLock { $0 } == 0 && due.withLock { $0.count } == 1)
        passTime()
        #expect(given.withLock { $0 } == 1)
        for count in Array(1...200) + (80..<200).reversed() { heapTrimmer.note(count) }
        passTime()
        #expect(given.withLock { $0 } == 2)
        // The next half is that of the remaining 80 connections.
        for count in (41..<80).reversed() { heapTrimmer.note(count) }
        passTime()
        #expect(given.withLock { $0 } == 2)
        heapTrimmer.note(40)
        passTime()
        #expect(given.withLock { $0 } == 3)
    }
}
