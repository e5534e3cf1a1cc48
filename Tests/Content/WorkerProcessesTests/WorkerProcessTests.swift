import Foundation
import TestSupport
import Testing
import TileSupport

@testable import WorkerProcesses

/// A kind of worker unrelated to drawing: a request has a number and a word, and the answer is a number.
///
/// Its program is some lines of shell. The socket is descriptor 0, both ways.
private final class Adder: PooledWorker {
    static let allowance = WorkerAllowance(memory: 1 << 20, processorSeconds: 3, clockNanoseconds: 1_000_000_000_000)

    private let process: WorkerProcess
    var reservation: MemoryLedger.Reservation? { process.reservation }
    private let allowance: WorkerAllowance

    init(
        _ program: String, _ allowance: WorkerAllowance = Adder.allowance, ledger: MemoryLedger? = nil
    ) throws(WorkerFailure) {
        self.allowance = allowance
        process = try WorkerProcess(program: program, memoryWords: ["no more memory"], ledger: ledger)
    }

    func ask(_ number: UInt64) throws(WorkerFailure) -> UInt64 {
        try process.exchange(allowance) { channel throws(WorkerFault) in
            try channel.send([number])
            let answer = try channel.receive(words: 1)[0]
            if answer == .max { throw .refused(try channel.receive(textOf: 5)) }
            if answer == 0 { throw .garbled("nothing") }
            return answer
        }
    }

    var hasEnded: Bool { process.hasEnded }
    func end() { process.end() }
}

private struct Sum: WorkerSubject {
    let id: Int
    var poolLimits = WorkerPoolLimits(perSubject: 1, all: 2, forLong: 2, idleNanoseconds: 1_000_000_000_000_000)
}

@Suite("Worker processes of any kind")
struct WorkerProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a program of some lines of shell, which record their process's number.
    private func program(_ lines: String, _ name: String = "worker") throws -> String {
        try folder.write("\(name).lines", "#!/bin/sh\necho $$ >> '\(folder.file("starts"))'\n\(lines)\n")
        // Another process copies the file: a program that is started meanwhile may inherit a descriptor that is open
        // for writing here, and a file that is open for writing can't be run.
        let copy = Process()
        copy.executableURL = URL(fileURLWithPath: "/usr/bin/install")
        copy.arguments = ["-m", "700", folder.file("\(name).lines"), folder.file(name)]
        try copy.run()
        copy.waitUntilExit()
        return folder.file(name)
    }

    private var starts: [pid_t] {
        let text = (try? String(contentsOfFile: folder.file("starts"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { pid_t($0) }
    }

    private func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    /// A program that answers each word with the same word.
    private static let echo = "exec cat <&0 >&0"

    @Test("answer request by request, and end when they are told to")
    func answers() throws {
        let adder = try Adder(program(Self.echo))
        for number in 1...3 as ClosedRange<UInt64> { #expect(try adder.ask(number) == number) }
        #expect(!adder.hasEnded)
        let process = try #require(starts.first)
        #expect(isThere(process))
        adder.end()
        #expect(!isThere(process))
    }

    @Test(
        "that fail say how, and leave no process behind",
        arguments: [
            (
                "head -c 8 >/dev/null; echo 'it broke at 5' >&2; kill -SEGV $$",
                WorkerFailure.crashed(signal: SIGSEGV, said: "it broke at 5")
            ),
            ("head -c 8 >/dev/null; echo over >&2; exit 7", .exited(code: 7, said: "over")),
            ("head -c 8 >/dev/null; kill -KILL $$", .killed),
            ("head -c 8 >/dev/null; kill -XCPU $$", .tookTooLong(seconds: 3)),
            ("head -c 8 >/dev/null; echo 'no more memory here' >&2; exit 1", .tookTooMuchMemory(bytes: 1 << 20)),
            ("head -c 8 >/dev/null; printf '\\0\\0\\0\\0\\0\\0\\0\\0' >&0; cat >/dev/null", .garbled(what: "nothing")),
            (
                "head -c 8 >/dev/null; printf '\\377\\377\\377\\377\\377\\377\\377\\377sorry' >&0; cat >/dev/null",
                .refused(message: "sorry")
            ),
        ])
    func failures(lines: String, expected: WorkerFailure) throws {
        let adder = try Adder(program(lines))
        let failure = #expect(throws: WorkerFailure.self) { try adder.ask(1) }
        #expect(failure == expected)
        #expect(starts.count == 1 && !isThere(starts[0]))
    }

    @Test("that are not done in time are ended")
    func deadline() throws {
        var allowance = Adder.allowance
        allowance.clockNanoseconds = 1
        let adder = try Adder(program("cat >/dev/null"), allowance)
        #expect(throws: WorkerFailure.waitedTooLong(seconds: 1e-9)) { try adder.ask(1) }
    }

    @Test("are found where the program is told, or beside the one that runs; else it is said where they were sought")
    func finding() throws {
        let path = try program(Self.echo, "adder")
        let adder = WorkerProgram(name: "adder", variable: "ADDER")
        #expect(try adder.find(path, environment: [:]) == path)
        #expect(try adder.find(nil, environment: ["ADDER": path]) == path)
        #expect(try adder.find(nil, running: folder.file("tilework"), environment: [:]) == path)
        #expect(throws: WorkerFailure.programMissing(places: ["/a/adder", "/a/../libexec/tilework/adder"])) {
            try adder.find(nil, running: "/a/tilework", environment: [:])
        }
        try Data([0x7F, 0x45, 0x4C, 0x46]).write(to: URL(fileURLWithPath: path))
        let failure = #expect(throws: WorkerFailure.self) { try Adder(path) }
        guard case .notStarted(path, _)? = failure else { throw try #require(failure) }
    }

    @Test("of a pool are used again, and started anew after they were killed or dropped")
    func pool() throws {
        let path = try program(Self.echo)
        let pool = WorkerPool<Adder> { 0 }
        let subject = Sum(id: 1)
        func checkOut() throws -> (worker: Adder, isNew: Bool) {
            try pool.checkOut(subject) { () throws(WorkerFailure) in try Adder(path) }
        }
        let (first, isNew) = try checkOut()
        #expect(try isNew && first.ask(5) == 5)
        pool.giveBack(first, of: subject, isBrief: true)
        let again = try checkOut()
        #expect(!again.isNew && again.worker === first)
        pool.giveBack(again.worker, of: subject, isBrief: true)
        // The process is killed while it is idle.
        kill(starts[0], SIGKILL)
        while !first.hasEnded {}
        let second = try checkOut()
        #expect(try second.isNew && second.worker !== first && second.worker.ask(6) == 6)
        #expect(!isThere(starts[0]))
        second.worker.end()
        pool.drop(subject, isBrief: false)
        let third = try checkOut()
        // The process has recorded its number before it answers.
        #expect(try third.isNew && third.worker.ask(7) == 7)
        #expect(starts.count == 3)
        pool.giveBack(third.worker, of: subject, isBrief: true)
        // The subject has no more work.
        pool.forget(subject)
        for process in starts { #expect(!isThere(process)) }
    }

    @Test("An idle process ends if another pool needs its memory; a busy one is waited for")
    func ledger() throws {
        let path = try program(Self.echo)
        let ledger = MemoryLedger(limit: 40 << 20) { _ in 30 << 20 }
        let (pool, other) = (WorkerPool<Adder> { 0 }, WorkerPool<Adder> { 0 })
        func take(from pool: WorkerPool<Adder>) throws -> Adder {
            try pool.checkOut(Sum(id: 1)) { () throws(WorkerFailure) in try Adder(path, ledger: ledger) }.worker
        }
        let first = try take(from: pool)
        #expect(try first.ask(5) == 5)
        pool.giveBack(first, of: Sum(id: 1), isBrief: true)
        #expect(ledger.reserved == 30 << 20 && isThere(starts[0]))
        let second = try take(from: other)
        #expect(!isThere(starts[0]))
        #expect(try second.ask(6) == 6)
        let waiter = DispatchSemaphore(value: 0)
        let third = Lock<Adder?>(nil)
        Thread {
            let worker = try? pool.checkOut(Sum(id: 2)) { () throws(WorkerFailure) in try Adder(path, ledger: ledger) }
                .worker
            third.withLock { $0 = worker }
            waiter.signal()
        }.start()
        while ledger.waitingCount == 0 {}
        #expect(isThere(starts[1]))
        other.giveBack(second, of: Sum(id: 1), isBrief: true)
        waiter.wait()
        #expect(!isThere(starts[1]))
        let last = try #require(third.withLock { $0 })
        #expect(try last.ask(7) == 7)
        pool.giveBack(last, of: Sum(id: 2), isBrief: true)
        pool.forget(Sum(id: 2))
        #expect(ledger.reserved == 0)
    }

    @Test("A caller with a reservation gets a process from callers that wait for memory")
    func ledgerAndPool() throws {
        let path = try program(Self.echo)
        let ledger = MemoryLedger(limit: 40 << 20) { _ in 30 << 20 }
        let pool = WorkerPool<Adder> { 0 }
        let limits = WorkerPoolLimits(perSubject: 1, all: 1, forLong: 1, idleNanoseconds: 1_000_000_000_000_000)
        @Sendable func add(_ number: UInt64, for subject: Sum) throws -> UInt64 {
            let worker = try pool.checkOut(subject) { () throws(WorkerFailure) in try Adder(path, ledger: ledger) }
                .worker
            let answer = try worker.ask(number)
            pool.giveBack(worker, of: subject, isBrief: true)
            return answer
        }
        let (reader, other) = (Sum(id: 1, poolLimits: limits), Sum(id: 2, poolLimits: limits))
        let waiter = DispatchSemaphore(value: 0)
        let answer = Lock<UInt64?>(nil)
        try ledger.reserving(20 << 20, toRead: "a.svg") { () throws in
            Thread {
                // Has the only place in the pool, and waits for the memory.
                let sum = try? add(5, for: other)
                answer.withLock { $0 = sum }
                waiter.signal()
            }.start()
            while ledger.waitingCount == 0 {}
            #expect(try add(6, for: reader) == 6)
        }
        waiter.wait()
        #expect(answer.withLock { $0 } == 5)
        pool.forget(reader)
        pool.forget(other)
        #expect(ledger.reserved == 0)
    }

    @Test("that can't be started leave their place to others")
    func noStart() throws {
        let path = try program(Self.echo)
        let pool = WorkerPool<Adder> { 0 }
        for id in 1...5 {
            #expect(throws: WorkerFailure.self) {
                try pool.checkOut(Sum(id: id)) { () throws(WorkerFailure) in try Adder("/nowhere/adder") }
            }
        }
        let taken = try pool.checkOut(Sum(id: 9)) { () throws(WorkerFailure) in try Adder(path) }
        #expect(taken.isNew)
        pool.giveBack(taken.worker, of: Sum(id: 9), isBrief: true)
        pool.forget(Sum(id: 9))
    }
}
